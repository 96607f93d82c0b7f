"""Commands for the evenings of a circle: `stats`, `debts`, `paid` and `import`."""

import argparse
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import NoReturn

from prefcount.base.i18n import N_, _
from prefcount.base.problems import InvalidInput, invalid, quote, unknown_word
from prefcount.base.system import now
from prefcount.cli.arguments import (
    EXIT_OK,
    EXIT_UNUSABLE,
    Command,
    UsageError,
    add_day,
    add_paths,
    add_repeated,
    add_shared,
    add_switch,
    currency_type,
    describe_skipping,
    number_type,
    parse_path,
    stake_and_currency,
)
from prefcount.cli.command_io import (
    STDIN,
    SkippedFiles,
    UnusableFile,
    add_files,
    find_files,
    output_language,
    path_exists,
    people_of,
    print_bytes,
    print_json,
    print_line,
    print_lines,
    read_stdin,
    warn,
)
from prefcount.debts.balances import (
    NO_PAYMENT,
    Circle,
    Debts,
    NotCounted,
    load_circle,
    parse_payment,
    read_money,
)
from prefcount.debts.report import (
    chat_lines,
    debts_csv,
    debts_lines,
    debts_object,
    doubtful_name_lines,
    not_counted_line,
    numbered_payment_line,
    person_csv,
    person_lines,
    person_object,
)
from prefcount.entries.models import Entry, PaidEntry, Void
from prefcount.entries.validation_messages import validate_fields
from prefcount.importing.evenings_table import (
    FORMAT,
    GAME,
    ImportFlags,
    SkippedLine,
    import_table,
    refuse_removed_format,
)
from prefcount.render.data import STYLES
from prefcount.render.text import file_line
from prefcount.session.session import new_header, start_of_day
from prefcount.stats.aliases import People, people_lines
from prefcount.stats.report import (
    games_csv,
    statistics_csv,
    statistics_lines,
    statistics_object,
    wide_games_csv,
)
from prefcount.stats.sums import SEPTEMBER, Statistics, parse_period, read_session
from prefcount.store.disk import WriteError
from prefcount.store.journal import write_book_entry
from prefcount.store.payment_book import BookPayment, PaymentBook
from prefcount.store.reader import LoadedBook, ReadError, find_book_faults, load_book
from prefcount.store.settings import sessions_folder


def _add_stats_arguments(command: argparse.ArgumentParser) -> None:
    describe_skipping(command)
    add_paths(command, "paths", _("session files or folders of them; “prefcount where” prints your folder"))
    command.add_argument("--player", metavar="NAME", help=_("show only one player"))
    without = _("hide a guest, but count what the others won from them; may be repeated")
    add_repeated(command, "--without", "NAME", without)
    add_shared(command, "--alias")
    add_switch(command, "--running", _("include games that are not over, with their current results"))
    add_day(command, "--since", _("only games from this date on, such as 2026-01-31"))
    add_day(command, "--until", _("only games up to this date"))
    last = _("only games of the last days, months or years: 30d, 3m, 1y")
    command.add_argument("--last", metavar="TIME", help=last)
    by = _("a table of results by month, quarter, season or year")
    command.add_argument("--by", choices=("month", "quarter", "season", "year"), help=by)
    month = number_type(12, _("{given} is not a month, from 1 for January to 12 for December"))
    begins = _("with --by season, the month in which a season begins, from 1 to 12; default: 9")
    command.add_argument("--season-from", type=month, metavar="MONTH", help=begins)
    command.add_argument("--rating", nargs="?", const="", type=_refuse_rating, help=argparse.SUPPRESS)
    output = command.add_mutually_exclusive_group()
    add_shared(output, "--json")
    add_switch(output, "--csv", _("print CSV for spreadsheets, a line for each player"))
    games = _(
        "list the games by date; with --csv, print a line for each player of each game, which import can read"
    )
    add_switch(command, "--games", games)
    wide = _("with --csv --games, print a line for each game with a column for each player")
    add_switch(command, "--wide", wide)
    add_shared(command, "--csv-style")


def _refuse_rating(_typed: str) -> NoReturn:
    raise argparse.ArgumentTypeError(_("player ratings were removed from this version"))


def _run_stats(options: argparse.Namespace) -> int:
    if options.games and options.json:
        raise UsageError(N_("use --games alone or with --csv; --json always lists the games, under “course”"))
    if options.wide and not (options.csv and options.games):
        raise UsageError(N_("--wide needs --csv --games"))
    if options.csv_style and not options.csv:
        raise UsageError(N_("--csv-style needs --csv"))
    if options.season_from is not None and options.by != "season":
        raise UsageError(N_("--season-from needs --by season"))
    found, skipped = find_files(options), SkippedFiles()
    statistics = Statistics(
        found.people,
        running=options.running,
        period=parse_period(options.since, options.until, options.last, date.today()),
        by=options.by,
        season_from=options.season_from or SEPTEMBER,
        without=options.without,
    )
    with output_language(options):
        add_files(statistics.add, read_session, found, skipped)
    if not statistics.read:
        raise UsageError(N_("no session can be read"))
    statistics = _shown_statistics(statistics, options)
    if options.json:
        print_json(statistics_object(statistics, skipped.found))
    elif options.csv:
        games = wide_games_csv if options.wide else games_csv
        table = games if options.games else statistics_csv
        print_bytes(table(statistics, STYLES[options.csv_style or "comma"]).encode())
        for line in people_lines(found.people):
            warn(line)
    else:
        print_lines(statistics_lines(statistics, games=options.games))
    return skipped.code()


def _shown_statistics(statistics: Statistics, options: argparse.Namespace) -> Statistics:
    for name in options.without:
        _player_key(statistics, "--without", name)
    if options.player is None:
        return statistics
    return statistics.of_person(_player_key(statistics, "--player", options.player))


def _player_key(statistics: Statistics, flag: str, name: str) -> str:
    key = statistics.people.key(name)
    if not any(key in sums.people for sums in statistics.games.values()):
        names = {person.name for sums in statistics.games.values() for person in sums.people.values()}
        raise InvalidInput([unknown_word(flag, name, sorted(names) or ["–"])])
    return key


def _add_debts_arguments(command: argparse.ArgumentParser) -> None:
    describe_skipping(command)
    paths = _("session files, books of payments, or folders of them; “prefcount where” prints your folder")
    add_paths(command, "paths", paths)
    add_day(command, "--since", _("only from this date on, such as 2026-01-31"))
    add_day(command, "--until", _("only up to this date"))
    add_shared(command, "--alias")
    person = _("list one person's evenings and payments by date, with the balance after each")
    command.add_argument("--person", metavar="NAME", help=person)
    add_shared(command, "--coin")
    without = _(
        "leave someone out of settling: all balances stay, and payments from and to this "
        "person are listed separately; may be repeated"
    )
    add_repeated(command, "--without", "NAME", without)
    add_switch(command, "--all", _("also list people who have no open debts; --json and --csv always do"))
    output = command.add_mutually_exclusive_group()
    add_shared(output, "--json")
    add_switch(output, "--csv", _("print CSV for spreadsheets, a line for each person"))
    add_switch(output, "--chat", _("print a message for the group chat"))


def _run_debts(options: argparse.Namespace) -> int:
    if options.without and (options.person is not None or options.csv):
        raise UsageError(
            N_(
                "leave out --without: it only changes the list of payments, which --person and "
                "--csv do not print"
            )
        )
    found, skipped = find_files(options), SkippedFiles()
    debts = Debts(found.people, options.since, options.until, options.coin)
    with output_language(options):
        add_files(debts.add, read_money, found, skipped)
    if not debts.read:
        raise UsageError(N_("no session and no book of payments can be read"))
    left_out = {_find_person(debts, "--without", name) for name in options.without}
    for currency_debts in debts.currencies.values():
        currency_debts.left_out = left_out
    if options.person is not None:
        _print_person(debts, skipped, options)
    elif options.json:
        print_json(debts_object(debts, skipped.found))
    elif options.csv:
        print_bytes(debts_csv(debts).encode())
        _warn_of_uncounted(debts, debts.not_counted)
    elif options.chat:
        print_lines(chat_lines(debts))
        _warn_of_uncounted(debts, debts.not_counted)
    else:
        print_lines(debts_lines(debts, everyone=options.all))
    return skipped.code()


def _warn_of_uncounted(debts: Debts, files: Iterable[NotCounted]) -> None:
    for line in (*map(not_counted_line, files), *doubtful_name_lines(debts), *people_lines(debts.people)):
        warn(line)


def _find_person(debts: Debts, flag: str, given: str) -> str:
    name = Circle(debts.names, debts.people).find(given)
    if name is None:
        names = {balance.name for balance in debts.all_balances}
        raise InvalidInput([unknown_word(flag, given, sorted(names) or ["–"])])
    return debts.people.key(name)


def _print_person(debts: Debts, skipped: SkippedFiles, options: argparse.Namespace) -> None:
    key = _find_person(debts, "--person", options.person)
    if options.json:
        print_json(person_object(debts, key, skipped.found))
    elif options.csv:
        print_bytes(person_csv(debts, key).encode())
        _warn_of_uncounted(debts, debts.missing(key))
    else:
        print_lines(person_lines(debts, key))


_PAYMENT_FLAGS = ("date", "note", "currency", "new")


def _add_paid_arguments(command: argparse.ArgumentParser) -> None:
    command.description = _(
        "Without a payment, the payments in the book are listed. Names are those in the games next to the "
        "book and in its payments. Abbreviations, Russian cases, earlier spellings and the other names in "
        "--alias or people.txt are understood."
    )
    command.add_argument("file", type=parse_path, help=_("a book of payments, such as payments.jsonl"))
    line = _(
        "who paid whom how much: boris anna 24.87 (with the currency if the book has another). Between "
        "names of several words put ->. An old debt is boris owes anna 24.87. “-” reads payments from "
        "the standard input, one a line, and records all or none"
    )
    command.add_argument("line", nargs="*", metavar="LINE", help=line)
    currency = _("the currency, such as EUR; creates the book if it does not exist")
    command.add_argument("--currency", type=currency_type, metavar="CODE", help=currency)
    command.add_argument("--note", help=_("a note"))
    add_day(command, "--date", _("the date of the payment, such as 2026-01-31; default: today"))
    add_switch(command, "--new", _("accept the names as typed, even if they are new"))
    add_shared(command, "--alias")
    undo = _("instead of a payment: take back entry number N")
    command.add_argument("--undo", type=int, metavar="N", help=undo)


def _run_paid(options: argparse.Namespace) -> int:
    path: Path = options.file
    if options.line and options.undo is not None:
        raise UsageError(N_("paid takes either a payment such as “boris anna 24.87” or --undo N"))
    if not options.line and options.undo is None:
        if any(getattr(options, each) for each in _PAYMENT_FLAGS):
            raise UsageError(NO_PAYMENT)
        return _list_payments(path)
    if options.currency is None and not path_exists(path):
        raise UsageError(N_("{path}: this book does not exist; --currency EUR creates it"), path=quote(path))
    loaded, book = _write_payment(path, options)
    for fault in loaded.faults:
        warn(f"{quote(path)}: {fault}")
    _print_changes(loaded.session.payments, book.payments, len(book.entries))
    return EXIT_OK


def _print_changes(before: Sequence[BookPayment], after: Sequence[BookPayment], newest: int) -> None:
    for new in (payment for payment in after if payment not in before):
        print_line(numbered_payment_line(new))
        double = next((old for old in before if old._replace(n=new.n, note=new.note) == new), None)
        if double is not None:
            sentence = _(
                "the same payment is in the book already, as number {n}; --undo {last} takes this one back"
            )
            warn(sentence.format(n=double.n, last=new.n))
    for old in (payment for payment in before if payment not in after):
        sentence = _("taken back: {payment}; --undo {n} restores it")
        print_line(sentence.format(payment=numbered_payment_line(old).strip(), n=newest))


def _write_payment(path: Path, options: argparse.Namespace) -> tuple[LoadedBook, PaymentBook]:
    people = people_of(options.alias, [options.file])
    if options.line == [STDIN]:
        options.line = [(number, line) for number, line in enumerate(read_stdin(), start=1) if line.strip()]
        if not options.line:
            raise UsageError(NO_PAYMENT)
    try:
        return write_book_entry(path, lambda book: _build_entries(book, options, people), options.currency)
    except ReadError as error:
        raise UnusableFile(path, error.text) from None
    except WriteError as error:
        doubt = _("it is uncertain whether the payment is in the book; run prefcount debts to see")
        raise UnusableFile(path, error.text if error.certain else doubt) from None


def _list_payments(path: Path) -> int:
    try:
        loaded = load_book(path)
    except ReadError as error:
        raise UnusableFile(path, error.text) from None
    code = EXIT_OK
    for fault in find_book_faults(loaded):
        warn(f"{quote(path)}: {fault}")
        code = EXIT_UNUSABLE if fault.is_serious else code
    for payment in loaded.session.payments:
        print_line(numbered_payment_line(payment))
    print_line(("\n" if loaded.session.payments else "") + file_line(loaded.file_hash))
    return code


def _undo_entry(book: PaymentBook, n: int) -> Entry:
    entry = next((entry for entry in book.entries if entry.n == n), None)
    if isinstance(entry, PaidEntry) and n not in [payment.n for payment in book.payments]:
        raise invalid(N_("payment {n} no longer counts"), n=n)
    return validate_fields(Void, {"entry": n})


def _build_entries(book: PaymentBook, options: argparse.Namespace, people: People) -> list[Entry]:
    if options.undo is not None:
        return [_undo_entry(book, options.undo)]
    circle = load_circle(options.file.parent, book, people)
    if isinstance(options.line[0], str):
        return [_build_payment(book, options, circle, " ".join(options.line))]
    entries = list[Entry]()
    for number, line in options.line:
        try:
            entries.append(book.accept(_build_payment(book, options, circle, line)))
        except (InvalidInput, UsageError) as error:
            sentence = N_("line {line}: {reason}; nothing was recorded")
            raise UsageError(sentence, line=number, reason=error) from None
    return entries


def _build_payment(book: PaymentBook, options: argparse.Namespace, circle: Circle, line: str) -> Entry:
    fields = parse_payment(line, circle, is_new=options.new)
    fields |= {field: circle.name(fields[field], is_new=options.new) for field in ("from", "to")}
    currency = fields.pop("currency") or options.currency
    if currency not in (None, book.header.currency):
        fields["currency"] = currency
    if options.date is not None:
        fields["at"] = start_of_day(options.date, now())
    if options.note is not None:
        fields["note"] = options.note
    return validate_fields(PaidEntry, fields)


def _add_import_arguments(command: argparse.ArgumentParser) -> None:
    describe_skipping(command)
    add_paths(command, "files", _("CSV files with tables of evenings"))
    command.add_argument("--from", dest="format", metavar="NAME", help=_("the format of the files: csv"))
    command.add_argument(
        "-o",
        "--out",
        type=parse_path,
        metavar="FOLDER",
        help=_("the folder for the sessions; default: the folder of saved games"),
    )
    add_shared(command, "--stake", "--currency")
    unit = command.add_mutually_exclusive_group()
    about = _(
        "read figures without a currency sign as money, and divide them by the price of a whist (--stake)"
    )
    unit.add_argument("--money", dest="unit", action="store_const", const="money", default="", help=about)
    about = _("read figures without a currency sign as whists")
    unit.add_argument("--whists", dest="unit", action="store_const", const="whists", help=about)
    add_repeated(command, "--player", "NAME", _("read the column of this name as a player; may be repeated"))
    add_repeated(
        command, "--without", "NAME", _("do not read the column of this name as a player; may be repeated")
    )
    command.add_argument("--fit", action="store_true", help=argparse.SUPPRESS)


def _run_import(options: argparse.Namespace) -> int:
    flags = _import_flags(options)
    skipped, folder = SkippedFiles(), options.out or sessions_folder()
    for path in options.files:
        try:
            for imported in import_table(path, folder, flags):
                _report_import(path, imported, skipped)
        except ReadError as error:
            if len(options.files) == 1:
                raise UnusableFile(path, error.text) from None
            skipped.add(path, error.text)
    return skipped.code()


def _import_flags(options: argparse.Namespace) -> ImportFlags:
    refuse_removed_format(options.format)
    if options.format not in (None, FORMAT):
        raise InvalidInput([unknown_word("--from", options.format, [FORMAT])])
    if options.fit:
        raise invalid(
            N_("--fit was removed: a table of evenings has no hands from which rules could be found")
        )
    stake, currency = stake_and_currency(options)
    header = new_header(game=GAME, players=("a", "b"), stake=stake, currency=currency)
    if options.unit == "money" and not header.price.amount:
        raise invalid(N_("--money needs the price of a whist, such as --stake 0.10 --currency EUR"))
    return ImportFlags(header.price, options.unit, tuple(options.player), tuple(options.without))


def _report_import(path: Path, imported: Path | SkippedLine, skipped: SkippedFiles) -> None:
    if isinstance(imported, Path):
        sentence = _("{path} → {session} (only the result, no hands)")
        print_line(sentence.format(path=quote(path), session=quote(imported)))
    elif imported.lost:
        skipped.add(path, imported.text, imported.place)
    else:
        warn(f"{quote(path)}: {imported}")


FUNCTIONS = {
    "stats": Command(_add_stats_arguments, _run_stats),
    "debts": Command(_add_debts_arguments, _run_debts),
    "paid": Command(_add_paid_arguments, _run_paid),
    "import": Command(_add_import_arguments, _run_import),
}
