"""What a contract or a misère writes (rule book, sections 1 to 3 and 7; fine print 8 to 14).

Pure functions of the rules and a resolved hand. The postings say what was won; what a full pool
does with a gain is decided in `pool_gains`.
"""

from collections.abc import Iterator
from fractions import Fraction

from prefcount.games.preferans.contract import HALF, PASS, WHIST, Call
from prefcount.games.preferans.hands import QUOTAS, ContractHand, MisereHand
from prefcount.games.preferans.options import PreferansRules
from prefcount.games.preferans.state import DUMPS, POOLS, WHISTS_ON
from prefcount.ledger.amount import Amount, divided, exact
from prefcount.ledger.postings import NOBODY, Posting, Reason


def score_contract(rules: PreferansRules, hand: ContractHand) -> list[Posting]:
    """The postings of a contract of six to ten, gains unlimited by the target."""
    return [*_declarer(rules, hand), *_defence(rules, hand), *_talon_bonus(rules, hand)]


def score_misere(rules: PreferansRules, hand: MisereHand, opponents: tuple[int, ...]) -> list[Posting]:
    """The postings of a misère; `opponents` are all other players, those who rest too."""
    return [*_misere(rules, hand), *_misere_whists(rules, hand, opponents)]


def _pool(player: int, amount: Amount, reason: Reason) -> Posting:
    return Posting(POOLS[player], amount, reason)


def _dump(player: int, amount: Amount, reason: Reason) -> Posting:
    return Posting(DUMPS[player], amount, reason)


def _whists(player: int, other: int, amount: Amount, reason: Reason) -> Posting:
    return Posting(WHISTS_ON[player][other], amount, reason)


def _declarer(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    declarer = hand.roles.declarer
    if hand.made:
        rule = "made" if hand.played else "half_taken" if HALF in hand.calls else "passed"
        yield _pool(declarer, hand.value, Reason(rule, {"contract": hand.contract, "value": hand.value}))
        return
    price = hand.value * rules.dump_times
    rule = "left" if hand.left_without else "failed"
    yield _dump(
        declarer,
        price * hand.undertricks,
        Reason(rule, {"count": hand.undertricks, "price": price, "contract": hand.contract}),
    )


def _defence(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
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


def _half_whist(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    if HALF in hand.calls:
        tricks = divided(QUOTAS[hand.level], 2)
        price = hand.value * rules.whist_times
        half = exact(tricks * price)
        yield _whists(
            hand.roles.second,
            hand.roles.declarer,
            half,
            Reason("half_whist", {"count": tricks, "price": price}),
        )


def _sharer(rules: PreferansRules, hand: ContractHand) -> int:
    """With whom a lone whister shares the whists, or NOBODY (section 2; fine print 9 and 10)."""
    if rules.style != "gentleman" or hand.roles.second == NOBODY or _dealer_whisted(hand):
        return NOBODY
    if hand.made and rules.gentleman_scope != "always":
        return NOBODY
    if HALF in hand.calls:
        shares = not hand.made and rules.returned_half_whister == "share"
        return hand.roles.second if shares else NOBODY
    return hand.roles.first if hand.calls[0] == PASS else hand.roles.second


def _dealer_whisted(hand: ContractHand) -> bool:
    return len(hand.calls) == 3


def _trick_whists(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    price, declarer = hand.value * rules.whist_times, hand.roles.declarer
    whisters = hand.whisters
    if len(whisters) == 2:
        for player in whisters:
            own = hand.own(player)
            yield _whists(player, declarer, own * price, Reason("whist", {"count": own, "price": price}))
        return
    counted = _counted(rules, hand)
    sharer = _sharer(rules, hand)
    if sharer == NOBODY:
        yield _whists(
            whisters[0], declarer, counted * price, Reason("whist", {"count": counted, "price": price})
        )
        return
    for player in (whisters[0], sharer):
        yield _whists(
            player,
            declarer,
            divided(counted * price, 2),
            Reason("whist_shared", {"count": counted, "price": price}),
        )


def _counted(rules: PreferansRules, hand: ContractHand) -> int:
    """The tricks that a single whister writes and answers for (sections 2 and 13)."""
    if hand.lone_whister and rules.lone_whister == "own":
        return hand.own(hand.whisters[0])
    return 10 - hand.taken


def _checked_whists(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    """Trick whists of a ten that was laid open: only where it failed (section 2)."""
    if hand.made or rules.ten_checked_whists == "none":
        return
    price, declarer, both = hand.value * rules.whist_times, hand.roles.declarer, 10 - hand.taken
    defenders = hand.roles.defenders
    for player in defenders:
        if len(defenders) == 1:
            yield _whists(player, declarer, both * price, Reason("whist", {"count": both, "price": price}))
        elif rules.ten_checked_whists == "shared":
            yield _whists(
                player,
                declarer,
                divided(both * price, 2),
                Reason("whist_shared", {"count": both, "price": price}),
            )
        else:
            own = hand.own(player)
            yield _whists(player, declarer, own * price, Reason("whist", {"count": own, "price": price}))


def _consolation(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    by_value = hand.value * rules.whist_times
    if rules.consolation_cap:
        by_value = min(by_value, rules.consolation_cap)
    each = {"value": by_value, "fixed": rules.consolation_fixed, "none": 0}[rules.consolation]
    for player in _consoled(rules, hand):
        reason = Reason("consolation", {"count": hand.undertricks, "price": each})
        yield _whists(player, hand.roles.declarer, each * hand.undertricks, reason)


def _consoled(rules: PreferansRules, hand: ContractHand) -> Iterator[int]:
    """Who is entitled to consolation, defenders first (sections 1, 2 and 13)."""
    if _dealer_whisted(hand) and rules.dealer_whist_alone:
        yield hand.roles.idle
        return
    calls = (WHIST, WHIST) if hand.checked else hand.calls
    for player, call in zip(hand.roles.defenders, calls, strict=False):
        if _is_consoled(rules, call):
            yield player
    if hand.roles.idle != NOBODY and (rules.consolation_to_dealer or _dealer_whisted(hand)):
        yield hand.roles.idle


def _is_consoled(rules: PreferansRules, call: Call) -> bool:
    """Whether a defender who called so is entitled to consolation."""
    if call == HALF and rules.returned_half_whister != "share":
        return rules.returned_half_whister == "consolation"
    return call == WHIST or rules.consolation_to_passer


def _whist_undertricks(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    price = hand.value * rules.dump_times
    each = divided(price, 2) if rules.responsibility == "half" else price
    for player, missing in _missing_tricks(rules, hand):
        yield _dump(
            player, exact(missing * each), Reason("whist_undertrick", {"count": missing, "price": each})
        )


def _missing_tricks(rules: PreferansRules, hand: ContractHand) -> Iterator[tuple[int, Amount]]:
    """Whister and the undertricks he answers for (sections 3 and 13; fine print 10 and 11)."""
    whisters, quota = hand.whisters, QUOTAS[hand.level]
    if len(whisters) == 1:
        if hand.made and not _dealer_whisted(hand):
            bound = max(1, quota // 2) if hand.lone_whister and rules.lone_quota == "half" else quota
            yield whisters[0], max(0, bound - _counted(rules, hand))
        return
    short = quota - (10 - hand.taken)
    if rules.undertricks != "individual" and (not hand.made or short <= 0):
        return
    if quota == 1:
        yield from _bound_from_eight(rules, hand)
        return
    for player in whisters:
        yield player, _answered_for(rules, hand, player, short)


def _answered_for(rules: PreferansRules, hand: ContractHand, player: int, short: int) -> Amount:
    """What one of two whisters answers for, of the `short` undertricks of both on a six or seven."""
    own_missing = max(0, QUOTAS[hand.level] // 2 - hand.own(player))
    match rules.undertricks:
        case "collective":
            return min(own_missing, short)
        case "shared":
            return divided(short, 2)
        case "both":
            return short
        case "fewer":
            return _of_the_fewer(hand, player, short)
    return own_missing


def _of_the_fewer(hand: ContractHand, player: int, short: int) -> Amount:
    """What one of two whisters answers for where the one with fewer tricks answers for all (section 13)."""
    first, second = hand.roles.defenders
    own, other = hand.own(player), hand.own(first if player == second else second)
    return divided(short, 2) if own == other else short if own < other else 0


def _bound_from_eight(rules: PreferansRules, hand: ContractHand) -> Iterator[tuple[int, Amount]]:
    """Who of two whisters without a trick answers for the one trick of an eight, nine or ten."""
    first, second = hand.roles.defenders
    bound = {"second": (second,), "first": (first,)}.get(rules.eight_up, (first, second))
    each: Amount = Fraction(1, 2) if rules.eight_up == "split" else 1
    for player in bound:
        if hand.own(player) == 0:
            yield player, each


def _talon_bonus(rules: PreferansRules, hand: ContractHand) -> Iterator[Posting]:
    if not hand.talon_units or hand.left_without:
        return
    price, declarer, idle = hand.value * rules.whist_times, hand.roles.declarer, hand.roles.idle
    units = hand.talon_units
    if idle != NOBODY:
        yield _whists(idle, declarer, units * price, Reason("talon_bonus", {"count": units, "price": price}))
        return
    for player in hand.roles.defenders:
        yield _whists(
            player,
            declarer,
            divided(units * price, 2),
            Reason("talon_bonus_split", {"count": units, "price": price}),
        )


def _misere(rules: PreferansRules, hand: MisereHand) -> Iterator[Posting]:
    declarer, dealer, taken = hand.roles.declarer, hand.roles.idle, hand.taken
    if rules.misere_half_with_dealer and dealer != NOBODY:
        value = divided(hand.value, 2)
        made, failed = "misere_shared", "misere_shared_failed"
        players = [(declarer, dealer), (dealer, declarer)]
    else:
        value, made, failed = hand.value, "misere_made", "misere_failed"
        players = [(declarer, NOBODY)]
    price = exact(value * rules.dump_times)
    for player, partner in players:
        if hand.made:
            yield _pool(player, value, Reason(made, {"value": value}, partner))
        else:
            yield _dump(
                player, exact(price * taken), Reason(failed, {"count": taken, "price": price}, partner)
            )


def _misere_whists(rules: PreferansRules, hand: MisereHand, opponents: tuple[int, ...]) -> Iterator[Posting]:
    price, declarer = hand.value * rules.whist_times, hand.roles.declarer
    if rules.misere_consolation and not hand.made:
        for player in opponents:
            amount = price * hand.taken
            yield _whists(
                player, declarer, amount, Reason("misere_consolation", {"count": hand.taken, "price": price})
            )
    if hand.talon_units and hand.roles.idle != NOBODY:
        price = hand.talon_value * rules.whist_times
        amount = price * hand.talon_units
        reason = Reason("misere_talon_bonus", {"count": hand.talon_units, "price": price})
        yield _whists(hand.roles.idle, declarer, amount, reason)
