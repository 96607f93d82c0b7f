"""`python -m prefcount`, and what the installed command runs."""

import gc
import os
import sys
from types import ModuleType

FAILED = 70
"""The exit code for a mistake of the program itself, as in sysexits.h."""

INTERRUPTED = 130
"""The exit code of a command that was interrupted from the keyboard, as shells have it."""

CYCLE_SEARCH_THRESHOLD = 200_000
"""The new objects between two searches for cycles: a start makes fewer, and hardly any cycle."""

NO_PLUGINS = ModuleType("pydantic.plugin._loader")
"""Stands where pydantic looks for plugins: its own module loads forty others before it hears of none."""
NO_PLUGINS.__dict__["get_plugins"] = tuple


def main() -> int:
    """Run the command line with the arguments of the process; returns the exit code."""
    gc.set_threshold(CYCLE_SEARCH_THRESHOLD, 20, 20)
    os.umask(os.umask(0o077) & 0o077)  # files that their own user may not open would be of no use to anybody
    sys.modules[NO_PLUGINS.__name__] = NO_PLUGINS
    from prefcount.cli.streams import open_streams

    open_streams()
    if os.environ.get("TZ"):  # without it no date need be loaded to ask for help
        from prefcount.base.clock import ignore_invalid_zone

        ignore_invalid_zone()
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
