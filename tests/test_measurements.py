"""The statements of docs/measurements.md about modules are true; `.ci/run` compares bytes and frames."""

import sys
from pathlib import Path

import pytest

from tests.bench.against import stale_in_document
from tests.bench.commands import modules


@pytest.mark.skipif(sys.platform != "linux", reason="needs a terminal of POSIX")
def test_modules_are_those_of_the_document(tmp_path: Path) -> None:
    assert list(stale_in_document(modules(tmp_path, 1))) == []
