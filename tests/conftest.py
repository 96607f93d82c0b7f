"""Settings of all tests: property tests are repeatable, and quick unless told otherwise.

`pytest --hypothesis-profile thorough` looks for new counterexamples with fresh random games.
"""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir

import pytest

BYTECODE = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"
if sys.dont_write_bytecode:
    # Where Python is told to leave no bytecode beside its sources it stands aside: without any, everything is
    # compiled and every assertion rewritten in each worker, and all again in each process that a test starts.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    del os.environ["PYTHONDONTWRITEBYTECODE"]

from hypothesis import HealthCheck, settings  # noqa: E402 - its assertions are rewritten, too

from prefcount.base.data_folder import FOLDER_VARIABLE  # noqa: E402
from prefcount.base.i18n import use_language  # noqa: E402
from tests import tables  # noqa: E402

os.environ["LANGUAGE"] = "en"
os.environ["XDG_DOCUMENTS_DIR"] = str(Path(gettempdir()) / "prefcount-tests-documents")
os.environ[FOLDER_VARIABLE] = str(Path(gettempdir()) / "prefcount-tests-without-settings")

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick",
    max_examples=16,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=SLOW_IS_FINE,
)
settings.register_profile("thorough", max_examples=3000, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--line N`, which runs one line of a table of examples."""
    parser.addoption("--line", type=int, metavar="N", help="run only line N of a table (each_line)")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run one file, or one test, in this process: starting others takes longer than most files."""
    one_file = len(config.args) == 1 and config.args[0].partition("::")[0].endswith(".py")
    if one_file and config.getoption("numprocesses", None) == "auto":
        config.option.numprocesses, config.option.dist = 0, "no"


def pytest_configure(config: pytest.Config) -> None:
    """Tell the tables of examples which line to run, in each process."""
    tables.only_line = config.getoption("line")


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end; looking for garbage among them would take a tenth of the time.

    A screen is thousands of objects that live for one test: looked at seldom, most are looked at once.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000_000, 5, 5)


@pytest.fixture(autouse=True)
def patient_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is synced, which takes time: that it is, the journal's tests and programs of their own see."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever language a test has used, the next one begins in English."""
    yield
    use_language("en")
