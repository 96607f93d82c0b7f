"""What the help says about the entry of hands of Preferans."""

from prefcount.games.game_words import Guide
from prefcount.i18n import N_


def guide() -> Guide:
    """What the help says about the entry of hands."""
    return Guide(
        answers=N_("answer the question; = is ten, - leaves without three"),
        other=N_("penalties, a misdeal, a newcomer, another dealer, the end of the game"),
        lines=(
            (
                N_("anna 7h wp 6"),
                N_("Anna plays seven hearts, the first defender whists, the second passes, six tricks"),
            ),
            (
                N_("b 6s ww 5 3 2"),
                N_("both whist: tricks of the declarer, the first and the second defender"),
            ),
            (N_("v 8n pp"), N_("both pass")),
            (N_("anna 6c ph"), N_("the second defender takes half a whist")),
            (N_("anna 7d wh 7"), N_("the whist returned by the first defender")),
            (N_("anna m 0"), N_("misère and the declarer's tricks")),
            (N_("anna 7h -3"), N_("leaves without three")),
            (N_("r 3 5 2"), N_("raspasy, tricks in seat order")),
            (N_("anna 7h x2 wp 6"), N_("everything times two")),
        ),
        spelling=N_(
            "Suits are s c d h n, or п т б ч бк, or ♠ ♣ ♦ ♥; "
            "names by their beginning, or #1 for the first seat."
        ),
        typed=N_("{name} 7h wp 6 · #2 6s ww 5 3 2 · #{last} m 0 · r 3 5 2"),
        by_two=N_("{name} 7h w 6 · #{last} 6s p · {name} m 0 · r 3 5"),
    )
