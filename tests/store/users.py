"""Another user, for tests of permissions."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def nobody() -> Iterator[None]:
    """Drop the rights of root, who may write everywhere."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
