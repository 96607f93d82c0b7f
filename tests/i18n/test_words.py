"""Words for people in the language in use."""

import pytest

from prefcount.base.i18n import _, override_language
from prefcount.languages import LANGUAGES


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_empty_sentence_stays_empty(code: str) -> None:
    with override_language(code):
        assert _("") == ""
