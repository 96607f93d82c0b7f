"""What docs/measurements.md says of modules, bytes and frames is what the program takes."""

import sys
from pathlib import Path

import pytest

from tests.documents import sections

NEAR = 1.1
"""Versions of what the program uses differ a little."""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a terminal of POSIX")
def test_counts_are_those_of_the_document(tmp_path: Path) -> None:
    """Function calls depend on the version of Python, so these are only in the table."""
    from tests.bench.counts import counts

    (section,) = [each for each in sections("docs/measurements.md") if each.anchor == "counts"]
    said = {row[0]: float(row[1].replace(",", "")) for row in section.tables[0][1:]}
    counted = {row.name: row.value for row in counts(tmp_path, 1)}
    assert said.keys() == counted.keys()
    for name, value in counted.items():
        if not name.startswith("function calls"):
            assert said[name] / NEAR <= value <= said[name] * NEAR, name
