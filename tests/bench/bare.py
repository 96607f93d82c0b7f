"""The floor of an audit: pydantic alone validates the entries of an archive, without chain or game.

`python -m tests.bench.bare [FOLDER]`. Without a folder the models are loaded, and nothing is read.
"""

import gc
import sys
from pathlib import Path

from prefcount.__main__ import CYCLE_SEARCH_THRESHOLD, NO_PLUGINS


def main() -> None:
    """Validate every line except the first of every file, with the program's garbage collection settings."""
    gc.set_threshold(CYCLE_SEARCH_THRESHOLD, 20, 20)
    sys.modules[NO_PLUGINS.__name__] = NO_PLUGINS
    from prefcount.games import get_game

    validate = get_game("preferans").adapter.validate_json
    for folder in sys.argv[1:]:
        for path in sorted(Path(folder).rglob("*.jsonl")):
            with path.open("rb") as file:
                next(file)
                for line in file:
                    validate(line)


if __name__ == "__main__":
    main()
