"""Hostile input to the reader and the notation is refused in a sentence or accepted, and nothing else."""

import json
import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.durability.targets import TARGETS, a_file, a_header, a_line, an_entry, mutate, seeds

KINDS = range(len(TARGETS))
each_target = pytest.mark.parametrize("kind", KINDS, ids=[target.__name__ for target in TARGETS])


@each_target
def test_seeds_are_accepted(kind: int) -> None:
    for content in seeds()[kind]:
        TARGETS[kind](content)


@each_target
@given(chance=st.randoms(use_true_random=False))
def test_mutated_input_is_accepted_or_refused_in_a_sentence(kind: int, chance: random.Random) -> None:
    TARGETS[kind](mutate(chance.choice(seeds()[kind]), kind, chance))


@each_target
@given(content=st.binary(max_size=200))
@example(content=b"")
@example(content=b"\n")
@example(content=b"[" * 5000)
@example(content=b'{"kind":' * 2000)
@example(content=b"\xef\xbb\xbf{}")
@example(content="{}".encode("utf-16"))
def test_any_bytes_are_accepted_or_refused_in_a_sentence(kind: int, content: bytes) -> None:
    TARGETS[kind](content)


@pytest.mark.parametrize("line", ["anna 7h -0"])
def test_inputs_found_by_the_fuzzer_lead_to_no_traceback(line: str) -> None:
    """Inputs that once led to a traceback."""
    a_line(line.encode())


def test_mutations_find_an_uncaught_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a few mutations find a reader that lets an exception out."""
    from tests.durability import targets

    def careless(content: bytes) -> Any:
        return json.loads(content)["kind"]

    monkeypatch.setattr(targets, "read_header", careless)
    chance = random.Random(1)
    good = seeds()[TARGETS.index(a_header)]
    inputs = [mutate(chance.choice(good), TARGETS.index(a_header), chance) for _each in range(100)]
    with pytest.raises((ValueError, KeyError, TypeError, AttributeError)):
        list(map(a_header, inputs))


def test_lines_of_files_are_the_first_targets() -> None:
    """Mutations find the kind of a target, and good lines of JSON, by its index."""
    assert TARGETS[:3] == (a_file, an_entry, a_header)
    assert len(seeds()) == len(TARGETS)
