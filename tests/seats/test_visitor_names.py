"""What visitors are called: a name is a person's while they are at the table, and follows them to another browser."""

import pytest

from tavolo_host.board.mirror import Mirror
from tavolo_host.seats.roster import Roster


@pytest.fixture
def roster() -> Roster:
    """A table to which Ada has come."""
    mirror = Mirror()
    roster = Roster(lambda: mirror)
    roster.come("ada")
    assert roster.visitor_names.set_name("ada", "Ada") is None
    return roster


def test_a_name_is_free_when_its_person_has_left_without_a_seat(roster: Roster) -> None:
    assert roster.visitor_names.set_name("eve", "Ada")
    roster.leave("ada")
    assert roster.visitor_names.set_name("eve", "Ada") is None


def test_who_is_away_from_a_seat_keeps_the_name(roster: Roster) -> None:
    roster.sit("ada", 2)
    roster.leave("ada")
    assert roster.visitor_names.set_name("eve", "Ada")
    assert roster.names()[2] == "Ada"


def test_a_name_goes_on_in_another_browser_with_the_seat(roster: Roster) -> None:
    roster.sit("ada", 2)
    roster.sit("ada's phone", 4)
    assert roster.hand_over(2, "ada's phone") is None
    assert roster.seats == {"ada's phone": 2}
    names = roster.visitor_names
    assert (names.name_of("ada"), names.name_of("ada's phone"), roster.names()[2]) == ("", "Ada", "Ada")


def test_a_number_belongs_to_one_visitor(roster: Roster) -> None:
    names = roster.visitor_names
    assert names.number_of("ada") == names.number_of("ada") != names.number_of("ben")
    assert [names.with_number(names.number_of(each)) for each in ("ada", "ben")] == ["ada", "ben"]
    assert names.with_number(0) == ""


def test_what_a_person_does_at_a_seat_is_told_of_that_seat(roster: Roster) -> None:
    roster.sit("ada", 2)
    roster.leave("ada")
    roster.come("ada")
    roster.stand("ada")
    roster.leave("ada")
    told = [(str(entry.sentence), entry.seat) for entry in roster.mirror.log]
    at_seat = [("Ada sits down.", 2), ("Ada is away.", 2), ("Ada is back.", 2), ("Ada stands up.", 2)]
    assert told == [*at_seat, ("Ada leaves.", None)]
