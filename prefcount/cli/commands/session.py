"""Commands on sessions: `new`, `add`, `show` and `settle`."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from prefcount.base.i18n import N_, _
from prefcount.base.locale_format import format_day
from prefcount.base.problems import InvalidInput, Problem, problem, quote
from prefcount.base.system import now
from prefcount.cli.arguments import (
    Command,
    UsageError,
    add_day,
    add_file,
    add_paths,
    add_repeated,
    add_shared,
    add_switch,
    describe_skipping,
    parse_path,
    set_options,
    stake_and_currency,
)
from prefcount.cli.command_io import (
    SkippedFiles,
    UnusableFile,
    output_language,
    print_json,
    print_line,
    read_each_for_money,
    read_lines,
    read_session,
    read_with_warnings,
    warn,
)
from prefcount.entries.models import AmendBase, End, Entry, SheetEntry
from prefcount.games import get_game
from prefcount.session.session import Session, new_header, start_of_day
from prefcount.session.typed_entries import (
    complete_end,
    parse_date,
    parse_end,
    parse_line,
    parse_price,
    parse_result,
    with_announced_results,
    with_seal,
)
from prefcount.store.disk import LockRefusal, WriteError, WriterLock
from prefcount.store.journal import Journal
from prefcount.store.reader import TORN_TAIL, LoadedSession, read_entry

TARGET = "target"
"""The option with the goal of games that are played until a pool is filled."""


def _add_new_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=parse_path, help=_("the file to create; it must not exist"))
    add_shared(command, "--game")
    players = _("the players, in the order in which they deal")
    command.add_argument("--players", nargs="+", required=True, metavar="NAME", help=players)
    command.add_argument("--dealer", metavar="NAME", help=_("who deals first; default: the first player"))
    command.add_argument(
        "--preset", help=_("the preset with the rules of the game; --set changes single options")
    )
    command.add_argument("--target", type=int, metavar="N", help=_("the pool target (20)"))
    add_shared(command, "--set", "--stake", "--currency")
    command.add_argument("--note", help=_("a note"))
    add_day(command, "--date", _("the date of the game, such as 2026-01-31; default: now"))


def _run_new(options: argparse.Namespace) -> int:
    rules, at = _rules(options), now()
    stake, currency = stake_and_currency(options)
    set_options(rules, options.set, get_game(options.game))
    header = new_header(
        game=options.game,
        players=tuple(options.players),
        dealer=options.dealer,
        rules=rules,
        stake=stake,
        currency=currency,
        started=at if options.date is None else start_of_day(options.date, at),
        note=options.note,
    )
    session = Session(header)
    try:
        Journal.create(options.file, header)
    except WriteError as error:
        raise UnusableFile(options.file, error.text) from None
    if sys.stdout.isatty():  # output for scripts stays empty
        from prefcount.render import text

        created = _("Created {path}: {title}")
        print_line(created.format(path=quote(options.file), title=text.session_title(session)))
    return 0


def _rules(options: argparse.Namespace) -> dict[str, Any]:
    game = get_game(options.game)
    preset = game.find_preset(options.preset) if options.preset else next(iter(game.presets))
    goal = game.goal.option
    if options.target is None:
        return {"preset": preset, goal: game.spell_rules(game.preset(preset))[goal]}
    if goal != TARGET:
        sentence = N_("{game} has no --target; --set {goal}={target} sets its length")
        raise UsageError(sentence, game=game.name, goal=goal, target=options.target)
    return {"preset": preset, TARGET: options.target}


NO_SHEET = N_("write what is on the sheet, such as --sheet “anna pool 2.6.12”")
NO_RESULT = N_("write what each player won or lost, such as --result 'anna 57'")
LOCK_SECONDS = 1.0
"""Time to wait for another command that is adding an entry."""


def _add_add_arguments(command: argparse.ArgumentParser) -> None:
    add_file(command)
    hand = _("a hand, such as anna 7h wp 6, or another entry, such as rename ana anna")
    command.add_argument("line", nargs="*", metavar="LINE", help=hand)
    sheet = _(
        "instead of a hand, a column of an old sheet: all its figures, “anna pool 2.6.12”, or the last, "
        "“boris on anna 20”. Repeat it for all columns; they make one entry. “-” reads columns from the "
        "standard input, one a line"
    )
    add_repeated(command, "--sheet", "COLUMN", sheet)
    result = _(
        "instead of hands, the result of a player, if nothing else is known of the game: “anna 57”, "
        "“boris -27 1/2”. Repeat it for each player; one may be left out. “-” reads results from the "
        "standard input, one a line"
    )
    add_repeated(command, "--result", "RESULT", result)
    price = _(
        "the price of a whist or point with its currency, such as 0.10 EUR, for the whole game, even if "
        "it is over or has another price; none: not played for money"
    )
    command.add_argument("--price", nargs="+", metavar=("PRICE", "CODE"), help=price)
    corrected = _("the correct date of the game, such as 2026-11-26, in place of the recorded date")
    command.add_argument("--date", metavar="DATE", help=corrected)
    end = _(
        "instead of a hand, end the game, and write its results and the seal of the file. The reason is "
        "pool, hands, time, agreed, or resigned with a name. Default: the reason by the rules, or agreed "
        "if the game is not over by the rules"
    )
    command.add_argument("--end", nargs="*", metavar=("REASON", "NAME"), help=end)
    announced = _(
        "with --end, the results announced at the table, such as “anna 57” “boris -40”, for the audit to "
        "check"
    )
    command.add_argument("--results", action="extend", nargs="+", metavar="RESULT", help=announced)
    command.add_argument("--json", metavar="ENTRY", help=_("instead of a hand, any entry as a JSON object"))


def _run_add(options: argparse.Namespace) -> int:
    if options.results is not None and options.end is None:
        raise UsageError(
            N_("--results needs --end, because these results are announced at the end of the game")
        )
    ways = map(bool, (options.line, options.sheet, options.result, options.price, options.date))
    if [*ways, options.end is not None, options.json is not None].count(True) != 1:
        sentence = N_(
            "add needs one of: a line such as “anna 7h wp 6”, --sheet COLUMN, --result RESULT, "
            "--price PRICE, --date DATE, --end or --json ENTRY"
        )
        raise UsageError(sentence)
    if options.sheet:  # read before the lock is taken, because the user may still be typing
        options.sheet = read_lines(options.sheet, _(NO_SHEET))
    if options.result:
        options.result = read_lines(options.result, _(NO_RESULT))
    path: Path = options.file
    loaded = read_session(path)
    writer = WriterLock.take(path, LOCK_SECONDS)
    if isinstance(writer, LockRefusal):
        raise UnusableFile(path, writer.text)
    with writer:
        _append_entry(path, _read_writable(path, loaded), options)
    return 0


def _append_entry(path: Path, loaded: LoadedSession, options: argparse.Namespace) -> None:
    session = loaded.session
    try:
        journal = Journal.from_loaded(path, loaded)
        entry = _build_entry(loaded, options)
        if isinstance(entry, End):
            seal = journal.seal()
            entry = with_seal(entry, seal) if options.end is None else complete_end(entry, session, seal)
        proposal = session.accept(entry, now())
        journal.append(proposal.entry)
        if isinstance(entry, SheetEntry) and options.sheet:
            _warn_of_sheet(session, entry)
    except WriteError as error:
        doubt = _(
            "it is uncertain whether the entry is in the file; run prefcount show before adding it again"
        )
        raise UnusableFile(path, error.text if error.certain else doubt) from None
    if sys.stdout.isatty():  # output for scripts stays empty
        from prefcount.render import text

        step = proposal.step
        recorded = text.describe_unmarked(proposal.session, step, words=True)
        if step.hand_number is not None:
            recorded = f"{step.name}: {recorded}"
        print_line(_("Recorded: {what}").format(what=recorded))
    if journal.torn_file is not None:
        warn(_("the incomplete line is kept in {path}").format(path=quote(journal.torn_file)))
    for remark in filter(None, (*proposal.remarks, proposal.doubt)):
        warn(remark)
    for n in proposal.displaced:
        sentence = _("{entry} is no longer valid and does not count; correct this entry too")
        warn(sentence.format(entry=session.replay.step(n).name))


def _read_writable(path: Path, loaded: LoadedSession) -> LoadedSession:
    if not loaded.is_unchanged(path):
        loaded = read_session(path)
    for fault in loaded.faults:
        if fault.code != TORN_TAIL:
            sentence = N_("{path}: nothing can be added to a damaged file: {fault}")
            raise UsageError(sentence, path=quote(path), fault=fault)
        warn(f"{quote(path)}: {fault}")
    return loaded


def _build_entry(loaded: LoadedSession, options: argparse.Namespace) -> Entry:
    session = loaded.session
    if options.sheet:
        from prefcount.paper.typed_columns import make_check, parse_columns

        return SheetEntry(columns=make_check(parse_columns(session, options.sheet)).columns)
    typed: tuple[tuple[Any, Callable[[Any], Entry]], ...] = (
        (options.result, partial(parse_result, session)),
        (options.price, partial(parse_price, session)),
        (options.date, parse_date),
    )
    for given, read in typed:
        if given:
            return read(given)
    if options.end is not None:
        return with_announced_results(session, parse_end(session, options.end), options.results or [])
    if options.json is None:
        return parse_line(session, session.state, " ".join(options.line))
    entry = read_entry(session.game, options.json.encode(errors="surrogateescape"))
    if problems := list(_placement_problems(entry, session.next_number, loaded.last_hash)):
        raise InvalidInput(problems)
    return entry


def _placement_problems(entry: Entry, n: int, prev: str) -> Iterator[Problem]:
    if entry.n not in (None, n):
        yield problem("n", N_("must be {n} or left out"), n=n)
    if entry.prev not in (None, prev):
        yield problem(
            "prev",
            N_(
                "this does not match the last line of the file; leave the field out, and the program "
                "fills it in"
            ),
        )
    field = ""
    while isinstance(entry, AmendBase):
        entry, field = entry.with_, f"{field}with."
        for name in ("prev", "seal"):
            if getattr(entry, name, None) is not None:
                yield problem(f"{field}{name}", N_("leave this field out; only the program writes it"))


def _warn_of_sheet(session: Session, entry: SheetEntry) -> None:
    from prefcount.paper.sheet_without_hands import find_impossible_in_entry
    from prefcount.paper.text import impossible_lines

    if not session.state.hands:
        for line in impossible_lines(list(find_impossible_in_entry(session, entry))):
            warn(line)
    started = session.started
    if started is not None and not session.replay.steps and started.date() == now().date():
        sentence = _(
            "the game is dated {date}, the day the file was created; for an old game, create the file "
            "with --date"
        )
        warn(sentence.format(date=format_day(started.date())))


def _add_show_arguments(command: argparse.ArgumentParser) -> None:
    add_file(command)
    add_switch(command, "--why", _("explain the figures of each entry"))
    add_switch(command, "--all", _("include entries that were undone"))
    add_shared(command, "--json")


def _run_show(options: argparse.Namespace) -> int:
    from prefcount.render import text
    from prefcount.render.data import sheet_object

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
    add_shared(command, "--coin", "--json")


def _run_settle(options: argparse.Namespace) -> int:
    from prefcount.render import text

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
                if options.coin is None and (hint := _rounding_hint(loaded.session)):
                    print_line(f"\n{hint}")
                if options.hash:
                    print_line(f"\n{text.file_line(loaded.file_hash)}")
    return skipped.code()


def _rounding_hint(session: Session) -> str:
    from prefcount.render.text import coin_sentence
    from prefcount.session.outcome import settle_session
    from prefcount.store.settings import saved_coin

    coin = saved_coin(session.price.currency)
    exact, rounded = settle_session(session).money, settle_session(session, coin).money
    if coin is None or exact is None or rounded is None or exact.transfers == rounded.transfers:
        return ""
    sentence = _("The screen rounds the payments; to round them here, add --coin {amount}.").format(
        amount=coin.amount
    )
    return f"{coin_sentence(exact)} {sentence}"


def _object(loaded: LoadedSession | UnusableFile, options: argparse.Namespace) -> dict[str, Any]:
    if isinstance(loaded, UnusableFile):
        return {"error": str(loaded.reason)}
    from prefcount.render.data import settlement_object

    noted = {"hash": loaded.file_hash} if options.hash else {}
    return {**settlement_object(loaded.session, options.coin), **noted}


FUNCTIONS = {
    "new": Command(_add_new_arguments, _run_new),
    "add": Command(_add_add_arguments, _run_add),
    "show": Command(_add_show_arguments, _run_show),
    "settle": Command(_add_settle_arguments, _run_settle),
}
