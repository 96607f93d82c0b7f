"""`Balkan`, the class of the game Balkan Preferans, with its words, sheet, statistics, form and notation.

`parse` reads each line that `format` writes as the same hand. `guide` has examples of lines.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from prefcount.base.i18n import C_, N_, Phrase, Text, text
from prefcount.entries.models import Entry
from prefcount.games.balkan.rules import (
    ALL_TRICKS,
    BULE,
    CONTRACTS,
    FALL,
    KONTRAS,
    OVER,
    REFE,
    REFE_OPEN,
    SUPE,
    VALUES,
    BalkanAllPass,
    BalkanAllPassEntry,
    BalkanContract,
    BalkanContractEntry,
    BalkanPlay,
    BalkanState,
    Contract,
    FollowerEntry,
    Role,
    describe_contract,
    find_fallen_followers,
    hand_postings,
    is_unplayed,
    resolve,
)
from prefcount.games.form import (
    RolePair,
    ask_defenders_tricks,
    ask_table_entry,
    ask_tricks,
    ask_who_plays,
    doubt_undertricks,
    get_role_answer,
    number_choices,
)
from prefcount.games.game import (
    Answers,
    Block,
    Blocks,
    Cell,
    Choice,
    Measure,
    Question,
    Tally,
    measure_contracts,
)
from prefcount.games.notation import (
    DEALER,
    LineWords,
    Vocabulary,
    Word,
    find_opponents,
    get_opponent_names,
    join_words,
    refuse_word,
    write_dealer,
    write_name,
)
from prefcount.games.state import TransitionFacts, join_names
from prefcount.games.words import Fact, Guide, PostingWords, Words, WritingRules, join_hand, yield_next_hand
from prefcount.ledger import NO_PLAYER, Account

RULES: WritingRules = {
    "passed": {
        "passed": Phrase("{owner}: {contract} made, {value} bule taken off"),
        "passed_last": Phrase("{owner}: {contract} made, {value} bule taken off, which is all that was left"),
        "pik_uncontested": Phrase(
            "{owner}: pik without kontra counts as made, because all refe are already written, "
            "{value} bule taken off"
        ),
    },
    "fell": {
        "fell": Phrase("{owner}: {contract} fell, {value} bule added"),
        "fell_twice": Phrase(
            "{owner}: {contract} fell and is worth more than all bule that are left, so 2 × "
            "{value} = {amount} bule added"
        ),
    },
    "follower_fell": {
        "follower_fell": Phrase("{owner}: too few tricks against {contract} of {who}, {value} bule added"),
        "caller_fell": Phrase(
            "{owner}: called the other follower in, both took too few tricks against {contract} of "
            "{who}, {value} bule added"
        ),
    },
    "kontra_fell": {
        "kontra_fell": Phrase("{owner}: gave kontra, but {contract} of {who} was made, {value} bule added")
    },
    "supe": {
        "supe": Phrase(
            "{owner}: one trick, {amount} supe against {other}",
            "{owner}: {count} tricks × {price} = {amount} supe against {other}",
        ),
        "supe_both": Phrase(
            "{owner}: one trick of both followers, {amount} supe against {other}",
            "{owner}: {count} tricks of both followers × {price} = {amount} supe against {other}",
        ),
        "betl_supe": Phrase(
            "{owner}: betl fell and counts as {count} tricks × {price} = {amount} supe against {other}"
        ),
    },
    "refe": {
        "refa": Phrase("{owner}: refa number {number} is written and not used yet"),
        "refa_written": Phrase("refa number {number} is written for everyone"),
        "refa_used": Phrase("{owner}: a refa is used, so {contract} counts twice"),
    },
}

CAUSES: Mapping[str, str] = {
    "passed": N_("contracts made"),
    "fell": N_("contracts that fell"),
    "supe": N_("supe"),
    "follower_fell": N_("followers who fell"),
    "kontra_fell": N_("kontra that fell"),
    "refe": N_("refe"),
}

_FOLLOWING = text(N_("Followers"))


class Balkan(BalkanPlay):
    """Balkan Preferans, for three players, or for four of whom the dealer sits out.

    `BalkanPlay` has the rules. This class adds the sheet, the questions and the short notation.
    """

    posting_words = PostingWords(RULES, CAUSES, {NO_PLAYER: N_("the table")})
    words = Words(
        counts=Phrase("{n} supa", "{n} supe"),
        heading=N_("supe"),
        course=N_("Results in supe after each hand"),
        price=N_("Price per supa"),
        seats=N_("three or four names, counter-clockwise"),
    )
    guide = Guide(
        answers=N_("answer the question; for a contract type its value, from 2 for pik to 7 for sans"),
        other=N_("enter a penalty, a newcomer, another dealer or the end of the game"),
        lines=(
            (N_("anna tref 2 2"), N_("Anna plays tref, and both followers take two tricks each")),
            (
                N_("anna herc igra 3 -"),
                N_(
                    "Anna plays herc without the talon, the first follower takes three tricks, and "
                    "the second stays out"
                ),
            ),
            (N_("a karo - -"), N_("nobody follows")),
            (N_("anna herc c2 1"), N_("the first follower calls the second in and answers for both")),
            (N_("anna tref k2 3"), N_("the first follower gave kontra, and the second helps")),
            (N_("anna sans 1 rk3"), N_("rk stands for rekontra, sk for subkontra, mk for mortkontra")),
            (N_("anna betl 0"), N_("Anna plays betl and takes no trick")),
            (
                N_("anna betl k * 1"),
                N_("Anna takes one trick in a betl after the first follower gave kontra"),
            ),
            (N_("anna pik"), N_("a pik without kontra")),
            (N_("pass"), N_("everyone passed, so a refa is written")),
        ),
        spelling=N_(
            "Write a contract as its letter (p k h t b s), its value (2 to 7) or its name. Write a "
            "player as the beginning of the name, or as #1 for the first seat."
        ),
        typed=N_("{first} tref 2 2 · {second} herc c2 1 · {third} karo - - · {first} betl 0 · pass"),
    )
    measures = (
        *measure_contracts(text(N_("Contracts made/played")), "passed", VALUES, "fell"),
        Measure("came", _FOLLOWING, text(N_("times"))),
        Measure("came_tricks", _FOLLOWING, text(N_("tricks"))),
        Measure("came_fell", _FOLLOWING, text(N_("fell"))),
        Measure("kontra", _FOLLOWING, text(N_("kontra"))),
        Measure("all_pass", text(N_("All pass")), text(N_("hands"))),
    )

    def describe_hand(self, state: BalkanState, entry: Entry) -> Text | str:
        if not isinstance(entry, BalkanContractEntry | BalkanAllPassEntry):
            return ""
        hand, _problems = resolve(state, entry)
        if hand is None:
            return ""
        posted = {posting.reason.rule for posting in hand_postings(state, hand)}
        refa = text(N_("a refa for everyone")) if "refa" in posted else ""
        if isinstance(hand, BalkanAllPass):
            return join_hand(text(N_("everyone passed")), (), refa)
        contract = describe_contract(hand.contract, hand.igra)
        if "refa_used" in posted:
            contract = Text("{contract} ×2", {"contract": contract})
        played = text(N_("{who} {contract}"), who=state.names[hand.declarer], contract=contract)
        if not hand.played and "pik_uncontested" not in posted:
            return join_hand(played, (_NO_KONTRA,), refa or text(N_("nothing is written")))
        return join_hand(played, _describe_followers(state, hand), _describe_result(state, hand))

    def cells(self, state: BalkanState, owner: int) -> tuple[Cell, ...]:
        if owner == NO_PLAYER:
            return (Cell(text(N_("refe written")), REFE),)
        refe = Cell(text(C_("heading", "open refe")), Account(REFE_OPEN, owner))
        return (
            _bule_cell(state, owner),
            refe,
            *(_supe_cell(state, owner, other) for other in state.seats.others(owner)),
        )

    def layout(self, state: BalkanState) -> Blocks:
        return Blocks(tuple((_player_block(state, player),) for player in state.seats))

    def yield_facts(self, state: BalkanState, now: datetime | None) -> Iterator[Fact]:
        yield from yield_next_hand(state, OVER, state.seats)
        yield Fact("left", text(N_("bule left")), str(state.left).replace("-", "−"))
        if not state.over:
            yield Fact("refe", text(N_("refe left")), str(max(0, state.rules.max_refe - state.refe_written)))
            waiting = [
                f"{state.names[player]} {state.refe(player)}" for player in state.seats if state.refe(player)
            ]
            if waiting:
                yield Fact("open", text(N_("open refe")), ", ".join(waiting))
        if state.under_hat:
            yield Fact("hat", text(N_("under the hat")), join_names(state, state.under_hat))

    def ask(self, state: BalkanState, answers: Answers, placed: bool = False) -> Question | Entry:
        if "who" not in answers:
            return ask_who_plays(state, Choice("pass", "0", text(N_("everyone passed"))))
        who = answers["who"]
        if who == "pass":
            return BalkanAllPassEntry()
        if who == "other":
            return ask_table_entry(self, state, answers, placed=placed)
        return _ask_hand(state, answers, int(who))

    def get_answers(self, state: BalkanState, entry: Entry) -> dict[str, str]:
        assert isinstance(entry, BalkanContractEntry | BalkanAllPassEntry)
        hand, _problems = resolve(state, entry)
        if hand is None:
            return {}
        if isinstance(hand, BalkanAllPass):
            return {"who": "pass"}
        contract = (
            {"contract": "igra", "contract2": hand.contract} if hand.igra else {"contract": hand.contract}
        )
        answers = {"who": str(hand.declarer), **contract}
        if not hand.played:
            return answers | {"roles": "none"}
        answers |= get_role_answer(_ROLE_PAIRS, hand.roles)
        if hand.kontra:
            answers["kontra"] = str(hand.kontra)
        if hand.contract == "betl":
            return answers | {"own": str(int(hand.fell))}
        if "caller" in hand.roles or "kontra" in hand.roles:
            return answers | {"total": str(hand.total)}
        return answers | {f"tricks{index}": str(taken) for index, taken in enumerate(hand.tricks)}

    def find_doubt(self, entry: Entry) -> Text | None:
        if not isinstance(entry, BalkanContractEntry) or entry.contract == "betl":
            return None
        total = sum(follower.tricks or 0 for follower in entry.followers.values())
        return doubt_undertricks(entry.declarer, total - FALL + 1)

    def parse(self, state: BalkanState, line: str) -> Entry:
        reader = LineWords(state, line, N_("is empty; write a hand such as “anna tref 2 2”"))
        words = reader.words
        if words[0] in _PASS and (len(words) == 1 or words[1] in DEALER):
            reader.take()
            return BalkanAllPassEntry(dealer=reader.take_dealer())
        index = next((index for index in range(1, len(words)) if _begins_contract(words, index)), None)
        if index is None:
            sentence = N_("is not a contract; write pik, karo, herc, tref, betl or sans, or p if all passed")
            raise reader.refuse_contract(sentence)
        declarer = reader.take_player(index)
        igra = _begins_igra(words, 0) and reader.take_if(_IGRA)
        word = reader.take()
        contract = _CONTRACTS.read(word)
        assert contract is not None, "it was looked for"
        igra = reader.take_if(_IGRA) or igra
        tokens, dealer = _read_tokens(reader), reader.take_dealer()
        players = find_opponents(state, declarer, dealer)
        own = _take_own_tricks(word, tokens) if contract == "betl" else None
        level, followers = _assign_followers(state, players, word, tokens)
        return BalkanContractEntry(
            declarer=state.names[declarer],
            contract=contract,
            igra=igra,
            kontra=level,
            followers=followers,
            declarer_tricks=own,
            dealer=dealer,
        )

    def format(self, state: BalkanState, entry: Entry) -> str:
        if isinstance(entry, BalkanAllPassEntry):
            return join_words(str(_PASS), write_dealer(state, entry.dealer))
        if not isinstance(entry, BalkanContractEntry):
            return ""
        return join_words(
            write_name(state, entry.declarer, _is_misread),
            _CONTRACTS[entry.contract],
            str(_IGRA) if entry.igra else "",
            *_write_followers(state, entry),
            "" if entry.declarer_tricks is None else str(entry.declarer_tricks),
            write_dealer(state, entry.dealer),
        )

    def tallies(self, state: BalkanState, entry: Entry, transition: TransitionFacts) -> Iterator[Tally]:
        # A pik that was not played counts only if it took bule off.
        hand = transition.hand
        if isinstance(hand, BalkanAllPass):
            yield from (Tally(player, "all_pass") for player in state.seats.active(hand.dealer))
        if not isinstance(hand, BalkanContract):
            return
        if not hand.played and not any(posting.account.column == BULE for posting in transition.postings):
            return
        key = "fell" if hand.fell else "passed"
        yield Tally(hand.declarer, key)
        yield Tally(hand.declarer, f"{key}_{hand.contract}")
        fallen = find_fallen_followers(state, hand)
        for player, role, tricks in zip(hand.followers, hand.roles, hand.tricks, strict=True):
            if role in ("follow", "kontra"):
                yield Tally(player, "kontra" if role == "kontra" else "came")
                yield Tally(player, "came_tricks", tricks)
            if player in fallen:
                yield Tally(player, "came_fell")


_DONE: Mapping[Role, str] = {
    "follow": N_("{who} {n}"),
    "out": N_("{who} stays out"),
    "caller": N_("{who} calls {other}"),
    "kontra": N_("kontra by {who}"),
}
_NO_KONTRA = text(N_("no kontra"))


def _describe_followers(state: BalkanState, hand: BalkanContract) -> Iterator[Text | str]:
    names, betl = [state.names[player] for player in hand.followers], hand.contract == "betl"
    if not hand.played:
        yield _NO_KONTRA
    elif set(hand.roles) == {"out"}:
        yield text(N_("nobody follows"))
        return
    for who, other, role, own in zip(names, reversed(names), hand.roles, hand.tricks, strict=True):
        if role in _DONE and not (betl and role == "follow"):
            yield text(_DONE[role], who=who, other=other, n=own)
    if hand.kontra > 1:
        yield text(KONTRAS[hand.kontra - 1])
    if not betl and ("kontra" in hand.roles or "caller" in hand.roles):
        yield str(hand.total)


def _describe_result(state: BalkanState, hand: BalkanContract) -> Text:
    fallen = find_fallen_followers(state, hand)
    if hand.fell:
        return text(C_("contract", "fell"))
    if len(fallen) == 1:
        return text(N_("{who} falls"), who=state.names[fallen[0]])
    return text(N_("both fall") if fallen else N_("made"))


HAT, OFF = "∩", "∪"
"""Signs drawn where bule fall below zero, and where they rise above zero again."""
OPEN, PLAYED = "□", "⊠"


def _bule_cell(state: BalkanState, player: int) -> Cell:
    return Cell(text(N_("bule")), Account(BULE, player), below=HAT, above=OFF, began=state.rules.start_bule)


def _supe_cell(state: BalkanState, player: int, other: int) -> Cell:
    return Cell(text(N_("on {name}"), name=state.names[other]), Account(SUPE, player, other))


def _player_block(state: BalkanState, player: int) -> Block:
    # The supe on the left neighbour, the bule, the supe on the right neighbour, who plays next, and with four
    # players the supe on the opposite player.
    right, *opposite, left = state.seats.others(player)
    supe_left, *further = (_supe_cell(state, player, other) for other in (left, right, *opposite))
    columns = (supe_left, _bule_cell(state, player), *further)
    open_ones = int(state.refe(player))
    played = max(0, int(state.refe_written) - open_ones)
    return Block(player, columns, signs=OPEN * min(open_ones, 20) + PLAYED * min(played, 20))


_ROLE_PAIRS: Mapping[str, RolePair] = {
    "ff": RolePair(("follow", "follow"), N_("{first} and {second} follow"), N_("both")),
    "fo": RolePair(("follow", "out"), N_("{first} follows alone"), N_("the first")),
    "of": RolePair(("out", "follow"), N_("{second} follows alone"), N_("the second")),
    "oo": RolePair(("out", "out"), N_("nobody follows"), N_("nobody")),
    "cd": RolePair(("caller", "called"), N_("{first} calls {second} in"), N_("first calls")),
    "dc": RolePair(("called", "caller"), N_("{second} calls {first} in"), N_("second calls")),
    "kh": RolePair(("kontra", "helper"), N_("{first} gives kontra"), N_("first kontra")),
    "hk": RolePair(("helper", "kontra"), N_("{second} gives kontra"), N_("second kontra")),
}


def _ask_hand(state: BalkanState, answers: Answers, declarer: int) -> Question | Entry:
    name = state.names[declarer]
    igra = answers.get("contract") == "igra"
    field = "contract2" if igra else "contract"
    if field not in answers:
        contracts = [Choice(code, str(value), text(CONTRACTS[code])) for code, value in VALUES.items()]
        if not igra:
            contracts.append(Choice("igra", "8", text(N_("igra, a contract without the talon"))))
        return Question(field, text(N_("What does {who} play?"), who=name), tuple(contracts))
    contract = answers[field]
    fields: dict[str, Any] = {"declarer": name, "contract": contract, "igra": igra}
    names = [state.names[player] for player in state.seats.opponents(declarer, state.dealer)]
    if "roles" not in answers:
        return _ask_roles(state, contract, names, igra=igra)
    if answers["roles"] == "none":
        return BalkanContractEntry(**fields)
    return _ask_play(state, answers, fields, names)


def _ask_play(
    state: BalkanState, answers: Answers, fields: dict[str, Any], names: Sequence[str]
) -> Question | Entry:
    roles = _ROLE_PAIRS[answers["roles"]].roles
    if "kontra" in roles:
        if "kontra" not in answers:
            levels = number_choices({str(level): text(label) for level, label in enumerate(KONTRAS, start=1)})
            prompt = text(
                N_("{who} gives kontra. Which doubling was said last?"), who=names[roles.index("kontra")]
            )
            return Question("kontra", prompt, levels)
        fields["kontra"] = int(answers["kontra"])
    tricks: Question | Sequence[int | None] = (None, None)
    if fields["contract"] != "betl":
        tricks = _ask_followers_tricks(state, answers, names, roles)
    elif "own" in answers:
        fields["declarer_tricks"] = int(answers["own"])
    else:
        choices = (Choice("0", "0", text(N_("none"))), Choice("1", "1", text(N_("at least one"))))
        prompt = text(N_("Tricks of {who}?"), who=fields["declarer"])
        return Question("own", prompt, choices, marked=True, pays=True)
    if isinstance(tricks, Question):
        return tricks
    followers = {
        who: FollowerEntry.model_validate({"role": role, "tricks": taken})
        for who, role, taken in zip(names, roles, tricks, strict=True)
    }
    return BalkanContractEntry(**fields, followers=followers)


def _ask_roles(state: BalkanState, contract: str, names: Sequence[str], *, igra: bool) -> Question:
    first, second = names
    choices = []
    without_kontra = is_unplayed(state.rules, contract, igra=igra, kontra=0)
    if without_kontra:
        choices.append(Choice("none", "1", text(N_("nobody gives kontra")), short=text(N_("no kontra"))))
    for digit, (letters, pair) in enumerate(_ROLE_PAIRS.items(), start=1):
        offered = "kontra" in pair.roles or not (without_kontra or (contract == "betl" and letters != "ff"))
        if offered:
            both = text(N_("both play")) if contract == "betl" and letters == "ff" else None
            label = both or text(pair.label, first=first, second=second)
            choices.append(Choice(letters, str(digit), label, short=both or text(pair.short)))
    prompt = text(N_("Who follows? {who} speaks first."), who=first)
    return Question("roles", prompt, tuple(choices), pays=True)


def _ask_followers_tricks(
    state: BalkanState, answers: Answers, names: Sequence[str], roles: Sequence[str]
) -> Question | list[int]:
    most = FALL if state.rules.stop_at_five else ALL_TRICKS
    answering = next((role for role in roles if role in ("caller", "kontra")), "")
    if answering:
        if "total" not in answers:
            prompt = text(N_("Tricks of {first} and {second} together?"), first=names[0], second=names[1])
            return ask_tricks("total", prompt, range(most + 1), 4, marked=True, pays=True)
        total = int(answers["total"])
        return [total if role == answering else 0 for role in roles]
    following = [name if role == "follow" else None for name, role in zip(names, roles, strict=True)]
    return ask_defenders_tricks(answers, following, most, (2, 2))


_CONTRACTS = Vocabulary[Contract]("balkan.contract")
_PASS = Word("balkan.pass")
_IGRA = Word("balkan.igra")
_ROLES = Vocabulary[Role]("balkan.role")
_KONTRA = Vocabulary[str]("balkan.kontra")
"""The words for kontra, by level."""
_TOKEN = re.compile(r"^(\D*?)(\d{1,2}|\*)?$")
"""The action of one follower, such as 2, c2, k2 or -. A `*` replaces a number that does not matter."""


class _Token(NamedTuple):
    role: Role | None
    level: int
    tricks: int | None


def _begins_contract(words: Sequence[str], index: int) -> bool:
    return _begins_igra(words, index) or _CONTRACTS.read(words[index]) is not None


def _begins_igra(words: Sequence[str], index: int) -> bool:
    # The letter и alone may mean betl instead, because it is on the key of the Latin b.
    return index + 1 < len(words) and words[index] in _IGRA and _CONTRACTS.read(words[index + 1]) is not None


def _read_token(word: str) -> _Token | None:
    match = _TOKEN.match(word)
    if not match:
        return None
    letters, number = match.groups()
    tricks = int(number) if number not in (None, "*") else None
    if not letters:
        return _Token(None, 0, tricks)
    level = _KONTRA.read(letters)
    if level:
        return _Token("kontra", int(level), tricks)
    role = _ROLES.read(letters)
    return _Token(role, 0, 0 if role == "out" and not number else tricks) if role else None


def _read_tokens(reader: LineWords[BalkanState]) -> list[_Token]:
    tokens = []
    while reader.words and not reader.next_is(DEALER):
        token = _read_token(reader.words[0])
        if token is None:
            raise refuse_word(
                reader.words[0],
                N_(
                    "says nothing about one follower; write 2 (took two tricks), c2 (also called the other "
                    "in), k2 (also gave kontra) or - (stayed out)"
                ),
            )
        if (token.tricks or 0) > 10:
            raise refuse_word(reader.words[0], N_("must be a number of tricks from 0 to 10"))
        tokens.append(token)
        reader.take()
    return tokens


def _take_own_tricks(word: str, tokens: list[_Token]) -> int:
    # The last number of a betl is the declarer's. If it is the only one, both opponents follow.
    if len(tokens) not in (1, 3) or tokens[-1].role or tokens[-1].tricks is None:
        raise refuse_word(
            word, N_("must end with the declarer's tricks, as in “betl 0”, or with kontra as in “betl k * 0”")
        )
    own = tokens.pop()
    if not tokens:
        tokens += [_Token("follow", 0, None)] * 2
    assert own.tricks is not None, "just looked at"
    return own.tricks


def _assign_followers(
    state: BalkanState, players: tuple[int, int], word: str, tokens: Sequence[_Token]
) -> tuple[int, dict[str, FollowerEntry]]:
    if not tokens and _CONTRACTS.read(word) == "pik":
        return 0, {}
    if len(tokens) != len(players):
        first, second = (state.names[player] for player in players)
        sentence = N_("write the tricks of {first} and {second}, such as “2 2”, or - for staying out")
        raise refuse_word(word, sentence, first=first, second=second)
    plain = _role_of_number({token.role for token in tokens})
    by_name = {
        state.names[player]: FollowerEntry(role=token.role or plain, tricks=token.tricks)
        for player, token in zip(players, tokens, strict=True)
    }
    return max(token.level for token in tokens), by_name


def _is_misread(words: Sequence[str]) -> bool:
    inside = any(_begins_contract(words, index) for index in range(1, len(words)))
    ends_in_igra = len(words) > 1 and words[-1] in _IGRA
    return inside or ends_in_igra or (len(words) > 1 and words[0] in _PASS and words[1] in DEALER)


def _role_of_number(roles: Collection[Role | None]) -> Role:
    return "called" if "caller" in roles else "helper" if "kontra" in roles else "follow"


def _write_followers(state: BalkanState, entry: BalkanContractEntry) -> list[str]:
    players = get_opponent_names(state, entry.declarer, entry.dealer)
    followers = [entry.followers[name] for name in players if name in entry.followers]
    done = [(follower.role, follower.tricks) for follower in followers]
    if entry.contract == "betl" and done == [("follow", None)] * 2:
        return []
    roles = {follower.role for follower in followers}
    words = [_follower_word(entry, follower, roles) for follower in followers]
    others = (name for name in entry.followers if name not in players)
    return words + [f"{name}={_follower_word(entry, entry.followers[name], roles)}" for name in others]


def _follower_word(entry: BalkanContractEntry, follower: FollowerEntry, roles: Collection[Role]) -> str:
    number = "*" if follower.tricks is None else str(follower.tricks)
    if follower.role == "kontra":
        return f"{_KONTRA[str(max(entry.kontra, 1))]}{number}"
    if follower.role == "out":
        return "-" if not follower.tricks else f"-{number}"
    return number if follower.role == _role_of_number(roles) else f"{_ROLES[follower.role]}{number}"
