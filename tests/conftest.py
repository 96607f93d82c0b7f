"""Settings of all tests: property tests are repeatable, and quick unless told otherwise.

`pytest --hypothesis-profile thorough` looks for new counterexamples with fresh random games.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir

import pytest
from hypothesis import HealthCheck, settings

from prefcount.folder import FOLDER_VARIABLE
from prefcount.i18n import use_language

os.environ["LANGUAGE"] = "en"
os.environ[FOLDER_VARIABLE] = str(Path(gettempdir()) / "prefcount-tests-without-settings")

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "quick",
    max_examples=30,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=SLOW_IS_FINE,
)
settings.register_profile("thorough", max_examples=3000, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.load_profile("quick")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Whatever language a test has used, the next one begins in English."""
    yield
    use_language("en")
