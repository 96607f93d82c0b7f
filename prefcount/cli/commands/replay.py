"""`prefcount replay FILE --preset NAME`: the same hands by other rules beside a session."""

import argparse
from collections.abc import Iterator
from typing import Any

from prefcount.base.i18n import _
from prefcount.base.problems import InvalidInput
from prefcount.cli.arguments import UsageError, add_file, add_json, add_repeated, add_set, add_switch, put_all
from prefcount.cli.command_io import output_language, read_for_money, say, say_json, warn
from prefcount.games.rules import preset_word
from prefcount.render.text import contradictions_text
from prefcount.render.text_cells import plain
from prefcount.session.outcome import NO_HANDS, is_only_result
from prefcount.session.session import Session
from prefcount.whatif.report import comparison, comparison_object
from prefcount.whatif.whatif import WhatIf, other_presets, other_rules, what_if


def add_arguments(command: argparse.ArgumentParser) -> None:
    """The flags of `prefcount replay`."""
    add_file(command, _("a session file; it is only read"))
    preset = _("the convention to replay under; may be repeated; without it the session's own")
    add_repeated(command, "--preset", "NAME", preset)
    add_switch(command, "--all", _("every preset, one beside the other"))
    add_set(command)
    end = _("end where that convention ends the game; without it all hands are compared")
    add_switch(command, "--end", end)
    add_json(command)


def main(options: argparse.Namespace) -> int:
    """Compare a session with its hands by other rules; the file is only read."""
    if not (options.preset or options.all or options.set):
        raise UsageError(_("say by which rules: --preset NAME, --all, or --set OPTION=VALUE"))
    session = read_for_money(options.file).session
    if is_only_result(session):
        raise UsageError(_(NO_HANDS))
    try:
        replays = list(_compared(session, options))
    except InvalidInput as refusal:
        raise UsageError(contradictions_text(refusal.problems)) from None
    if not replays:
        raise UsageError(_("none of the presets comes to its own end here; leave --end out"))
    if options.json:
        say_json(comparison_object(replays))
    else:
        say(plain(comparison(replays)))
    return 0


def _compared(session: Session, options: argparse.Namespace) -> Iterator[WhatIf]:
    """A replay by each of the presets; of all of them those are left out that do not fit.

    Raises InvalidInput if a preset that is named is none, or does not fit.
    """
    named: list[str | None] = list(dict.fromkeys(map(session.game.preset_called, options.preset)))
    others = [name for name in other_presets(session) if name not in named] if options.all else []
    for preset in named if named or others else [None]:
        yield _replay(session, preset, options)
    for preset in others:
        try:
            yield _replay(session, preset, options)
        except InvalidInput as refusal:
            why = contradictions_text(refusal.problems)
            warn(_("{preset} is left out: {why}").format(preset=preset, why=why))


def _replay(session: Session, preset: str | None, options: argparse.Namespace) -> WhatIf:
    """The replay by a preset with the options that are set. Raises InvalidInput."""
    rules: dict[str, Any] = other_rules(session, preset)
    put_all(rules, options.set, session.game)
    name = str(rules.get("preset", ""))
    if options.set:
        with output_language(options):
            called = name if options.json else preset_word(name)
            name = _("{preset}, changed").format(preset=called)
    return what_if(session, rules, name, own_end=options.end)
