"""The screen of what if: the hands of a session under other rules, and the causes of the difference."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from textual import work
from textual.containers import VerticalScroll

from prefcount.base.i18n import C_, N_, _
from prefcount.base.problems import InvalidInput
from prefcount.games.game import EditedRules
from prefcount.games.rules import preset_word
from prefcount.render.text import contradictions_text, session_title
from prefcount.render.text_cells import Section
from prefcount.session.session import Session
from prefcount.tui.kit.keys import HELP, SCROLL_PAGES, Command, Commands, key_of
from prefcount.tui.kit.screens import ReportScreen, run_in_thread
from prefcount.tui.kit.widgets import WrappedText
from prefcount.tui.results.report_lines import section_lines
from prefcount.tui.rules_screen import ChosenRules, PresetScreen, RulesScreen
from prefcount.whatif import (
    RulesComparison,
    choose_rules,
    compare_rules,
    list_other_presets,
    replay_sections,
    results_section,
)

WHAT_IF: Commands = (
    Command(
        "up,down,tab",
        help=N_("go to the previous or next rules; their differences are shown below"),
        footer=N_("rules"),
        in_footer=2,
    ),
    Command("down", "step(1)", footer=N_("Next rules"), also="right,tab", priority=True),
    Command("up", "step(-1)", footer=N_("Previous rules"), also="left,shift+tab", priority=True),
    Command(
        "ctrl+r",
        "options",
        N_("change an option of these rules, and compare with the changed rules too"),
        C_("rules", "options"),
    ),
    Command("f9", "presets", N_("compare with another preset or one of your own"), N_("presets")),
    Command("1", "end(False)", N_("compare all hands"), N_("all hands")),
    Command(
        "2",
        "end(True)",
        N_("compare only up to the end of the game under the other rules"),
        N_("until the game would end"),
    ),
    SCROLL_PAGES,
    Command("escape", "dismiss", N_("back; looking changes nothing"), N_("back"), also="f10"),
    HELP,
)


class WhatIfScreen(ReportScreen, keys=WHAT_IF):
    """Scores the hands again under other presets and under rules that the player adds, to compare results."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._others = [
            ChosenRules(name, choose_rules(session, name)) for name in list_other_presets(session)
        ]
        self._found: list[RulesComparison] = []
        self._marked = ""
        self._own_end = False

    @work(exclusive=True, group="compare")
    async def _compare(self) -> None:
        if not self._session.state.hands:
            self.report(_("This game has no hands to score by other rules."))
            return
        self.report(_("Scoring the hands again …"))
        replays, left_out = await run_in_thread(self, _replays, self._session, self._others, self._own_end)
        self._found = replays
        names = [replayed.name for replayed in replays]
        if self._marked not in names:
            self._marked = names[0] if names else ""
        how = (
            _("Each comparison stops where its rules would have ended the game; press {key} for all hands.")
            if self._own_end
            else _("All hands are compared; press {key} to stop when the other rules would end the game.")
        )
        self.report(" ".join((how.format(key=key_of(WHAT_IF, f"end({not self._own_end})")), *left_out)))
        self._show()

    def retranslate(self) -> None:
        self.show_title(session_title(self._session))
        self.show_keys("up dismiss keys options presets end(True) end(False) pageup")
        self._compare()

    def _show(self) -> None:
        sections = list[Section]()
        if self._found:
            side_by_side = results_section(self._found, self._index)._replace(title="")
            sections = [side_by_side, *replay_sections(self._found[self._index])]
        self.query_one("#report", WrappedText).show(lambda width: section_lines(sections, width))

    @property
    def _index(self) -> int:
        return next((index for index, replayed in enumerate(self._found) if replayed.name == self._marked), 0)

    def action_step(self, by: int) -> None:
        if self._found:
            self._marked = self._found[(self._index + by) % len(self._found)].name
            self.query_one("#page", VerticalScroll).scroll_home(animate=False)
            self._show()

    def action_end(self, own_end: bool) -> None:
        """Compare the recorded game with its hands scored by other rules.

        If `own_end` is True, leave out hands that were played after the game is over by the other rules.
        """
        self._own_end = own_end
        self._compare()

    def action_options(self) -> None:
        """Let the player edit a copy of the marked rules, and add the edited rules to the comparison."""
        rules = self._found[self._index].rules if self._found else choose_rules(self._session)
        screen = RulesScreen(self._session.game, rules, title=N_("What if"))
        self.app.push_screen(screen, partial(self._add, ""))

    def action_presets(self) -> None:
        question = N_("Compare with which rules?")
        self.app.push_screen(PresetScreen(self._session.game, self._marked, question), self._chosen)

    def _chosen(self, chosen: ChosenRules | None) -> None:
        if chosen is not None:
            goal = self._session.game.goal.option
            own = {name: value for name, value in choose_rules(self._session).items() if name == goal}
            self._add(chosen.name, {**own, **chosen.rules})

    def _add(self, name: str, rules: Mapping[str, Any] | None) -> None:
        if rules is None:
            return
        same = next((other for other in self._others if other.rules == rules), None)
        if same is None:
            edited = EditedRules.from_header(self._session.game, rules)
            if any(info.name != self._session.game.goal.option for info in edited.changes):
                name = name or _("{preset}, changed").format(preset=edited.preset_title)
            name = name or edited.preset
            names = [name, *(f"{name} {number}" for number in range(2, len(self._others) + 2))]
            taken = {other.name for other in self._others}
            same = ChosenRules(next(free for free in names if free not in taken), rules)
            self._others.append(same)
        self._marked = same.name
        self._compare()


def _replays(
    session: Session, others: Sequence[ChosenRules], own_end: bool
) -> tuple[list[RulesComparison], list[str]]:
    replays, left_out = list[RulesComparison](), list[str]()
    for other in others:
        try:
            replays.append(compare_rules(session, other.rules, other.name, own_end=own_end))
        except InvalidInput as refusal:
            sentence = _("{preset} cannot be compared ({why}).")
            reason = contradictions_text(refusal.problems)
            left_out.append(sentence.format(preset=preset_word(other.name), why=reason))
    return replays, left_out
