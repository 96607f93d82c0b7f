"""`prefcount where`: where this user's games, conventions, settings and pages are."""

import argparse

from prefcount.base.data_folder import saved_folder, sessions_folder
from prefcount.base.i18n import _
from prefcount.base.problems import quote
from prefcount.cli.arguments import add_json
from prefcount.cli.command_io import say, say_json
from prefcount.store.presets import presets_folder
from prefcount.store.session_folder import BOOK_NAME
from prefcount.store.settings import NAME


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount where`."""
    add_json(command)


def main(options: argparse.Namespace) -> int:
    """Print the folders and files, whether they are there already or not."""
    games = sessions_folder()
    places = {
        "games": (games, _("games")),
        "payments": (games / BOOK_NAME, _("payments")),
        "presets": (presets_folder(), _("conventions of your own")),
        "settings": (games / NAME, _("settings")),
        "saved": (saved_folder(), _("saved pages and texts")),
    }
    if options.json:
        say_json({key: str(path.absolute()) for key, (path, _said) in places.items()})
        return 0
    for path, about in places.values():
        say(f"{about}: {quote(path.absolute())}")
    return 0
