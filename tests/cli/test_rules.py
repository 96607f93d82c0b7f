"""Tests of `prefcount rules`."""

import re
from typing import Any

import pytest

from prefcount.games.preferans.options import PreferansRules, RaspasyRules
from tests.cli.conftest import Prefcount
from tests.helpers import GAME
from tests.tables import each_line

OPTIONS = {*PreferansRules.model_fields} - {"raspasy"} | {
    f"raspasy.{name}" for name in RaspasyRules.model_fields
}
PRESETS = [*GAME.presets]


def objects(prefcount: Prefcount, *presets: str) -> dict[str, Any]:
    (found,) = prefcount("rules", *presets, "--json").objects
    assert isinstance(found, dict)
    return found


def test_rules_lists_presets_and_options_of_sochi(prefcount: Prefcount) -> None:
    out = prefcount("rules", "--codes").fine
    assert all(f"  {name} " in out for name in PRESETS)
    assert "\n  style (Style of whisting) = greedy\n" in out
    assert "{" not in out


def test_a_preset_lists_its_options(prefcount: Prefcount) -> None:
    out = prefcount("rules", "leningrad", "--codes").fine
    assert (
        "  style (Style of whisting) = gentleman\n"
        "      A lone whister keeps the whists of a failed contract, or shares with the passer.\n"
        "      greedy, gentleman; rule book, section 2\n"
    ) in out
    assert all(f"\n  {name} (" in out for name in OPTIONS)


def test_two_presets_are_compared(prefcount: Prefcount) -> None:
    lines = prefcount("rules", "sochi", "leningrad", "--codes").fine.splitlines()
    assert lines[0].split() == ["option", "sochi", "leningrad"]
    assert {line.split()[0] for line in lines[1:]} == OPTIONS
    marked = {line.split()[0] for line in lines if "≠" in line}
    assert {"style", "doubled", "aid", "raspasy.base"} <= marked
    assert "target" not in marked
    assert not any("≠" in line for line in prefcount("rules", "rostov", "rostov").fine.splitlines())


def test_options_are_in_words_unless_codes(prefcount: Prefcount) -> None:
    out = prefcount("rules", "leningrad").fine
    assert "\n  Style of whisting: gentleman\n" in out
    out = prefcount("--lang", "ru", "rules", "leningrad").fine
    assert "\n  висты на подсаде: джентльменские\n" in out
    assert "жлобские, джентльменские; книга правил, раздел 2\n" in out
    said = out.replace("--codes", "").replace("--set", "")
    assert not re.search("[a-z_]{3,}", said)
    pair = prefcount("--lang", "ru", "rules", "sochi", "leningrad").fine
    assert re.search("^висты на подсаде +жлобские +джентльменские +≠$", pair, re.MULTILINE)
    assert not re.search("[a-z_]{3,}", pair)
    out = prefcount("--lang", "ru", "rules", "leningrad", "--codes").fine
    assert "\n  style (висты на подсаде) = gentleman (джентльменские)\n" in out
    lines = prefcount("--lang", "ru", "rules", "sochi", "leningrad", "--codes").fine.splitlines()
    (style,) = [line for line in lines if line.startswith("style ")]
    assert style.split() == ["style", "greedy", "gentleman", "≠", "висты", "на", "подсаде"]


def test_json_has_presets_and_options(prefcount: Prefcount) -> None:
    found = objects(prefcount, "rostov")
    assert found["game"] == "preferans"
    assert list(found["presets"]) == PRESETS
    assert list(found["options"]) == ["rostov"]
    assert {each["option"] for each in found["options"]["rostov"]} == OPTIONS
    assert {
        "option": "style",
        "group": "Whists",
        "value": "gentleman",
        "allowed": "greedy, gentleman",
        "explanation": "A lone whister keeps the whists of a failed contract, or shares with the passer.",
        "section": "2",
    } in found["options"]["rostov"]
    assert list(objects(prefcount)["options"]) == ["sochi"]
    assert list(objects(prefcount, "sochi", "classic")["options"]) == ["sochi", "classic"]


@each_line(
    ("typed", "preset"),
    [
        ("Питер", "leningrad"),
        ("Saint-Petersburg", "leningrad"),
        ("СОЧИНКА", "sochi"),
        ("Ростов без горы", "rostov-whists"),
        ("питер лёгкий", "piter-light"),
        ("Легкий Питер", "piter-light"),
        ("leningrad_sport", "leningrad-sport"),
    ],
)
def test_presets_are_found_by_any_spelling(prefcount: Prefcount, typed: str, preset: str) -> None:
    assert list(objects(prefcount, typed)["options"]) == [preset]
    assert preset in objects(prefcount, typed, "sochi")["options"]


@each_line(
    ("typed", "preset"),
    [("sochy", "sochi"), ("Ленинграт", "leningrad"), ("сачинка", "sochi"), ("Kazahstan", "kazakhstan")],
)
def test_a_misspelled_preset_suggests_the_nearest(prefcount: Prefcount, typed: str, preset: str) -> None:
    sentence = f"rules.preset: “{typed}” is not known; did you mean “{preset}”?"
    assert prefcount("rules", typed).complaint == sentence
    assert prefcount("rules", "sochi", typed, "--json").complaint == sentence
    said = prefcount("rules", "sochi", "rostov", "classic").complaint
    assert said == "rules takes one preset, or two to compare"


def test_options_are_found_by_word_or_part(prefcount: Prefcount) -> None:
    assert prefcount("rules", "American aid").fine.startswith("  aid (")
    assert prefcount("--lang", "ru", "rules", "кому помогать").fine.startswith("  aid_order (")
    assert prefcount("rules", "trick_whists").fine.startswith("  raspasy.trick_whists (")
    assert "raspasy.to, raspasy.base, " in prefcount("rules", "raspasy").complaint
    assert prefcount("rules", "half").complaint.startswith("“half” is in the names of several options; ")


def test_an_option_is_printed_with_its_section(prefcount: Prefcount) -> None:
    out = prefcount("rules", "raspasy.cap").fine
    (section,) = {each.section for each in GAME.options(GAME.preset("sochi")) if each.name == "raspasy.cap"}
    head, _, book = out.partition("\n\n")
    assert head.startswith("  raspasy.cap (")
    assert head.endswith(f"; rule book, section {section}")
    assert book.startswith(f"{section}. ")
    assert "raspasy.cap" in book
    (found,) = prefcount("--lang", "ru", "rules", "style", "--json").objects
    assert (found["option"], found["value"], found["section"]) == ("style", "greedy", "2")
    assert found["text"].startswith("## 2. Whists\n")


def test_a_section_is_wrapped_to_the_terminal(prefcount: Prefcount, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = prefcount("rules", "--section", "8").fine
    assert out.startswith("8. Two players (hussar)\n\nThe third hand is a dummy.")
    assert "\n    anna 6h w 7\n      Anna pool +2\n" in out
    assert "**" not in out
    assert "```" not in out
    assert max(map(len, out.splitlines())) <= 60
    assert prefcount("--lang", "ru", "rules", "--section", "8").fine.startswith("8. Вдвоём (гусарик)\n")
    (found,) = prefcount("--lang", "ru", "rules", "--section", "8", "--json").objects
    assert isinstance(found, dict)
    assert found["text"].startswith("## 8. Two players (hussar)\n")


def test_unknown_sections_and_options_suggest_the_nearest(
    prefcount: Prefcount, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert prefcount("rules", "stile").complaint == "“stile” is not known; did you mean “style”?"
    several = "“cap” is in the names of several options; name one of consolation_cap, raspasy.cap"
    assert prefcount("rules", "cap").complaint == several
    assert prefcount("rules", "--section", "99").complaint.startswith("--section: “99” is not known")
    assert prefcount("rules", "style", "--section", "2").complaint.startswith("--section takes no names")
    monkeypatch.setattr("prefcount.render.book.BOOK_FOLDERS", ())
    assert prefcount("rules", "--section", "2").complaint == "this game has no rule book"
    assert "rule book, section 2" in prefcount("rules", "style").fine
