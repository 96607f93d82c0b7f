"""A second score keeper of Balkan Preferans that shares no code with the program, and random games."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from prefcount.entries.models import Entry
from tests.games.family import Table

BALKAN = Table.of("balkan")
PEOPLE = ("Ana", "Boro", "Ceca", "Dina")
WORTH = {"pik": 2, "karo": 3, "herc": 4, "tref": 5, "betl": 6, "sans": 7}
DEFAULTS = BALKAN.game.rules({}).model_dump()

Object = dict[str, Any]


class Paper:
    """A sheet on paper: bule, supe and refe by name, written hand by hand by the rules."""

    def __init__(self, players: list[str], rules: Mapping[str, Any]) -> None:
        self.players, self.rules = players, {**DEFAULTS, **rules}
        self.bule = dict.fromkeys(players, int(self.rules["start_bule"]))
        self.supe: Counter[tuple[str, str]] = Counter()
        self.refe = dict.fromkeys(players, 0)
        self.written = 0

    @property
    def left(self) -> int:
        return sum(self.bule.values())

    @property
    def under_hat(self) -> bool:
        return min(self.bule.values()) < 0

    def hand(self, entry: Mapping[str, Any]) -> None:
        if entry["kind"] == "all_pass":
            self._refa()
            return
        declarer, contract, kontra = entry["declarer"], entry["contract"], entry.get("kontra", 0)
        igra = entry.get("igra", False)
        own = self.refe[declarer] > 0 and not (self.rules["refe_frozen_under_hat"] and self.under_hat)
        unit = 2 * (WORTH[contract] + (1 if igra else 0)) * 2**kontra * (2 if own else 1)
        if contract == "pik" and not igra and kontra == 0 and self.rules["pik_needs_kontra"]:
            self._pik(declarer, unit, own=own)
            return
        self._played(entry, unit)
        self.refe[declarer] -= own

    def _refa(self) -> bool:
        if self.under_hat or self.written >= self.rules["max_refe"]:
            return False
        self.written += 1
        for name in self.players:
            self.refe[name] += 1
        return True

    def _pik(self, declarer: str, unit: int, *, own: bool) -> None:
        if self._refa():
            return
        how = self.rules["pik_no_refe"]
        if how == "pass" or (how == "under_hat_only" and self.bule[declarer] < 0):
            self.bule[declarer] -= min(unit, self.left) if self.rules["cap_last_pass"] else unit
            self.refe[declarer] -= own

    def _played(self, entry: Mapping[str, Any], unit: int) -> None:
        declarer, followers, left = entry["declarer"], entry["followers"], self.left
        betl = entry["contract"] == "betl"
        took = {name: 0 if betl else each["tricks"] for name, each in followers.items()}
        total = sum(took.values())
        fell = entry["declarer_tricks"] > 0 if betl else total >= 5
        price = unit
        if fell:
            self.bule[declarer] += 2 * unit if self.rules["double_fall"] and unit > left else unit
        else:
            falls = [name for name in followers if self._falls(followers, took, name, betl=betl)]
            for name in falls:
                self.bule[name] += unit
            capped = self.rules["cap_last_pass"] and not falls and unit > left
            self.bule[declarer] -= left if capped else unit
            price = left if capped and self.rules["cap_last_supe"] else unit
        for name, each in followers.items():
            if betl:
                wins = each["role"] in ("follow", "kontra") or self.rules["betl_kontra"] == "both"
                self.supe[name, declarer] += 5 * unit if fell and wins else 0
            elif each["role"] == "follow":
                self.supe[name, declarer] += took[name] * price
            elif each["role"] in ("caller", "kontra"):
                self.supe[name, declarer] += total * price

    def _falls(self, followers: Mapping[str, Any], took: Mapping[str, int], name: str, *, betl: bool) -> bool:
        role, total = followers[name]["role"], sum(took.values())
        if role == "kontra":
            return True
        if betl or role not in ("follow", "caller"):
            return False
        if role == "caller":
            return total < 4
        both = all(each["role"] == "follow" for each in followers.values())
        enough_together = both and total >= 4 and self.rules["follower_quota"] == "joint"
        return took[name] < 2 and not enough_together

    def columns(self) -> Object:
        """Return every column, spelled as in output for programs."""
        found: Object = {
            name: {
                "bule": self.bule[name],
                "refe_open": self.refe[name],
                "supe": {other: self.supe[name, other] for other in self.players if other != name},
            }
            for name in self.players
        }
        return {**found, "@table": {"refe_written": self.written}}

    def results(self) -> dict[str, Fraction]:
        """Return each player's result. Bule that are left are written off, and all share bule below zero."""
        bule, shared = dict(self.bule), Fraction(0)
        while sum(bule.values()) >= len(bule):
            bule = {name: each - 1 for name, each in bule.items()}
        highest = sorted(self.players, key=lambda name: (-self.bule[name], self.players.index(name)))
        for name in highest[: max(0, sum(bule.values()))]:
            bule[name] -= 1
        if self.left < 0:
            shared = Fraction(10 * self.left, len(bule))
        return {
            name: sum(self.supe[name, other] - self.supe[other, name] for other in self.players)
            - 10 * bule[name]
            + shared
            for name in self.players
        }


RULES = st.fixed_dictionaries(
    {"start_bule": st.integers(3, 60)},
    optional={
        "max_refe": st.integers(0, 3),
        "follower_quota": st.sampled_from(["joint", "each2"]),
        "stop_at_five": st.booleans(),
        "betl_kontra": st.sampled_from(["kontra_only", "both"]),
        "pik_needs_kontra": st.booleans(),
        "pik_no_refe": st.sampled_from(["pass", "under_hat_only", "void"]),
        "cap_last_pass": st.booleans(),
        "cap_last_supe": st.booleans(),
        "double_fall": st.booleans(),
        "refe_frozen_under_hat": st.booleans(),
    },
)
PAIRS = (
    ("follow", "follow"),
    ("follow", "out"),
    ("out", "follow"),
    ("out", "out"),
    ("caller", "called"),
    ("called", "caller"),
    ("kontra", "helper"),
    ("helper", "kontra"),
)


@st.composite
def hands(draw: st.DrawFn, /, state: Any) -> Entry:
    """Draw a legal hand for a table."""
    people = [state.names[player] for player in state.seats]
    dealer = state.names[state.dealer]
    at = people.index(dealer)
    playing = [each for each in (*people[at + 1 :], *people[: at + 1]) if len(people) == 3 or each != dealer]
    if draw(st.integers(0, 5)) == 0:
        return BALKAN.entry("all_pass")
    declarer = draw(st.sampled_from(playing))
    contract, igra = draw(st.sampled_from(list(WORTH))), draw(st.booleans())
    fields: Object = {"declarer": declarer, "contract": contract, "igra": igra}
    betl = contract == "betl"
    roles = draw(st.sampled_from([PAIRS[0], *PAIRS[-2:]] if betl else PAIRS))
    if "kontra" in roles:
        fields["kontra"] = draw(st.integers(1, 4))
    left, followers = 5 if state.rules.stop_at_five else 10, {}
    at = playing.index(declarer)
    for name, role in zip((*playing[at + 1 :], *playing[:at]), roles, strict=True):
        tricks = 0 if role == "out" else draw(st.integers(0, left))
        left -= tricks
        followers[name] = {"role": role, "tricks": tricks}
    if betl:
        fields["declarer_tricks"] = draw(st.integers(0, 3))
    return BALKAN.entry("hand", **fields, followers=followers)
