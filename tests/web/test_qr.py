"""The picture for cameras: module by module what the library made, in as much room as there is."""

import segno

from prefcount.web.address import draw_qr_code
from tests.tables import each_line

LINK = "http://192.168.178.123:54321/NMB0JGO8xeI2e0DpkU73BQ/"
HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def modules(lines: tuple[str, ...]) -> list[list[int]]:
    """The picture as rows of light and dark modules."""
    return [[HALVES[char][half] for char in line] for line in lines for half in (0, 1)]


@each_line(("lines", "border"), [(24, 4), (19, 4), (18, 2), (17, 2)])
def test_the_picture(lines: int, border: int) -> None:
    """As wide a border as there is room for; all lines are equally long."""
    made = draw_qr_code(LINK, 80, lines)
    code = segno.make(LINK, error="l", micro=False)
    expected = [list(map(bool, row)) for row in code.matrix_iter(border=border)]
    light = [False] * len(expected)
    assert [list(map(bool, row)) for row in modules(made)] == [*expected, light]
    assert len(made) <= lines


@each_line(("columns", "lines"), [(80, 16), (32, 24), (0, 0), (80, -3)])
def test_no_room(columns: int, lines: int) -> None:
    """Half a picture is none."""
    assert draw_qr_code(LINK, columns, lines) == ()


def test_the_longest_usual_link_fits_beside_five_lines_of_words() -> None:
    """On a terminal of 80 columns and 24 lines."""
    assert draw_qr_code("http://255.255.255.255:65535/" + "m" * 22 + "/", 80, 24 - 5)
