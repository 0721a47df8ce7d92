"""Nobody at a table has a name that would be taken for another's, a bot's, or that of people without one."""

import pytest

from tavolo_host.people.names import NAMES, names_at
from tavolo_host.seats.roster import Roster
from tavolo_host.texts.look_alikes import looks_like, mixes_scripts
from tavolo_host.texts.names import LONGEST_NAME, clean_name
from tests.display.display_support import Mirror
from tests.history.history_support import SETUP, played

ALIKE = [
    ("Ada", "Ada."),
    ("Ada", "A-d a"),
    ("Ada", "«Ada»"),
    ("Ada", "Аdа"),
    ("Ace", "Асе"),
    ("Rosa", "RОSА"),
    ("Kim", "Κіm"),
    ("Ivo", "lvo"),
    ("Ivo", "1vo"),
    ("Ivo", "|vo"),
    ("Olga", "0lga"),
    ("Mara", "rnara"),
    ("Ada", "Ａｄａ"),
    ("Ada", "𝐀𝕕𝚊"),
    ("Ada", "ᴀᴅᴀ"),
    ("Ada", "Adɑ"),
    ("Iva", "ıva"),
    ("Anna", "ANNA !"),
]
APART = [
    ("Ada", "Ida"),
    ("Ada", "Àda"),
    ("Ada", "Ada 2"),
    ("Наталья", "Natalya"),
    ("Σοφία", "Sofia"),
    ("李", "季"),
    ("♥", "♦"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_differ_by_marks_or_by_letters_of_the_same_shape_look_alike(one: str, other: str) -> None:
    assert looks_like(one, other)
    assert looks_like(other, one)


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_can_be_told_apart_do_not(one: str, other: str) -> None:
    assert not looks_like(one, other)


def test_no_word_has_letters_of_two_scripts_that_are_not_written_together() -> None:
    for name in ("Ꭺda", "Вruno", "Sοphie", "Aдa", "abcא"):
        assert mixes_scripts(name), name
    for name in (
        "Zoë",
        "Наталья",
        "Anna Анна",
        "渡辺 ガク",
        "佐々木Jr",
        "スーザン",
        "김Kim",
        "שלום",
        "Ⅳ",
        "Ada 🦊 7",
        "Əliyev",
        "µ",
    ):
        assert not mixes_scripts(name), name


@pytest.fixture
def roster() -> Roster:
    mirror = Mirror(played(SETUP), (0, 1))
    roster = Roster(lambda: mirror)  # type: ignore[arg-type, return-value]
    for visitor in ("ada", "eve"):
        roster.come(visitor)
    return roster


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_a_name_that_looks_like_that_of_another_person_is_refused(one: str, other: str, roster: Roster) -> None:
    assert roster.visitor_names.set_name("ada", one) is None
    other = clean_name(other)
    told = roster.visitor_names.set_name("eve", other)
    assert told == f"{other} is the name of another person at this table, or looks like it. Choose another one."
    assert roster.visitor_names.name_of("eve") == ""
    assert roster.visitor_names.set_name("ada", other) is None or mixes_scripts(other)


@pytest.mark.parametrize("name", ["A visitor", "a visitor.", "Un ospite", "Seat 3", "seat3", "posto 8"])
def test_nobody_is_called_like_those_who_have_no_name(name: str, roster: Roster) -> None:
    assert (
        roster.visitor_names.set_name("eve", name)
        == f"{name} is what the table calls people without a name. Choose another one."
    )


def test_a_name_of_mixed_scripts_is_refused_and_any_other_is_taken(roster: Roster) -> None:
    assert roster.visitor_names.set_name("eve", "Ꭺda") == "Ꭺda mixes letters of several scripts. Choose another name."
    for name in ("Łukasz", "Наталья", "Σοφία", "שלום", "さくら", "김민준", "Bruno", "Seat", "Ada 7"):
        assert roster.visitor_names.set_name("eve", name) is None
        assert len(name) <= LONGEST_NAME


@pytest.mark.parametrize("own", ["Bruno", "Bruno.", "ВRUΝО", "8runo"])
def test_no_bot_has_a_name_that_looks_like_a_visitors(own: str) -> None:
    names = names_at({3: own})
    assert (names[0] == NAMES[0]) == (own == "8runo")
    assert names_at({}, [own])[0] == names[0]
