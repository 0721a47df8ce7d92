"""Names: what cannot be seen is in none of them, and what people are called stays as it is."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavolo_host.sources.kept_people import KeptPeople
from tavolo_host.texts.names import LONGEST_NAME, clean_name, name_key
from tavolo_host.texts.visible import is_visible

MARK = "\u0301"
EVERYTHING = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)
# Marks, joiners, viramas, jamo and what letters are composed with, close together.
AWKWARD = st.text(
    "aA eE\u0301\u0323\u0345\u094d\u0dca\u0dbb\u200c\u200d\u1100\u1161\u11a8\u09c7\u09be\u0958\u3164ßİςΣ\n\ud800"
)
NAMES = EVERYTHING | AWKWARD


def test_names_in_any_script_stay_as_they_are() -> None:
    for name in (
        "Zoë Åström-Nguyễn",
        "Jos3",
        "O’Brien",
        "Łucja",
        "Σοφία Ελένη",
        "Наталья Йовович",
        "שָׁלוֹם",
        "נועה",
        "सावित्री",
        "क्षितिज",
        "लक्ष्मी",
        "さくら",
        "渡辺 ガク",
        "김민준",
        "ශ්‍රීමති",
        "สมชาย์",
        "ليلى",
        "♥",
        "🦊 7",
    ):
        assert clean_name(name) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ada\n\t\x00 \u200b\u202eLovelace ", "Ada Lovelace"),
        ("Ada\u2028Bea\u3000\u00a0Carl\x1fDana", "Ada Bea Carl Dana"),
        ("\x1b[2J\x07", "[2J"),
        ("x" * 50, "x" * LONGEST_NAME),
        ("x" * 19 + " y", "x" * 19),
        ("Zoe\u0308", "Zoë"),
        ("e\u200d\u0301", "é"),
        ("A\u200dda", "Ada"),
        ("A" + MARK * 19, "Á" + MARK * 2),
        ("A" + MARK * 19 + "b" + MARK * 19, "Á" + MARK * 2 + "b" + MARK * 2),
        (MARK + "Ada", "Ada"),
        ("Ada " + MARK + "B", "Ada B"),
        ("क्\u200d", "क्"),
        ("A\ufe0fd\u034fa\u00ad\ue000\U000e0041\U000e0100", "Ada"),
        ("\u2067Ada\u2069", "Ada"),
    ],
)
def test_a_name_is_what_can_be_seen_of_a_text(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\x07",
        "\u3164",
        "\uffa0",
        "\u115f\u1160",
        "\u2800" * 3,
        "\ufe0f",
        "\u034f",
        MARK * 19,
        "\u200d",
        "\u00ad",
        "\u202e",
        "\u2066",
        "\ufeff",
        "\ue000",
        "\ud800",
        "\uffff",
        "\U000e0001",
        "\U0001d159",
        "\u180b",
        "...",
        "?!",
        "\u0300",
    ],
)
def test_what_shows_no_letter_digit_or_symbol_is_no_name(text: str) -> None:
    assert clean_name(text) == ""


@given(NAMES)
def test_every_name_is_one_short_visible_line_in_nfc_with_few_marks(text: str) -> None:
    name = clean_name(text)
    assert len(name) <= LONGEST_NAME
    assert name == name.strip()
    assert "  " not in name
    assert unicodedata.is_normalized("NFC", name)
    marks = "".join("m" if unicodedata.category(letter)[0] == "M" else "-" for letter in name)
    assert "mmm" not in marks
    assert not marks.startswith("m")
    assert all(is_visible(letter) or (letter in "\u200c\u200d" and unicodedata.combining(name[at - 1]) == 9)
               for at, letter in enumerate(name))  # fmt: skip
    assert all(not letter.isspace() or letter == " " for letter in name)
    assert not name or any(unicodedata.category(letter)[0] in "LNS" for letter in name)
    assert clean_name(name) == name


def test_names_of_an_evening_that_goes_on_are_names_too() -> None:
    kept = KeptPeople(
        {"visitor": 3}, {"visitor": "A\u200bda", "other": "\u3164"}, seat_names=["Bea\u202e", "", "x" * 50]
    )
    read = KeptPeople.read(kept.text())
    assert read.names == {"visitor": "Ada", "other": ""}
    assert read.seat_names == ["Bea", "", "x" * LONGEST_NAME]


@given(NAMES)
def test_names_that_look_the_same_but_for_case_have_one_key(text: str) -> None:
    key = name_key(text)
    assert name_key(key) == key
    assert name_key(f" {text}\u200b\u3164 ") == key
    assert name_key(unicodedata.normalize("NFD", text)) == key
    if len(name := clean_name(text)) < LONGEST_NAME:
        assert name_key(clean_name(name)) == name_key(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada  B", "ada\tb"),
        ("Zoe\u0308", "ZOË"),
        ("Straße", "STRASSE"),
        ("Σοφίας", "ΣΟΦΊΑΣ"),
        ("ශ්‍රී", "ශ්රී"),
        ("A\u200bda", "Ada"),
        ("김", "\u1100\u1175\u11b7"),
    ],
)
def test_two_ways_to_write_a_name_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_other_names_have_other_keys() -> None:
    assert len({name_key(name) for name in ("Ada", "Adà", "Ad a", "Аda", "Bea", "")}) == 6
