"""Tests of QR codes in terminal cells."""

import segno

from prefcount.web.address import draw_qr_code
from tests.tables import each_line

LINK = "http://192.168.178.123:54321/NMB0JGO8xeI2e0DpkU73BQ/"
HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def modules(lines: tuple[str, ...]) -> list[list[int]]:
    return [[HALVES[char][half] for char in line] for line in lines for half in (0, 1)]


@each_line(("lines", "border"), [(24, 4), (19, 4), (18, 2), (17, 2)])
def test_the_qr_code_is_drawn_module_by_module(lines: int, border: int) -> None:
    made = draw_qr_code(LINK, 80, lines)
    code = segno.make(LINK, error="l", micro=False)
    expected = [list(map(bool, row)) for row in code.matrix_iter(border=border)]
    light = [False] * len(expected)
    assert [list(map(bool, row)) for row in modules(made)] == [*expected, light]
    assert len(made) <= lines


@each_line(("columns", "lines"), [(80, 16), (32, 24), (0, 0), (80, -3)])
def test_a_qr_code_that_does_not_fit_is_not_drawn(columns: int, lines: int) -> None:
    assert draw_qr_code(LINK, columns, lines) == ()


def test_a_long_link_fits_on_80_by_24_cells_with_five_lines() -> None:
    assert draw_qr_code("http://255.255.255.255:65535/" + "m" * 22 + "/", 80, 24 - 5)
