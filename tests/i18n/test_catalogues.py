"""The catalogues: nothing is missing or stale, and every sentence keeps its values in every language."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import read_mo

from prefcount.base.i18n import Text, language, ngettext, override_language, text, use_language
from prefcount.cli.main import COMMANDS
from prefcount.games import GAMES, get_game
from prefcount.languages import LANGUAGES
from prefcount.languages.en.codes import ENGLISH
from tests.i18n.catalogues import (
    KEYWORDS,
    LEADING,
    PROGRAM,
    TRANSLATED,
    compiled_catalogue,
    folder,
    is_translated,
    program_messages,
    samples,
    stored_catalogue,
    translated_share,
    values,
)
from tests.tables import each_line

Nodes = list[tuple[str, ast.Call | ast.JoinedStr]]


@pytest.fixture(scope="module")
def nodes() -> Nodes:
    """Return the calls and f-strings of the program with their files, parsed once."""
    return [
        (str(path.relative_to(PROGRAM)), node)
        for path in PROGRAM.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call | ast.JoinedStr)
    ]


every_language = pytest.mark.parametrize("code", TRANSLATED)

LATIN = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
NAMES = {
    *COMMANDS,
    *{"prefcount", "aiohttp", "segno", "typst", "pip", "install", "share", "pdf", "gettext", "jq"},
    *{"bash", "zsh", "fish"},
    *{"JSON", "UTF", "NFC", "BOM", "NaN", "Infinity", "MiB", "KiB", "UTC", "JavaScript", "Unicode", "PDF"},
    *{"SVG", "HTML", "CSV", "EUR", "RUB", "QR", "people", "txt", "jsonl", "English"},
    *{"svg", "html", "png", "PNG", "csv", "true", "false", "Anna", "Anya"},
    *("follow", "helper", "kontra", "play", "together"),  # calls of defenders, as files spell them
    *{"Ctrl", "Enter", "Escape", "Esc", "Tab", "Shift", "PgUp", "PgDn", "Del", "Ins", "Home", "End"},
}
"""Latin words allowed in a sentence of any language: names of commands, keys, formats and programs."""


UNSAID = {"%(type)s"}
"""Values that translations leave out, because Python's names of types mean nothing to a player."""
POSTINGS = {rule.phrase.one for game in map(get_game, GAMES) for rule in game.posting_words.rules.values()}
WRITTEN, MULTIPLIED = {"amount", "signed", "moved"}, {"count", "price", "points", "value"}
"""Values of a posting that a translation may add, and those that it may then leave out."""


def translated(code: str) -> list[Message]:
    """Return every sentence of a catalogue with its translation."""
    return [message for message in stored_catalogue(code) if message.id]


def forms(value: str | Sequence[str]) -> tuple[str, ...]:
    """Return the singular and the plurals of a sentence."""
    return (value,) if isinstance(value, str) else tuple(value)


def fields(sentence: str) -> set[str]:
    """Return the names of the values in a sentence, such as `{n}` or `%(n)s`."""
    braces = {name for _text, name, _spec, _conversion in Formatter().parse(sentence) if name is not None}
    return braces | set(re.findall(r"%(?:\(\w+\))?[sdr]", sentence))


def spelled(messages: Iterable[Message]) -> Iterator[tuple[object, ...]]:
    """Yield the content of messages without their locations."""
    for message in messages:
        yield (message.context, *forms(message.id), "→", *forms(message.string))


@pytest.mark.parametrize("code", LEADING[1:])
def test_the_catalogue_has_what_the_program_says(code: str) -> None:
    """`python -m tests.i18n` brings it up to date."""
    ours = {(message.context, *forms(message.id)) for message in program_messages() if message.id}
    assert {(message.context, *forms(message.id)) for message in translated(code)} == ours


def test_english_words_are_of_codes_of_the_program() -> None:
    """Each differs from its code, and belongs to an option, a value, a preset, a field or a kind of entry."""
    ours = {(message.context, message.id) for message in program_messages()}
    words = [(about, code, word) for about, codes in ENGLISH.items() for code, word in codes.items()]
    assert [each for each in words if each[:2] not in ours or each[1] == each[2]] == []


def test_no_sentence_hides_in_an_f_string(nodes: Nodes) -> None:
    """Before Python 3.12 Babel does not look into f-strings, so the sentence would not be translated."""
    hidden = [
        f"{path}:{call.lineno}"
        for path, string in nodes
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in KEYWORDS
        and any(isinstance(each, ast.Constant) for each in call.args)
    ]
    assert hidden == []


def test_every_sentence_gets_its_values(nodes: Nodes) -> None:
    wrong = [
        (path, call.lineno)
        for path, call in nodes
        if isinstance(call, ast.Call) and all(given.arg for given in call.keywords)
        for sentence in _sentences_of(call)
        if _fields(sentence) != {given.arg for given in call.keywords}
    ]
    assert wrong == []


def _sentences_of(call: ast.Call) -> Iterator[str]:
    """Yield the marked sentences that `text`, `problem` or `format` fill with the values of a call."""
    match call:
        case ast.Call(func=ast.Name(id="text" | "problem"), args=marked):
            pass
        case ast.Call(func=ast.Attribute(value=sentence, attr="format"), args=[]):
            marked = [sentence]
        case _:
            return
    for each in marked:
        match each:
            case ast.Call(func=ast.Name(id="_" | "N_"), args=[ast.Constant(value=str(said))]):
                yield said


def _fields(sentence: str) -> set[str]:
    return {name for _before, name, _format, _conversion in Formatter().parse(sentence) if name}


def test_sentences_with_forms_are_filled_by_texts(nodes: Nodes) -> None:
    """A `Text` declines its values; `format` on a string of `_` would not."""
    asking = {
        form
        for message in translated("ru")
        if any(re.search(r"\{\w+:[a-z]", said) for said in forms(message.string))
        for form in forms(message.id)
    }
    wrong = [
        (path, call.lineno)
        for path, call in nodes
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in {"_", "ngettext"}
        for given in call.args
        if isinstance(given, ast.Constant) and given.value in asking
    ]
    assert wrong == []


@every_language
def test_the_compiled_catalogue_is_the_one_that_is_edited(code: str) -> None:
    with (folder(code) / "messages.mo").open("rb") as file:
        lying = read_mo(file)
    made = read_mo(BytesIO(compiled_catalogue(stored_catalogue(code))))
    assert set(spelled(lying)) == set(spelled(made))


@every_language
def test_no_language_loses_translations(code: str) -> None:
    """A complete language has every sentence, another one as many percent as its folder states."""
    catalogue, stated = stored_catalogue(code), LANGUAGES[code].translated
    missing = [message.id for message in translated(code) if not is_translated(message)]
    assert translated_share(catalogue) >= stated, missing[:20]


@every_language
def test_every_plural_has_all_forms(code: str) -> None:
    catalogue = stored_catalogue(code)
    wrong = [
        message.id
        for message in catalogue
        if not isinstance(message.id, str) and len(forms(message.string)) != catalogue.num_plurals
    ]
    assert wrong == []


@every_language
def test_every_form_has_the_same_values(code: str) -> None:
    """A missing value would be missed, and an unknown one would be an error at run time.

    A posting may state the result instead of the calculation.
    """
    wrong = [
        (message.id, form)
        for message in translated(code)
        for form in filter(None, forms(message.string))
        if not has_its_values(message, form)
    ]
    assert wrong == []


def has_its_values(message: Message, form: str) -> bool:
    """Return whether a form of a sentence has the values of the source."""
    first, wanted, found = forms(message.id)[0], fields(forms(message.id)[-1]) - UNSAID, fields(form)
    if first in POSTINGS and found & WRITTEN:
        return wanted - MULTIPLIED <= found <= wanted | WRITTEN
    return found == wanted


@every_language
def test_edges_are_kept(code: str) -> None:
    """Blanks at both ends and line ends are where the program relies on them."""
    wrong = [
        (message.id, form)
        for message in translated(code)
        for form in filter(None, forms(message.string))
        if edges(form) != edges(forms(message.id)[-1])
    ]
    assert wrong == []


def edges(sentence: str) -> tuple[bool, bool, int]:
    """Return whether a sentence begins and ends with a blank, and its number of line ends."""
    return sentence[:1].isspace(), sentence[-1:].isspace(), sentence.count("\n")


def test_russian_sentences_are_russian() -> None:
    """Latin words of two letters or more are only names of commands, options, keys and formats."""
    allowed = NAMES | value_words()
    wrong = [
        (message.id, word)
        for message in translated("ru")
        for form in forms(message.string)
        for word in LATIN.findall(remove_values(form))
        if word not in allowed and word not in code_words(forms(message.id)[0])
    ]
    assert wrong == []


def remove_values(sentence: str) -> str:
    """Return a sentence without its placeholders."""
    plain = re.sub(r"%(\(\w+\))?[sdr]", "", sentence)
    return "".join(piece for piece, *_value in Formatter().parse(plain))


def value_words() -> set[str]:
    """Return the words of files for games and values of options."""
    return {*GAMES, *(value for game in map(get_game, GAMES) for _option, value in values(game))}


def code_words(sentence: str) -> set[str]:
    """Return the words of an English sentence that are spelled as in code."""
    coded = re.findall(r"--?[a-z][a-z-]*(?:[ =][A-Z_,=]+)?|\b[A-Z]{2,}\b|\w+[_=.]\w[\w.=]*|“[^”]*”", sentence)
    return {word for each in coded for word in LATIN.findall(each)}


# --- plurals -------------------------------------------------------------------------------------

PLURALS = [(code, *each) for code in TRANSLATED for each in samples(code).get("plurals", {}).items()]


@each_line(("code", "count", "wanted"), PLURALS)
def test_plurals(code: str, count: str, wanted: str) -> None:
    words = get_game("preferans").words
    assert str(words.counted(int(count))) == f"{count} whist" + "s" * (count != "1")
    with override_language(code):
        assert str(words.counted(int(count))) == wanted


def test_a_fraction_is_a_few() -> None:
    with override_language("ru"):
        assert str(get_game("preferans").words.counts.of(None, {"n": "7⅓"})) == "7⅓ виста"


def test_a_block_in_another_language_restores_the_language() -> None:
    """The language of a block ends with the block, and blocks can be nested."""
    use_language("ru")
    with override_language("en"):
        assert language() == "en"
        assert ngettext("{n} hand", "{n} hands", 2) == "{n} hands"
        with override_language("ru"):
            assert language() == "ru"
        assert language() == "en"
    assert language() == "ru"


def test_a_kept_text_is_translated_when_it_is_read() -> None:
    """A reason of a posting gets its language when it is read."""
    kept_for_later: Text = text("Price per whist")
    assert str(kept_for_later) == "Price per whist"
    use_language("ru")
    assert str(kept_for_later) == "Цена виста"
