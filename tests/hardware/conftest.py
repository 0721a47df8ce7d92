"""Pages of paper as pictures are large: no file of tests leaves its own in memory for the next."""

from collections.abc import Iterator

import pytest

from tests.hardware import printed_cards


@pytest.fixture(scope="module", autouse=True)
def _pictures_are_forgotten() -> Iterator[None]:
    yield
    printed_cards.rendered.cache_clear()
