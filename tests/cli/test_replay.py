"""Tests of `prefcount replay`."""

from pathlib import Path

from prefcount.games import get_game
from tests.cli.conftest import Prefcount
from tests.cli.ran import ROOT

SAMPLE = ROOT / "sample_sessions" / "sochi-american-aid.jsonl"


def test_a_preset_with_an_option_is_replayed(prefcount: Prefcount, session_file: Path) -> None:
    out = prefcount("replay", session_file, "--preset", "sochi", "--set", "style=gentleman").fine
    assert "Sochi to 20, but Style of whisting: gentleman" in out
    assert "whists on failed contracts     0     −8    +8" in out


def test_an_option_alone_changes_the_rules_of_the_session(prefcount: Prefcount, session_file: Path) -> None:
    [made] = prefcount("replay", session_file, "--set", "consolation=fixed", "--json").objects
    [replay] = made["replays"]
    assert replay["name"] == "sochi, changed"
    assert [each["cause"] for each in replay["causes"]] == ["consolation"]
    assert replay["difference"]["exact"] == {"Anna": "-12", "Boris": "6", "Vera": "6"}


def test_all_replays_every_other_preset(prefcount: Prefcount) -> None:
    [made] = prefcount("replay", SAMPLE, "--all", "--json").objects
    others = [name for name in get_game("preferans").presets if name != "sochi"]
    assert [each["name"] for each in made["replays"]] == others


def test_presets_that_do_not_fit_are_skipped(prefcount: Prefcount) -> None:
    ran = prefcount("replay", SAMPLE, "--all", "--end", "--json")
    assert ran.warnings == [
        "leningrad-sport is skipped: Minutes of a game: a timed game needs its number of minutes"
    ]
    [made] = ran.objects
    assert "leningrad-sport" not in [each["name"] for each in made["replays"]]
    assert made["replays"][0]["ending"]["counted"] is False


def test_the_file_is_only_read(prefcount: Prefcount, session_file: Path) -> None:
    before, beside = session_file.read_bytes(), sorted(session_file.parent.iterdir())
    session_file.chmod(0o400)
    prefcount("replay", session_file, "--all")
    assert session_file.read_bytes() == before
    assert sorted(session_file.parent.iterdir()) == beside


def test_impossible_replays_are_refused(prefcount: Prefcount, session_file: Path, tmp_path: Path) -> None:
    assert prefcount("replay", session_file).complaint == (
        "choose the other rules: --preset NAME, --all, or --set OPTION=VALUE"
    )
    assert "did you mean “rostov”?" in prefcount("replay", session_file, "--preset", "rostow").complaint
    assert "Style of whisting" in prefcount("replay", session_file, "--set", "style=rude").complaint
    assert "--set needs OPTION=VALUE" in prefcount("replay", session_file, "--set", "style").complaint
    assert prefcount("replay", session_file, "--preset", "leningrad-sport", "--end").complaint == (
        "Minutes of a game: a timed game needs its number of minutes"
    )
    assert prefcount("replay", tmp_path / "none.jsonl", "--all").complaint.endswith("there is no such file")
