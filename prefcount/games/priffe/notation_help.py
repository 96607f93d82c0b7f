"""What the help says about the entry of hands of Priffe."""

from prefcount.games.game_words import Guide
from prefcount.i18n import N_


def guide() -> Guide:
    """What the help says about the entry of hands."""
    return Guide(
        answers=N_("answer the question; of ten tricks and more the last digit, - for no honours"),
        other=N_("partners, penalties, a newcomer, another dealer, the end of the session"),
        lines=(
            (N_("x h 9"), N_("side X plays hearts and takes nine tricks; d is diamonds")),
            (N_("y p 5"), N_("side Y plays without trumps and takes five")),
            (N_("x n 4"), N_("side X plays Noll and takes four")),
            (N_("f x 5"), N_("a forced Noll in which X takes five")),
            (N_("x h 9 2 0 1 1"), N_("with the honours of everybody in the order of the first seats")),
            (N_("pairs anna boris"), N_("these two play together in the rubber that begins")),
            (N_("rubber 190 140"), N_("a whole rubber brought forward: totals of X and Y")),
        ),
        spelling=N_("Instead of x and y the beginning of a name names his side, or #1 the first seat."),
        typed=N_("x h 9 · y p 5 · {name} n 4 · f x 5 · x h 9 2 0 1 1"),
    )
