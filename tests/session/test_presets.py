"""Rules kept under a name of one's own, given to others and taken from them."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from prefcount.base.problems import InvalidInput
from prefcount.store.disk import WriteError
from prefcount.store.open_file import ReadError
from prefcount.store.presets import (
    OwnPreset,
    export_preset,
    forget_preset,
    import_preset,
    keep_preset,
    own_presets,
    presets_folder,
    read_preset,
)
from tests.helpers import GAME
from tests.store.faulty import failing, faulty

OURS = {"preset": "rostov", "style": "greedy", "raspasy": {"cap": 5}}
SPELLED = {"preset": "rostov", "target": 20, "style": "greedy", "raspasy": {"cap": 5}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that is made when it is needed."""
    return tmp_path / "sessions" / "presets"


def names(folder: Path) -> list[str]:
    """The names of all presets that can be used."""
    return [each.name for each in own_presets(GAME, folder) if not each.why]


def wrong(path: Path, content: Any) -> str:
    """Why a file is no preset."""
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    with pytest.raises(ReadError) as caught:
        read_preset(path, GAME)
    return str(caught.value)


def test_a_preset_is_kept(folder: Path) -> None:
    """It is there under its name, in the shortest spelling, in a file that stays in the folder."""
    kept = keep_preset(folder, GAME, " Наш стол ", OURS)
    assert (kept.name, kept.rules) == ("Наш стол", SPELLED)
    assert own_presets(GAME, folder) == (kept,)
    assert list(folder.iterdir()) == [kept.path]
    assert kept.path.name.startswith("nash-stol-")
    assert json.loads(kept.path.read_bytes()) == {
        "kind": "preset",
        "version": 1,
        "game": "preferans",
        "name": "Наш стол",
        "rules": SPELLED,
    }


def test_a_name_is_kept_once(folder: Path) -> None:
    """The same name, in whatever capitals, replaces what was kept under it."""
    first = keep_preset(folder, GAME, "Friday", OURS)
    second = keep_preset(folder, GAME, "FRIDAY", {"preset": "classic"})
    assert second.path == first.path
    assert own_presets(GAME, folder) == (second,)
    keep_preset(folder, GAME, "Sunday", OURS)
    assert names(folder) == ["FRIDAY", "Sunday"]


@pytest.mark.parametrize(
    ("name", "rules", "sentence"),
    [
        ("", OURS, "name: a name has 1 to 40 characters, not 0"),
        ("a\x1bb", OURS, "name: has the character U+001B, which cannot be printed; leave it out"),
        ("x", {"stile": "greedy"}, "rules.stile: “stile” is not known; did you mean “style”?"),
        ("x", {"end": "hands"}, "rules.hands: is missing: a game that ends after hands needs their number"),
    ],
)
def test_what_cannot_be_kept(folder: Path, name: str, rules: dict[str, Any], sentence: str) -> None:
    """A name is a name as everywhere, and rules that contradict each other are kept by nobody."""
    with pytest.raises(InvalidInput) as caught:
        keep_preset(folder, GAME, name, rules)
    assert str(caught.value) == sentence
    assert own_presets(GAME, folder) == ()


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX")
def test_a_disk_that_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept before stays as it was, and nothing lies about."""
    kept = keep_preset(folder, GAME, "Friday", OURS)
    before = kept.path.read_bytes()
    faulty(monkeypatch, write=failing(errno.ENOSPC))
    with pytest.raises(WriteError) as caught:
        keep_preset(folder, GAME, "Friday", {"preset": "classic"})
    assert str(caught.value) == (
        "nothing was written: the disk is full; make room on it, or write to another place"
    )
    assert kept.path.read_bytes() == before
    assert list(folder.iterdir()) == [kept.path]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not JSON: "),
        (b"\xff\xfe", "has zero bytes or UTF-16"),
        ([], "must be an object in braces, not []"),
        ({"game": "preferans", "name": "x"}, "rules: is missing"),
        (
            {"game": "preferans", "name": "x", "rules": {}, "rule": {}},
            "rule: “rule” is not known; did you mean ",
        ),
        ({"game": "preferans", "name": "\x1b", "rules": {}}, "name: has the character U+001B"),
        (
            {"game": "preferans", "name": "x", "rules": {"cap": 5}},
            "rules.cap: “cap” is not known; did you mean ",
        ),
        ({"game": "preferans", "name": "x", "rules": {}, "version": 0}, "version: "),
    ],
)
def test_files_that_are_no_presets(tmp_path: Path, content: Any, sentence: str) -> None:
    """A file from elsewhere is judged as strictly as a session."""
    said = wrong(tmp_path / "x.json", content)
    assert said.startswith(f"this preset cannot be used: {sentence}")
    assert said.isprintable()


def test_other_files(tmp_path: Path) -> None:
    """Another game, a folder, a missing file, and one that is too large to be read."""
    other = {"game": "bridge", "name": "x", "rules": {}}
    path = tmp_path / "x.json"
    assert wrong(path, other) == "this is a preset of another game, bridge, not of preferans"
    assert wrong(path, b" " * (64 * 1024 + 1)) == "the file is larger than 64 KiB; no such file is that large"
    with pytest.raises(ReadError, match="this is not a regular file, so it is not read"):
        read_preset(tmp_path, GAME)
    with pytest.raises(ReadError, match="there is no such file"):
        read_preset(tmp_path / "no.json", GAME)


def test_bad_files_hide_no_good_ones(folder: Path) -> None:
    """They come last, with the reason; a name that only they have is free."""
    kept = keep_preset(folder, GAME, "Friday", OURS)
    (folder / "a.json").write_bytes(b"oops")
    (folder / "notes.txt").write_bytes(b"oops")
    good, bad = own_presets(GAME, folder)
    assert good == kept
    assert (bad.name, bad.path.name) == ("a.json", "a.json")
    assert bad.why.startswith("this preset cannot be used: is not JSON: ")


def test_no_folder(folder: Path) -> None:
    """Before the first one there is none."""
    assert own_presets(GAME, folder) == ()


def test_presets_live_beside_the_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder that PREFCOUNT_SESSIONS names too."""
    monkeypatch.setenv("PREFCOUNT_SESSIONS", str(tmp_path))
    assert presets_folder() == tmp_path / "presets"


# --- given and taken -----------------------------------------------------------------------------


def test_given_to_others_and_taken(tmp_path: Path, folder: Path) -> None:
    """A file in a folder is called as the preset is; whoever takes it has the same rules."""
    path = export_preset(tmp_path, GAME, "Наш стол", OURS)
    assert path == tmp_path / "nash-stol.json"
    taken = import_preset(path, folder, GAME)
    assert (taken.name, taken.rules) == ("Наш стол", SPELLED)
    assert import_preset(path, folder, GAME) == taken
    assert names(folder) == ["Наш стол"]


def test_a_name_that_is_taken_by_other_rules(tmp_path: Path, folder: Path) -> None:
    """Neither is lost: the newcomer gets a number."""
    keep_preset(folder, GAME, "friday", {"preset": "classic"})
    path = export_preset(tmp_path / "given.json", GAME, "Friday", OURS)
    assert import_preset(path, folder, GAME).name == "Friday 2"
    assert names(folder) == ["friday", "Friday 2"]
    long = "x" * 40
    keep_preset(folder, GAME, long, {"preset": "classic"})
    path = export_preset(tmp_path / "long.json", GAME, long, OURS)
    assert import_preset(path, folder, GAME).name == "x" * 38 + " 2"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A file that exists is somebody's."""
    path = tmp_path / "friday.json"
    path.write_bytes(b"mine")
    for where in (path, tmp_path):
        with pytest.raises(WriteError, match="the file exists already; choose another name"):
            export_preset(where, GAME, "Friday", OURS)
    assert path.read_bytes() == b"mine"
    with pytest.raises(WriteError, match="nothing was written: "):
        export_preset(tmp_path / "no" / "x.json", GAME, "Friday", OURS)


def test_forgotten(folder: Path) -> None:
    """A preset is deleted; one that has gone already is gone."""
    kept: OwnPreset = keep_preset(folder, GAME, "Friday", OURS)
    forget_preset(kept)
    forget_preset(kept)
    assert own_presets(GAME, folder) == ()
