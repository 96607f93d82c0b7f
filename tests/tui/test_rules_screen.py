"""The screen of the rules: viewing, changing, saving, exporting."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.widget import Widget
from textual.widgets import Input, OptionList

from prefcount.base.problems import InvalidInput
from prefcount.games import GAMES, get_game
from prefcount.games.game import EditedRules, Game
from prefcount.games.rules import OptionInfo
from prefcount.render.text import changed_options, rules_summary, value_text
from prefcount.session.session import Session
from prefcount.session.typed_entries import rules_change
from prefcount.store.presets import load_presets, presets_folder, save_preset
from prefcount.tui.kit.widgets import PromptLine
from prefcount.tui.rules_screen import OptionHelp, PresetScreen, RuleList, RulesScreen, group_options
from tests import strategies
from tests.helpers import GAME
from tests.store.files import session
from tests.tables import each_line
from tests.tui.game_files import game_file
from tests.tui.terminal import NORMAL, Size, Terminal, running, strips

TALL = (120, 95)
PLAIN = {"preset": "sochi", "target": 20}


class Shown:
    """The screen of the rules in a terminal, and its result."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.press, self.enter = terminal.press, terminal.enter
        self.write, self.shows = terminal.write, terminal.shows
        self.returned: list[dict[str, Any] | None] = []

    @property
    def screen(self) -> RulesScreen:
        return next(each for each in self.terminal.app.screen_stack if isinstance(each, RulesScreen))

    @property
    def given(self) -> dict[str, Any]:
        return self.screen.edited.given

    def line(self, name: str) -> str:
        """Return the line of an option, without its name in files."""
        lines = (line.split("│")[0].rstrip() for line in self.terminal.frame.splitlines())
        word = next(info.word for info in self.screen.edited.options if info.name == name)
        found = [line for line in lines if line.lstrip("≠ ").startswith(f"{word}  ")]
        assert found, f"no line of {name} in:\n{self.terminal.frame}"
        return found[0].removesuffix(f" {name}").rstrip()

    @property
    def ids(self) -> list[str | None]:
        """Return the ids of the listed lines, in which groups begin with a sign."""
        return [each.id for each in self.screen.query_one(RuleList).options]

    async def mark(self, name: str) -> None:
        """Mark an option with the arrow keys, and open its group if that is closed."""
        rules = self.screen.query_one(RuleList)
        if name not in self.ids:
            each = info(self.screen.edited, name)
            group = "@argued" if each.argued else f"@{each.group_key}"
            self.terminal.send("home", *["down"] * self.ids.index(group), "right")
            await self.terminal.until(lambda: name in self.ids, f"the group of {name} to open")
        self.terminal.send("home", *["down"] * self.ids.index(name))
        await self.terminal.until(lambda: rules.marked == name, f"{name} to be marked")
        await self.terminal.quiet()

    async def open_all(self) -> None:
        closed = [each for each in group_options(self.screen.edited) if each != "argued"]
        for group in closed:
            at = self.ids.index(f"@{group}")
            if at + 1 == len(self.ids) or (self.ids[at + 1] or "@").startswith("@"):
                await self.terminal.burst("home", *["down"] * at, "right")
        await self.press("home")

    def seen(self, widget: Widget) -> str:
        region = widget.scrollable_content_region
        lines = strips(self.terminal.app)[region.y : region.bottom]
        return " ".join(" ".join(line.crop(region.x, region.right).text for line in lines).split())

    async def ends(self) -> dict[str, Any] | None:
        """Wait until the screen is left, and return its result."""
        await self.terminal.until(lambda: self.returned, "the screen to be left")
        return self.returned[0]


@asynccontextmanager
async def edited(
    rules: Mapping[str, Any] = PLAIN, size: Size = NORMAL, screen: RulesScreen | None = None
) -> AsyncIterator[Shown]:
    async with running(size=size) as terminal:
        there = Shown(terminal)
        terminal.app.push_screen(screen or RulesScreen(GAME, rules, title="Rules"), there.returned.append)
        await terminal.quiet()
        yield there


def info(chosen: EditedRules, name: str) -> OptionInfo:
    return next(each for each in chosen.options if each.name == name)


def other(chosen: EditedRules, each: OptionInfo) -> Any:
    """Return the longest value of an option that the preset does not have."""
    base = chosen.base[each.name]
    if each.many:
        return [10, 10, 10, 10, 10]
    if each.limits is not None:
        return each.limits[1]
    return max((choice for choice in each.choices if choice != base), key=lambda choice: len(str(choice)))


# --- without a screen ----------------------------------------------------------------------------


@given(rules=strategies.rules())
def test_unchanged_rules_are_spelled_as_they_were_given(rules: Any) -> None:
    chosen = EditedRules.from_header(GAME, rules)
    assert not chosen.problems
    assert GAME.rules(chosen.given) == GAME.rules(rules)


@given(rules=strategies.rules(), data=st.data())
def test_every_value_can_be_set_and_reset(rules: Any, data: st.DataObject) -> None:
    chosen = EditedRules.from_header(GAME, rules)
    each = data.draw(st.sampled_from([each for each in chosen.options if each.choices]))
    value = data.draw(st.sampled_from(each.choices))
    changed = chosen.with_option(each.name, value)
    assert changed.value(each.name) == value
    assert changed.problems or GAME.options(GAME.rules(changed.given)) == changed.options
    assert changed.with_preset_value(each.name).given == chosen.with_preset_value(each.name).given


def test_arrow_keys_reach_every_value() -> None:
    start = EditedRules.from_header(GAME, {"preset": "leningrad-sport"})
    for each in start.options:
        seen, chosen = [], start
        for _ in each.choices:
            seen.append(chosen.value(each.name))
            stepped = chosen.with_next_value(info(chosen, each.name), 1)
            assert stepped is not None
            chosen = stepped
        assert sorted(map(str, seen)) == sorted(map(str, each.choices))
        assert chosen.value(each.name) == each.value
    for value, way, then in ((1, 1, 2), (0, -1, 0)):
        chosen = EditedRules.from_header(GAME, PLAIN).with_option("raspasy.base", value)
        stepped = chosen.with_next_value(info(chosen, "raspasy.base"), way)
        assert stepped is not None
        assert stepped.value("raspasy.base") == then
    assert chosen.with_next_value(info(chosen, "minutes"), 1) is None


@each_line(
    ("name", "typed", "value"),
    [
        ("raspasy.cap", " 5 ", 5),
        ("raspasy.cap", "", 3),
        ("target", "007", 7),
        ("raspasy.exit", "6 7 8", [6, 7, 8]),
        ("raspasy.exit", "6-7-8", [6, 7, 8]),
        ("raspasy.exit", "7,7,7", [7, 7, 7]),
        ("raspasy.exit", "", [6]),
        ("half_whist_levels", "-", []),
        ("hands", "12", 12),
    ],
)
def test_typed_values_are_read(name: str, typed: str, value: Any) -> None:
    chosen = EditedRules.from_header(GAME, {**PLAIN, "raspasy": {"exit": [7]}, "hands": 5})
    assert chosen.with_typed_value(info(chosen, name), typed).value(name) == value


@each_line(
    ("name", "typed", "said"),
    [
        ("raspasy.cap", "x", "type a whole number"),
        ("raspasy.cap", "1.5", "type a whole number"),
        ("raspasy.cap", "-1", "type a whole number"),
        ("raspasy.cap", "9" * 5000, "type a whole number"),
        ("raspasy.cap", "1001", "must be at most 1000, not 1001"),
        ("target", "0", "must be at least 1, not 0"),
        ("raspasy.exit", "five", "type whole numbers with blanks between them, e.g. 6 7 8"),
        ("raspasy.exit", "5", "must be at least 6, not 5"),
        ("raspasy.exit", "678", "must be at most 10, not 678"),
        ("raspasy.exit", "-", "needs 1 or more values, but has 0"),
        ("raspasy.exit", "6 " * 11, "may have at most 10 values, but has 11"),
    ],
)
def test_wrong_typed_values_are_refused(name: str, typed: str, said: str) -> None:
    chosen = EditedRules.from_header(GAME, PLAIN)
    with pytest.raises(InvalidInput) as found:
        chosen.with_typed_value(info(chosen, name), typed)
    assert str(found.value) == said


def test_rules_that_follow_from_others_are_not_named() -> None:
    there = EditedRules.from_header(GAME, PLAIN).with_option("raspasy.to", "whists")
    assert there.given == {**PLAIN, "raspasy": {"to": "whists"}}
    assert there.value("raspasy.zero_bonus") == "one"
    assert there.with_option("raspasy.to", "dump").given == PLAIN
    rostov = EditedRules.from_header(GAME, {"preset": "rostov"}).with_option("raspasy.to", "dump")
    assert rostov.value("raspasy.zero_bonus") == "price"
    assert rostov.with_option("raspasy.zero_bonus", "one").value("raspasy.zero_bonus") == "one"


@each_line("rules", [{"preset": 5}, {"raspasy": {"to": {}}}, {"styl": 1}, {"target": "x", "hands": []}])
def test_rules_that_cannot_be_used_are_still_shown(rules: Any) -> None:
    chosen = EditedRules.from_header(GAME, rules)
    assert chosen.problems
    assert len(chosen.options) == len(GAME.options(GAME.preset("sochi")))
    for each in chosen.options[::5]:
        assert value_text(each.value)
        chosen.with_next_value(each, 1)


def test_rules_are_summarized_in_words() -> None:
    chosen = EditedRules.from_header(
        GAME, {"preset": "rostov", "aid": False, "half_whist_levels": [], "hands": 12}
    )
    assert changed_options(chosen) == "Half-whist on: –, American aid: no, Hands of a game: 12"
    assert (
        rules_summary(chosen) == "Rostov to 20, but Half-whist on: –, American aid: no, Hands of a game: 12"
    )
    assert rules_summary(EditedRules.from_header(GAME, {"preset": "rostov"})) == "Rostov to 20"
    assert value_text("\x1b") == "�"


# --- looking -------------------------------------------------------------------------------------


async def test_the_lines_of_options_and_groups() -> None:
    rules = {**PLAIN, "style": "gentleman", "raspasy": {"exit": [6, 7], "amnesty": True}}
    async with edited(rules, TALL) as there:
        # Options are in groups with their values; only those that tables argue about are unfolded.
        await there.shows("▾ Most disputed options", "▸ Raspasy 15 ≠ 1", "▸ Two players 1")
        argued = [each.name for each in there.screen.edited.options if each.argued]
        assert there.ids[: 3 + len(argued)] == ["preset", "@argued", *argued, "@writing"]
        await there.open_all()
        listed = [each for each in there.ids if each and not each.startswith("@")]
        assert len(listed) == len(GAME.options(GAME.preset("sochi")))
        assert there.line("style").startswith("≠ Style of whisting")
        assert there.line("raspasy.exit").endswith("  6 7")
        assert there.line("aid").startswith("  American aid")
        await there.shows("Rules · Sochi · 3 options differ", "Options that differ from Sochi")
        # A click closes and opens a group.
        rows = there.terminal.frame.splitlines()
        row = next(at for at, line in enumerate(rows) if "▾ Raspasy" in line)
        there.terminal.click(3, row)
        await there.terminal.until(lambda: "raspasy.cap" not in there.ids, "raspasy to close")
        there.terminal.click(3, row)
        await there.terminal.until(lambda: "raspasy.cap" in there.ids, "raspasy to open")
        # The name of an option in files is at the end of its line.
        await there.press("ctrl+e")
        listed = there.screen.query_one(RuleList)
        region = listed.scrollable_content_region
        lines = [line.crop(region.x, region.right) for line in strips(there.terminal.app)]
        pieces = [[(text.strip(), style) for text, style, _control in line if text.strip()] for line in lines]
        found = {line[-1][0]: line for line in pieces if len(line) > 1}
        named = (each.id or "" for each in listed.options)
        for name in (each for each in named if each and not each.startswith("@")):
            *others, (_name, own) = found[name]
            assert own is not None
            assert all(style is not None and style.color != own.color for _text, style in others)


async def test_everything_about_any_option_can_be_read_in_the_smallest_terminals() -> None:
    chosen = EditedRules.from_header(GAME, {"preset": "leningrad-sport"})
    for each in chosen.options[1:]:
        chosen = chosen.with_option(each.name, other(chosen, each))
    async with edited(chosen.given, (60, 20)) as there:
        pane, rules = there.screen.query_one(OptionHelp), there.screen.query_one(RuleList)
        await there.open_all()
        for name in there.ids:
            if name is None or name.startswith("@"):
                await there.press("down")
                continue
            each = info(there.screen.edited, name)
            assert rules.marked == each.name
            assert f"{each.word} {value_text(each.value, each.name)}" in there.seen(rules)
            seen = there.seen(pane)
            assert str(each.explanation) in seen
            assert f"section {each.section}" in seen
            assert all(value_text(choice, name) in seen for choice in each.choices)
            if each.name != "preset":
                assert f"[{value_text(each.value, name)}]" in seen
                assert f"in the preset {chosen.preset_title}: {value_text(chosen.base[name], name)}" in seen
            await there.press("down")


async def test_groups_are_walked_opened_and_searched() -> None:
    async with edited() as there:
        rules = there.screen.query_one(RuleList)
        # Tab moves from group to group.
        rules = there.screen.query_one(RuleList)
        heads = []
        for _ in range(10):
            await there.press("tab")
            heads.append(rules.marked_group)
        assert heads == [
            *("argued", "writing", "declarer", "whists", "undertricks", "raspasy"),
            *("end", "settlement", "side", "hussar"),
        ]
        await there.press("shift+tab")
        assert rules.marked_group == heads[-2]
        await there.press("right", "down", "shift+tab")
        assert rules.marked_group == heads[-2]
        # A key opens and closes a group, and the help lists its options.
        rules = there.screen.query_one(RuleList)
        await there.press("home", "tab", "tab", "tab", "tab")
        before = there.ids
        for opens, closes in (("enter", "enter"), ("space", "space"), ("right", "left")):
            await there.press(opens)
            assert rules.marked_group == "whists"
            assert there.ids.index("half_whist") > there.ids.index("@whists")
            await there.press(closes)
            assert there.ids == before
        assert there.given == PLAIN
        # Letters search in names, explanations and values; Backspace deletes one, Escape all.
        await there.press(*"AMNESTY", shows="Search: AMNESTY · 1 option")
        assert there.ids == ["@raspasy", "raspasy.amnesty"]
        await there.press("right")
        assert there.given == {**PLAIN, "raspasy": {"amnesty": True}}
        await there.press(*["backspace"] * 7)
        assert there.ids[0] == "preset"
        await there.press(*"bomb", "escape")
        assert "bombs" in there.ids  # what was found stays in sight
        assert there.screen.query_one(RuleList).marked == "bombs"
        await there.press(*"price grows")
        assert there.ids == ["@argued", "raspasy.progression", "@raspasy", "raspasy.cap"]
        await there.press(*"zzz", shows="0 options")
        await there.press("right", "delete", "enter", "f2")
        assert await there.ends() == {**PLAIN, "raspasy": {"amnesty": True}}


async def test_a_key_lists_only_what_differs() -> None:
    async with edited({**PLAIN, "style": "gentleman", "raspasy": {"cap": 5}}) as there:
        await there.press("ctrl+f", shows="2 options differ · only differences")
        assert there.ids == ["@argued", "style", "@raspasy", "raspasy.cap"]
        await there.mark("style")
        await there.press("delete")
        assert there.ids == ["@raspasy", "raspasy.cap"]
        await there.press("ctrl+f")
        assert there.ids[0] == "preset"
        await there.press("ctrl+f", "escape")
        assert there.ids[0] == "preset"
        assert not there.returned


# --- changing ------------------------------------------------------------------------------------


async def test_values_are_changed_by_keys_and_typed() -> None:
    async with edited() as there:
        # Arrows, Enter and Space change a value.
        await there.mark("undertricks")
        for key, value in (
            ("right", "personal"),
            ("enter", "shared"),
            ("space", "individual"),
            ("right", "both"),
            ("right", "fewer"),
            ("right", "collective"),
            ("left", "fewer"),
        ):
            await there.press(key)
            assert there.line("undertricks").split()[-1] == value
        await there.press("backspace")
        assert there.line("undertricks").split()[-1] == "collective"
        await there.press("left", "delete")
        assert there.given == PLAIN
        # Digits begin a number; a wrong number is refused with a reason.
        await there.mark("style")
        await there.press("1", "9")
        assert there.given == PLAIN
        assert not there.screen.query_one(PromptLine).is_open
        await there.mark("raspasy.cap")
        await there.press("1", "2", shows=("Raspasy: price grows up to:", "¦ 12 ¦"))
        await there.press("enter")
        assert there.given == {**PLAIN, "raspasy": {"cap": 12}}
        assert not there.screen.query_one(PromptLine).is_open
        await there.press("right", "right", "left")
        assert there.given == {**PLAIN, "raspasy": {"cap": 13}}
        await there.press("enter", "backspace", "backspace", *"5000", "enter")
        await there.shows("Raspasy: price grows up to: must be at most 1000, not 5000")
        assert there.given == {**PLAIN, "raspasy": {"cap": 13}}
        await there.press("backspace", "enter")
        assert there.given == {**PLAIN, "raspasy": {"cap": 500}}
        assert "must be" not in there.terminal.frame
        await there.press("enter", *["backspace"] * 3, "enter")
        assert there.given == PLAIN
        # A list is one of the usual ones, or typed.
        await there.mark("raspasy.exit")
        await there.shows("[6] · 6 7 7 · 6 7 8 · 7 7 7", "or type numbers 6 … 10, with blanks between them")
        await there.press("right", "space", shows="6 · 6 7 7 · [6 7 8] · 7 7 7")
        assert there.given == {**PLAIN, "raspasy": {"exit": [6, 7, 8]}}
        await there.press("left", "left")
        assert there.given == PLAIN
        await there.press("7")
        await there.write(" 8", shows=("Raspasy: lowest bid after them:", "¦ 7 8 ¦"))
        await there.press("enter", shows="6 · 6 7 7 · 6 7 8 · 7 7 7 · [7 8]")
        assert there.given == {**PLAIN, "raspasy": {"exit": [7, 8]}}
        # Escape closes the field first, then the screen.
        await there.press("delete")
        await there.mark("target")
        await there.press("4", "0", "tab", "escape")
        assert there.given == PLAIN
        assert not there.returned
        await there.press("escape")
        assert await there.ends() is None


@each_line("game", list(map(get_game, GAMES)))
def test_usual_lists_are_valid_rules(game: Game[Any]) -> None:
    plain = EditedRules.from_header(game, {})
    lists = [each for each in plain.options if each.many]
    assert [each.name for each in lists if plain.base[each.name] not in each.usual] == []
    assert [
        plain.with_option(each.name, usual).problems for each in lists for usual in each.usual if usual
    ] == [() for each in lists for _usual in each.usual]


async def test_f2_returns_the_rules_as_a_header_spells_them() -> None:
    async with edited({"preset": "rostov", "target": 10}) as there:
        await there.mark("style")
        await there.press("right")
        await there.mark("raspasy.cap")
        await there.press("5", "f2")  # the field is still open
        assert await there.ends() == {
            "preset": "rostov",
            "target": 10,
            "style": "greedy",
            "raspasy": {"cap": 5},
        }


async def test_contradictory_rules_are_refused_with_a_reason() -> None:
    said = "Minutes of a game: must be given, because the game is timed"
    async with edited({"preset": "leningrad-sport"}) as there:
        assert "minutes" in there.ids
        await there.shows(said)
    async with edited() as there:
        await there.mark("end")
        await there.press("left", "left", shows=said)
        await there.press("f2", "ctrl+s", "f12", shows=said)
        assert not there.returned
        assert not there.screen.query_one(PromptLine).is_open
        await there.mark("minutes")
        await there.press(*"90", "enter")
        assert said not in there.terminal.flowing
        await there.press("f2")
        assert await there.ends() == {**PLAIN, "end": "time", "minutes": 90}


# --- presets -------------------------------------------------------------------------------------


def own_rules() -> dict[str, Any]:
    return {each.name: each.rules for each in load_presets(GAME, presets_folder())}


async def pick(there: Shown, name: str) -> OptionList:
    app = there.terminal.app
    await there.terminal.until(lambda: isinstance(app.screen, PresetScreen), "the presets")
    listed = app.screen.query_one(OptionList)

    def names() -> list[str]:
        return [str(each.prompt).splitlines()[0] for each in listed.options]

    await there.terminal.until(lambda: name in names(), f"{name} in the list")
    there.terminal.send("home", *["down"] * names().index(name))
    at = names().index(name)
    await there.terminal.until(lambda: listed.highlighted == at, f"{name} to be marked")
    await there.terminal.quiet()
    return listed


async def test_a_preset_is_found_and_saved(folder: Path) -> None:
    async with edited({"preset": "sochi", "target": 30, "aid": False}) as there:
        # Rules are saved under a name, and listed.
        await there.press("ctrl+s", "enter", shows="Type a name for these rules.")
        assert own_rules() == {}
        await there.enter("[/]Наши")
        await there.shows("Saved as “[/]Наши”", "Rules · [/]Наши, based on Sochi · 2 options differ")
        [own] = load_presets(GAME, presets_folder())
        assert (own.name, own.rules) == ("[/]Наши", {"preset": "sochi", "target": 30, "aid": False})
        await there.press("down")
        await there.terminal.until(lambda: "Saved as" not in there.terminal.frame, "no notice")
        await there.press("f9")
        await pick(there, "Classic")
        await there.press("enter", "f9")
        await pick(there, "[/]Наши")
        await there.shows("Sochi to 30, but American aid: no")
        await there.press("enter")
        assert there.given == own.rules
        # A preset is found by its names in both languages; the target stays.
        await there.press("f9")
        await pick(there, "Classic")
        assert "as last time" not in there.terminal.frame
        await there.press(*"Питер", "enter", shows="Rules · Leningrad · 1 option differs")
        assert there.given == {"preset": "leningrad", "target": 30}
        # Enter on the preset opens the list of presets.
        for key in ("enter", "left", "right", "space"):
            await there.press("home", key, shows="Which rules to start from?")
            await there.press("escape")
        assert there.given == {"preset": "leningrad", "target": 30}
        # A second Enter replaces rules of the same name.
        save_preset(presets_folder(), GAME, "Ours", {"preset": "rostov"})
        await there.press("ctrl+s")
        await there.enter("ours", shows="“Ours” exists already; press Enter again to replace it.")
        assert own_rules()["Ours"]["preset"] == "rostov"
        await there.press("enter", shows="Saved as “ours”")
        assert {name: rules["preset"] for name, rules in own_rules().items()} == {
            "[/]Наши": "sochi",
            "ours": "leningrad",
        }
        # As last time takes the rules of the newest game.
        game_file(folder / "game.jsonl", "anna 7h wp 7", preset="rostov", target=12, style="greedy")
        await there.press("f9")
        await pick(there, "as last time")
        await there.shows("Rostov to 12, but Style of whisting: greedy (Anna, Boris, Vera)")
        await there.press("enter")
        assert there.given == {"preset": "rostov", "target": 12, "style": "greedy"}


async def test_a_preset_is_exported_and_imported(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "gift.json"
    async with edited({"preset": "rostov", "aid": False}, (160, 40)) as there:
        # Rules are exported and imported.
        await there.press("f12", shows=("Path of the new file:", "~/rostov-changed.json"))
        field = there.screen.query_one(PromptLine).query_one(Input)
        field.value = str(path)
        await there.press("enter", shows=f"Written to {path}.")
        assert json.loads(path.read_bytes())["name"] == "Rostov, changed"
        await there.press("f12")
        field.value = str(path)
        await there.press("enter", shows="the file exists already; choose another name")
        await there.press("escape", "f9", "f12", shows="File to import:")
        await there.press("escape", "f12")
        await there.enter(str(path), shows="“Rostov, changed” is saved among your own presets")
        await there.press("enter", shows="Rostov, changed, based on Rostov")
        # A file that is not a preset is refused with a reason.
        path = tmp_path / "x.json"
        path.write_text('{"kind": "preset", "game": "preferans", "name": "x", "rules": {"styl": 1}}')
        await there.press("f9", "f12")
        await there.enter(
            str(path), shows="did you mean “style”, or did a newer version of prefcount write the file?"
        )
        await there.press("escape", "f12")
        await there.enter("~nobody-of-that-name/x", shows="there is no such file")
        assert list(own_rules()) == ["Rostov, changed"]
        # Presets of the player are deleted after a question; a damaged one cannot be chosen.
        save_preset(presets_folder(), GAME, "Ours", {"preset": "rostov"})
        (folder / "presets" / "bad.json").write_text("?")
        await there.press("escape", "escape", "f9", "end", shows="bad.json: this preset cannot be used")
        await there.press("enter")
        assert isinstance(there.terminal.app.screen, PresetScreen)
        await pick(there, "Sochi")
        await there.press("delete", shows="You can delete only your own presets.")
        await pick(there, "Ours")
        await there.press("delete", shows=("Delete “Ours” for good?", "F2 delete Esc keep it"))
        await there.press("delete", "enter", "escape")
        assert len(load_presets(GAME, presets_folder())) == 3
        await there.press("f8", "f2", shows="“Ours” is deleted.")
        assert [each.name for each in load_presets(GAME, presets_folder()) if not each.reason] == [
            "Rostov, changed"
        ]


# --- at the table --------------------------------------------------------------------------------


async def test_rules_change_at_the_table_by_an_entry() -> None:
    table = session("anna 7h wp 6")
    async with edited(screen=RulesScreen.for_session(table)) as there:
        # A change that is impossible after the first hand is refused with a reason.
        await there.mark("doubled")
        await there.press("right")
        said = "Everything counts double: cannot change after the first hand; start a new game instead"
        await there.shows(said)
        await there.press("f2", shows=said)
        assert not there.returned
        await there.press("left")
        assert there.given == PLAIN
        # The rules of a running game are changed by an entry.
        await there.shows("Rules of this game · Sochi")
        await there.mark("style")
        await there.press("right", "f2")
        chosen = await there.ends()
        assert chosen is not None
        entry = rules_change(table, chosen)
        assert entry is not None
        assert entry.set == {"style": "gentleman"}


async def test_read_only_rules_cannot_be_changed() -> None:
    ended: Session = session("anna 7h wp 6", {"kind": "end", "reason": "agreed"})
    for screen in (RulesScreen.for_session(ended), RulesScreen(GAME, PLAIN, read_only=True)):
        async with edited(screen=screen) as there:
            await there.mark("style")
            await there.press("right", "left", "delete", "f2", "f9", "enter")
            await there.shows("These rules can only be viewed here.")
            await there.mark("target")
            await there.press("5")
            assert there.given == PLAIN
            assert not there.screen.query_one(PromptLine).is_open
            assert "change" not in there.terminal.frame.splitlines()[-1]
            await there.press("escape")
            assert await there.ends() is None


# --- any game ------------------------------------------------------------------------------------


async def test_the_rule_book_opens_at_the_section_of_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    async with edited(screen=RulesScreen(GAME, PLAIN, read_only=True)) as there:
        await there.mark("hussar_raspasy")
        await there.press("ctrl+r", shows="8. Two players (hussar)")
        await there.press("end", shows="raspasy in a row 1")
        await there.press("escape", shows="Ctrl+R rule book")
        assert there.screen.query_one(RuleList).marked == "hussar_raspasy"
        assert not there.returned
        monkeypatch.setattr("prefcount.render.book.BOOK_FOLDERS", ())
        await there.press("ctrl+r", shows="this game has no rule book")
