"""Settings of all tests: by default property tests are repeatable and quick.

`pytest --hypothesis-profile thorough` looks for new counterexamples with fresh random games.
"""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.browser import Browser

BYTECODE = Path(__file__).parents[1] / ".pytest_cache" / "bytecode"
if sys.dont_write_bytecode:
    # If Python must not write bytecode next to its sources, use another folder. Without bytecode each worker,
    # and each process that a test starts, would compile every module and rewrite every assertion.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    del os.environ["PYTHONDONTWRITEBYTECODE"]

from hypothesis import HealthCheck, settings  # noqa: E402 - its assertions are rewritten, too

from prefcount.base.i18n import use_language  # noqa: E402
from prefcount.store.settings import FOLDER_VARIABLE  # noqa: E402
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
    parser.addoption("--line", type=int, metavar="N", help="run only line N of a table (each_line)")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run a single file or test in this process: starting others takes longer than most files."""
    one_file = len(config.args) == 1 and config.args[0].partition("::")[0].endswith(".py")
    if one_file and config.getoption("numprocesses", None) == "auto":
        config.option.numprocesses, config.option.dist = 0, "no"


def pytest_configure(config: pytest.Config) -> None:
    """Tell the tables of examples in each process which line to run."""
    tables.only_line = config.getoption("line")


def pytest_collection_finish() -> None:
    """Exclude modules and tests from garbage collection, which saves a tenth of the time.

    A screen is thousands of objects that live for one test. With rare collections most of them are
    scanned once.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000_000, 5, 5)


@pytest.fixture(autouse=True)
def patient_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn fsync off to save time; the tests of the journal and of separate programs check it."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Browser]":
    """Yield the browser that all tests of a process share."""
    from tests.web.browser import Browser

    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use_language("en")
