"""The entry point of `python -m prefcount` and of the installed command."""

import gc
import os
import sys
from types import ModuleType

FAILED = 70
"""The exit code after a crash: EX_SOFTWARE of sysexits.h."""

INTERRUPTED = 130
"""The exit code after an interrupt from the keyboard, as in shells."""

CYCLE_SEARCH_THRESHOLD = 200_000
"""Number of new objects between two runs of the garbage collector, which most commands never reach."""

NO_PLUGINS = ModuleType("pydantic.plugin._loader")
"""An empty replacement for the module in which pydantic looks for plugins, which imports forty others."""
NO_PLUGINS.__dict__["get_plugins"] = tuple


def main() -> int:
    """Run the command line with the arguments of the process, and return the exit code."""
    gc.set_threshold(CYCLE_SEARCH_THRESHOLD, 20, 20)
    os.umask(os.umask(0o077) & 0o077)  # whatever the umask, the owner must be able to open new files
    sys.modules[NO_PLUGINS.__name__] = NO_PLUGINS
    from prefcount.cli.streams import open_streams

    open_streams()
    if os.environ.get("TZ"):  # without TZ, help starts faster because dates are not loaded
        from prefcount.base.system import ignore_invalid_zone

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
        gc.freeze()  # the system frees all memory at the end, without a search for cycles


if __name__ == "__main__":
    sys.exit(main())
