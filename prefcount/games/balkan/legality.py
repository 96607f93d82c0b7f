"""Whether a hand of Balkan Preferans can be: entries become hands, or all their problems at once.

Source: rules of the relatives, sections 2.2 to 2.4.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.games.balkan.entries import (
    BalkanAllPassEntry,
    BalkanContractEntry,
    Contract,
    FollowerEntry,
    Role,
)
from prefcount.games.balkan.options import BalkanRules
from prefcount.games.balkan.state import OVER, BalkanState
from prefcount.games.state import Resolved, by_player, dealer_named, declarer_named, listed, over_problems

VALUES: Mapping[Contract, int] = {"pik": 2, "karo": 3, "herc": 4, "tref": 5, "betl": 6, "sans": 7}
PAIRS: tuple[set[Role], ...] = (
    {"follow"},
    {"follow", "out"},
    {"out"},
    {"caller", "called"},
    {"kontra", "helper"},
)
"""What the two others can be together."""
BETL_PAIRS: tuple[set[Role], ...] = ({"follow"}, {"kontra", "helper"})
FALL = 5
"""The tricks of the followers with which the declarer has fallen."""
ALL_TRICKS = 10


class BalkanContract(NamedTuple):
    """A contract that was declared.

    Attributes:
        dealer: who dealt.
        declarer: who plays it.
        contract: one of VALUES.
        igra: whether it is played from the hand, without the talon.
        kontra: 0 none, 1 kontra, 2 rekontra, 3 subkontra, 4 mortkontra.
        followers: the two others who hold cards, in turn order; nobody where the hand is not played.
        roles: what each of them is.
        tricks: what each of them took; nothing of a betl.
        fell: whether the declarer fell.
        played: whether it was played at all: a pik that nobody kontras may not be.
    """

    dealer: int
    declarer: int
    contract: Contract
    igra: bool
    kontra: int
    followers: tuple[int, ...] = ()
    roles: tuple[Role, ...] = ()
    tricks: tuple[int, ...] = ()
    fell: bool = False
    played: bool = True

    @property
    def total(self) -> int:
        """The tricks of both followers."""
        return sum(self.tricks)

    @property
    def unit(self) -> int:
        """U without a refa: what the declarer writes in bule, and a follower for each trick in supe."""
        return (VALUES[self.contract] + self.igra) << (1 + self.kontra)

    def who(self, role: Role) -> tuple[int, ...]:
        """The followers with a role."""
        return tuple(player for player, own in zip(self.followers, self.roles, strict=True) if own == role)


class BalkanAllPass(NamedTuple):
    """A hand in which everybody passed."""

    dealer: int


HandPlayed = BalkanContract | BalkanAllPass
Followers = dict[int, FollowerEntry]


def resolve(state: BalkanState, entry: BalkanContractEntry | BalkanAllPassEntry) -> Resolved[HandPlayed]:
    """The hand that an entry describes at this point of the game, or None and all its problems."""
    problems = over_problems(state, OVER)
    dealer, further = dealer_named(state, entry)
    problems += further
    hand: HandPlayed | None = BalkanAllPass(dealer)
    if isinstance(entry, BalkanContractEntry):
        hand, further = _contract(state, entry, dealer)
        problems += further
    return (None, problems) if problems else (hand, [])


def unplayed(rules: BalkanRules, contract: str, *, igra: bool, kontra: int) -> bool:
    """Whether a contract is not played out: a pik that nobody kontras (section 2.4)."""
    return contract == "pik" and not igra and not kontra and rules.pik_needs_kontra


def _contract(state: BalkanState, entry: BalkanContractEntry, dealer: int) -> Resolved[BalkanContract]:
    declarer, problems = declarer_named(state, entry.declarer, dealer)
    if declarer is None:
        return None, problems
    players = state.seats.opponents(declarer, dealer)

    def stranger(name: str, _follower: FollowerEntry) -> Problem:
        sentence = N_("{name} is not one of the two others, who are {who}")
        return problem(f"followers.{name}", sentence, name=name, who=listed(state, players))

    followers, problems = by_player(state, "followers", entry.followers, players, stranger)
    played = not unplayed(state.rules, entry.contract, igra=entry.igra, kontra=entry.kontra)
    if followers or played:
        problems += _role_problems(state, entry, followers, players)
    if played and len(followers) == len(players):
        problems += _trick_problems(state, entry, followers)
    problems += _own_trick_problems(entry)
    if problems:
        return None, problems
    hand = BalkanContract(dealer, declarer, entry.contract, entry.igra, entry.kontra, played=played)
    return _followed(hand, entry, [(player, followers[player]) for player in players]) if played else hand, []


def _followed(
    hand: BalkanContract, entry: BalkanContractEntry, followers: Sequence[tuple[int, FollowerEntry]]
) -> BalkanContract:
    """A hand that was played out, with what its followers did."""
    players = tuple(player for player, _follower in followers)
    roles = tuple(follower.role for _player, follower in followers)
    if entry.contract == "betl":
        return hand._replace(followers=players, roles=roles, tricks=(0, 0), fell=bool(entry.declarer_tricks))
    tricks = tuple(follower.tricks or 0 for _player, follower in followers)
    return hand._replace(followers=players, roles=roles, tricks=tricks, fell=sum(tricks) >= FALL)


def _own_trick_problems(entry: BalkanContractEntry) -> Iterator[Problem]:
    """Tricks of the declarer that are missing, or that follow from those of the others."""
    if entry.contract == "betl" and entry.declarer_tricks is None:
        yield problem("declarer_tricks", N_("is missing: 0 if betl was made, at least 1 if it fell"))
    if entry.contract != "betl" and entry.declarer_tricks is not None:
        sentence = N_("are entered only for betl; otherwise they follow from the followers'")
        yield problem("declarer_tricks", sentence)


def _role_problems(
    state: BalkanState, entry: BalkanContractEntry, followers: Followers, players: tuple[int, int]
) -> Iterator[Problem]:
    """Roles that are missing, do not go together, or not with the contract or the level of kontra."""
    for player in players:
        if player not in followers:
            sentence = N_(
                "is missing: say whether they came, stayed out, called, were called, or gave kontra"
            )
            yield problem(f"followers.{state.names[player]}", sentence)
    if len(followers) == len(players):
        yield from _ill_matched(state, entry, followers)


def _ill_matched(state: BalkanState, entry: BalkanContractEntry, followers: Followers) -> Iterator[Problem]:
    roles = {follower.role for follower in followers.values()}
    if entry.contract == "betl" and not roles <= {"follow", "kontra", "helper"}:
        for player, follower in followers.items():
            if follower.role in ("out", "caller", "called"):
                sentence = N_(
                    "both other players always play against betl; write follow, kontra or helper, not {role}"
                )
                yield problem(f"followers.{state.names[player]}.role", sentence, role=follower.role)
    elif roles not in (BETL_PAIRS if entry.contract == "betl" else PAIRS):
        yield problem("followers", _unfit_pair(roles), roles=", ".join(sorted(roles)))
    yield from _kontra_problems(entry, roles)


def _kontra_problems(entry: BalkanContractEntry, roles: Set[Role]) -> Iterator[Problem]:
    if "kontra" in roles and not entry.kontra:
        sentence = N_("is missing: there was a kontra, so it is 1 for kontra up to 4 for mortkontra")
        yield problem("kontra", sentence)
    if entry.kontra and "kontra" not in roles:
        sentence = N_("is {kontra}, but nobody has the role kontra; name who gave it, or write 0")
        yield problem("kontra", sentence, kontra=entry.kontra)


def _unfit_pair(roles: set[Role]) -> str:
    if roles == {"caller"}:
        return N_("cannot both call; the one who was called in is “called”")
    if roles == {"kontra"}:
        return N_("cannot both give kontra; the other one is “helper”")
    if "caller" in roles or "called" in roles:
        return N_("are {roles}: a caller needs the other one as “called”, and the reverse")
    return N_("are {roles}: who gave kontra needs the other one as “helper”, and the reverse")


def _trick_problems(
    state: BalkanState, entry: BalkanContractEntry, followers: Followers
) -> Iterator[Problem]:
    if entry.contract == "betl":
        return
    for player, follower in followers.items():
        field = f"followers.{state.names[player]}.tricks"
        if follower.role == "out" and follower.tricks:
            yield problem(field, N_("who stays out takes no trick, not {given}"), given=follower.tricks)
        elif follower.tricks is None:
            yield problem(field, N_("is missing: say how many tricks they took"))
    total = sum(follower.tricks or 0 for follower in followers.values())
    if state.rules.stop_at_five and total > FALL:
        stopped = N_("take {total} tricks together; the hand stops when they have 5")
        yield problem("followers", stopped, total=total)
    elif total > ALL_TRICKS:
        yield problem("followers", N_("take {total} tricks together; a hand has 10"), total=total)
