"""The languages of the program: catalogues, plural forms, and what is seen in each language."""

from pathlib import Path

import pytest

from prefcount.i18n import DOMAIN, LOCALES

compiled = pytest.mark.skipif(
    not (Path(LOCALES) / "ru" / "LC_MESSAGES" / f"{DOMAIN}.mo").exists(),
    reason="the catalogues are not compiled; python -m tests.i18n does it",
)
"""For tests that read what is said in another language."""
