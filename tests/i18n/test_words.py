"""Words for people in the language in use."""

import pytest

from prefcount.base.i18n import LANGUAGES, _, override_language


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_nothing_in_every_language(code: str) -> None:
    with override_language(code):
        assert _("") == ""
