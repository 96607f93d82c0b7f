"""`python -m tests.english [PATH …]`: list habits of wording that make readers read twice.

It reads docstrings and comments. `test_english.py` fails when the program has one, or the tests have several.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
OPENERS = "What", "Whether", "Who", "Whose", "Why", "How", "Those", "The same", "All that", "Where", "Which"
HABITS = {
    "opens with a question word": rf"\A(?:{'|'.join(OPENERS)})\b",
    "stands": r"\bstands?\b",
    "is said": r"\b(?:is|are|was|were|be|been) (?:said|told)\b",
    "is no": r"\b(?:is|are|was|were) no\b(?! longer| more)",
    "that of": r"\b(?:that|those) of\b",
    "everybody, somebody, nobody": r"\b(?:[Ee]very|[Ss]ome|[Nn]o|[Aa]ny)body\b",
    "anew": r"\banew\b",
    "beside": r"\bbeside\b",
    "otherwise": r"\botherwise\b",
    "; it": r"; (?:it|they|that|this|those|one|ones)\b",
    "so many": r"\b[Ss]o (?:many|much)\b",
    "where for if": r"[,;] where\b|\AWhere\b",
    "whoever": r"\bwho(?:m)?ever\b",
}
_IN_A_COMMENT = re.compile("|".join(f"#[# ]*.*{each.replace(chr(92) + 'A', '')}" for each in HABITS.values()))
"""A line with a number sign and a habit after that, perhaps in a comment."""


class Offence(NamedTuple):
    """A habit that was found: where it is, and the text."""

    habit: str
    path: Path
    line: int
    text: str


def read_prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of a Python file, with their lines."""
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(ast.Constant(str(text))):
                yield node.lineno, " ".join(text.split())
    if _IN_A_COMMENT.search(source):  # Finding the comments takes longer than everything else.
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string.lstrip("# ")


def find_habits(paths: list[Path]) -> Iterator[Offence]:
    """Yield the habits in the Python files of some files and folders."""
    for root in paths:
        for path in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
            for line, text in read_prose(path):
                for habit, pattern in HABITS.items():
                    if re.search(pattern, text):
                        yield Offence(habit, path, line, text)


def main() -> None:
    """Print the habits in the files and folders of the command line, or in the whole project."""
    paths = [Path(each).resolve() for each in sys.argv[1:]] or [ROOT / "prefcount", ROOT / "tests"]
    found = list(find_habits(paths))
    for habit, path, line, text in found:
        sys.stdout.write(f"{path}:{line}: {habit}: {text[:150]}\n")
    for habit in HABITS:
        sys.stdout.write(f"{sum(each.habit == habit for each in found):5} {habit}\n")


if __name__ == "__main__":
    main()
