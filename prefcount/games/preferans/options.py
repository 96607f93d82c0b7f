"""Options of Russian Preferans, grouped like the rule book, and the presets.

Each option is a field with a sentence for the help and the rules screen. Its type lists the allowed values. A
preset is a difference from the defaults (rule book, sections 4 and 9; fine print 6, 19, 20, 24 and 26).
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from prefcount.base.i18n import N_
from prefcount.base.problems import Problem, problem
from prefcount.entries.models import MAX_PLAYERS
from prefcount.games.rules import OptionGroup, Options, Preset, Ruleset, merge_options
from prefcount.games.words import Goal

Level = Annotated[int, Field(ge=6, le=10)]
Units = Annotated[int, Field(ge=0, le=1000)]
PoolSize = Annotated[int, Field(ge=1, le=100_000)]
Worth = Annotated[int, Field(ge=1, le=100)]
Times = Annotated[int, Field(ge=1, le=10)]
Count = Annotated[int, Field(ge=0, le=100)]
Prize = Annotated[int, Field(ge=0, le=100_000)]

_writing = OptionGroup("writing", "How points are written", "13")
_declarer = OptionGroup("declarer", "Declarer", "1")
_whists = OptionGroup("whists", "Whists", "2")
_undertricks = OptionGroup("undertricks", "Undertricks of whisters", "3")
_raspasy = OptionGroup("raspasy", "Raspasy", "4")
_end = OptionGroup("end", "Full pools and the end of the game", "5")
_settlement = OptionGroup("settlement", "Settlement", "6")
_side = OptionGroup("side", "Side records", "7")
_hussar = OptionGroup("hussar", "Two players", "8")

ZeroBonus = Literal["price", "one", "multiplier", "dump_one_trick", "dump_two_tricks", "none"]


class RaspasyRules(Options):
    """The options of all-pass hands (rule book, section 4)."""

    to: Literal["dump", "whists"] = _raspasy(
        "dump",
        "Tricks in raspasy are written either in the dump, or as whists (as in Rostov).",
        word="Raspasy: written in",
    )
    base: Units = _raspasy(
        1, "Dump points for each trick in the first raspasy of a row.", word="Raspasy: price of a trick"
    )
    progression: Literal["constant", "arithmetic", "geometric"] = _raspasy(
        "arithmetic",
        "Price of a trick in the first, second and third raspasy in a row: 1-1-1, 1-2-3 or "
        "1-2-4, up to a limit.",
        word="Raspasy: price grows",
    )
    cap: Units = _raspasy(
        3,
        "Limit of the price of a trick in raspasy, as a multiple of the first price; 0 means no limit.",
        word="Raspasy: price grows up to",
    )
    zero_bonus: ZeroBonus | None = _raspasy(
        None,
        "Bonus for a player who takes no trick in raspasy: the price of a trick, or another bonus.",
        word="Raspasy: bonus for no trick",
    )
    amnesty: bool = _raspasy(
        False,
        "In raspasy, the smallest number of tricks is subtracted from every player's tricks.",
        word="Raspasy: fewest tricks off all",
    )
    dealer: Literal["plays_talon", "sits_out"] = _raspasy(
        "plays_talon",
        "In raspasy, a dealer without cards either leads the two talon cards, or sits out.",
        word="Raspasy: dealer without cards",
    )
    dealer_zero_bonus: Literal["playing", "always", "never"] = _raspasy(
        "playing",
        "Whether a dealer who takes no trick in raspasy gets the bonus too, if raspasy are "
        "written in the dump.",
        word="Raspasy: dealer's bonus for no trick",
    )
    exit: Annotated[tuple[Level, ...], Field(min_length=1, max_length=10)] = _raspasy(
        (6,),
        "Lowest contracts that end raspasy: after one raspasy, after two and after three in a row.",
        word="Raspasy: lowest bid after them",
        usual=[[6], [6, 7, 7], [6, 7, 8], [7, 7, 7]],
    )
    reset: Literal["any_hand", "made", "made_whisted"] = _raspasy(
        "any_hand",
        "Which contract ends a row of raspasy: any contract, a made one, or one that "
        "was made against a whist.",
        word="Raspasy: ended by a contract",
    )
    misere_resets: Literal["any", "made", "never"] = _raspasy(
        "any", "Whether a misère ends a row of raspasy.", word="Raspasy: ended by a misère"
    )
    rotation: Literal["moves", "stays"] = _raspasy(
        "moves", "Whether the deal moves on after a raspasy.", word="Raspasy: the deal"
    )
    stays_at_most: Count = _raspasy(
        0,
        "Number of raspasy with the same dealer after which the deal moves on; 0 means no limit.",
        section="13",
        word="Raspasy: most with the same dealer",
    )
    stay_fee: Count = _raspasy(
        0,
        "Fee in dump points for a dealer who had too many raspasy, so that the deal moves on.",
        section="13",
        word="Raspasy: fee when the deal moves on",
    )
    cycle: bool = _raspasy(
        False,
        "After their last step, the lowest bid and the price of raspasy start again from the first step.",
        section="13",
        word="Raspasy: steps start again",
    )
    trick_whists: Units = _raspasy(
        5,
        "Raspasy in whists: whists that the player with the fewest tricks writes for each"
        " trick of another player.",
        word="Raspasy: whists a trick",
    )
    basis: Literal["tricks", "difference"] = _raspasy(
        "tricks",
        "Raspasy in whists: whists are written either for all tricks of another player, or only "
        "for those above the fewest.",
        word="Raspasy: whists for",
    )
    tie: Literal["half", "none"] = _raspasy(
        "half",
        "Raspasy in whists: two players tied for the fewest tricks write either half of the "
        "whists each, or none.",
        word="Raspasy: at a tie",
    )
    dealer_pool: Units = _raspasy(
        1,
        "Raspasy in whists, with four or five players: pool points for the dealer, who sits out.",
        word="Raspasy: dealer's pool",
    )

    @property
    def bonus(self) -> ZeroBonus:
        """The option `zero_bonus`, or by default "price" if tricks go to the dump, and "one" if not."""
        if self.zero_bonus is not None:
            return self.zero_bonus
        return "price" if self.to == "dump" else "one"


class PreferansRules(Options):
    """The value of each option at one table (rule book, sections 1 to 9). Immutable."""

    preset: str = _writing("sochi", "The preset that the options start from.", section="9")
    target: PoolSize = _end(20, "Pool points that every player has to reach.", word="Pool target")

    doubled: bool = _writing(
        False,
        "Dump, whists and consolation are written double, and a pool point is worth two dump points.",
        section="0",
        word="Everything counts double",
    )

    dump_factor: Times | None = _writing(
        None,
        "Factor for the dump points of failed contracts and of whisters' undertricks.",
        word="Dump is written times",
    )
    whist_factor: Times | None = _writing(
        None, "Factor for whists and consolation.", word="Whists are written times"
    )
    pool_factor: Times | None = _writing(
        None, "Number of dump points that one pool point is worth.", word="A pool point in dump points"
    )
    values: Annotated[tuple[Worth, ...], Field(min_length=5, max_length=5)] = _writing(
        (2, 4, 6, 8, 10),
        "Values of the contracts from six to ten.",
        word="Values of six to ten",
        usual=[[2, 4, 6, 8, 10], [8, 16, 24, 32, 40]],
    )

    consolation: Literal["value", "fixed", "none"] = _declarer(
        "value",
        "Consolation that opponents write for each undertrick: the contract's value, a "
        "fixed number, or nothing.",
        word="Consolation per undertrick",
    )
    consolation_fixed: Count = _declarer(
        10,
        "Whists for each undertrick, if the consolation is a fixed number.",
        section="13",
        word="Fixed consolation",
    )
    consolation_cap: Count = _declarer(
        0,
        "Most whists of consolation for each undertrick, if consolation is the contract's value; "
        "0 means no limit.",
        section="13",
        word="Consolation at most",
    )
    consolation_to_passer: bool = _declarer(
        True, "The defender who passed gets consolation too.", word="Passer gets consolation"
    )
    consolation_to_dealer: bool = _declarer(
        True, "The dealer who sits out gets consolation too.", word="Resting dealer gets consolation"
    )
    leave_without: Literal[0, 2, 3] = _declarer(
        3,
        "Number of undertricks with which a declarer may concede before play; 0 means "
        "that nobody may concede.",
        word="Conceding, down by",
    )
    misere_consolation: bool = _declarer(
        False,
        "Opponents write whists for the tricks of a failed misère.",
        word="Consolation for a misère caught",
    )
    misere_value: Worth = _declarer(10, "The value of a misère.", section="13", word="Value of a misère")
    misere_blind_value: Units | None = _declarer(
        None, "The value of a misère without the talon.", word="Value of a misère without the talon"
    )
    nine_blind_value: Units | None = _declarer(
        None, "The value of a nine without the talon.", word="Value of a nine without the talon"
    )
    misere_half_with_dealer: bool = _declarer(
        False,
        "With four or five players, the declarer and the dealer share a misère equally.",
        word="Misère shared with the dealer",
    )

    style: Literal["greedy", "gentleman"] = _whists(
        "greedy",
        "A lone whister either keeps all whists of a failed contract, or shares them with the "
        "defender who passed.",
        word="Style of whisting",
    )
    gentleman_scope: Literal["failed", "always"] = _whists(
        "failed",
        "Gentleman whist shares either only the whists of failed contracts, or those of made contracts too.",
        word="Gentlemen share",
    )
    half_whist: bool = _whists(
        True, "After the first defender passed, the second may take half a whist.", word="Half-whist"
    )
    half_whist_levels: Annotated[tuple[Level, ...], Field(max_length=5)] = _whists(
        (6, 7),
        "The levels at which half-whist is allowed.",
        word="Half-whist on",
        usual=[[6, 7], [6], [6, 7, 8]],
    )
    first_half_whist: bool = _whists(
        False,
        "The first defender may also take half a whist, if the second passes.",
        section="13",
        word="The first may take half",
    )
    returned_half_whister: Literal["none", "consolation", "share"] = _whists(
        "none",
        "After a returned whist, a failed contract brings the half-whister either nothing, or "
        "consolation, or a share of the whists.",
        word="Half-whister after a returned whist",
    )
    dealer_may_whist: bool = _whists(
        False,
        "With four or five players, the dealer may whist after a pass and a half-whist.",
        word="Resting dealer may whist",
    )
    dealer_may_whist_passes: bool = _whists(
        False,
        "With four or five players, the dealer may whist after both defenders passed.",
        section="13",
        word="Dealer may whist after two passes",
    )
    dealer_whist_alone: bool = _whists(
        False,
        "If the dealer whists, no other player writes whists or consolation.",
        section="13",
        word="Dealer who whists writes alone",
    )
    lone_whister: Literal["all", "own"] = _whists(
        "all",
        "A lone whister writes whists and undertricks either for all tricks of the defence, or "
        "only for their own tricks.",
        section="13",
        word="A lone whister writes",
    )
    stalingrad: bool = _whists(
        False, "On six spades both defenders must whist.", word="Stalingrad: six spades"
    )
    ten: Literal["whisted", "checked"] = _whists(
        "whisted",
        "A ten is whisted like any contract, or the cards are laid open and checked without whists.",
        word="Ten",
    )
    ten_checked_whists: Literal["own", "shared", "none"] = _whists(
        "own",
        "When a ten is checked and fails, each defender writes whists for their own "
        "tricks, for half of all tricks, or for none.",
        word="Whists of a checked ten",
    )

    responsibility: Literal["full", "half"] = _undertricks(
        "full",
        "An undertrick of a whister costs its full value (responsible whist) or half of it "
        "(half-responsible whist).",
        word="Whisters' responsibility",
    )
    undertricks: Literal["collective", "personal", "shared", "individual", "both", "fewer"] = _undertricks(
        "collective",
        "How two whisters divide the undertricks of the defence.",
        word="Undertricks of two whisters",
    )
    lone_quota: Literal["whole", "half"] = _undertricks(
        "whole",
        "A lone whister must take either as many tricks as both defenders together, or as many "
        "as one of them.",
        section="13",
        word="A lone whister is bound for",
    )
    eight_up: Literal["second", "first", "both", "split"] = _undertricks(
        "second",
        "Who pays if the defenders miss the one trick required on an eight, nine or ten.",
        word="Trick short on 8, 9, 10: paid by",
    )

    raspasy: RaspasyRules = Field(default_factory=RaspasyRules)

    made_first: Literal["pool", "dump"] = _end(
        "pool",
        "Points for a contract either fill the pool at once, or first write off the declarer's own dump.",
        word="Contracts made go first to",
    )
    aid: bool = _end(
        True,
        "American aid: points above a full pool go to another player's pool, and the "
        "helper writes whists for them.",
        word="American aid",
    )
    aid_order: Literal["highest", "lowest", "clockwise"] = _end(
        "highest",
        "Order of American aid: first to the largest pool, to the smallest pool, or to the next player.",
        word="Aid goes first to",
    )
    dump_floor: Literal["none", "zero"] = _end(
        "none",
        "Aid that no other pool can take is taken off the helper's own dump, either down to zero "
        "at most, or also below zero.",
        section="13",
        word="Aid writes the dump off down to",
    )
    end: Literal["each", "total", "any", "hands", "time", "manual"] = _end(
        "each",
        "The game ends when every pool is full, when one pool is full, when all pools "
        "together reach the target, after a number of hands, or by time.",
        word="Game ends by",
    )
    hands: Annotated[int, Field(ge=1, le=100_000)] | None = _end(
        None, "Number of hands in a game that ends after a number of hands.", word="Hands of a game"
    )
    minutes: Annotated[int, Field(ge=1, le=100_000)] | None = _end(
        None, "Length of a timed game in minutes.", word="Minutes of a game"
    )
    finish_circle: bool = _end(
        False,
        "The game goes on until all players have dealt equally often.",
        section="14",
        word="Circle is played to its end",
    )

    dump_divisor: Literal["n", "n_minus_1", "one"] = _settlement(
        "n",
        "The whists for a dump point are divided by the number of players, by the number "
        "of opponents, or not at all.",
        word="Dump is divided by",
    )
    dump_points: Literal["dump", "whists"] = _settlement(
        "dump",
        "Dump points are written either in the dump, or at once as five whists for every opponent.",
        word="Dump points are",
    )
    rounding: Literal["exact", "whole", "paper"] = _settlement(
        "exact",
        "Rounding of results before money is paid: none, to whole whists at the end, or to whole "
        "whists as on paper.",
    )

    prize_first: Prize = _settlement(
        0,
        "Whists that each other player pays to the player with the first full pool.",
        section="14",
        word="Prize for the first full pool",
    )
    prize_dump: Prize = _settlement(
        0,
        "Whists that each other player pays to the player with the smallest dump at the end.",
        section="14",
        word="Prize for the smallest dump",
    )

    misdeal_dump: Units = _side(
        2, "Dump points that the dealer writes for a misdeal.", word="Dump for a misdeal"
    )
    talon_bonus: bool = _side(
        False,
        "With four or five players, the dealer writes whists for high cards in the talon, such as aces.",
        word="Bonus for the talon's cards",
    )
    talon_bonus_3p: Literal["none", "split"] = _side(
        "none",
        "With three players, both opponents of the declarer share the talon bonus.",
        word="Talon bonus of three players",
    )
    misere_talon_bonus: bool = _side(
        False, "The dealer writes whists for sevens in the talon of a misère.", word="Talon bonus at misère"
    )
    bombs: bool = _side(
        False, "After raspasy, every player has a bomb, so that the player's next contract counts double."
    )

    hussar_raspasy: Literal["own", "off"] = _hussar(
        "own", "Whether raspasy of two players are scored.", word="Raspasy of two"
    )

    @property
    def _doubling(self) -> int:
        return 2 if self.doubled else 1

    @property
    def dump_times(self) -> int:
        """The factor by which new dump points are multiplied (k of the dump in the rule book)."""
        return self._doubling if self.dump_factor is None else self.dump_factor

    @property
    def whist_times(self) -> int:
        """The factor by which new whists are multiplied (k in the rule book).

        Consolation is multiplied, too, unless it is a fixed number of whists.
        """
        return self._doubling if self.whist_factor is None else self.whist_factor

    @property
    def pool_worth(self) -> int:
        """The number of dump points that one pool point is worth (P in the rule book)."""
        return self._doubling if self.pool_factor is None else self.pool_factor

    def value(self, level: int, *, blind: bool = False) -> int:
        """Return the value of a contract. `blind` is True for a nine that is played without the talon."""
        if blind and level == 9 and self.nine_blind_value is not None:
            return self.nine_blind_value
        return self.values[level - 6]

    def value_of_misere(self, *, blind: bool) -> int:
        blind_value = self.misere_blind_value if blind else None
        return self.misere_value if blind_value is None else blind_value


ARGUED = frozenset(
    {
        *("target", "end", "aid", "doubled", "consolation", "style", "responsibility", "undertricks"),
        *("raspasy.to", "raspasy.progression", "raspasy.exit", "raspasy.zero_bonus", "rounding"),
    }
)
"""The options about which players most often disagree. The rules screen lists them first."""

FIXED_AFTER_FIRST_HAND = ("doubled", "pool_factor", "dump_points", "dump_divisor")
"""Options that cannot change after the first hand, because the worth of written points depends on them."""

_LENINGRAD = {
    "doubled": True,
    "responsibility": "half",
    "style": "gentleman",
    "raspasy": {"base": 2, "exit": [6, 7, 8], "reset": "made", "misere_resets": "made"},
    "end": "total",
    "aid": False,
}
_ROSTOV = {
    "responsibility": "half",
    "style": "gentleman",
    "consolation": "fixed",
    "raspasy": {"to": "whists"},
}

PRESETS: Mapping[str, Preset] = {
    "sochi": Preset(
        "Sochi: dump and whists are not doubled, whist is responsible, and a lone whister"
        " keeps all the whists."
    ),
    "leningrad": Preset(
        "Leningrad: dump and whists are doubled, whist is half-responsible, and gentlemen share whists.",
        _LENINGRAD,
    ),
    "leningrad-sport": Preset(
        "Leningrad as in clubs: timed games, whists that are always shared, a talon "
        "bonus, and sevens that end raspasy.",
        {
            **_LENINGRAD,
            "eight_up": "both",
            "leave_without": 0,
            "raspasy": {
                "base": 2,
                "exit": [7, 7, 7],
                "reset": "made_whisted",
                "misere_resets": "never",
                "zero_bonus": "dump_two_tricks",
                "dealer_zero_bonus": "never",
            },
            "end": "time",
            "gentleman_scope": "always",
            "talon_bonus": True,
            "talon_bonus_3p": "split",
            "dealer_may_whist": True,
            "dealer_whist_alone": True,
            "dealer_may_whist_passes": True,
        },
    ),
    "rostov": Preset(
        "Rostov: raspasy in whists, 10 whists of consolation for each undertrick, and "
        "half-responsible whist.",
        _ROSTOV,
    ),
    "rostov-whists": Preset(
        "Rostov without a dump: each dump point becomes five whists for each opponent.",
        {**_ROSTOV, "dump_points": "whists"},
    ),
    "classic": Preset(
        "Classic: points for a contract first write off the dump, and after raspasy every player has a bomb.",
        {"raspasy": {"reset": "made", "misere_resets": "made"}, "made_first": "dump", "bombs": True},
    ),
    "piter-light": Preset(
        "Piter light: whists and the pool are doubled, the dump is not, and a lone "
        "whister scores only their own tricks.",
        {
            "dump_factor": 1,
            "whist_factor": 2,
            "pool_factor": 2,
            "responsibility": "half",
            "lone_whister": "own",
            "consolation_to_dealer": False,
            "leave_without": 0,
            "ten": "checked",
            "eight_up": "split",
            "raspasy": {"base": 2, "exit": [6, 7], "reset": "made_whisted", "misere_resets": "never"},
        },
    ),
    "kazakhstan": Preset(
        "Kazakhstan: contracts are worth 8, 16, 24, 32 and 40, and the pool is 120. All else is as in Sochi.",
        {"values": [8, 16, 24, 32, 40], "target": 120},
    ),
    "races": Preset(
        "Races, one leg: the rules of Leningrad until one pool is full, with prizes for the "
        "first full pool and the smallest dump.",
        {
            **_LENINGRAD,
            "raspasy": {"base": 2, "exit": [6, 7, 8], "reset": "made_whisted", "misere_resets": "made"},
            "end": "any",
            "target": 22,
            "prize_first": 300,
            "prize_dump": 200,
        },
    ),
}
"""The presets by code.

`piter-light` has the rules called Питер in the score sheet of mathfewmatthews. `kazakhstan` has the values of
section 13 of the rule book, and `races` are described in section 14. Lesnoy's book also calls Rostov the
Moscow pool.
"""

_DUMP_ONLY_BONUS = ("price", "dump_one_trick", "dump_two_tricks")


class PreferansRuleset(Ruleset[PreferansRules]):
    """The options of Preferans, some of which depend on each other."""

    def merge_with_preset(self, preset: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
        # If `given` changes `raspasy.to` and has no `zero_bonus`, the preset's `zero_bonus` does not apply.
        options, chosen, base = merge_options(preset, given), given.get("raspasy"), preset.get("raspasy", {})
        if isinstance(chosen, Mapping) and "zero_bonus" not in chosen:
            raspasy = options["raspasy"]
            if raspasy.get("to", "dump") != base.get("to", "dump"):
                options["raspasy"] = {name: raspasy[name] for name in raspasy if name != "zero_bonus"}
        return options

    def find_contradictions(self, rules: PreferansRules) -> Iterator[Problem]:
        if rules.raspasy.to == "whists" and rules.raspasy.bonus in _DUMP_ONLY_BONUS:
            sentence = N_(
                "the bonus “{value}” is only for raspasy in the dump; for raspasy in whists write"
                " “one”, “multiplier” or “none”"
            )
            yield problem("rules.raspasy.zero_bonus", sentence, value=rules.raspasy.bonus)
        if rules.misere_half_with_dealer and rules.misere_value % 2:
            sentence = N_("must be even, because declarer and dealer cannot share {value} points equally")
            yield problem("rules.misere_value", sentence, value=rules.misere_value)
        if rules.end == "hands" and rules.hands is None:
            yield problem("rules.hands", N_("must be given, because the game ends after a number of hands"))
        if rules.end == "time" and rules.minutes is None:
            yield problem("rules.minutes", N_("must be given, because the game is timed"))

    def check_size(self, rules: PreferansRules, players: int) -> list[Problem]:
        # No rule is known for rounding as on paper with five players (section 14).
        sentence = N_(
            "results of five players cannot be rounded as on paper; choose the rounding “exact” or “whole”"
        )
        refused = rules.rounding == "paper" and players == MAX_PLAYERS
        return [problem("rules.rounding", sentence)] if refused else []


RULESET = PreferansRuleset(
    "preferans",
    PreferansRules,
    PRESETS,
    (_writing, _declarer, _whists, _undertricks, _raspasy, _end, _settlement, _side, _hussar),
    Goal("target", N_("Pool target"), N_("{preset} to {goal}")),
    unending={"end": "manual"},
    fixed=FIXED_AFTER_FIRST_HAND,
)
