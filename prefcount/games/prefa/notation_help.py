"""What the help says about the entry of hands of Prefa."""

from prefcount.games.game_words import Guide
from prefcount.i18n import N_


def guide() -> Guide:
    """What the help says about the entry of hands."""
    return Guide(
        answers=N_("answer the question; 0 and = are ten, - gives up"),
        other=N_("more into the pot, penalties, a newcomer, another dealer, the end of the game"),
        lines=(
            (N_("anna 6h dd 2 2"), N_("Anna plays six hearts, both defend and take two tricks each")),
            (N_("anna 8c pd 1"), N_("the first defender passes, the second takes one trick")),
            (N_("b 6s th 0 3"), N_("the first defender takes the second along; their tricks")),
            (N_("v 7n pp"), N_("both pass")),
            (N_("anna 9s up"), N_("Anna gives up before play")),
            (N_("v 6h dd 3 1 aces"), N_("with four aces shown")),
            (
                N_("pass"),
                N_("all pass; with the tricks in seat order where it is played, such as pass 5 3 2"),
            ),
            (N_("stake 100"), N_("everybody adds 100 to the pot")),
        ),
        spelling=N_(
            "p passes, d defends, t takes the other along, h is taken along. Suits are s c d h n or ♠ ♣ ♦ ♥; "
            "names by their beginning, or #1 for the first seat."
        ),
        typed=N_("{name} 6h dd 2 2 · #2 8c pd 1 · #{last} 6s th 0 3 · {name} 9s up · pass"),
    )
