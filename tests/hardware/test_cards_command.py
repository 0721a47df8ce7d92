"""`tavolo cards`: its files for all games, for one game and for one card; and its one-sentence errors."""

from pathlib import Path

import pytest

from tavolo_host.slot.geometry import GRID
from tavolo_host.workshop.printing.foil import BRIDGE_WIDTH_MM, SLEEVE_WELD_MM

PAGE = (Path(__file__).resolve().parents[2] / "hardware" / "cards.md").read_text(encoding="utf-8")


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("cards chess", "There is no game chess; there is david-goliath, bambuti,"),
        ("codes bambuti chess", "There is no game chess; there is david-goliath, bambuti,"),
        (
            "cards kuh-vadis",
            "Kuh Vadis is played without cards; there are cards of david-goliath, bambuti, yellowstone-park, tanz-der",
        ),
        (
            "cards bambuti --card B11",
            "Bambuti has no card B11; its cards are B1 to B10, Y1 to Y10, G1 to G10, R1 to R10 and V1 to V10.",
        ),
        ("cards tanz-der-hornochsen --card 100", "Tanz der Hornochsen has no card 100; its cards are 1 to 99."),
        ("cards --card B1", "Which game is the card of?"),
        ("cards bambuti --paper a5", "There is no paper a5; there is a4 and letter."),
        ("codes bambuti --paper A4", "There is no paper A4; there is a4 and letter."),
        ("cards bambuti --output /dev/null", "/dev/null cannot be written to: "),
    ],
)
def test_an_impossible_request_is_one_sentence_that_names_what_is_possible(words, sentence, sentence_of):
    assert sentence_of(*words.split()).startswith(sentence)


def test_a_lost_card_can_be_remade_by_its_printed_name(tmp_path, tavolo):
    code, output, _ = tavolo("cards", "yellowstone-park", "--card", "b7", "--card", "r-2", "--output", str(tmp_path))
    assert code == 0
    assert "Yellowstone Park: 2 cards on 1 sheet" in output
    assert files(tmp_path) == [
        "back.pdf",
        "layers.svg",
        "yellowstone-park/cards-B7-R2.pdf",
        "yellowstone-park/foil-B7-R2-1.svg",
    ]


def test_the_ninth_card_of_nine_does_not_fit_a_sheet_of_letter(tmp_path, tavolo):
    nine = [word for number in range(1, 10) for word in ("--card", f"b{number}")]
    code, output, _ = tavolo("cards", "bambuti", *nine, "--paper", "letter", "--output", str(tmp_path))
    assert code == 0
    assert "Bambuti: 9 cards on 2 sheets, in " in output


def test_the_page_for_makers_names_the_measures_that_are_printed():
    for measure in (
        f"{BRIDGE_WIDTH_MM} mm wide",
        f"{GRID.key_width_mm} × {GRID.key_depth_mm:.0f} mm",
        f"{SLEEVE_WELD_MM} mm nearer",
    ):
        assert measure in PAGE, measure
