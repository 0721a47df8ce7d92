"""The pages of the games say of options, boards and sheets what the program has."""

import re
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.games.kuh_vadis.sheet import SHEETS
from tavolo.games.tanz_der_hornochsen.board import HOUSE_BOARD, ROW_NAMES, ROWS, Board, number_of
from tavolo_host.display.parts.rule_pages import ANCHOR, paragraphs
from tavolo_host.runtime.game_folders import folder_of
from tavolo_host.texts.language import speaking

EACH_PAGE = pytest.mark.parametrize(
    ("name", "language"), [(name, language) for name in names() for language in ("en", "it")]
)


def page(name: str, language: str) -> str:
    return (folder_of(name) / f"{language}.md").read_text(encoding="utf-8")


@EACH_PAGE
def test_a_page_has_the_sections_of_the_other_language_and_none_is_empty(name: str, language: str) -> None:
    own, english = [re.split("^## ", page(name, each), flags=re.MULTILINE)[1:] for each in (language, "en")]
    file = folder_of(name) / f"{language}.md"
    assert own, f"{file} has no section: a line “## ...”, and what it says"
    assert len(own) == len(english), f"{file} has other sections than en.md: {len(own)}, not {len(english)}"
    for section in own:
        head, _, text = section.partition("\n")
        assert text.strip(), f"{file} says nothing below “{head}”"


@EACH_PAGE
def test_every_option_is_on_the_page_with_its_ends_and_what_is_usual(name: str, language: str) -> None:
    told = dict(re.findall(r"^[|-] `(\w+)`(.*)", page(name, language), re.MULTILINE))  # lines of a table, or of a list
    game: Any = load(name)
    missing = {option.name for option in game.OPTIONS} - told.keys()
    assert not missing, f"{folder_of(name) / language}.md: a line “- `option`: ...” is missing for {missing}"
    assert len(told) == len(game.OPTIONS)
    for option in game.OPTIONS:
        numbers = {int(number) for number in re.findall(r"-?\d+", told[option.name])}
        wanted = {option.default} if (option.low, option.high) == (0, 1) else {option.low, option.high, option.default}
        assert wanted <= numbers, option.name


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_house_board_on_the_page_is_the_one_that_is_played(language: str) -> None:
    text = page("tanz-der-hornochsen", language)
    shown = re.findall(r"([LR]\d) \| ([0-9CD ]+) \| (\d+)", text)
    lines = [line.strip() for line in HOUSE_BOARD.strip().split("\n")]
    assert sorted(f"{row}: {spaces} | {bull}" for row, spaces, bull in shown) == sorted(lines[:ROWS])
    assert len(shown) == len(ROW_NAMES)
    for eye in lines[ROWS].partition(":")[2].split():
        assert re.search(rf"\b{eye}\b", text)


TOLD = (  # where a rulebook contradicts itself, is lost, or asks for something impossible here
    (
        "yellowstone-park",
        "only a player with fewer than six has to",
        "deve pescare dal mazzo solo chi ne ha meno di sei",
    ),
    (
        "yellowstone-park",
        "the youngest should join first",
        "il più giovane, che quindi deve premere ✓ per primo",
    ),
    ("yellowstone-park", "never needs a second column", "Un colore non ha mai bisogno di una seconda colonna"),
    ("yellowstone-park", "gets no more, and the next one continues", "altre carte, e tocca al giocatore dopo"),
    ("yellowstone-park", "for two players only, and recommended for them", "solo in due, dove è consigliato"),
    ("bambuti", "third example card, on symmetry of", "terza carta esempio del regolamento, sulla"),
    ("tanz-der-hornochsen", "more points draw first; on the start", "prima chi ha più punti; alla partenza"),
    ("tanz-der-hornochsen", "the one furthest ahead loses", "perde quella arrivata più lontano"),
    ("tanz-der-hornochsen", "more points go first; on the start, by seats", "ha più punti; alla partenza si va"),
)


@pytest.mark.parametrize(("name", "english", "italian"), TOLD)
def test_the_page_says_how_unclear_rules_are_read(name: str, english: str, italian: str) -> None:
    for language, told in (("en", english), ("it", italian)):
        assert told in " ".join(page(name, language).split()), language


@EACH_PAGE
def test_words_that_depend_on_options_are_on_the_page_as_they_are_usually_and_the_rules_say_them_as_they_are(
    name: str, language: str
) -> None:
    usual = [option.default for option in load(name).OPTIONS]
    with speaking(language):
        anchors = ANCHOR.findall(page(name, language))
        assert paragraphs(name, anchors, usual) == paragraphs(name, anchors)
        own = number_of(Board(HOUSE_BOARD.replace("40 50", "7 33 51")))
        eyes = paragraphs("tanz-der-hornochsen", ["open"], [own, 0, 1, 0])
        assert {"en": "on 7, 33 or 51, and", "it": "su 7, 33 o 51, e"}[language] in eyes.replace("\n", " ")
        ends = paragraphs("yellowstone-park", ["scoring"], [20, 1, 0, 0])
        assert {"en": "one is then on 20 or beyond", "it": "uno è sulla casella 20 o oltre"}[language] in ends.replace(
            "\n", " "
        )


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_sheets_on_the_page_are_those_that_are_played(language: str) -> None:
    lines = re.findall(r"^    ([1-5cXO](?: +[1-5cXO])+)$", page("kuh-vadis", language), re.MULTILINE)
    assert len(SHEETS) >= 3
    shown = [[" ".join(line.split()[7 * sheet : 7 * sheet + 7]) for line in lines] for sheet in range(len(SHEETS))]
    assert shown == [[" ".join(row) for row in sheet] for sheet in SHEETS]
