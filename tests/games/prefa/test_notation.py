"""One line for one hand of Prefa."""

from tests.games.family import Table
from tests.tables import each_line, load_table

PREFA = Table.of("prefa")
PLAYERS = ("Anna", "Boris", "Vera")

LINES = {
    "Anna 6h dd 2 2": {"roles": ("play", "play"), "tricks": (2, 2)},
    "Anna 8c pd 1": {"roles": ("pass", "play"), "tricks": (None, 1)},
    "Anna 8c dp 0": {"roles": ("play", "pass"), "tricks": (0, None)},
    "Anna 10n pp": {"roles": ("pass", "pass"), "tricks": (None, None)},
    "Anna 6s th 0 3": {"roles": ("together", "helper"), "tricks": (0, 3)},
    "Anna 6d ht 4 1 aces": {"roles": ("helper", "together"), "tricks": (4, 1)},
}


@each_line("line", LINES)
def test_lines_and_hands_correspond(line: str) -> None:
    state = PREFA.start(PLAYERS)
    hand = PREFA.game.parse(state, line).model_dump()
    roles, tricks = LINES[line]["roles"], LINES[line]["tricks"]
    assert hand["defenders_role"] == dict(zip(("Boris", "Vera"), roles, strict=True))
    known = {name: taken for name, taken in zip(("Boris", "Vera"), tricks, strict=True) if taken is not None}
    assert hand.get("tricks", {}) == known
    assert PREFA.game.format(state, PREFA.game.parse(state, line)) == line


@each_line(
    ("line", "tricks"),
    [
        ("Anna 6c pd Anna=3", {"Anna": 3}),
        ("Anna 7s dd ? 1 Anna=8", {"Anna": 8, "Vera": 1}),
        ("Anna 7s pp Anna=10 aces", {"Anna": 10}),
        ("pass 9 ? 0 Gleb=1", {"Anna": 9, "Vera": 0, "Gleb": 1}),
        ("pass ? 0 1 #2=10 dealer Anna Maria", {"Vera": 0, "Gleb": 1, "Anna Maria": 10}),
    ],
)
def test_tricks_may_name_their_player(line: str, tricks: dict[str, int]) -> None:
    state = PREFA.start(("Anna", "Anna Maria", "Vera", "Gleb"), dealer="Gleb")
    hand = PREFA.game.parse(state, line)
    assert hand.model_dump()["tricks"] == tricks
    assert PREFA.game.format(state, hand) == line


@each_line(*load_table("wrong-lines-of-prefa"))
def test_wrong_lines_are_refused_with_a_sentence(typed: str, said: str) -> None:
    assert PREFA.problems(PREFA.start(PLAYERS), typed) == [said]
