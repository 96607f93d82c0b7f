"""Tests that output for programs does not depend on the language of the user."""

import gettext
from collections.abc import Sequence

import pytest

from prefcount.base import i18n
from prefcount.games import GAMES
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT
from tests.tables import each_line

SAMPLES = sorted((ROOT / "sample_sessions").glob("*.jsonl"))
FAULTY = sorted((ROOT / "tests" / "data" / "audit").glob("*.jsonl"))
ONE_A_GAME = ("corrections", "balkan-to-the-last-bula", "prefa-four-players", "priffe-six-rubbers")
EXAMPLE = ROOT / "sample_sessions" / "first-example.jsonl"
SAYS = ("--says", "anna pool 2.7", "--says", "boris dump 3.4", "--says", "vera on anna 20")


class Foreign(gettext.NullTranslations):
    """A catalogue that translates every sentence into nonsense, so that none passes for English."""

    def gettext(self, message: str) -> str:
        return f"¤{message.rpartition(i18n.CONTEXT_END)[2]}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"¤{msgid1 if n == 1 else msgid2}"


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    english = i18n.load_catalogue("en")
    monkeypatch.setattr(i18n, "load_catalogue", lambda code: english if code == "en" else Foreign())


def commands() -> list[Sequence[object]]:
    sound = [path for path in SAMPLES if path.name != "faulty.jsonl"]
    one_a_game = [path for path in sound if path.stem in ONE_A_GAME]
    found: list[Sequence[object]] = [("settle", "--json", *sound)]
    found += [("show", "--json", path) for path in one_a_game]
    found += [("audit", "--json", *SAMPLES), ("audit", "--json", "--strict", *FAULTY)]
    found += [("paper", "--json", EXAMPLE, *SAYS)]
    found += [("paper", "--json", ROOT / "tests" / "data" / "audit" / "impossible-figure.jsonl")]
    found += [("replay", "--json", "--all", path) for path in one_a_game]
    found += [("replay", "--json", "--set", "raspasy.cap=2", "--end", EXAMPLE)]
    found += [("stats", "--json", "--running", *SAMPLES, *FAULTY), ("stats", "--csv", *SAMPLES)]
    found += [
        ("report", "--csv", kind, path) for kind in ("hands", "postings", "results") for path in one_a_game
    ]
    found += [("rules", "--json", "--game", game) for game in GAMES]
    found += [("schema", "--game", game) for game in GAMES]
    return found


@pytest.mark.usefixtures("foreign")
@each_line("command", commands())
def test_json_is_english_in_every_language(prefcount: Prefcount, command: Sequence[object]) -> None:
    other, english = prefcount("--lang", "ru", *command), prefcount("--lang", "en", *command)
    assert english.out
    assert "¤" not in other.out
    assert (other.code, other.out) == (english.code, english.out)


@pytest.mark.usefixtures("foreign")
def test_control_text_is_translated(prefcount: Prefcount) -> None:
    assert "¤" in prefcount("--lang", "ru", "show", EXAMPLE).out
