"""Sentences for postings of Preferans, their causes, and hands in players' words."""

from collections.abc import Iterator, Mapping, Sequence

from prefcount.base.i18n import N_, Phrase, Text, text
from prefcount.entries.models import Entry
from prefcount.games.preferans.state import (
    DUMP,
    POOL,
    WHISTS,
    ContractEntry,
    LeaveEntry,
    MisdealEntry,
    MisereEntry,
    PreferansState,
    RaspasyEntry,
    TalonThrownEntry,
    get_declarer_tricks,
)
from prefcount.games.words import COMMON_OVER, Cause, Places, PostingWords, WritingRules
from prefcount.ledger import Posting, divide_amount, format_amount, normalize_amount

OVER: Mapping[str, str] = {**COMMON_OVER, "pool": N_("the pool is closed")}

HAS_LEFT = N_("{name} has left the table")

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
            "{owner}: half of one shared trick × {price}, {amount} on {other}",
            "{owner}: half of {count} shared tricks × {price}, {amount} on {other}",
        ),
        "bomb": Phrase("{inner}, twice for the bomb: {amount}"),
        "factor": Phrase("{inner}, times {factor} for the whole hand: {amount}"),
        "as_whists": Phrase("{owner}: {points} × 5 = {amount} on {other} instead of the dump ({inner})"),
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
        "misere_shared": Phrase("{owner}: half of a misère shared with {who}, {value} in the pool"),
        "misere_failed": Phrase(
            "{owner}: misère, one trick, {amount} in the dump",
            "{owner}: misère, {count} tricks × {price} = {amount} in the dump",
        ),
        "misere_shared_failed": Phrase(
            "{owner}: half of a misère shared with {who}, one trick, {amount} in the dump",
            "{owner}: half of a misère shared with {who}, {count} tricks × {price} = {amount} in the dump",
        ),
    },
    "misere_consolation": {
        "misere_consolation": Phrase(
            "{owner}: misère of {other}, one trick, {amount} on {other}",
            "{owner}: misère of {other}, {count} tricks × {price} = {amount} on {other}",
        )
    },
    "raspasy": {
        "raspasy": Phrase(
            "{owner}: raspasy, one trick, {amount} in the dump",
            "{owner}: raspasy, {count} tricks × {price} = {amount} in the dump",
        ),
        "raspasy_whists": Phrase(
            "{owner}: raspasy, one trick of {other}, {amount} on {other}",
            "{owner}: raspasy, {count} tricks of {other} × {price}, {amount} on {other}",
        ),
        "raspasy_tie": Phrase(
            "{owner}: raspasy tied with {who}, half of one trick of {other} × {price}, {amount} on {other}",
            "{owner}: raspasy tied with {who}, half of {count} tricks of {other} × {price}, "
            "{amount} on {other}",
        ),
    },
    "zero_bonus": {
        "zero_bonus": Phrase("{owner}: no trick in raspasy, {value} in the pool"),
        "zero_bonus_dump": Phrase("{owner}: no trick in raspasy, {value} off the dump"),
    },
    "raspasy_dealer": {"raspasy_dealer": Phrase("{owner}: dealer in raspasy, {value} in the pool")},
    "dump_first": {
        "dump_first": Phrase("{owner}: {points} less in the pool, because the dump comes first"),
        "dump_written_off": Phrase("{owner}: {points} off the dump, because the dump comes first"),
    },
    "aid": {
        "surplus": Phrase("{owner}: {points} above the full pool of {target}"),
        "aid_received": Phrase("{owner}: {points} in the pool as aid from {who}"),
        "aid_whists": Phrase("{owner}: aid, {points} × {price} = {amount} on {other}"),
        "aid_to_dump": Phrase("{owner}: no one left to help, {amount} off the dump"),
        "aid_to_zero": Phrase(
            "{owner}: no one left to help, {points} of {dump} off the dump, which stops at zero"
        ),
    },
    "dealing": {
        "stay_fee": Phrase("{owner}: {points} in the dump, because the deal moves on after too many raspasy"),
        "misdeal": Phrase("{owner}: misdeal, {points} in the dump"),
        "talon_thrown": Phrase("{owner}: the talon thrown back, {points} in the dump"),
    },
    "talon": {
        "talon_bonus": Phrase("{owner}: talon bonus, {count} × {price} = {amount} on {other}"),
        "talon_bonus_split": Phrase(
            "{owner}: half of the talon bonus, {count} × {price}, {amount} on {other}"
        ),
        "misere_talon_bonus": Phrase("{owner}: talon of the misère, {count} × {price} = {amount} on {other}"),
    },
    "adjusted": {
        "newcomer": Phrase("{owner}: newcomer starts with {moved}, the mean of the others"),
        "leaves_column": Phrase("{owner} leaves: {moved}, settled in whists"),
        "leaves_whists": Phrase("{owner}: settled on leaving, {value} on {other}"),
    },
}

CAUSES: Mapping[str, str] = {
    "made": N_("contracts made"),
    "failed": N_("failed contracts"),
    "left": N_("contracts left"),
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
    "factors": N_("hands that count several times"),
    "dump_first": N_("gains that write off the dump first"),
    "aid": N_("full pools and aid"),
    "dealing": N_("misdeals and talons thrown back"),
}

PLACES: Places = {
    POOL: (N_("{amount} in the pool"), N_("{amount} off the pool")),
    DUMP: (N_("{amount} in the dump"), N_("{amount} off the dump")),
    WHISTS: (N_("{amount} on {other}"), N_("minus {amount} on {other}")),
}

WORDS = PostingWords(RULES, CAUSES, places=PLACES)


def causes(postings: Sequence[Posting]) -> Iterator[tuple[Cause, Posting]]:
    """Yield the postings of one entry with their causes.

    If the hand has a factor, the whists or points that it adds are due to the factor. If a bomb doubled the
    hand, half of the rest is due to the bomb. Several rules share one cause: a whist kept and a whist shared
    on a failed contract are both whists on failed contracts.
    """
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


_CALLS = {
    "whist": (N_("{first} whists"), N_("both whist")),
    "half": (N_("{first} takes half"), N_("{first} and {second} take half")),
}
_MISERE_MADE = Phrase("{who} misère{times}: made")
_CAUGHT = Phrase("{who} misère{times}: caught, {n} trick", "{who} misère{times}: caught, {n} tricks")
_OVER = Phrase("made, {n} over", "made, {n} over")


def describe_hand(state: PreferansState, entry: Entry) -> Text | str:
    """Return a hand in words, such as “Boris 7♥, Vera whists: made, 1 over”."""
    match entry:
        case ContractEntry():
            return _describe_contract(entry)
        case MisereEntry():
            taken = get_declarer_tricks(entry)
            values = {"who": entry.declarer, "times": _describe_extras("", entry), "n": taken}
            return (_CAUGHT if taken else _MISERE_MADE).of(taken, values)
        case RaspasyEntry():
            tricks = ", ".join(f"{name} {count}" for name, count in entry.tricks.items())
            return text(N_("raspasy{times}: {tricks}"), tricks=tricks, times=_describe_factor(entry.factor))
        case MisdealEntry():
            dealer = entry.dealer or state.names[state.dealer]
            points = state.rules.misdeal_dump * state.rules.dump_times
            return text(N_("misdeal by {dealer}: {points} in the dump"), dealer=dealer, points=points)
        case TalonThrownEntry():
            thrown = N_("the talon thrown back at {dealer}: {points} in the dump")
            return text(thrown, dealer=state.names[state.dealer], points=state.rules.dump_times)
    return _describe_leave(state, entry.player) if isinstance(entry, LeaveEntry) else ""


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


def _describe_contract(entry: ContractEntry) -> Text:
    contract = _describe_extras(str(entry.contract), entry)
    sentence: Text = text(N_("{who} {contract}"), who=entry.declarer, contract=contract)
    if entry.left_without:
        return text(N_("{hand}: concedes, down {n}"), hand=sentence, n=entry.left_without)
    calls = entry.calls or {}
    if set(calls.values()) == {"pass"}:
        return text(N_("{hand}, pass") if len(calls) == 1 else N_("{hand}, both pass"), hand=sentence)
    for called, (one, two) in _CALLS.items():
        names = [name for name, call in calls.items() if call == called]
        if names:
            who = text(one if len(names) == 1 else two, first=names[0], second=names[-1])
            sentence = text(N_("{hand}, {called}"), hand=sentence, called=who)
    return (
        text(N_("{hand}: {result}"), hand=sentence, result=_describe_play(entry))
        if entry.tricks
        else sentence
    )


def _describe_play(entry: ContractEntry) -> Text:
    over = get_declarer_tricks(entry) - entry.contract.level
    result: Text = text(N_("{n} down"), n=-over) if over < 0 else text(N_("made"))
    if over > 0:
        result = _OVER.of(over, {"n": over})
    return result
