"""The games of a release with every printed figure, which all later releases must print as well.

`python -m tests.releases` records this version once in `tests/data/releases/`. With `--again` it replaces the
record, which is allowed until the release. `tests/test_releases.py` compares all records for ever.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from prefcount import __version__
from prefcount.base.i18n import override_language
from prefcount.base.problems import InvalidInput
from prefcount.entries.models import Entry
from prefcount.games import GAMES, get_game
from prefcount.games.preferans.state import LeaveEntry
from prefcount.games.rules import OptionInfo, merge_options
from prefcount.render.data import columns_object, settlement_object, sheet_object
from prefcount.session.session import Session, new_header
from prefcount.session.typed_entries import end_entry
from prefcount.store.reader import load
from tests.bench.material import BEGAN, HAND_LASTS, LONGEST, content, draw_hand, save
from tests.cli.ran import ROOT
from tests.strategies import nested

RELEASES = ROOT / "tests" / "data" / "releases"
PRESETS, FIGURES, GAMES_FOLDER = "presets.json", "figures.jsonl", "games"
PEOPLE = ("Anna", "Boris", "Vera", "Gleb", "Dina")
Object = dict[str, Any]
Fields = Mapping[str, Any]

HANDS, MANY_HANDS, BASES = 8, 24, 2
BEYOND = {"leningrad-sport": {"end": "time", "minutes": 600}, "races": {"target": 6}}
"""Options that a preset leaves to the table, or that end its games soon."""
ROW = {"preset": "sochi", "target": 1000, "raspasy": {"progression": "geometric", "cap": 3, "exit": [6, 7]}}
LINES = (
    "r 3 5 2",
    "r 0 6 4",
    "r 1 4 5",
    "r 4 4 2",
    "#2 m 0",
    "r 3 5 2",
    "r 0 0 10",
    "#1 6c pp",
    "r 5 5 0",
    "#2 7n wp 7",
    "r 2 2 6",
)
FIRST_HALF = ("#1 6s hp", "#2 7h hp", "#1 6c ph", "#2 7n wh 6")
"""Hands with half-whists of either defender."""
FIXED_SEATS = ("priffe",)
"""Games with fixed seats."""
OWN: Mapping[str, Sequence[Fields]] = {
    "preferans": (
        {"kind": "sheet", "columns": {"Anna": {"pool": "2.6.12", "dump": 4, "whists": {"Boris": 20}}}},
        {
            "kind": "adjust",
            "player": "Anna",
            "column": "whists",
            "on": "Vera",
            "amount": "5/2",
            "reason": "x",
        },
        {"kind": "misdeal"},
        {"kind": "talon_thrown"},
        {"kind": "rules", "set": {"style": "gentleman", "raspasy": {"cap": 5}}},
        {"kind": "leave", "player": "Gleb"},
    ),
    "balkan": (
        {"kind": "sheet", "columns": {"Anna": {"bule": 40, "supe": {"Boris": 20}}}},
        {"kind": "adjust", "player": "Anna", "column": "supe", "on": "Vera", "amount": 4, "reason": "x"},
        {"kind": "rules", "set": {}},
    ),
    "prefa": (
        {"kind": "sheet", "columns": {"Anna": {"cash": 20}, "Boris": {"cash": -20}}},
        {"kind": "adjust", "player": "Anna", "column": "cash", "on": "Vera", "amount": 10, "reason": "x"},
        {"kind": "add_stake", "amount": 20},
        {"kind": "rules", "set": {}},
    ),
    "priffe": (
        {"kind": "pairs", "sides": {"X": ["Anna", "Boris"]}},
        {"kind": "rubber", "totals": {"X": 150, "Y": 40}},
        {"kind": "sheet", "columns": {"@X": {"line": 20}}},
        {"kind": "adjust", "player": "Anna", "column": "points", "on": "Vera", "amount": 10, "reason": "x"},
        {"kind": "rules", "set": {}},
    ),
}
"""Fields of the kinds of entries that differ from game to game."""
COMMON: Sequence[Fields] = (
    {"kind": "date", "started": "2025-11-10T19:00:00+03:00"},
    {"kind": "seats"},
    {"kind": "join", "player": "Eva", "replaces": "Anna"},
    {"kind": "rename", "player": "Eva", "to": "Eve"},
    {"kind": "price", "stake": "0.25", "currency": "RUB"},
    {"kind": "check"},
    {"kind": "void", "entry": 1},
    {"kind": "note", "text": "tea"},
    {"kind": "amend"},
)

# --- comparison -----------------------------------------------------------------------------------


def figures(session: Session) -> Object:
    """Return the output of `show --json` and its settlement, without sentences."""
    shown = sheet_object(session)
    shown["facts"] = {key: re.findall(r"\d+", value) for key, value in shown["facts"].items()}
    for entry in shown["entries"]:
        entry["problems"] = len(entry.get("problems", ()))
        for posting in entry["postings"]:
            del posting["reason"]
        entry["postings"] = [list(posting.values()) for posting in entry["postings"]]
    return shown


def results(session: Session) -> Object:
    """Return the part of the figures that other rules change."""
    settled = settlement_object(session)
    return {name: settled[name] for name in ("hands", "over", "columns", "results")}


def replay_by_rules(session: Session, rules: Fields) -> Session:
    """Return the entries under a header with other rules. Raises InvalidInput."""
    return Session(session.header.model_copy(update={"rules": dict(rules)}), session.entries)


def preset_tables() -> Object:
    """Return every option of every preset of every game; the first preset has the defaults."""
    games = {name: get_game(name) for name in GAMES}
    return {
        name: {preset: game.preset(preset).model_dump(mode="json") for preset in game.presets}
        for name, game in games.items()
    }


# --- recording a release ---------------------------------------------------------------------------


def record(folder: Path) -> None:
    games = folder / GAMES_FOLDER
    games.mkdir(parents=True)
    for path in sorted((ROOT / "sample_sessions").glob("*.jsonl")):
        shutil.copyfile(path, games / path.name)
    for session, name in _made():
        save(session, games / f"{name}.jsonl")
    presets = json.dumps(preset_tables(), indent=1, ensure_ascii=False)
    (folder / PRESETS).write_text(presets + "\n", encoding="utf-8")
    with (folder / FIGURES).open("w", encoding="utf-8", newline="\n") as file:
        for line in _lines(games):
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def _lines(games: Path) -> Iterator[Object]:
    sessions = {path.name: load(path, allow_newer=True).session for path in sorted(games.glob("*.jsonl"))}
    _check_all_there(sessions.values())
    for name, session in sessions.items():
        yield {"file": name, "figures": figures(session)}
    for game in GAMES:
        yield from _by_options(sessions, game)


def _check_all_there(sessions: Iterable[Session]) -> None:
    """Check that some file has each preset and each kind of entry of every game."""
    presets = {(each.game.name, step.state.rules.preset) for each in sessions for step in each.replay.steps}  # type: ignore[attr-defined]
    kinds = {(each.game.name, entry.kind) for each in sessions for entry in each.entries}
    for name in GAMES:
        game = get_game(name)
        missing = [preset for preset in game.presets if (name, preset) not in presets]
        fixed = {"seats"} if name in FIXED_SEATS else set[str]()
        missing += [kind for kind in game.entries if (name, kind) not in kinds and kind not in fixed]
        assert not missing, f"no game of {name} has {', '.join(missing)}"


def _by_options(sessions: Mapping[str, Session], game: str) -> Iterator[Object]:
    """Yield the results for each value of each option, in a file where the value makes a difference."""
    bases = {name: each for name, each in sessions.items() if each.game.name == game}
    played = {name: results(each) for name, each in bases.items()}
    for info in get_game(game).options(get_game(game).rules({})):
        lines = [line for value in _values(info) if (line := _by_option(bases, played, info.name, value))]
        assert lines or info.name == "preset", f"no value of {info.name} can be played"
        yield from lines


def _by_option(bases: Mapping[str, Session], played: Object, option: str, value: Any) -> Object | None:
    """Return the results with a value, preferably in a file that it changes; None if no rules allow it."""
    found = None
    for name, session in bases.items():
        rules = merge_options(
            {**session.header.rules, **_needed_options(option, value)}, nested([(option, value)])
        )
        try:
            found = {"file": name, "rules": rules, "results": results(replay_by_rules(session, rules))}
        except InvalidInput:
            continue
        if found["results"] != played[name]:
            break
    return found


def _needed_options(option: str, value: Any) -> Object:
    return {"minutes": 60, "hands": 12} if option == "end" and value != "each" else {}


def _values(info: OptionInfo) -> Sequence[Any]:
    """Return all values of an option except the default one, or some of the numbers."""
    if info.name == "preset":
        return ()
    if info.many:
        longer = [*info.value, *info.value[-1:]]
        return [info.value[1:], longer, [each + 1 for each in info.value]]
    if info.choices:
        return [each for each in info.choices if each != info.value]
    least, most = info.limits or (0, 60)
    known = info.value or 0
    return sorted(
        {number for number in (least, known + 1, known + 3, known * 2, 10, 60) if least <= number <= most}
    )


def _made() -> Iterator[tuple[Session, str]]:
    """Yield generated games with their names."""
    for name in GAMES:
        game = get_game(name)
        for number, preset in enumerate(game.presets):
            people = sorted(game.sizes)[number % len(game.sizes)]
            rules = {"preset": preset, **BEYOND.get(preset, {})}
            hands = MANY_HANDS if preset == "races" else HANDS
            yield _ended(_played(_begun(name, people, rules), hands)), f"{name}-{preset}"
        for number, preset in enumerate(list(game.presets)[:BASES]):
            rules = {"preset": preset, **BEYOND.get(preset, {}), **LONGEST[name]}
            begun = _begun(
                name, max((size for size in game.sizes if size <= 4 - number % 2), default=4), rules
            )
            yield _played(begun, MANY_HANDS), f"{name}-many-hands-{preset}"
        yield _every_kind(name), f"{name}-every-kind"
    yield _in_lines(_begun("preferans", 3, ROW), LINES), "preferans-raspasy-in-a-row"
    first_half = _begun("preferans", 3, {"preset": "sochi", "first_half_whist": True})
    yield _in_lines(first_half, FIRST_HALF), "preferans-first-half-whist"
    for name in GAMES:
        yield _only_result(name), f"{name}-only-the-result"


def _begun(game: str, people: int, rules: Fields) -> Session:
    fields = {"game": game, "players": PEOPLE[:people], "rules": dict(rules), "started": BEGAN}
    return Session(new_header(**fields, stake="0.10", currency="EUR"))


def _with(session: Session, entry: Entry) -> Session:
    return session.accept(entry, BEGAN + session.next_number * HAND_LASTS).session


def _played(session: Session, hands: int) -> Session:
    """Add up to `hands` random hands, the same in every run."""
    random = Random(f"{session.header.game} {session.header.rules} {session.next_number}")
    for _hand in range(hands):
        if session.state.over:
            break
        session = _with(session, draw_hand(session, session.state, random))
    return session


def _ended(session: Session) -> Session:
    return _with(session, end_entry(session, sha256(content(session)).hexdigest()))


def _in_lines(session: Session, lines: Sequence[str]) -> Session:
    """Play a game whose hands are given in short notation."""
    for line in lines:
        session = _with(session, session.game.parse(session.state, line))
    return session


def _every_kind(name: str) -> Session:
    """Return a game with every kind of entry except the result, which must be the only entry."""
    session = _begun(name, max(size for size in get_game(name).sizes if size <= 4), LONGEST[name])
    for given in (*OWN[name], *COMMON):
        fields: Object = dict(given)
        if fields["kind"] == "seats":
            if name in FIXED_SEATS:
                continue
            left = [each.player for each in session.entries if isinstance(each, LeaveEntry)]
            fields["order"] = [player for player in reversed(session.players) if player not in left]
        if fields["kind"] == "check":
            fields["columns"] = columns_object(session)
        if fields["kind"] == "amend":
            fields["entry"] = len(session.entries)
            session = _played(session, 1)
            fields["with"] = draw_hand(session, session.replay.steps[-1].before, Random(1)).model_dump(
                mode="json", by_alias=True, exclude_none=True
            )
        model = session.game.entries[fields["kind"]]
        hands = 1 if given in COMMON else 0
        session = _with(_played(session, hands), model.model_validate_json(json.dumps(fields)))
    after = draw_hand(session, session.replay.steps[0].before, Random(1)).model_copy(update={"after": 0})
    return _ended(_with(session, after))


def _only_result(name: str) -> Session:
    session = _begun(name, max(size for size in get_game(name).sizes if size <= 4), {})
    results = dict(zip(session.players, ("55/2", "-18", "-19/2", 0), strict=False))
    model = session.game.entries["result"]
    return _ended(_with(session, model.model_validate_json(json.dumps({"results": results}))))


def main() -> None:
    """Record the figures of this version."""
    folder = RELEASES / ".".join(__version__.split(".")[:2])
    if "--again" in sys.argv[1:]:
        shutil.rmtree(folder, ignore_errors=True)
    with override_language("en"):
        record(folder)


if __name__ == "__main__":
    main()
