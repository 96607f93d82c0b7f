"""Commands that print one session: `show` and `settle`."""

import argparse
from contextlib import nullcontext
from typing import Any

from prefcount.base.i18n import _
from prefcount.base.problems import quote
from prefcount.cli.arguments import (
    Command,
    add_coin,
    add_file,
    add_json,
    add_paths,
    add_switch,
    describe_skipping,
)
from prefcount.cli.command_io import (
    SkippedFiles,
    UnusableFile,
    output_language,
    print_json,
    print_line,
    read_each_for_money,
    read_with_warnings,
)
from prefcount.render import text
from prefcount.render.data import settlement_object, sheet_object
from prefcount.store.reader import LoadedSession


def _add_show_arguments(command: argparse.ArgumentParser) -> None:
    add_file(command)
    add_switch(command, "--why", _("explain the figures of each entry"))
    add_switch(command, "--all", _("include entries that were undone"))
    add_json(command)


def _run_show(options: argparse.Namespace) -> int:
    session = read_with_warnings(options.file).session
    if options.json:
        print_json(sheet_object(session))
        return 0

    print_line(text.sheet_text(session))
    listed = text.entry_list(session, why=options.why, undone=options.all)
    if listed:
        print_line(f"\n{listed}")
    return 0


def _add_settle_arguments(command: argparse.ArgumentParser) -> None:
    describe_skipping(command)
    add_paths(command, "files", _("session files"))
    add_switch(command, "--steps", _("show the calculation as on paper"))
    noted = _("also print the hash of the file: write it down to check later that the file is unchanged")
    add_switch(command, "--hash", noted)
    add_coin(command)
    add_json(command)


def _run_settle(options: argparse.Namespace) -> int:
    """Settle each file, but only name a file whose figures cannot be trusted."""
    several = len(options.files) > 1
    skipped = SkippedFiles()
    gap = ""
    with output_language(options) if several else nullcontext():
        for path, loaded in read_each_for_money(options.files, skipped):
            if options.json:
                named = {"path": str(path)} if several else {}
                print_json({**named, **_object(loaded, options)})
            elif not isinstance(loaded, UnusableFile):
                if several:
                    print_line(f"{gap}{quote(path)}:")
                    gap = "\n"
                print_line(text.settlement_text(loaded.session, steps=options.steps, coin=options.coin))
                if options.hash:
                    print_line(f"\n{text.file_line(loaded.file_hash)}")
    return skipped.code()


def _object(loaded: LoadedSession | UnusableFile, options: argparse.Namespace) -> dict[str, Any]:
    if isinstance(loaded, UnusableFile):
        return {"error": str(loaded.reason)}
    noted = {"hash": loaded.file_hash} if options.hash else {}
    return {**settlement_object(loaded.session, options.coin), **noted}


FUNCTIONS = {
    "show": Command(_add_show_arguments, _run_show),
    "settle": Command(_add_settle_arguments, _run_settle),
}
