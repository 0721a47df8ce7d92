"""The sentences in the golden playthroughs are those that the numbers before them have now."""

from pathlib import Path

import pytest

from tavolo_host.texts.playthrough import comments_of, playthrough, record_of, texts_in, together
from tavolo_host.texts.sentences import sentence
from tavolo_host.workshop.golden import FOLDER

GOLDEN = sorted((Path(__file__).parents[2] / FOLDER).glob("*.txt"))


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_golden_playthroughs_have_the_sentence_behind_the_numbers_of_all_that_happened(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    written = together([playthrough(record_of(each), comments_of(each), sentence) for each in texts_in(text)])
    assert written.splitlines() == text.splitlines()
