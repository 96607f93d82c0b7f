"""Checks of calls and hands against the rules. `resolve_hand` turns an entry into a resolved hand.

The checks report all problems of an entry, not only the first. Source: rule book, sections 1, 2, 4, 7 and 8;
fine print 10; file format, "Entries".
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from prefcount.base.i18n import N_, Text, text
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import Entry
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.state import (
    ALL_TRICKS,
    CALL_LETTERS,
    CALLS,
    MISERE_TALON_UNIT,
    OVER,
    STALINGRAD,
    Call,
    Contract,
    ContractEntry,
    ContractHand,
    Hand,
    HandPlayed,
    MisereEntry,
    MisereHand,
    PreferansState,
    RaspasyEntry,
    RaspasyHand,
    Roles,
    assign_roles,
    is_lone_whist,
)
from prefcount.games.state import (
    Resolved,
    check_not_over,
    find_dealer,
    find_declarer,
    join_names,
    key_by_player,
)
from prefcount.ledger import NO_PLAYER

Calls = tuple[Call, ...]
"""The calls of the defenders in order, and then of a dealer who sits out, if the dealer whisted."""

_OF_ONE: tuple[Calls, ...] = (("whist",), ("pass",))
_OF_TWO: tuple[Calls, ...] = (
    ("whist", "pass"),
    ("pass", "whist"),
    ("whist", "whist"),
    ("pass", "pass"),
    ("pass", "half"),
    ("whist", "half"),
    ("half", "pass"),
)
_OF_DEALER: tuple[Calls, ...] = (("pass", "half", "whist"), ("pass", "pass", "whist"))


def is_stalingrad(state: PreferansState, contract: Contract) -> bool:
    """Return whether `contract` is six spades, at a table where both defenders must whist it."""
    return state.rules.stalingrad and contract == STALINGRAD


def is_checked(state: PreferansState, contract: Contract) -> bool:
    """Return whether `contract` is a ten, at a table where tens are played openly and without calls."""
    return contract.level == ALL_TRICKS and state.rules.ten == "checked"


def list_possible_calls(state: PreferansState, contract: Contract, roles: Roles) -> list[Calls]:
    """Return all possible calls on a contract at this table. The likelier calls are first."""
    possible = _OF_ONE if roles.second == NO_PLAYER else _OF_TWO
    if roles.idle != NO_PLAYER:
        possible = (*possible, *_OF_DEALER)
    callers = (*roles.defenders, roles.idle)
    called = ((calls, dict(zip(callers, calls, strict=False))) for calls in possible)
    return [calls for calls, by_player in called if not any(check_calls(state, contract, roles, by_player))]


def list_possible_letters(state: PreferansState, contract: Contract, roles: Roles) -> Text:
    """Return the possible calls as they are typed in the current language, such as “wp, pw, ww”."""
    pairs = list_possible_calls(state, contract, roles)
    letters = ", ".join("".join(f"{{{call}}}" for call in calls) for calls in pairs)
    return Text(letters, {str(call): word for call, word in CALL_LETTERS.words.items()})


def check_calls(
    state: PreferansState, contract: Contract, roles: Roles, calls: Mapping[int, Call]
) -> Iterator[Problem]:
    """Yield a problem for each reason why the calls on a contract are not possible. `calls` is by player."""
    strangers = list(_check_callers(state, roles, calls))
    yield from strangers
    if strangers:
        return
    if is_stalingrad(state, contract):
        sentence = N_("six spades is Stalingrad here: both defenders must whist")
        for player in roles.defenders:
            if calls[player] != "whist":
                yield problem(f"calls.{state.names[player]}", sentence)
    else:
        yield from _check_halves(state, contract, roles, calls)
    if roles.idle in calls:
        yield from _check_dealer_call(state, roles, calls)


def _list_calls_before_dealer(state: PreferansState) -> list[Calls]:
    rules = state.rules
    after_half: list[Calls] = [("pass", "half")] if rules.dealer_may_whist else []
    return [*after_half, ("pass", "pass")] if rules.dealer_may_whist_passes else after_half


def _check_callers(state: PreferansState, roles: Roles, calls: Mapping[int, Call]) -> Iterator[Problem]:
    for player in roles.defenders:
        if player not in calls:
            yield problem(f"calls.{state.names[player]}", N_("is missing; write whist, pass or half"))
    for player in calls:
        if player in roles.defenders or (player == roles.idle and _list_calls_before_dealer(state)):
            continue
        who = state.names[player]
        template = (
            N_("{who} is the declarer and has no call")
            if player == roles.declarer
            else N_("{who} does not play this hand")
        )
        yield problem(f"calls.{who}", template, who=who)


def _check_halves(
    state: PreferansState, contract: Contract, roles: Roles, calls: Mapping[int, Call]
) -> Iterator[Problem]:
    halves = [player for player in roles.defenders if calls[player] == "half"]
    if not halves:
        return
    rules, names = state.rules, [state.names[player] for player in roles.defenders]
    if halves[0] == roles.first and not (rules.first_half_whist and calls.get(roles.second) == "pass"):
        template = N_("only the second defender, {second}, may take half a whist, and only after a pass")
        if len(names) == 1:
            template = N_("half-whist is not possible with two players")
        elif rules.first_half_whist:
            template = N_("{first} may take half a whist only if {second} passes")
        yield problem(f"calls.{names[0]}", template, first=names[0], second=names[-1])
        return
    field = f"calls.{state.names[halves[0]]}"
    if not rules.half_whist:
        yield problem(field, N_("this table does not play half-whist"))
    elif contract.level not in rules.half_whist_levels:
        levels = ", ".join(map(str, rules.half_whist_levels))
        sentence = N_("half-whist is not possible on {level}, only on {levels}")
        yield problem(field, sentence, level=contract.level, levels=levels)


def _check_dealer_call(state: PreferansState, roles: Roles, calls: Mapping[int, Call]) -> Iterator[Problem]:
    field = f"calls.{state.names[roles.idle]}"
    pairs = _list_calls_before_dealer(state)
    if tuple(calls[player] for player in roles.defenders) not in pairs:
        sentence = N_("the dealer may whist only after a pass and a half-whist, or after two passes")
        if pairs == [("pass", "half")]:
            sentence = N_("the dealer may whist only after a pass and a half-whist")
        elif pairs == [("pass", "pass")]:
            sentence = N_("the dealer may whist only after two passes")
        yield problem(field, sentence)
    elif calls[roles.idle] == "half":
        yield problem(field, N_("the dealer may only whist or pass, because half a whist is already taken"))


def encode_calls(calls: Calls) -> str:
    """Return calls as the form stores them: one letter for each call, such as wp."""
    return "".join(CALLS[call].letter for call in calls)


_BOTH: Mapping[Calls, str] = {("whist", "whist"): N_("both whist"), ("pass", "pass"): N_("both pass")}


def describe_calls(calls: Calls, names: list[str]) -> tuple[str, str, str]:
    """Return calls as three texts, from long to short. `names` are the names of the defenders.

    For example: “Vera whists, Gleb passes”, “Vera whist, Gleb pass” and “whist, pass”.
    """
    said = list(zip(names, [CALLS[call] for call in calls], strict=False))
    if returned := calls == ("whist", "half"):
        said.reverse()
    sentences = [text(words.sentence, who=name) for name, words in said]
    brief = [text(N_("{who} {call}"), who=name, call=text(words.name)) for name, words in said]
    bare = [text(words.name) for _name, words in said]
    if calls in _BOTH:
        sentences = brief = [text(_BOTH[calls])]
    elif returned:
        sentences = [text(N_("{second} half, then {first} whists"), first=names[0], second=names[1])]
        bare = [text(N_("half, whist returned"))]
    long, short, shortest = (", ".join(map(str, words)) for words in (sentences, brief, bare))
    return long, short, shortest


TALON_TRICKS = 2


def resolve_hand(state: PreferansState, entry: Hand) -> Resolved[HandPlayed]:
    problems = check_not_over(state, OVER)
    dealer, unknown_dealer = find_dealer(state, entry)
    hand, further = (
        _resolve_raspasy(state, entry, dealer)
        if entry.kind == "raspasy"
        else _resolve_declared(state, entry, dealer)
    )
    problems += unknown_dealer + further
    return (None, problems) if problems else (hand, problems)


def _resolve_declared(
    state: PreferansState, entry: ContractEntry | MisereEntry, dealer: int
) -> Resolved[ContractHand] | Resolved[MisereHand]:
    declarer, problems = find_declarer(state, entry.declarer, dealer)
    roles = None if declarer is None else assign_roles(state.seats, dealer, declarer)
    if roles is None:
        _tricks, strangers = find_tricks(state, entry.tricks or {}, state.seats.active(dealer))
        return None, problems + strangers
    return (
        _resolve_contract(state, entry, roles)
        if entry.kind == "game"
        else _resolve_misere(state, entry, roles)
    )


def _resolve_contract(state: PreferansState, entry: ContractEntry, roles: Roles) -> Resolved[ContractHand]:
    value = state.rules.value(entry.contract.level, blind=entry.blind)
    units, problems = _resolve_talon(state, entry, roles)
    hand = ContractHand(roles, entry.contract, value, talon_units=units, factor=entry.factor or 1)
    if entry.left_without is not None:
        down = entry.left_without
        return hand._replace(left_without=down, undertricks=down), problems + _check_conceding(state, entry)
    calls, further = _resolve_calls(state, entry, roles)
    problems += further
    if calls is None:
        if entry.tricks:
            _known, further = complete_tricks(state, entry.tricks, roles.players)
            problems += further
        return None, problems
    callers = zip((roles.first, roles.second, roles.idle), calls, strict=False)
    whisters = tuple([player for player, call in callers if call == "whist"])
    hand = hand._replace(calls=calls, checked=not calls, whisters=whisters)
    if whisters or hand.checked:
        played, further = _resolve_played(state, entry, hand._replace(played=True))
        return played, problems + further
    if entry.tricks is not None:
        sentence = N_("must be left out, because nobody whisted and the hand was not played")
        problems.append(problem("tricks", sentence))
    return hand, problems


def _check_conceding(state: PreferansState, entry: ContractEntry) -> list[Problem]:
    allowed, problems = state.rules.leave_without, list[Problem]()
    if entry.left_without != allowed:
        template = (
            N_("at this table a declarer who concedes is down {allowed}, not {given}")
            if allowed
            else N_("at this table a declarer cannot concede before play")
        )
        problems.append(problem("left_without", template, allowed=allowed, given=entry.left_without))
    sentence = N_("must be left out, because a conceded hand (“left_without”) has no calls and no tricks")
    given = (field for field in ("calls", "tricks") if getattr(entry, field) is not None)
    return [*problems, *(problem(field, sentence) for field in given)]


def _resolve_calls(state: PreferansState, entry: ContractEntry, roles: Roles) -> Resolved[Calls]:
    # If the dealer, who sits out, whisted, the last item is "whist". A ten that is laid open has no calls.
    if is_checked(state, entry.contract):
        sentence = N_("at this table a ten is laid open and not whisted; leave the calls out")
        return (), [] if entry.calls is None else [problem("calls", sentence)]
    if entry.calls is None:
        possible = list_possible_calls(state, entry.contract, roles)
        if len(possible) == 1:
            return possible[0], []
        who, letters = join_names(state, roles.defenders), list_possible_letters(state, entry.contract, roles)
        sentence = N_("write the calls of {who} after the contract, one of {letters}")
        return None, [problem("calls", sentence, who=who, letters=letters)]
    called, problems = key_by_player(state, "calls", entry.calls)
    problems += check_calls(state, entry.contract, roles, called)
    if problems:
        return None, problems
    calls = tuple([called[player] for player in roles.defenders])
    return (*calls, "whist") if called.get(roles.idle) == "whist" else calls, []


def _resolve_played(
    state: PreferansState, entry: ContractEntry, hand: ContractHand
) -> Resolved[ContractHand]:
    roles, level = hand.roles, hand.contract.level
    known, problems = complete_tricks(state, entry.tricks, roles.players)
    if known is None:
        return None, problems
    taken = known.get(roles.declarer)
    if taken is None:
        return None, [*problems, tricks_missing(state, roles.declarer)]
    if len(known) < len(roles.players) and needs_tricks_of_each(state.rules, level, hand.calls, taken):
        problems.append(tricks_of_each_missing(state, roles.defenders))
    tricks = tuple([known.get(player) for player in roles.players])
    return hand._replace(tricks=tricks, undertricks=max(0, level - taken)), problems


def _resolve_misere(state: PreferansState, entry: MisereEntry, roles: Roles) -> Resolved[MisereHand]:
    units, problems = _resolve_talon(state, entry, roles)
    known, further = complete_tricks(state, entry.tricks, roles.players)
    problems += further
    if known is None:
        return None, problems
    if roles.declarer not in known:
        return None, [*problems, tricks_missing(state, roles.declarer)]
    value = state.rules.value_of_misere(blind=entry.blind)
    # If the table has its own value for a blind misère, a seven in the talon counts as much (fine print 14).
    own = entry.blind and state.rules.misere_blind_value is not None
    talon_value = value if own else MISERE_TALON_UNIT
    return MisereHand(roles, value, known[roles.declarer], units, talon_value, entry.factor or 1), problems


def _resolve_raspasy(state: PreferansState, entry: RaspasyEntry, dealer: int) -> Resolved[RaspasyHand]:
    if state.size == 2:
        return _resolve_hussar_raspasy(state, entry, dealer)
    players = all_pass_players(state, dealer)
    known, problems = complete_tricks(state, entry.tricks, players)
    if known is None:
        return None, problems
    missing = [player for player in players if player not in known]
    if missing:
        return None, [tricks_of_each_missing(state, missing)]
    if state.seats.idle(dealer) in players and known[dealer] > TALON_TRICKS:
        sentence = N_("the dealer leads the two talon cards and takes at most 2 tricks, not {given}")
        problems.append(problem(f"tricks.{state.names[dealer]}", sentence, given=known[dealer]))
    taken = tuple((player, known[player]) for player in players)
    return RaspasyHand(dealer, taken, entry.factor or 1), problems


def all_pass_players(state: PreferansState, dealer: int) -> tuple[int, ...]:
    """Return the players who take part in a raspasy, in seat order."""
    options = state.rules.raspasy
    resting = set(state.seats.resting(dealer))
    if options.to == "dump" and options.dealer == "plays_talon":
        resting.discard(dealer)
    return tuple([player for player in state.seats if player not in resting])


def raspasy_order(state: PreferansState, dealer: int) -> tuple[int, ...]:
    """Return the players of a raspasy in the order in which lines and questions list their tricks.

    The order is the seat order, but a dealer who holds no cards, and only leads the talon's cards, is last.
    """
    active = state.seats.active(dealer)
    return tuple(sorted(all_pass_players(state, dealer), key=lambda player: player not in active))


def with_all_tricks(state: PreferansState, entry: RaspasyEntry) -> RaspasyEntry:
    """Return `entry` with missing numbers of tricks added, if they follow from the sum of ten.

    If the tricks are not possible, or only two players play, `entry` is returned unchanged.
    """
    dealer = state.names.index(entry.dealer) if entry.dealer in state.names else state.dealer
    order = raspasy_order(state, dealer)
    known = complete_tricks(state, entry.tricks, order)[0] if state.size > 2 else None
    if known is None:
        return entry
    tricks = {state.names[player]: known[player] for player in order if player in known}
    return entry.model_copy(update={"tricks": tricks})


def _resolve_hussar_raspasy(state: PreferansState, entry: RaspasyEntry, dealer: int) -> Resolved[RaspasyHand]:
    # A number may be missing, because a dummy takes tricks, too.
    known, problems = find_tricks(state, entry.tricks, state.seats)
    missing = [player for player in state.seats if player not in known]
    if missing and state.rules.hussar_raspasy == "own":
        problems.append(tricks_of_each_missing(state, missing))
    total = sum(known.values())
    if total > ALL_TRICKS:
        sentence = N_("the tricks add up to {given}, but with those of the dummy a hand has only 10")
        problems.append(problem("tricks", sentence, given=total))
    taken = tuple((player, known.get(player, 0)) for player in state.seats)
    return RaspasyHand(dealer, taken, entry.factor or 1), problems


def earns_talon_bonus(state: PreferansState, idle: int, *, misere: bool) -> bool:
    """Return whether the talon's cards earn a bonus at this table (section 7).

    The dealer who sits out (`idle`) writes the bonus. With three players, when `idle` is NO_PLAYER, some
    tables split the bonus between the declarer's opponents. A misère has an option of its own.
    """
    rules = state.rules
    if misere:
        return rules.misere_talon_bonus and idle != NO_PLAYER
    three = state.size == 3 and rules.talon_bonus_3p == "split"
    return rules.talon_bonus and (idle != NO_PLAYER or three)


def _resolve_talon(
    state: PreferansState, entry: ContractEntry | MisereEntry, roles: Roles
) -> tuple[int, list[Problem]]:
    cards, misere = entry.talon, entry.kind == "misere"
    if cards is None:
        return 0, []
    if cards[0] == cards[1]:
        return 0, [problem("talon", N_("has the same card {card} twice"), card=cards[0])]
    if not earns_talon_bonus(state, roles.idle, misere=misere):
        return 0, [problem("talon", N_("this table plays no talon bonus; leave the talon's cards out"))]
    return count_misere_talon_units(cards) if misere else count_talon_units(cards), []


def without_unused_details(state: PreferansState, entry: Entry) -> Entry:
    # A talon of two equal cards is kept, because such a hand is wrong at every table.
    if not isinstance(entry, ContractEntry | MisereEntry):
        return entry
    unknown = dict[str, None]()
    earns = earns_talon_bonus(
        state, state.seats.idle(find_dealer(state, entry)[0]), misere=entry.kind == "misere"
    )
    if entry.talon is not None and entry.talon[0] != entry.talon[1] and not earns:
        unknown["talon"] = None
    if entry.kind == "game" and is_checked(state, entry.contract) and entry.tricks:
        unknown["calls"] = None
    return entry.model_copy(update=unknown) if unknown else entry


Tricks = dict[int, int]


def needs_tricks_of_each(rules: PreferansRules, level: int, calls: Collection[Call], taken: int) -> bool:
    """Return whether the score depends on the tricks of each defender, and not only on their sum.

    Args:
        calls: the calls, or () for a ten that was played with open cards.
        taken: the declarer's tricks.
    """
    if not calls:
        return taken < level and rules.ten_checked_whists == "own"
    if rules.lone_whister == "own" and is_lone_whist(calls):
        return True
    return set(calls) == {"whist"}


def complete_tricks(
    state: PreferansState, tricks: Mapping[str, int] | None, players: Sequence[int]
) -> Resolved[Tricks]:
    """Return the tricks by player number, or None with all problems.

    A single missing number is calculated. If the tricks already sum to ten, all missing numbers are zero.
    """
    if not tricks:
        who = join_names(state, players)
        return None, [problem("tricks", N_("how many tricks did {who} take?"), who=who)]
    known, problems = find_tricks(state, tricks, players)
    total = sum(tricks.values())
    missing = [player for player in players if player not in known]
    if total > ALL_TRICKS or (not missing and total < ALL_TRICKS):
        problems.append(problem("tricks", N_("the tricks add up to {given}, not 10"), given=total))
    if problems:
        return None, problems
    if len(missing) == 1 or total == ALL_TRICKS:
        known |= dict.fromkeys(missing, ALL_TRICKS - total)
    return known, []


def find_tricks(
    state: PreferansState, given: Mapping[str, int], players: Sequence[int]
) -> tuple[Tricks, list[Problem]]:
    """Return the tricks by player number, and a problem for each name that is not one of `players`."""

    def stranger(name: str, tricks: int) -> Problem | None:
        return problem(f"tricks.{name}", N_("{who} does not play this hand"), who=name) if tricks else None

    return key_by_player(state, "tricks", given, players, stranger)


def tricks_of_each_missing(state: PreferansState, players: Sequence[int]) -> Problem:
    return problem("tricks", N_("how many tricks did each of {who} take?"), who=join_names(state, players))


def tricks_missing(state: PreferansState, player: int) -> Problem:
    return problem("tricks", N_("how many tricks did {who} take?"), who=state.names[player])


def count_talon_units(cards: Sequence[str]) -> int:
    """Return the talon bonus of a contract, as a number of tricks.

    Two aces count 3, ace and king of one suit 2. A single ace, or king and queen of one suit, counts 1.
    """
    ranks, same_suit = {card[:-1] for card in cards}, cards[0][-1] == cards[1][-1]
    if ranks == {"A"}:
        return 3
    if same_suit and ranks == {"A", "K"}:
        return 2
    if same_suit and ranks == {"K", "Q"}:
        return 1
    return 1 if "A" in ranks else 0


def count_misere_talon_units(cards: Sequence[str]) -> int:
    """Return the number of sevens in the talon of a misère. Seven and eight of one suit count as two."""
    ranks, same_suit = [card[:-1] for card in cards], cards[0][-1] == cards[1][-1]
    if same_suit and set(ranks) == {"7", "8"}:
        return 2
    return ranks.count("7")
