"""What the games are called, known before any of them is loaded."""

from prefcount.base.i18n import N_

TITLES = {
    "preferans": N_("Preferans"),
    "balkan": N_("Balkan Preferans"),
    "prefa": N_("Greek Prefa"),
    "priffe": N_("Swedish Priffe"),
}
"""What people call the games, known before any of them is loaded; the first one is where a list begins."""

GAMES = (N_("preferans"), N_("balkan"), N_("prefa"), N_("priffe"))
"""What files and the command line call them; in a text for people the name is translated."""
