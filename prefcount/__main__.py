"""`python -m prefcount`, and what the installed command runs."""

import sys


def main() -> int:
    """Run the command line with the arguments of the process; returns the exit code."""
    from prefcount.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
