"""Every later version prints what a release printed: games, options, presets and defaults."""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from prefcount.base.i18n import override_language
from prefcount.entries.models import ENVELOPE
from prefcount.games.preferans.state import RaspasyEntry
from prefcount.session.session import Session
from prefcount.store.reader import load
from tests.releases import FIGURES, GAMES_FOLDER, PRESETS, RELEASES, Object, figures, replay_by_rules, results
from tests.releases import preset_tables as tables_now

THREE = 3
"""Number of players with cards."""
RECORDED = sorted(RELEASES.iterdir())


def lines(release: Path) -> Iterator[tuple[Path, list[Object]]]:
    with (release / FIGURES).open(encoding="utf-8") as file:
        for name, found in groupby(map(json.loads, file), lambda line: line["file"]):
            yield release / GAMES_FOLDER / name, list(found)


def session(path: Path) -> Session:
    return load(path, allow_newer=True).session


@pytest.mark.parametrize("release", RECORDED, ids=lambda release: release.name)
def test_presets_and_defaults_are_as_they_were(release: Path) -> None:
    now = tables_now()
    for game, presets in json.loads((release / PRESETS).read_text(encoding="utf-8")).items():
        for preset, options in presets.items():
            assert within(now[game][preset], options) == options, f"{game}, {preset}"


def within(options: Object, known: Object) -> Object:
    """Return the options that a release knew."""
    return {
        name: within(options[name], value) if isinstance(value, dict) else options.get(name)
        for name, value in known.items()
    }


@pytest.mark.parametrize("release", RECORDED, ids=lambda release: release.name)
def test_every_figure_is_as_it_was(release: Path) -> None:
    for path, recorded in lines(release):
        played = session(path)
        for each in recorded:
            if "rules" in each:
                now = results(replay_by_rules(played, each["rules"]))
                assert now == each["results"], f"{path.name} by {each['rules']}"
            else:
                now, then = figures(played), each["figures"]
                for figure in (now, then):
                    figure["entries"] = [drop_fourth_number(entry) for entry in figure["entries"]]
                assert now == then, path.name


def drop_fourth_number(entry: Object) -> Object:
    """Return an entry without its line if that has the dealer's tricks of a raspasy, which moved in 1.1."""
    numbers = entry["line"].partition(" dealer ")[0].split()[1:]
    return {**entry, "line": ""} if entry["kind"] == "raspasy" and len(numbers) > THREE else entry


@pytest.mark.parametrize("release", RECORDED, ids=lambda release: release.name)
def test_every_line_still_has_the_same_meaning(release: Path) -> None:
    for path, recorded in lines(release):
        played = session(path)
        shown = [each["figures"]["entries"] for each in recorded if "figures" in each]
        hands = {entry["n"]: entry["line"] for entries in shown for entry in entries}
        with override_language("en"):
            for step in played.replay.steps:
                entry = step.entry
                if (
                    entry is not None
                    and entry.kind in played.game.hand_kinds
                    and step.counts
                    and step.n in hands
                    and not (isinstance(entry, RaspasyEntry) and len(entry.tricks) > THREE)
                ):
                    typed = played.game.parse(step.before, hands[step.n])
                    assert meant(typed) == meant(entry), f"{path.name}: {hands[step.n]}"


def meant(entry: object) -> Object:
    """Return the content of an entry without its number."""
    return {name: value for name, value in vars(entry).items() if name not in {*ENVELOPE, "dealer"}}


def test_the_comparison_sees_a_difference() -> None:
    """The control: one hand less, or one changed preset, gives another figure."""
    assert [release.name for release in RECORDED][:1] == ["1.0"]
    path, (first, *_others) = next(lines(RECORDED[0]))
    played = session(path)
    assert figures(played.with_entries(played.entries[1:])) != first["figures"]
    assert within({"a": 1, "b": {"c": 2}}, {"b": {"c": 3}}) == {"b": {"c": 2}}
