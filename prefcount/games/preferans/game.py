"""Russian Preferans: its words, sheet, statistics and remarks, and the class that names its functions.

Source: rule book, sections 1 to 5.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache

from pydantic import BaseModel

from prefcount.base.i18n import C_, N_, Phrase, Text, text
from prefcount.base.problems import Finding
from prefcount.entries.models import Entry
from prefcount.games.game import Answers, Cell, Measure, Question, Sectors, Tally, measure_contracts
from prefcount.games.preferans.hand import ask, find_doubt, get_answers
from prefcount.games.preferans.legality import all_pass_players, raspasy_order, with_all_tricks
from prefcount.games.preferans.notation import format, parse
from prefcount.games.preferans.options import ARGUED, PreferansRules
from prefcount.games.preferans.play import PreferansPlay
from prefcount.games.preferans.state import (
    ALL_TRICKS,
    DUMP,
    LEVELS,
    OVER,
    POOL,
    WHISTS,
    Contract,
    ContractEntry,
    ContractHand,
    Hand,
    LeaveEntry,
    MisdealEntry,
    MisereEntry,
    MisereHand,
    PreferansState,
    RaspasyEntry,
    RaspasyHand,
    TalonThrownEntry,
    get_declarer_tricks,
)
from prefcount.games.rules import OptionInfo
from prefcount.games.state import HOLD_CARDS, Seats, TransitionFacts, join_names
from prefcount.games.words import (
    PROGRESS,
    Cause,
    Fact,
    Guide,
    Places,
    PostingWords,
    Words,
    WritingRules,
    join_hand,
    yield_next_hand,
)
from prefcount.ledger import (
    NO_PLAYER,
    Account,
    Posting,
    ScaledResults,
    divide_amount,
    format_amount,
    normalize_amount,
)

RULES: WritingRules = {
    "made": {
        "made": Phrase("{owner}: {contract} made, {value} in the pool"),
        "passed": Phrase(
            "{owner}: {contract}, passed, {value} in the pool",
            "{owner}: {contract}, both passed, {value} in the pool",
        ),
        "half_taken": Phrase("{owner}: {contract} against half a whist, {value} in the pool"),
    },
    "failed": {
        "failed": Phrase(
            "{owner}: one down on {contract}, {amount} in the dump",
            "{owner}: {count} down on {contract}, {count} × {price} = {amount} in the dump",
        )
    },
    "left": {"left": Phrase("{owner} concedes, down {count}: {count} × {price} = {amount} in the dump")},
    "": {
        "whist": Phrase(
            "{owner}: whist, one trick, {amount} on {other}",
            "{owner}: whist, {count} tricks × {price} = {amount} on {other}",
        ),
        "whist_shared": Phrase(
            "{owner}: half of the shared whists, one trick × {price} / 2 = {amount} on {other}",
            "{owner}: half of the shared whists, {count} tricks × {price} / 2 = {amount} on {other}",
        ),
        "bomb": Phrase("{inner}, doubled by a bomb to {amount}"),
        "factor": Phrase("{inner}, but the hand counts {factor} times, so {amount}"),
        "as_whists": Phrase(
            "{owner}: this table writes dump points as whists, {points} × 5 = {amount} on {other} ({inner})"
        ),
    },
    "half_whists": {
        "half_whist": Phrase(
            "{owner}: half a whist, one trick, {amount} on {other}",
            "{owner}: half a whist, {count} tricks × {price} = {amount} on {other}",
        )
    },
    "consolation": {
        "consolation": Phrase(
            "{owner}: consolation, one undertrick, {amount} on {other}",
            "{owner}: consolation, {count} undertricks × {price} = {amount} on {other}",
        )
    },
    "undertricks": {
        "whist_undertrick": Phrase(
            "{owner}: whist, one trick short, {amount} in the dump",
            "{owner}: whist, {count} tricks short × {price} = {amount} in the dump",
        )
    },
    "miseres": {
        "misere_made": Phrase("{owner}: misère made, {value} in the pool"),
        "misere_shared": Phrase("{owner}: half of a made misère, shared with {who}, {value} in the pool"),
        "misere_failed": Phrase(
            "{owner}: misère failed, one trick, {amount} in the dump",
            "{owner}: misère failed, {count} tricks × {price} = {amount} in the dump",
        ),
        "misere_shared_failed": Phrase(
            "{owner}: half of a failed misère, shared with {who}, one trick, {amount} in the dump",
            "{owner}: half of a failed misère, shared with {who}, {count} tricks × {price} = "
            "{amount} in the dump",
        ),
    },
    "misere_consolation": {
        "misere_consolation": Phrase(
            "{owner}: misère of {other} failed, one trick, {amount} on {other}",
            "{owner}: misère of {other} failed, {count} tricks × {price} = {amount} on {other}",
        )
    },
    "raspasy": {
        "raspasy": Phrase(
            "{owner}: raspasy, one trick, {amount} in the dump",
            "{owner}: raspasy, {count} tricks × {price} = {amount} in the dump",
        ),
        "raspasy_whists": Phrase(
            "{owner}: raspasy, one trick of {other}, {amount} on {other}",
            "{owner}: raspasy, {count} tricks of {other} × {price} = {amount} on {other}",
        ),
        "raspasy_tie": Phrase(
            "{owner}: tied with {who} for the fewest tricks in raspasy, one trick of {other} "
            "× {price} / 2 = {amount} on {other}",
            "{owner}: tied with {who} for the fewest tricks in raspasy, {count} tricks of "
            "{other} × {price} / 2 = {amount} on {other}",
        ),
    },
    "zero_bonus": {
        "zero_bonus": Phrase("{owner}: no trick in raspasy, {value} in the pool"),
        "zero_bonus_dump": Phrase("{owner}: no trick in raspasy, {value} taken off the dump"),
    },
    "raspasy_dealer": {"raspasy_dealer": Phrase("{owner}: sits out raspasy as dealer, {value} in the pool")},
    "dump_first": {
        "dump_first": Phrase(
            "{owner}: {points} less in the pool, because these points were taken off the dump"
        ),
        "dump_written_off": Phrase("{owner}: {points} taken off the dump instead of going into the pool"),
    },
    "aid": {
        "surplus": Phrase("{owner}: {points} taken off the pool, which is full at {target}"),
        "aid_received": Phrase("{owner}: {points} in the pool as aid from {who}"),
        "aid_whists": Phrase(
            "{owner}: whists for points given as aid, {points} × {price} = {amount} on {other}"
        ),
        "aid_to_dump": Phrase("{owner}: all other pools are full, so {amount} taken off the dump"),
        "aid_to_zero": Phrase(
            "{owner}: all other pools are full, so only {points} of {dump} taken off the "
            "dump, which cannot go below zero"
        ),
    },
    "dealing": {
        "stay_fee": Phrase(
            "{owner}: {points} in the dump as a fee for too many raspasy with the same dealer"
        ),
        "misdeal": Phrase("{owner}: misdeal, {points} in the dump"),
        "talon_thrown": Phrase("{owner}: a bad talon thrown back at the dealer, {points} in the dump"),
    },
    "talon": {
        "talon_bonus": Phrase("{owner}: talon bonus, {count} × {price} = {amount} on {other}"),
        "talon_bonus_split": Phrase(
            "{owner}: half of the talon bonus, {count} × {price} / 2 = {amount} on {other}"
        ),
        "misere_talon_bonus": Phrase(
            "{owner}: bonus for sevens in the talon of a misère, {count} × {price} = {amount} on {other}"
        ),
    },
    "adjusted": {
        "newcomer": Phrase("{owner}: newcomer starts with {moved}, the average of the others"),
        "leaves_column": Phrase("{owner} leaves the table: {moved}, because these points become whists"),
        "leaves_whists": Phrase("{owner}: settled when a player left the table, {value} on {other}"),
    },
}

CAUSES: Mapping[str, str] = {
    "made": N_("contracts made"),
    "failed": N_("failed contracts"),
    "left": N_("contracts conceded"),
    "consolation": N_("consolation"),
    "whists_made": N_("whists on contracts made"),
    "whists_failed": N_("whists on failed contracts"),
    "half_whists": N_("half-whists"),
    "undertricks": N_("undertricks of whisters"),
    "miseres": N_("misères"),
    "misere_consolation": N_("consolation for misères"),
    "raspasy": N_("raspasy"),
    "zero_bonus": N_("no trick in raspasy"),
    "raspasy_dealer": N_("dealing raspasy"),
    "talon": N_("talon bonuses"),
    "bombs": N_("bombs"),
    "factors": N_("hands that count more than once"),
    "dump_first": N_("points for contracts that write off the dump before they fill the pool"),
    "aid": N_("full pools and aid"),
    "dealing": N_("misdeals and bad talons thrown back"),
}

PLACES: Places = {
    POOL: (N_("{amount} in the pool"), N_("{amount} taken off the pool")),
    DUMP: (N_("{amount} in the dump"), N_("{amount} taken off the dump")),
    WHISTS: (N_("{amount} on {other}"), N_("minus {amount} on {other}")),
}

WORDS = PostingWords(RULES, CAUSES, places=PLACES)


LOW_BID = "low-bid"
IDLE_TRICKS = "idle-tricks"
_LOW_BID = Phrase(
    "after {row} raspasy only a contract of {lowest} or more ends raspasy at this table, not {level}",
    "after {row} raspasy in a row only a contract of {lowest} or more ends raspasy, not {level}",
)

_MISERES, _WHISTING, _RASPASY = text(N_("Misères")), text(N_("Whists")), text(N_("Raspasy"))


class Preferans(PreferansPlay):
    """Russian Preferans, for two to five players.

    `PreferansPlay` has the rules. This class adds the sheet, the questions and the short notation.
    """

    posting_words = WORDS
    book = "rules"
    remarkable: Mapping[str, str] = {
        LOW_BID: N_("A contract is too low to end raspasy at this table."),
        IDLE_TRICKS: N_("Tricks were entered for a player who does not play the hand."),
        **PreferansPlay.remarkable,
    }
    newer_options: Mapping[str, str] = {"first_half_whist": "1.1"}
    words = Words(
        counts=Phrase("{n} whist", "{n} whists"),
        heading=N_("whists"),
        course=N_("Results in whists after each hand"),
        price=N_("Price per whist"),
        seats=N_("two to five names, clockwise"),
    )
    guide = Guide(
        answers=N_(
            "answer the question; type = for ten (a contract of ten may also be 0), or - if the "
            "declarer concedes with three undertricks"
        ),
        other=N_("enter a penalty, a misdeal, a newcomer, another dealer or the end of the game"),
        lines=(
            (
                N_("anna 7h wp 6"),
                N_(
                    "Anna plays seven hearts and takes six tricks; the first defender whists, the "
                    "second passes"
                ),
            ),
            (
                N_("b 6s ww 5 3 2"),
                N_(
                    "both defenders whist; the tricks are those of the declarer, the first and the "
                    "second defender"
                ),
            ),
            (N_("v 8n pp"), N_("both pass")),
            (N_("anna 6c ph"), N_("the second defender takes half a whist")),
            (
                N_("anna 7d wh 7"),
                N_("the second defender takes half a whist, but the first returns the whist"),
            ),
            (N_("anna m 0"), N_("Anna plays misère and takes no trick")),
            (N_("anna 7h -3"), N_("concedes, down three")),
            (
                N_("r 3 5 2"),
                N_("raspasy with the tricks in seat order; a dealer without cards has the remaining tricks"),
            ),
            (N_("anna 7h x2 wp 6"), N_("everything times two")),
        ),
        spelling=N_(
            "Write suits as s c d h n, п т б ч бк or ♠ ♣ ♦ ♥. Write a player as the beginning of the "
            "name, or as #1 for the first seat."
        ),
        typed=N_("{first} 7h wp 6 · {second} 6s ww 5 3 2 · {third} m 0 · r 3 5 2"),
        by_two=N_("{first} 7h w 6 · {second} 6s p · {first} m 0 · r 3 5"),
    )
    measures = (
        *measure_contracts(text(N_("Contracts made/played")), "made", LEVELS, "failed"),
        *measure_contracts(text(N_("Contracts made after two passes")), "passed", LEVELS),
        Measure("misere_made", _MISERES, text(N_("made"))),
        Measure("misere_failed", _MISERES, text(N_("failed"))),
        Measure("misere_tricks", _MISERES, text(N_("tricks"))),
        Measure("whisted", _WHISTING, text(N_("times"))),
        Measure("whist_tricks", _WHISTING, text(N_("tricks"))),
        Measure("whist_tricks", _WHISTING, text(N_("tricks each")), "whisted", "whist_tricks_each"),
        Measure("whist_undertricks", _WHISTING, text(N_("undertricks"))),
        Measure("half_whists", _WHISTING, text(N_("half"))),
        Measure("raspasy", _RASPASY, text(N_("hands"))),
        Measure("raspasy_result", _RASPASY, text(N_("result")), signed=True),
        Measure(
            "raspasy_result", _RASPASY, text(N_("result each")), "raspasy", "raspasy_result_each", signed=True
        ),
        Measure("raspasy_tricks", _RASPASY, text(N_("tricks each")), "raspasy_played", "raspasy_tricks_each"),
        Measure("raspasy_zero", _RASPASY, text(N_("no trick"))),
    )
    """A contract that was conceded counts as failed.

    A lone whister counts the tricks of both defenders. The result of a raspasy is counted for all players,
    also for a dealer who sits out.
    """

    parse = staticmethod(parse)
    format = staticmethod(format)
    get_answers = staticmethod(get_answers)
    find_doubt = staticmethod(find_doubt)

    def ask(self, state: PreferansState, answers: Answers, placed: bool = False) -> Question | Entry:
        return ask(self, state, answers, placed)

    def describe_hand(self, state: PreferansState, entry: Entry) -> Text | str:
        match entry:
            case ContractEntry():
                return _describe_contract(entry)
            case MisereEntry():
                taken = get_declarer_tricks(entry)
                values = {"who": entry.declarer, "times": _describe_extras("", entry), "n": taken}
                return (_CAUGHT if taken else _MISERE_MADE).of(taken, values)
            case RaspasyEntry():  # The tricks of all players are shown, even if the entry omits some.
                entry = with_all_tricks(state.table, entry)
                tricks = ", ".join(f"{name} {count}" for name, count in entry.tricks.items())
                return text(
                    N_("raspasy{times}: {tricks}"), tricks=tricks, times=_describe_factor(entry.factor)
                )
            case MisdealEntry():
                dealer = entry.dealer or state.names[state.dealer]
                points = state.rules.misdeal_dump * state.rules.dump_times
                return text(N_("misdeal by {dealer}: {points} in the dump"), dealer=dealer, points=points)
            case TalonThrownEntry():
                thrown = N_("a bad talon thrown back at {dealer}: {points} in the dump")
                return text(thrown, dealer=state.names[state.dealer], points=state.rules.dump_times)
        return _describe_leave(state, entry.player) if isinstance(entry, LeaveEntry) else ""

    def cells(self, state: PreferansState, owner: int) -> tuple[Cell, ...]:
        on = (
            Cell(text(N_("on {name}"), name=state.names[other]), Account(WHISTS, owner, other))
            for other in state.seats.others(owner)
        )
        return (
            Cell(text(N_("pool")), Account(POOL, owner), full=state.is_closed(owner)),
            Cell(text(N_("dump")), Account(DUMP, owner)),
            *on,
        )

    def layout(self, state: PreferansState) -> Sectors:
        return Sectors(str(state.rules.target))

    def yield_facts(self, state: PreferansState, now: datetime | None) -> Iterator[Fact]:
        if state.left:
            yield Fact("left", text(N_("has left")), join_names(state, state.left), "")
            state = state.table
        yield from yield_next_hand(state, OVER, state.seats)
        if not state.over:
            yield from _yield_raspasy_facts(state)
        progress = _progress_fact(state, now)
        yield progress._replace(short="") if state.over else progress
        full = join_names(state, state.full)
        if full:
            yield Fact("closed", _FULL.of(len(state.full), {}), full, "" if state.over else None)
        armed = [
            f"{state.names[player]} {state.bombs[player]}" for player in state.seats if state.bombs[player]
        ]
        if armed:
            yield Fact("bombs", text(N_("bombs")), ", ".join(armed))

    def describe_line_order(self, state: PreferansState) -> Text | str:
        state = state.table
        if not state.seats.dealer_rests:
            return ""
        order = raspasy_order(state, state.dealer)
        who, dealer = join_names(state, order[:HOLD_CARDS]), state.names[state.dealer]
        if len(order) > HOLD_CARDS:
            sentence = N_(
                "Raspasy: type the tricks of {who}, in this order. You may also add those of the "
                "dealer, {dealer}."
            )
            return text(sentence, who=who, dealer=dealer)
        return text(N_("Raspasy: type the tricks of {who}, in this order."), who=who)

    def tallies(self, state: PreferansState, entry: Entry, transition: TransitionFacts) -> Sequence[Tally]:
        hand = transition.hand
        if isinstance(hand, ContractHand):
            tallied = _tally_contract(
                hand._replace(contract=Contract(hand.level), value=0, talon_units=0, factor=1)
            )
            missing = _tally_undertricks(state.rules, transition.postings) if "whist" in hand.calls else {}
            return (*tallied, *missing.values()) if missing else tallied
        if isinstance(hand, MisereHand):
            declarer = hand.roles.declarer
            return (
                Tally(declarer, "misere_made" if hand.made else "misere_failed"),
                Tally(declarer, "misere_tricks", hand.taken),
            )
        if isinstance(hand, RaspasyHand):
            idle = state.table.seats.idle(hand.dealer)  # The dealer only leads the talon.
            return _tally_raspasy(
                state.seats,
                ScaledResults(transition.worth, state.whist_divisor),
                tuple([(player, taken) for player, taken in hand.tricks if player != idle]),
                state.left,
            )
        return ()

    def causes(self, postings: Sequence[Posting]) -> Iterator[tuple[Cause, Posting]]:
        # If a factor of 3 made 4 whists 12, then 8 are due to the factor. If a bomb made 4 whists 8, then 4
        # are due to the bomb.
        failed = any(posting.original.reason.rule == "failed" for posting in postings)
        whists = "whists_failed" if failed else "whists_made"
        for posting in postings:
            rule = WORDS.rules[posting.original.reason.rule]
            rewritten = {stage.reason.rule: stage.reason.figures for stage in posting.chain()}
            factor = rewritten["factor"]["factor"] if "factor" in rewritten else 1
            if factor != 1:
                assert isinstance(factor, int), "a hand counts a whole number of times"
                once = divide_amount(posting.amount, factor)
                yield WORDS.cause("factors"), posting._replace(amount=normalize_amount(posting.amount - once))
                posting = posting._replace(amount=once)  # noqa: PLW2901
            if "bomb" in rewritten:
                posting = posting._replace(amount=divide_amount(posting.amount, 2))  # noqa: PLW2901
                yield WORDS.cause("bombs"), posting
            yield WORDS.cause(rule.cause or whists), posting

    def options(self, rules: BaseModel) -> tuple[OptionInfo, ...]:
        # An option that is None follows another option, and is shown with its actual value.
        assert isinstance(rules, PreferansRules)
        in_force = {
            "raspasy": rules.raspasy.model_copy(update={"zero_bonus": rules.raspasy.bonus}),
            "dump_factor": rules.dump_times,
            "whist_factor": rules.whist_times,
            "pool_factor": rules.pool_worth,
            "nine_blind_value": rules.value(9, blind=True),
            "misere_blind_value": rules.value_of_misere(blind=True),
        }
        options = super().options(rules.model_copy(update=in_force))
        return tuple(info._replace(argued=info.name in ARGUED) for info in options)

    def hand_remarks(self, before: PreferansState, entry: Entry) -> Iterator[Finding]:
        before = before.table
        if before.row and isinstance(entry, ContractEntry) and entry.contract.level < before.lowest_bid:
            level, lowest = entry.contract.level, before.lowest_bid
            sentence = _LOW_BID.of(before.row, {"row": before.row, "lowest": lowest, "level": level})
            player = entry.declarer
            yield Finding(LOW_BID, sentence, player=player, claimed=level, computed=lowest, severity="remark")
        if before.size > HOLD_CARDS and isinstance(entry, ContractEntry | MisereEntry | RaspasyEntry):
            yield from _remark_idle_tricks(before, entry)

    def may_end(self, before: PreferansState, reason: str) -> bool:
        # The file cannot tell if the players decide about the end, or if the hands of a timed game have no
        # times.
        end = before.rules.end
        unknown = end == "manual" or (end == reason == "time" and not before.played_for)
        return unknown or before.over == reason


_CALLS = {
    "half": (N_("{first} takes half"), N_("{first} and {second} take half")),
    "whist": (N_("{first} whists"), N_("both whist")),
}
_MISERE_MADE = Phrase("{who} misère{times}: made")
_CAUGHT = Phrase("{who} misère{times}: caught, {n} trick", "{who} misère{times}: caught, {n} tricks")
_OVER = Phrase("made, {n} over", "made, {n} over")


def _describe_leave(state: PreferansState, player: str) -> Text:
    if player not in state.names:
        return text(N_("{player} leaves"), player=player)
    number = state.names.index(player)
    pool, dump = format_amount(state.pool(number)), format_amount(state.dump(number))
    sentence = N_("{player} leaves: pool {pool} and dump {dump} become whists")
    return text(sentence, player=player, pool=pool, dump=dump)


def _describe_factor(factor: int | None) -> str:
    return f" ×{factor}" if factor else ""


def _describe_extras(contract: str, entry: ContractEntry | MisereEntry) -> Text | str:
    hand = f"{contract}{_describe_factor(entry.factor)}"
    return text(N_("{contract} without the talon"), contract=hand) if entry.blind else hand


def _describe_contract(entry: ContractEntry) -> Text | str:
    contract = _describe_extras(str(entry.contract), entry)
    sentence: Text = text(N_("{who} {contract}"), who=entry.declarer, contract=contract)
    if entry.left_without:
        return text(N_("{hand}: concedes, down {n}"), hand=sentence, n=entry.left_without)
    calls = entry.calls or {}
    if set(calls.values()) == {"pass"}:
        return text(N_("{hand}, pass") if len(calls) == 1 else N_("{hand}, both pass"), hand=sentence)
    done = []
    for called, (one, two) in _CALLS.items():
        names = [name for name, call in calls.items() if call == called]
        if names:
            done.append(text(one if len(names) == 1 else two, first=names[0], second=names[-1]))
    if len(calls) == len(done) == 2:  # the passer has returned the whist, and half of it no longer counts
        by = {call: name for name, call in calls.items()}
        done = [text(N_("{second} half, then {first} whists"), first=by["whist"], second=by["half"])]
    return join_hand(sentence, done, _describe_play(entry) if entry.tricks else "")


def _describe_play(entry: ContractEntry) -> Text:
    over = get_declarer_tricks(entry) - entry.contract.level
    if over > 0:
        return _OVER.of(over, {"n": over})
    return text(N_("{n} down"), n=-over) if over else text(N_("made"))


_WHISTS = Phrase("{price} whist", "{price} whists")
_FULL = Phrase("pool full", "pools full")


def _yield_raspasy_facts(state: PreferansState) -> Iterator[Fact]:
    row, lowest, matters = state.row, state.lowest_bid, bool(state.row)
    if state.rules.raspasy.to == "dump":
        price = text(N_("{price} in the dump"), price=state.next_price)
        sentence = text(N_("next raspasy: {price} a trick"), price=state.next_price)
    else:
        whists = state.rules.raspasy.trick_whists
        price = _WHISTS.of(whists, {"price": whists})
        sentence = text(N_("{row} raspasy in a row, {price} a trick"), row=row, price=price)
    yield Fact("row", text(N_("raspasy in a row")), str(row), sentence if matters else "")
    yield Fact("price", text(N_("raspasy trick")), price, "")
    above = text(N_("lowest bid: {level}"), level=lowest)
    value = text(C_("lowest bid", "{level}"), level=lowest)
    yield Fact("lowest_bid", text(N_("lowest bid")), value, above if lowest > min(LEVELS) else "")


def _progress_fact(state: PreferansState, now: datetime | None) -> Fact:
    rules, pools = state.rules, [state.pool(player) for player in state.seats]
    if rules.end in ("hands", "time"):
        hands = text(N_("{played} of {hands} hands"), played=state.hands, hands=rules.hands)
        sentence = hands if rules.end == "hands" else _describe_clock(state, now)
        return Fact(PROGRESS, text(N_("progress")), sentence, sentence)
    long, short = N_("{filled} of {target} pool points"), N_("pools {filled}/{target}")
    filled, target = sum(pools), rules.target * state.size
    if rules.end == "any":
        long, short = N_("largest pool {filled} of {target}"), N_("largest pool {filled}/{target}")
        filled, target = max(pools), rules.target
    elif rules.end != "total":
        filled = sum(min(pool, rules.target) for pool in pools)
    figures = {"filled": format_amount(filled), "target": target}
    return Fact(PROGRESS, text(N_("progress")), text(long, **figures), text(short, **figures))


def _describe_clock(state: PreferansState, now: datetime | None) -> Text:
    limit = state.rules.minutes or 0
    played = state.played_for // 60
    if now is not None and state.started is not None and not state.over:
        played = max(played, (now - state.started) // timedelta(minutes=1))
    if played >= limit and not state.over:
        return text(N_("{played} of {minutes} minutes, this is the last hand"), played=played, minutes=limit)
    return text(N_("{played} of {minutes} minutes"), played=played, minutes=limit)


MAX_REMEMBERED_HANDS = 10_000
"""Maximum number of hands whose tallies are remembered. Equal hands have equal tallies."""

_tally = lru_cache(maxsize=MAX_REMEMBERED_HANDS)(Tally)
"""Return a `Tally` from a cache, because all hands share a few hundred different tallies."""


@lru_cache(maxsize=MAX_REMEMBERED_HANDS)
def _tally_contract(hand: ContractHand) -> Sequence[Tally]:
    keys = ["made" if hand.made else "failed"]
    if hand.made and not hand.played and hand.half_whister == NO_PLAYER:
        keys.append("passed")
    if hand.left_without:
        keys.append("left")
    tallied = [
        _tally(hand.roles.declarer, counted) for key in keys for counted in (key, f"{key}_{hand.level}")
    ]
    for player in hand.whisters:
        taken = hand.own(player) if len(hand.whisters) == 2 else ALL_TRICKS - hand.taken
        tallied += [_tally(player, "whisted"), _tally(player, "whist_tricks", taken)]
    if hand.half_whister != NO_PLAYER:
        tallied.append(_tally(hand.half_whister, "half_whists"))
    return tuple(tallied)


def _tally_undertricks(rules: PreferansRules, postings: Iterable[Posting]) -> Mapping[int, Tally]:
    # At a table without a dump, several opponents write whists for one undertrick, but it counts only once.
    by_owner: dict[int, Tally] = {}
    keeps_dump = rules.dump_points == DUMP
    for posting in postings:
        if keeps_dump and posting.account.column != DUMP:
            continue
        original = posting.original
        if original.reason.rule == "whist_undertrick":
            missing, owner = original.reason.figures["count"], original.account.owner
            assert isinstance(missing, int | Fraction), "undertricks are counted"
            by_owner[owner] = _tally(owner, "whist_undertricks", missing)
    return by_owner


@lru_cache(maxsize=MAX_REMEMBERED_HANDS)
def _tally_raspasy(
    seats: Seats, worth: ScaledResults, tricks: Sequence[tuple[int, int]], left: tuple[int, ...]
) -> Sequence[Tally]:
    tallied: list[Tally] = []
    for player, amount in zip(seats, worth.exact, strict=True):
        if player not in left:
            tallied += [_tally(player, "raspasy"), _tally(player, "raspasy_result", amount)]
    for player, taken in tricks:
        tallied += [_tally(player, "raspasy_played"), _tally(player, "raspasy_tricks", taken)]
        if taken == 0:
            tallied.append(_tally(player, "raspasy_zero"))
    return tuple(tallied)


def _remark_idle_tricks(before: PreferansState, entry: Hand) -> Iterator[Finding]:
    dealer = before.dealer if entry.dealer is None else before.names.index(entry.dealer)
    playing = before.seats.active(dealer) if entry.kind != "raspasy" else all_pass_players(before, dealer)
    for name in entry.tricks or ():
        if before.names.index(name) not in playing:
            nothing = N_(
                "{who} does not play this hand; the tricks entered for this player ({tricks}) do not count"
            )
            sentence = text(nothing, who=name, tricks=0)
            yield Finding(IDLE_TRICKS, sentence, player=name, claimed=0, severity="remark")
