"""`python -m prefcount`, and what the installed command runs."""

import os
import sys

FAILED = 70
"""The exit code for a mistake of the program itself, as in sysexits.h."""


def main() -> int:
    """Run the command line with the arguments of the process; returns the exit code."""
    os.environ.setdefault(
        "PYDANTIC_DISABLE_PLUGINS", "__all__"
    )  # looking for some takes time; none is wanted
    from prefcount.cli.main import run

    try:
        return run(sys.argv[1:])
    except Exception as error:
        from prefcount.crash import said

        sys.stderr.write(f"prefcount: {said(error)}\n")
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
