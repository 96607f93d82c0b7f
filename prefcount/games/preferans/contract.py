"""What a contract or a misère writes (rule book, sections 1 to 3 and 7; fine print 8 to 14).

Pure functions of the rules and a resolved hand. The postings say what was won; what a full pool
does with a gain is decided in `closing`.
"""

from collections.abc import Iterator
from fractions import Fraction

from prefcount.games.preferans.hands import HALF, PASS, QUOTAS, WHIST, ContractHand, MisereHand
from prefcount.games.preferans.options import Rules
from prefcount.games.preferans.state import DUMPS, POOLS, WHISTS_ON
from prefcount.games.suits import contract_label
from prefcount.ledger.amount import Amount, exact, share
from prefcount.ledger.postings import NOBODY, Posting, Reason

FIXED_CONSOLATION = 10


def score_contract(rules: Rules, hand: ContractHand) -> list[Posting]:
    """The postings of a contract of six to ten, gains unlimited by the target."""
    return [*_declarer(rules, hand), *_defence(rules, hand), *_talon_bonus(rules, hand)]


def score_misere(rules: Rules, hand: MisereHand, opponents: tuple[int, ...]) -> list[Posting]:
    """The postings of a misère; `opponents` are all other players, a sitting dealer too."""
    return [*_misere(rules, hand), *_misere_whists(rules, hand, opponents)]


def _pool(player: int, amount: Amount, reason: Reason) -> Posting:
    return Posting(POOLS[player], amount, reason)


def _dump(player: int, amount: Amount, reason: Reason) -> Posting:
    return Posting(DUMPS[player], amount, reason)


def _whists(player: int, other: int, amount: Amount, reason: Reason) -> Posting:
    return Posting(WHISTS_ON[player][other], amount, reason)


def _declarer(rules: Rules, hand: ContractHand) -> Iterator[Posting]:
    declarer, label = hand.seats.declarer, contract_label(hand.contract)
    if hand.made:
        rule = "made" if hand.played else "half_taken" if HALF in hand.calls else "passed"
        yield _pool(declarer, hand.value, Reason(rule, (label, hand.value)))
        return
    price = hand.value * rules.multiplier
    rule = "left" if hand.left_without else "failed"
    yield _dump(declarer, price * hand.undertricks, Reason(rule, (hand.undertricks, price, label)))


def _defence(rules: Rules, hand: ContractHand) -> Iterator[Posting]:
    if hand.left_without:
        return
    if not hand.played:
        yield from _half_whist(rules, hand)
        return
    if hand.checked:
        yield from _checked_whists(rules, hand)
    else:
        yield from _trick_whists(rules, hand)
        yield from _whist_undertricks(rules, hand)
    if not hand.made:
        yield from _consolation(rules, hand)


def _half_whist(rules: Rules, hand: ContractHand) -> Iterator[Posting]:
    if HALF in hand.calls:
        tricks = share(QUOTAS[hand.level], 2)
        price = hand.value * rules.multiplier
        half = exact(tricks * price)
        yield _whists(hand.seats.second, hand.seats.declarer, half, Reason("half_whist", (tricks, price)))


def _whisters(hand: ContractHand) -> tuple[int, ...]:
    """Who whisted, in the order of the calls: defenders, or the dealer who returned the whist."""
    callers = (hand.seats.first, hand.seats.second, hand.seats.idle)
    return tuple(player for player, call in zip(callers, hand.calls, strict=False) if call == WHIST)


def _sharer(rules: Rules, hand: ContractHand) -> int:
    """With whom a lone whister shares his whists, or NOBODY (section 2; fine print 9 and 10)."""
    if rules.style != "gentleman" or hand.seats.second == NOBODY or _dealer_whisted(hand):
        return NOBODY
    if hand.made and rules.gentleman_scope != "always":
        return NOBODY
    if HALF in hand.calls:
        shares = not hand.made and rules.returned_half_whister == "share"
        return hand.seats.second if shares else NOBODY
    return hand.seats.first if hand.calls[0] == PASS else hand.seats.second


def _dealer_whisted(hand: ContractHand) -> bool:
    return len(hand.calls) == 3


def _trick_whists(rules: Rules, hand: ContractHand) -> Iterator[Posting]:
    price, declarer = hand.value * rules.multiplier, hand.seats.declarer
    whisters = _whisters(hand)
    if len(whisters) == 2:
        for player in whisters:
            own = hand.own(player)
            yield _whists(player, declarer, own * price, Reason("whist", (own, price)))
        return
    both = 10 - hand.taken
    sharer = _sharer(rules, hand)
    if sharer == NOBODY:
        yield _whists(whisters[0], declarer, both * price, Reason("whist", (both, price)))
        return
    for player in (whisters[0], sharer):
        yield _whists(player, declarer, share(both * price, 2), Reason("whist_shared", (both, price)))


def _checked_whists(rules: Rules, hand: ContractHand) -> Iterator[Posting]:
    """Trick whists of a ten that was laid open: only where it failed (section 2)."""
    if hand.made or rules.ten_checked_whists == "none":
        return
    price, declarer, both = hand.value * rules.multiplier, hand.seats.declarer, 10 - hand.taken
    defenders = hand.seats.defenders
    for player in defenders:
        if len(defenders) == 1:
            yield _whists(player, declarer, both * price, Reason("whist", (both, price)))
        elif rules.ten_checked_whists == "shared":
            yield _whists(player, declarer, share(both * price, 2), Reason("whist_shared", (both, price)))
        else:
            own = hand.own(player)
            yield _whists(player, declarer, own * price, Reason("whist", (own, price)))


def _consolation(rules: Rules, hand: ContractHand) -> Iterator[Posting]:
    each = {"value": hand.value * rules.multiplier, "fixed": FIXED_CONSOLATION, "none": 0}[rules.consolation]
    for player in _consoled(rules, hand):
        reason = Reason("consolation", (hand.undertricks, each))
        yield _whists(player, hand.seats.declarer, each * hand.undertricks, reason)


def _consoled(rules: Rules, hand: ContractHand) -> Iterator[int]:
    """Who is entitled to consolation, defenders first (sections 1 and 2)."""
    for position, player in enumerate(hand.seats.defenders):
        call = WHIST if hand.checked else hand.calls[position]
        passer_gets = rules.consolation_to_passer
        if call == HALF:
            returned = rules.returned_half_whister
            entitled = returned == "consolation" or (returned == "share" and passer_gets)
        else:
            entitled = call == WHIST or passer_gets
        if entitled:
            yield player
    if hand.seats.idle != NOBODY and (rules.consolation_to_dealer or _dealer_whisted(hand)):
        yield hand.seats.idle


def _whist_undertricks(rules: Rules, hand: ContractHand) -> Iterator[Posting]:
    price = hand.value * rules.multiplier
    each = share(price, 2) if rules.responsibility == "half" else price
    for player, missing in _missing_tricks(rules, hand):
        yield _dump(player, exact(missing * each), Reason("whist_undertrick", (missing, each)))


def _missing_tricks(rules: Rules, hand: ContractHand) -> Iterator[tuple[int, Amount]]:
    """Whister and the undertricks he answers for (section 3; fine print 10 and 11)."""
    whisters = _whisters(hand)
    quota, both = QUOTAS[hand.level], 10 - hand.taken
    short = quota - both
    if len(whisters) == 1:
        if hand.made and short > 0 and not _dealer_whisted(hand):
            yield whisters[0], short
        return
    if rules.undertricks != "individual" and (not hand.made or short <= 0):
        return
    if quota == 1:
        yield from _bound_from_eight(rules, hand)
        return
    for player in whisters:
        own_missing = max(0, quota // 2 - hand.own(player))
        if rules.undertricks == "collective":
            yield player, min(own_missing, short)
        elif rules.undertricks == "shared":
            yield player, share(short, 2)
        else:
            yield player, own_missing


def _bound_from_eight(rules: Rules, hand: ContractHand) -> Iterator[tuple[int, Amount]]:
    """Who of two whisters without a trick answers for the one trick of an eight, nine or ten."""
    first, second = hand.seats.defenders
    bound = {"second": (second,), "first": (first,)}.get(rules.eight_up, (first, second))
    each: Amount = Fraction(1, 2) if rules.eight_up == "split" else 1
    for player in bound:
        if hand.own(player) == 0:
            yield player, each


def _talon_bonus(rules: Rules, hand: ContractHand) -> Iterator[Posting]:
    if not hand.talon_units or hand.left_without:
        return
    price, declarer, idle = hand.value * rules.multiplier, hand.seats.declarer, hand.seats.idle
    units = hand.talon_units
    if idle != NOBODY:
        yield _whists(idle, declarer, units * price, Reason("talon_bonus", (units, price)))
        return
    for player in hand.seats.defenders:
        yield _whists(player, declarer, share(units * price, 2), Reason("talon_bonus_split", (units, price)))


def _misere(rules: Rules, hand: MisereHand) -> Iterator[Posting]:
    declarer, dealer, taken = hand.seats.declarer, hand.seats.idle, hand.taken
    if rules.misere_half_with_dealer and dealer != NOBODY:
        value = share(hand.value, 2)
        made, failed = "misere_shared", "misere_shared_failed"
        players = [(declarer, dealer), (dealer, declarer)]
    else:
        value, made, failed = hand.value, "misere_made", "misere_failed"
        players = [(declarer, NOBODY)]
    price = exact(value * rules.multiplier)
    for player, partner in players:
        if hand.made:
            yield _pool(player, value, Reason(made, (value,), partner))
        else:
            yield _dump(player, exact(price * taken), Reason(failed, (taken, price), partner))


def _misere_whists(rules: Rules, hand: MisereHand, opponents: tuple[int, ...]) -> Iterator[Posting]:
    price, declarer = hand.value * rules.multiplier, hand.seats.declarer
    if rules.misere_consolation and not hand.made:
        for player in opponents:
            amount = price * hand.taken
            yield _whists(player, declarer, amount, Reason("misere_consolation", (hand.taken, price)))
    if hand.talon_units and hand.seats.idle != NOBODY:
        amount = price * hand.talon_units
        reason = Reason("misere_talon_bonus", (hand.talon_units, price))
        yield _whists(hand.seats.idle, declarer, amount, reason)
