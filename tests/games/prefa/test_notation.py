"""One line for one hand of Prefa."""

from tests.games.family import Table
from tests.tables import each_line

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


@each_line(
    ("typed", "said"),
    [
        ("", "“”: is empty; write a hand such as “anna 6h dd 2 2”"),
        ("anna", "“anna”: is not a contract; write 6s to 10n, “pass” if everyone passed, or “stake 100”"),
        ("ann", "“ann”: is not a contract; write 6s to 10n, “pass” if everyone passed, or “stake 100”"),
        ("anno", "“anno”: no player has this name; did you mean Anna?"),
        ("olga", "“olga”: no player has this name; the players are Anna, Boris, Vera"),
        ("anna 5h", "“5h”: is not a contract; write 6s to 10n, “pass” if everyone passed, or “stake 100”"),
        ("olga 6h pp", "“olga”: no player has this name; the players are Anna, Boris, Vera"),
        (
            "anna 6h pd 1 2",
            "“2”: is one number too many; write a number of tricks only for the defenders who play (Vera)",
        ),
        (
            "anna 6h dd 2 2 2",
            "“2”: is one number too many; write a number of tricks only for the defenders who play "
            "(Boris, Vera)",
        ),
        ("anna 6h dd 2 11", "“11”: must be a number of tricks from 0 to 10"),
        ("anna 6h dd 2 boris=2", "“Boris=2”: this word is one too many, or in the wrong place"),
        ("anna 6h dd 2 olga=2", "“olga”: no player has this name; the players are Anna, Boris, Vera"),
        ("anna 6h dd 2 2 soon", "“soon”: this word is one too many, or in the wrong place"),
        ("stake 55", "“55”: is not a stake; stakes are multiples of 10, from 10 to 100000"),
        ("pass 5", "“pass”: needs a number of tricks for each of Anna, Boris, Vera, or no numbers at all"),
        (
            "anna 6h dt 2 2",
            "roles of the defenders: Vera takes the other defender along (“together”), "
            "who must then be “helper”, not “play”",
        ),
        (
            "anna 6h tt 2 2",
            "roles of the defenders: two defenders cannot both be “together”; "
            "give the role “helper” to the one who is taken along",
        ),
        (
            "anna 6h hp 2",
            "roles of the defenders: Boris cannot be “helper”, because no defender is “together”; write "
            "“pass” or “play” instead",
        ),
        ("anna 6h dd 2", "tricks: how many tricks did each of Boris, Vera take?"),
        (
            "anna 6h",
            "roles of the defenders: is missing for Boris, Vera; "
            "write pass, play, together (takes the other along) or helper (is taken along)",
        ),
    ],
)
def test_wrong_lines_are_refused_with_a_sentence(typed: str, said: str) -> None:
    assert PREFA.problems(PREFA.start(PLAYERS), typed) == [said]
