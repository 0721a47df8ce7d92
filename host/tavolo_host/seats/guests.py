"""The people at a table as the page lists them, and whether they are ready for the next game."""

from collections.abc import Sequence
from dataclasses import dataclass

from tavolo_host.seats.roster import Roster
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import listed


@dataclass(frozen=True)
class Guest:
    """A person at the table: a visitor, who `is_ready` or not, or `is_watching`, or a virtual player of a `level`.

    `number` is a visitor's, for pages: it tells nothing of the secret by which the browser is known.
    """

    name: str
    seat: int | None = None
    is_away: bool = False
    level: str = ""
    number: int = 0
    is_host: bool = False
    is_ready: bool = False
    is_watching: bool = False


def guests_at(roster: Roster) -> list[Guest]:
    """Return who is here, by seats, and then those who watch."""
    words, levels = seats_in_words(roster.names()), roster.levels()
    visitors = {seat: visitor for visitor, seat in roster.seats.items()}
    seated = [
        _visitor(roster, visitors[seat], name) if seat in visitors else Guest(name, seat, level=levels[seat])
        for seat, name in ((seat, words[seat]) for seat in sorted({*visitors, *levels}))
    ]
    names = {visitor: roster.visitor_names.name_of(visitor) for visitor in roster.here if visitor not in roster.seats}
    return [*seated, *(_visitor(roster, each, name or _("A visitor")) for each, name in names.items())]


def _visitor(roster: Roster, visitor: str, name: str) -> Guest:
    seat = roster.seats.get(visitor)
    return Guest(
        name,
        seat=seat,
        is_away=seat in roster.away(),
        number=roster.visitor_names.number_of(visitor),
        is_host=visitor in roster.hosts,
        is_ready=visitor in roster.ready,
        is_watching=visitor in roster.watching,
    )


def too_many(seated: Sequence[str], title: str, most: int) -> str | None:
    """Return that more people sit than `most`, who can play the game with this title; None if all can."""
    words = _("{} is for {} players at most, and {} sit: who wants to watch stands up.")
    return words.format(title, most, listed(seated, _)) if len(seated) > most else None


def seated_here(roster: Roster) -> list[str]:
    """Return what those are called who sit where the page has seats and are here: a start lets the others stand up."""
    words, away = seats_in_words(roster.names()), roster.away()
    return [words[seat] for seat in roster.seats.values() if seat not in away] if roster.has_hands else []


def not_ready(roster: Roster, asker: str) -> list[str]:
    """Return what those with a seat are called who are not ready or away, but for `asker`."""
    words, away = seats_in_words(roster.names()), roster.away()
    waiting = [seat for visitor, seat in roster.seats.items() if visitor not in roster.ready or seat in away]
    return [words[seat] for seat in waiting if seat != roster.seats.get(asker)]
