"""Small faults, seeded one at a time into a copy of the program, to find those that no test catches.

`python -m tests.seed 40` tries forty. For each it first runs the tests that import the module, then the tests
of
its folder, then all tests.
"""

import ast
import random
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
ROOMS = ("games", "ledger", "session", "store", "paper", "tui")
"""Folders of `prefcount/` that get faults by default."""
WHOLE_GAMES = ("tests/test_rule_book.py", "tests/test_samples.py", "tests/games", "tests/session")
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or,
    ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
}  # fmt: skip


class Fault(NamedTuple):
    """A place in a file, and the text that replaces it."""

    path: str
    line: int
    begin: int
    end: int
    text: str


def faults(path: Path) -> Iterator[Fault]:
    """Yield all faults for a file; `begin` and `end` count bytes."""
    source = path.read_bytes()
    starts = [0, *(match.end() for match in re.finditer(b"\n", source))]
    tree = ast.parse(source)
    typed = {id(node) for each in ast.walk(tree) for node in _types(each)}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt) and id(node) not in typed and (text := faulty(node)):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            yield Fault(str(path.relative_to(ROOT)), node.lineno, begin, end, text)


def _types(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of type annotations, in which nothing is computed."""
    for said in (getattr(node, "annotation", None), getattr(node, "returns", None)):
        if said is not None:
            yield from ast.walk(said)


def faulty(node: ast.AST) -> str | None:
    """Return the source of a node with a fault, or None if it gets none."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in SWAPPED:
            changed: ast.AST = ast.Compare(node.left, [SWAPPED[type(operator)]()], node.comparators)  # type: ignore[list-item]
        case ast.BinOp(op=operator) if type(operator) in SWAPPED and not isinstance(node.left, ast.Constant):
            changed = ast.BinOp(node.left, SWAPPED[type(operator)](), node.right)  # type: ignore[arg-type]
        case ast.BoolOp(op=operator):
            changed = ast.BoolOp(SWAPPED[type(operator)](), node.values)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not()):
            changed = node.operand
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            changed = ast.Constant(value + 1)
        case ast.IfExp():
            changed = ast.IfExp(node.test, node.orelse, node.body)
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            return "pass"
        case _:
            return None
    return f"({ast.unparse(changed)})"


def stages(path: str) -> Iterator[list[str]]:
    """Yield lists of tests to run against a fault in a file, the likeliest to fail first."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _dot, name = module.rpartition(".")
    imports = re.compile(rf"from {re.escape(module)} |from {re.escape(package)} import .*\b{name}\b")
    files = [each for each in sorted((ROOT / "tests").rglob("test_*.py")) if "durability" not in each.parts]
    yield [str(each.relative_to(ROOT)) for each in files if imports.search(each.read_text(encoding="utf-8"))]
    rooms = [f"tests/{'/'.join(path.split('/')[1:depth])}" for depth in (3, 2)]
    yield [
        next(room for room in rooms if (ROOT / room).is_dir()),
        *(WHOLE_GAMES if "/games/" in path else ()),
    ]
    yield ["tests", "--ignore=tests/durability", "--ignore=tests/test_documents.py"]


def caught(fault: Fault, copy: Path, most: int) -> str | None:
    """Return the first test that fails with a fault in the program."""
    path = copy / fault.path
    sound = path.read_bytes()
    path.write_bytes(sound[: fault.begin] + fault.text.encode() + sound[fault.end :])
    try:
        for tests in [each for each in stages(fault.path) if each][:most]:
            command = [sys.executable, "-m", "pytest", "-qx", "-n2", "--tb=no", "--timeout=120"]
            ran = subprocess.run([*command, *tests], cwd=copy, capture_output=True, text=True, check=False)
            if ran.returncode:
                named = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", ran.stdout, re.MULTILINE)
                return named[1] if named else "the tests do not begin"
    finally:
        path.write_bytes(sound)
    return None


def main() -> None:
    """Seed faults, and count those that are caught."""
    parser = ArgumentParser(prog="tests.seed", description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("rooms", nargs="*", default=ROOMS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stages", type=int, default=3, help="2: without all tests")
    arguments = parser.parse_args()
    files = [path for room in arguments.rooms for path in sorted((ROOT / "prefcount" / room).rglob("*.py"))]
    possible = [each for path in files for each in faults(path)]
    chosen = random.Random(arguments.seed).sample(possible, arguments.count)
    found = 0
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv", ".git", ".*_cache", "__pycache__"))
        for fault in chosen:
            by = caught(fault, copy, arguments.stages)
            found += by is not None
            sys.stdout.write(f"{fault.path}:{fault.line} {fault.text[:60]!r}: {by or 'NOT CAUGHT'}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{found} of {len(chosen)} caught\n")


if __name__ == "__main__":
    main()
