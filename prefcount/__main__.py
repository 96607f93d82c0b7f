"""`python -m prefcount`, and what the installed command runs."""

import os
import sys


def main() -> int:
    """Run the command line with the arguments of the process; returns the exit code."""
    os.environ.setdefault(
        "PYDANTIC_DISABLE_PLUGINS", "__all__"
    )  # looking for some takes time; none is wanted
    from prefcount.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
