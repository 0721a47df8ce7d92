"""The sentences in the golden playthroughs are those that the numbers before them have now."""

from pathlib import Path

import pytest

from tavolo_host.texts.sentences import sentence
from tests.rules import golden_text
from tests.rules.golden_text import comments_of, golden, record_of, texts_in, together

GOLDEN = sorted(Path(golden_text.__file__).with_name("golden").glob("*.txt"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_golden_playthroughs_have_the_sentence_behind_the_numbers_of_all_that_happened(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    written = together([golden(record_of(each), comments_of(each), sentence) for each in texts_in(text)])
    assert written.splitlines() == text.splitlines()
