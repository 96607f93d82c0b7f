"""The guided entry of a hand of Priffe: four keys, and one more for each player with honours."""

from prefcount.base.i18n import N_, Text, text
from prefcount.entries.common import Entry
from prefcount.entries.names_and_figures import whole_or_text
from prefcount.entries.validation_messages import validated
from prefcount.games.form import (
    SOMETHING_ELSE,
    GameEntryKind,
    far_down,
    numbered,
    place_of,
    player_choices,
    table_entry_question,
)
from prefcount.games.game import NONE_LIKELY, Answers, Choice, Question
from prefcount.games.priffe.entries import PairsEntry, PriffeHandEntry, RubberEntry
from prefcount.games.priffe.legality import ALL_TRICKS, BOOK, HONOURS, NOLLS, resolve
from prefcount.games.priffe.play import TABLE_ENTRIES
from prefcount.games.priffe.sheet import side_label
from prefcount.games.priffe.state import BOTH, CONTRACTS, NAMES, PriffeState

_NONE = "none"


def ask(state: PriffeState, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything is said, as `Game.ask` describes it."""
    if "who" not in answers:
        forced = Choice("forced_noll", "0", text(N_("forced Noll")))
        choices = (*_sides(state), forced, SOMETHING_ELSE)
        return Question("who", text(N_("Which side plays?")), choices, likely=NONE_LIKELY)
    if answers["who"] == "other":
        return table_entry_question(state, answers, ask, TABLE_ENTRIES, _OWN, placed=placed)
    return _hand(state, answers)


def answers_of(state: PriffeState, entry: Entry) -> dict[str, str]:
    """The answers that lead to a hand, as `Game.answers_of` describes them."""
    assert isinstance(entry, PriffeHandEntry)
    hand, _problems = resolve(state, entry)
    if hand is None:
        return {}
    most = next(side for side in BOTH if hand.tricks(side) > BOOK)
    held = [str(entry.honours.get(state.names[player], 0)) for player in state.seats]
    return {
        "who": entry.declarer or "forced_noll",
        "contract": hand.contract,
        "most": NAMES[most],
        "tricks": str(hand.tricks(most)),
        **{f"honours{at}": count for at, count in enumerate(held if entry.honours else [_NONE])},
    }


def doubted(entry: Entry) -> Text | None:
    """What hardly happens in a hand, as `Game.doubted` describes it."""
    if not isinstance(entry, PriffeHandEntry) or entry.declarer is None:
        return None
    ((side, taken),) = list(entry.tricks.items())[:1]
    own = taken if side == entry.declarer else ALL_TRICKS - taken
    good = ALL_TRICKS - own if entry.contract in NOLLS else own
    return far_down(entry.declarer, BOOK + 1 - good)


def _sides(state: PriffeState) -> tuple[Choice, ...]:
    """Both sides as answers."""
    choices = numbered({NAMES[side]: side_label(state, side) for side in BOTH})
    return tuple(choice._replace(short=choice.value) for choice in choices)


def _hand(state: PriffeState, answers: Answers) -> Question | Entry:
    forced = answers["who"] == "forced_noll"
    if not forced and "contract" not in answers:
        contracts = {code: text(label) for code, label in CONTRACTS.items() if code != "forced_noll"}
        return Question("contract", text(N_("What is played?")), numbered(contracts), likely=NONE_LIKELY)
    if "most" not in answers:
        choices = _sides(state)
        likely = place_of(answers["who"], choices, NONE_LIKELY)
        return Question("most", text(N_("Who took seven tricks or more?")), choices, likely, after_play=True)
    if "tricks" not in answers:  # seven to thirteen: the last digit of each is another one
        numbers = range(BOOK + 1, ALL_TRICKS + 1)
        choices = tuple(Choice(str(number), str(number % 10), str(number)) for number in numbers)
        prompt = text(N_("Tricks of {who}?"), who=answers["most"])
        return Question("tricks", prompt, choices, pays=True, after_play=True)
    honours = _honours(state, answers)
    if isinstance(honours, Question):
        return honours
    fields = {
        "contract": "forced_noll" if forced else answers["contract"],
        "declarer": None if forced else answers["who"],
        "tricks": {answers["most"]: int(answers["tricks"])},
        "honours": honours,
    }
    return PriffeHandEntry.model_validate(fields)


def _honours(state: PriffeState, answers: Answers) -> Question | dict[str, int]:
    """Honours of one player after the other, until all four are known; or of nobody."""
    left, held = HONOURS, dict[str, int]()
    for at, player in enumerate(state.seats):
        name, field = state.names[player], f"honours{at}"
        if not left:
            break
        if field not in answers:
            choices = [Choice(str(count), str(count), str(count)) for count in range(left + 1)]
            if not at:
                choices.append(Choice(_NONE, "-", text(N_("no honours are written"))))
            likely = len(choices) - 1 if not at else 0
            return Question(
                field, text(N_("Honours of {who}?"), who=name), tuple(choices), likely, after_play=True
            )
        if answers[field] == _NONE:
            return {}
        held[name] = int(answers[field])
        left -= held[name]
    return held


def _pairs(state: PriffeState, answers: Answers) -> Question | Entry:
    first, *others = state.seats
    if "partner" not in answers:
        choices = player_choices(state, others)
        prompt = text(N_("Who plays with {who}?"), who=state.names[first])
        return Question("partner", prompt, choices, likely=NONE_LIKELY)
    partner = int(answers["partner"])
    return validated(PairsEntry, {"sides": {NAMES[BOTH[0]]: (state.names[first], state.names[partner])}})


def _rubber(_state: PriffeState, answers: Answers) -> Question | Entry:
    for side in ("X", "Y"):
        if side not in answers:
            return Question(side, text(N_("Total of side {side}?"), side=side))
        validated(RubberEntry, {"totals": {name: whole_or_text(answers[side]) for name in ("X", "Y")}})
    return validated(RubberEntry, {"totals": {side: whole_or_text(answers[side]) for side in ("X", "Y")}})


_OWN = {
    "pairs": GameEntryKind(N_("other partners"), _pairs),
    "rubber": GameEntryKind(N_("a rubber from paper"), _rubber),
}
