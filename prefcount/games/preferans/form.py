"""The guided entry of a hand: one question after the other, each with its likeliest answer.

What cannot be is not offered. Every answer has a digit (or - and =) that is the same key on every
keyboard layout. A line of the notation can say more (blind, the talon's cards) than is asked here.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prefcount.entries.base import Entry
from prefcount.games.asking import another_dealer, dealt_by_another
from prefcount.games.preferans import other
from prefcount.games.preferans.cards import talon_cards
from prefcount.games.preferans.entries import Game, Misere, Raspasy
from prefcount.games.preferans.hands import MISERE_VALUE, VALUES
from prefcount.games.preferans.legality import TALON_TRICKS, all_pass_players, talon_counts
from prefcount.games.preferans.state import State
from prefcount.games.preferans.tricks import ALL_TRICKS
from prefcount.games.suits import SUITS
from prefcount.games.terms import NONE_LIKELY, Answers, Choice, Question
from prefcount.i18n import N_, Text, text
from prefcount.ledger.postings import NOBODY

_LEVEL_FIELDS = ("contract", "contract2", "contract3")
_LEVEL_KEYS = {"6": "6", "7": "7", "8": "8", "9": "9", "10": "0", "misere": "1"}
_WORDS = {"w": N_("{who} whists"), "p": N_("{who} passes"), "h": N_("{who} takes half")}
_SHORT = {"w": N_("whist"), "p": N_("pass"), "h": N_("half")}
_CALLS = {"w": "whist", "p": "pass", "h": "half"}


def ask(state: State, answers: Answers, placed: bool = False) -> Question | Entry:
    """The next question, or the entry once everything that matters is said.

    With `placed` the entry is put in between others, and only what has a place is offered.

    Raises:
        Refused: if something typed cannot be what was asked for.
    """
    if "who" not in answers:
        return _who(state)
    who = answers["who"]
    if who == "raspasy":
        return _raspasy(state, answers)
    if who == "other":
        return _other(state, answers, placed)
    return _contract(state, answers, int(who))


def _other(state: State, answers: Answers, placed: bool) -> Question | Entry:
    """Everything that is no hand; another dealer is a hand again, dealt by somebody else."""
    if another_dealer(answers):
        return dealt_by_another(
            state, answers, lambda dealer, again: ask(state._replace(dealer=dealer), again, placed)
        )
    return other.ask(state, answers, placed)


def _key(number: int) -> str:
    return "=" if number == 10 else str(number)


def _who(state: State) -> Question:
    players = state.active(state.dealer)
    choices = [
        Choice(str(player), str(at), state.names[player]) for at, player in enumerate(players, start=1)
    ]
    choices += [
        Choice("raspasy", "0", text(N_("raspasy"))),
        Choice("other", "9", text(N_("something else"))),
    ]
    return Question("who", text(N_("Who plays?")), tuple(choices), likely=NONE_LIKELY)


def _contract(state: State, answers: Answers, declarer: int) -> Question | Entry:
    name = state.names[declarer]
    announced = _announced(state, answers, name)
    if isinstance(announced, Question):
        return announced
    level, declared = announced
    defenders = [player for player in state.clockwise(declarer) if player in state.active(state.dealer)]
    if level == "misere":
        if "tricks" not in answers:
            prompt = text(N_("Tricks of {who}?"), who=name)
            question = _count("tricks", prompt, range(ALL_TRICKS + 1), 0)
            return question._replace(pays=True, two_digits=False)
        return Misere(declarer=name, tricks={name: int(answers["tricks"])}, **declared)
    if "suit" not in answers:
        choices = tuple(
            Choice(suit, str(at), text(sign)) for at, (suit, sign) in enumerate(SUITS.items(), start=1)
        )
        return Question("suit", text(N_("Trumps?")), choices)
    game = Game(declarer=name, contract=f"{level}{answers['suit']}", **declared)
    checked = level == "10" and state.rules.ten == "checked"
    if not checked and "calls" not in answers:
        return _calls_question(state, game, defenders)
    return _tricks(state, answers, game, defenders)


def _announced(state: State, answers: Answers, name: str) -> Question | tuple[str, dict[str, Any]]:
    """The level, and what else the declarer's entry says of the talon; or the question that is open.

    Before the level it can be said that the talon was left alone, or which cards lay in it, where that
    counts; then the level is asked once more.
    """
    declared: dict[str, Any] = {}
    for field in _LEVEL_FIELDS:
        given = answers.get(field)
        if given is None:
            return _level(state, name, field, declared)
        if given == "blind":
            declared["blind"] = True
        elif given != "talon":
            return given, declared
        elif "talon" not in answers:
            return Question("talon", text(N_("The talon's two cards? (such as AS 10H)")))
        else:
            declared["talon"] = talon_cards(answers["talon"])
    raise AssertionError("each can be said once only")


def _beside(state: State, declared: Mapping[str, Any]) -> Iterator[Choice]:
    """What can be said besides the level, as far as it counts at this table and was not said yet."""
    idle, rules = state.idle(state.dealer), state.rules
    if "talon" not in declared and any(talon_counts(state, idle, misere=each) for each in (False, True)):
        yield Choice("talon", "5", text(N_("talon's cards")))
    values = (rules.nine_blind_value, rules.misere_blind_value)
    if "blind" not in declared and values != (VALUES[9], MISERE_VALUE):
        yield Choice("blind", "4", text(N_("without the talon")))


def _level(state: State, name: str, field: str, declared: Mapping[str, Any]) -> Question:
    lowest = state.lowest_bid
    low = text(N_("below {level}, the lowest bid that leaves raspasy"), level=lowest)
    choices = [
        Choice(level, _LEVEL_KEYS[level], level, low if int(level) < lowest else None)
        for level in ("6", "7", "8", "9", "10")
    ]
    choices.append(Choice("misere", _LEVEL_KEYS["misere"], text(N_("misère"))))
    if "talon" in declared:
        idle = state.idle(state.dealer)
        choices = [each for each in choices if talon_counts(state, idle, misere=each.value == "misere")]
    choices += _beside(state, declared)
    likely = next((at for at, each in enumerate(choices) if each.value == str(lowest)), 0)
    return Question(field, text(N_("What does {who} play?"), who=name), tuple(choices), likely)


def _calls_question(state: State, game: Game, defenders: list[int]) -> Question:
    names = [state.names[player] for player in (*defenders, state.dealer)]
    choices = [
        Choice(calls, str(at), _said(calls, names), short=_calls_only(calls))
        for at, calls in enumerate(_possible_calls(state, game, len(defenders)), start=1)
    ]
    prompt = text(N_("Who whists? {who} speaks first."), who=names[0])
    return Question("calls", prompt, (*choices, *_leaving(state, game)), pays=True)


def _leaving(state: State, game: Game) -> tuple[Choice, ...]:
    """Giving the contract up without play, where that is played."""
    tricks = state.rules.leave_without
    label = text(N_("{who} leaves without {tricks}"), who=game.declarer, tricks=tricks)
    return (Choice("leave", "-", label),) if tricks else ()


def _possible_calls(state: State, game: Game, defenders: int) -> list[str]:
    rules = state.rules
    if rules.stalingrad and game.contract == "6S":
        return ["w" * defenders]
    if defenders == 1:
        return ["w", "p"]
    calls = ["wp", "pw", "ww", "pp"]
    if rules.half_whist and game.level in rules.half_whist_levels:
        calls += ["ph", "wh"]
        if rules.dealer_may_whist and state.idle(state.dealer) != NOBODY:
            calls.append("phw")
    return calls


def _said(calls: str, names: list[str]) -> str:
    if calls == "wh":
        first, second = names[:2]
        return str(text(N_("{second} half, then {first} whists"), first=first, second=second))
    return ", ".join(str(text(_WORDS[call], who=name)) for call, name in zip(calls, names, strict=False))


def _calls_only(calls: str) -> str:
    if calls == "wh":
        return str(text(N_("half, then whist")))
    return ", ".join(str(text(_SHORT[call])) for call in calls)


def _tricks(state: State, answers: Answers, game: Game, defenders: list[int]) -> Question | Entry:
    calls = answers.get("calls", "")
    if "leave" in (calls, answers.get("tricks")):
        return game.model_copy(update={"left_without": state.rules.leave_without})
    if calls:
        called = zip([*defenders, state.dealer], calls, strict=False)
        game = game.model_copy(
            update={"calls": {state.names[player]: _CALLS[call] for player, call in called}}
        )
        if "w" not in calls:
            return game
    if "tricks" not in answers:
        prompt = text(N_("Tricks of {who}?"), who=game.declarer)
        question = _count("tricks", prompt, range(ALL_TRICKS + 1), game.level)
        leaving = () if calls else _leaving(state, game)
        return question._replace(choices=(*question.choices, *leaving), pays=True)
    return _with_tricks(state, answers, game, defenders)


def _with_tricks(state: State, answers: Answers, game: Game, defenders: list[int]) -> Question | Entry:
    taken = int(answers["tricks"])
    tricks, left = {game.declarer: taken}, ALL_TRICKS - taken
    if len(defenders) == 2 and _each_matters(state, game, taken):
        first, second = (state.names[player] for player in defenders)
        if left and "first" not in answers:
            prompt = text(N_("Tricks of {who}?"), who=first)
            return _count("first", prompt, range(left + 1), (left + 1) // 2)._replace(pays=True)
        own = int(answers.get("first", "0"))
        tricks |= {first: own, second: left - own}
    return game.model_copy(update={"tricks": tricks})


def _each_matters(state: State, game: Game, taken: int) -> bool:
    """Whether each defender's own tricks are written: both whist, or a checked ten failed."""
    if game.calls is None:
        return taken < game.level and state.rules.ten_checked_whists == "own"
    return set(game.calls.values()) == {"whist"}


def _raspasy(state: State, answers: Answers) -> Question | Entry:
    dealer = state.dealer
    taking_part = all_pass_players(state, dealer)
    players = [player for player in state.from_first_hand(dealer) if player in taking_part]
    left, tricks = ALL_TRICKS, dict[str, int]()
    for at, player in enumerate(players):
        name, field = state.names[player], f"tricks{at}"
        possible = _possible(state, left, players[at + 1 :], dealer)
        if len(possible) == 1:
            tricks[name] = possible[0]
        elif field in answers:
            tricks[name] = int(answers[field])
        else:
            likely = possible.index(
                min(possible, key=lambda count: abs(count - round(left / (len(players) - at))))
            )
            question = _count(field, text(N_("Tricks of {who}?"), who=name), possible, possible[likely])
            # The dummy of two takes an unknown part, so no rest is likelier than another.
            return question._replace(likely=NONE_LIKELY) if state.size == 2 and at else question
        left -= tricks[name]
    return Raspasy(tricks=tricks)


def _possible(state: State, left: int, others: list[int], dealer: int) -> list[int]:
    """The numbers of tricks that leave the players still to come a possible rest."""
    if state.size == 2:
        return list(range(left + 1))
    most = sum(TALON_TRICKS if state.size == 4 and player == dealer else ALL_TRICKS for player in others)
    return list(range(max(0, left - most), left + 1))


def _count(field: str, prompt: Text, numbers: Iterable[int], likely: int) -> Question:
    choices = tuple(Choice(str(number), _key(number), str(number)) for number in numbers)
    at = next((at for at, choice in enumerate(choices) if choice.value == str(likely)), 0)
    return Question(field, prompt, choices, at)
