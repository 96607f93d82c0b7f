"""Hostile input without end. If atheris is installed (`uv run --group fuzz`), coverage guides the inputs.

`python -m tests.durability.fuzz RUNS [SEED]` is the fuzzer itself. The measure runs the fuzzer in a separate
process with limits on memory and time.
"""

import importlib
import importlib.util
import os
import random
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.durability.report import ROOT, Row

MEMORY = 1024
"""Maximum memory of the fuzzer in MiB."""
SECONDS = 10
"""Maximum seconds for one input."""
LONGEST = 16_384
BAD = ("tracebacks", "hangs", "out of memory")
GUIDED = importlib.util.find_spec("atheris") is not None


def run(folder: Path, count: int) -> Iterator[Row]:
    """Run the fuzzer with `count` inputs, and print the output about an input that failed."""
    line = [sys.executable, "-m", "tests.durability.fuzz", str(count)]
    outlasted = {**os.environ, "TMPDIR": str(folder)}  # The fuzzer ends without deleting its temporary files.
    done = subprocess.run(
        line, cwd=ROOT, env=outlasted, capture_output=True, text=True, errors="replace", check=False
    )
    said = done.stdout + done.stderr
    finished = re.findall(r"^(?:Done|stat::number_of_executed_units:) +(\d+)", said, re.M)
    covered = re.findall(r"\bcov: (\d+)", said)
    figures = {
        "inputs": int(finished[-1]) if finished else 0,
        "places covered": int(covered[-1]) if covered else 0,
        "tracebacks": int("Uncaught Python exception" in said or "Traceback" in said),
        "hangs": int("ALARM: working" in said or "libFuzzer: timeout" in said),
        "out of memory": int("out-of-memory" in said or "MemoryError" in said),
    }
    if done.returncode:
        sys.stderr.write(_first_trouble(said))
        figures["tracebacks"] = max(figures["tracebacks"], 1)
    yield Row("inputs, guided by coverage" if GUIDED else "inputs, not guided", figures, BAD)


def _first_trouble(said: str) -> str:
    lines = [line for line in said.splitlines() if not line.startswith("#")]
    return "\n".join(lines[-80:]) + "\n"


def main() -> None:
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    if GUIDED:
        _guided(count, seed)
    else:
        _unguided(count, seed)


def _guided(count: int, seed: int) -> None:
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["prefcount"]):
        from tests.durability import targets

    def one(data: bytes) -> None:
        targets.TARGETS[data[0] % len(targets.TARGETS) if data else 0](data[1:])

    def change(data: bytes, most: int, number: int) -> bytes:
        chance = random.Random(number)
        kind = data[0] % len(targets.TARGETS) if data else 0
        if chance.random() < 0.2:
            changed: bytes = atheris.Mutate(data[1:], len(data) + 8)
        else:
            content = data[1:] if chance.random() < 0.9 else chance.choice(targets.seeds()[kind])
            changed = targets.mutate(content, kind, chance)
        return (bytes([kind]) + changed)[:most]

    with TemporaryDirectory() as folder:
        for kind, inputs in enumerate(targets.seeds()):
            for number, content in enumerate(inputs):
                (Path(folder) / f"{kind}-{number}").write_bytes(bytes([kind]) + content)
        limits = [f"-runs={count}", f"-rss_limit_mb={MEMORY}", f"-timeout={SECONDS}", f"-max_len={LONGEST}"]
        more = [f"-seed={seed}", f"-artifact_prefix={folder}/", "-print_final_stats=1"]
        atheris.Setup([sys.argv[0], *limits, *more, folder], one, custom_mutator=change)
        atheris.Fuzz()


def _unguided(count: int, seed: int) -> None:
    """Fuzz with the same targets and mutations, and keep some mutated inputs at random as further seeds."""
    from tests.durability import targets

    resource.setrlimit(resource.RLIMIT_AS, (4 * MEMORY * 2**20, resource.RLIM_INFINITY))
    chance = random.Random(seed)
    kept = [list(inputs) for inputs in targets.seeds()]
    for _each in range(count):
        kind = chance.randrange(len(kept))
        content = targets.mutate(chance.choice(kept[kind]), kind, chance)[:LONGEST]
        targets.TARGETS[kind](content)
        if chance.random() < 0.02:
            kept[kind].append(content)
    sys.stdout.write(f"Done {count} runs\n")
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
