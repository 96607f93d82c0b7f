"""`python -m prefcount`, and what the installed command runs."""

import gc
import os
import sys

FAILED = 70
"""The exit code for a mistake of the program itself, as in sysexits.h."""

INTERRUPTED = 130
"""The exit code of a command that was interrupted from the keyboard, as shells have it."""

FEW_CYCLES = 100_000
"""The new objects between two searches for cycles: a start makes many objects and hardly any cycle."""


def main() -> int:
    """Run the command line with the arguments of the process; returns the exit code."""
    gc.set_threshold(FEW_CYCLES, 20, 20)
    os.umask(os.umask(0o077) & 0o077)  # files that their own user may not open would be of no use to anybody
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # to look for plugins takes time
    from prefcount.cli.streams import take_streams

    take_streams()
    from prefcount.cli.main import run

    try:
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from prefcount.crash_report import write_report

        sys.stderr.write(f"prefcount: {write_report(error)}\n")
        return FAILED
    finally:
        gc.freeze()  # the system takes all of it back at once; no cycles need be looked for in it at the end


if __name__ == "__main__":
    sys.exit(main())
