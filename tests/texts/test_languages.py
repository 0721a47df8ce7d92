"""Every text of the page is there in each language, and each visitor is spoken to in one of them alone."""

import re
from html import unescape

import pytest
from starlette.requests import HTTPConnection

from tavolo.games import load
from tavolo.play import reasons
from tavolo.rules.contract import NOT_YOUR_TURN, Setup
from tavolo.rules.record import Record
from tavolo_host.board.log import Log
from tavolo_host.display.live.faults import status_html
from tavolo_host.display.live.log_panel import log_html
from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.what_to_do import what_to_do
from tavolo_host.texts.language import ENGLISH, LANGUAGES, _, preferred, speaking
from tavolo_host.texts.virtual_words import CATALOGUES, VIRTUAL_WORDS
from tavolo_host.workshop.catalogue import brought_up, lacks, read, texts
from tests.display.display_support import Mirror, text_of
from tests.sources.source_support import begun, run_until

OF_A_REAL_TABLE = re.compile(
    r"\b(slots?|ports?|cable|laptop|socket|journal|in step|board (is|does|has|answers)|table (goes on|is next))\b|✓",
    re.IGNORECASE,
)
# In Italian, of sentences that do not call the reader "tu".
TO_SEVERAL = re.compile(
    r"\b(voi|vostr[aeio]|avete|siete|potete|dovete|volete|scegliete|premete|mettete|togliete|prendete|aspettate)\b",
    re.IGNORECASE,
)
OTHERS = [language for language in LANGUAGES if language != ENGLISH]


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogues_lack_nothing_and_stay_as_they_are_and_what_one_lacks_is_named(language: str) -> None:
    found = texts()
    for folder, wanted in found.items():
        file = folder / f"{language}.po"
        catalogue = read(file, language)
        assert lacks(catalogue, wanted) == [], folder
        is_same = not wanted or brought_up(catalogue, wanted, language) == file.read_bytes()
        assert not [each.string for each in catalogue if TO_SEVERAL.search(str(each.string))]
        assert is_same, f"{file} is not as `python -m tavolo_host.workshop.catalogue` writes it"
    wanted, catalogue = found[CATALOGUES], read(CATALOGUES / f"{language}.po", language)
    some, other, last, *_ = [text for text in wanted if "{" in text]
    catalogue.get(some).string = ""
    catalogue.get(other).string = "{99}"
    files = ", ".join(wanted[some])
    del wanted[last]
    assert lacks(catalogue, wanted) == [
        f"“{some}” ({files}) has no translation.",
        f"“{other}” has other fields in braces than “{{99}}”.",
        f"“{last}” is not used any more.",
    ]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("en-GB,it;q=0.5", "en"),
        ("de-AT,de;q=0.9,it;q=0.3", "it"),
        ("", "en"),
        ("fr", "en"),
        ("IT", "it"),
        ("It-ch", "it"),
        ("en;q=0.3, it;q=0.7", "it"),
        ("en ;\tq=0.5 ,\tit ; Q=1.000", "it"),
        ("it;q=0.5, en;q=0.5", "it"),
        ("it;q=0, en;q=0.1", "en"),
        ("it;q=0, fr", "en"),
        ("it-CH;q=0, it;q=0.4, en;q=0.3", "it"),
        ("*", "en"),
        ("en;q=0.5, *", "it"),
        ("en;q=0, *;q=0.1", "it"),
        ("it, *;q=0", "it"),
        ("it;q=2, en;q=0.1", "en"),
        ("it;q=0.1234, en;q=0.1", "en"),
        ("italian, en", "en"),
        (",, it ,", "it"),
    ],
)
def test_the_language_is_that_which_the_browser_weighs_most_and_english_for_any_other(
    accepted: str, language: str
) -> None:
    assert preferred(accepted) == language


def test_several_headers_of_languages_are_one_list() -> None:
    headers = [(b"accept-language", b"en;q=0.2"), (b"accept-language", b"it;q=0.3")]
    assert Preferences.of(HTTPConnection({"type": "http", "headers": headers})).language == "it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_stays_nothing_in_each_language(language: str) -> None:
    with speaking(language):
        assert _("") == ""


def test_log_and_choices_are_in_the_visitors_language() -> None:
    game = load("david-goliath")
    record = Record(Setup(game, 3, None, True))
    log = Log()
    log.seats, log.game_name = (0, 2, 5), game.NAME
    log.add("refusal", "It is not seat 3's turn.", (NOT_YOUR_TURN, 1), 2)
    log.add("note", "No game is being played.")
    with speaking("it"):
        told = log_html(log, [""] * 8)
        assert "Non è il turno di posto 3." in told
        assert "Nessuna partita in corso." in told
        waits = what_to_do(Mirror(record, (0, 2, 5)), None, ["Ada"] * 8)  # type: ignore[arg-type]
        assert waits.sentence == "Tocca al tavolo."
    assert "It is not seat 3's turn." in unescape(log_html(log, [""] * 8))
    log.add("note", "(no words for (9999, 1))", (9999, 1))
    with speaking("it"):
        assert "(no words for (9999, 1))" in log_html(log, [""] * 8)


def test_at_a_virtual_table_nobody_hears_of_slots_boards_and_cables() -> None:
    assert set(VIRTUAL_WORDS) <= {text for wanted in texts().values() for text in wanted}
    assert not [words for words in VIRTUAL_WORDS.values() if OF_A_REAL_TABLE.search(words)]
    source = begun("tanz-der-hornochsen players=3", {}, quickened=8.0)
    said = {True: set(), False: set()}
    source.mirror.log.add("refusal", "", (reasons.EMPTY_THE_SLOTS, 3), 3)

    def listen() -> bool:
        for is_virtual in said:
            with speaking("en", is_virtual):
                sentence = source.what_to_do("ada").sentence
                said[is_virtual] |= {sentence, text_of(status_html(source.mirror, ""))}
        return len(source.mirror.actions) > 12

    run_until(source, listen)
    for is_virtual in said:
        with speaking("en", is_virtual):
            said[is_virtual].add(text_of(log_html(source.mirror.log, [""] * 8)))
    for language in LANGUAGES:
        with speaking(language, True):
            assert text_of(status_html(source.mirror, "")) == "", "there is nothing to say"
    assert not [words for words in said[True] if OF_A_REAL_TABLE.search(words)]
    assert [words for words in said[False] if OF_A_REAL_TABLE.search(words)]
    for language in LANGUAGES:
        with speaking(language, is_virtual=True):
            assert status_html(source.mirror, "") == "", "words where there is nothing to say"


def test_an_old_line_of_the_log_keeps_the_name_that_a_player_had_then() -> None:
    log = Log()
    log.seats, log.game_name = (0, 2, 5), "david-goliath"
    for name in ("Ada", "Bruno", ""):
        log.names = (name,) * 8 if name else ()
        log.add("refusal", "", (NOT_YOUR_TURN, 1), 2)
    told = unescape(text_of(log_html(log, ["Cleo"] * 8)))
    assert re.findall(r"(\w+)'s turn", told) == ["Cleo", "Bruno", "Ada"]
