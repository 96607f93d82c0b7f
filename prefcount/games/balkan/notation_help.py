"""What the help says about the entry of hands of Balkan Preferans."""

from prefcount.games.game_words import Guide
from prefcount.i18n import N_


def guide() -> Guide:
    """What the help says about the entry of hands."""
    return Guide(
        answers=N_("answer the question; contracts have the digits of their values, 2 for pik to 7 for sans"),
        other=N_("penalties, a newcomer, another dealer, the end of the game"),
        lines=(
            (N_("anna tref 2 2"), N_("Anna plays tref; tricks of the first and of the second follower")),
            (N_("anna herc igra 3 -"), N_("from the hand, without the talon; the second one stays out")),
            (N_("a karo - -"), N_("nobody comes")),
            (N_("anna herc c2 1"), N_("the first one calls the second in and answers for both")),
            (N_("anna tref k2 3"), N_("the first one gave kontra, the second one helps")),
            (N_("anna sans 1 rk3"), N_("rekontra, sk for subkontra, mk for mortkontra")),
            (N_("anna betl 0"), N_("betl and the declarer's tricks")),
            (N_("anna betl k * 1"), N_("the same under kontra of the first one")),
            (N_("anna pik"), N_("a pik that nobody kontras")),
            (N_("pass"), N_("everybody passed: a refa")),
        ),
        spelling=N_(
            "Contracts are p k h t b s, or 2 to 7, or their names; other names by their beginning, "
            "or #1 for the first seat."
        ),
        typed=N_("{name} tref 2 2 · #2 herc c2 1 · #{last} karo - - · {name} betl 0 · pass"),
    )
