"""What is wrong at the table, each in a sentence that says what to do, with an engineer's words apart from it.

It follows from the connection, from the slots as the board tells them, and from what the log says of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tavolo import wiring
from tavolo.play import reasons
from tavolo_host.board.log import Entry
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.source import SlotState, SlotView
from tavolo_host.display.theme import seat_mark_svg
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import sentence_case, told

OF_A_CARD = [
    (code,) for code in (reasons.HAND_IN_SLOT, reasons.TWO_CARDS, reasons.CARD_NOT_CLEAR, reasons.LIFTED_EARLY)
]
# Why a laptop may not ask what somebody at its page wanted it to.
OF_A_REQUEST = [(code,) for code in (reasons.ASKED_JUST_NOW, reasons.NOTHING_TO_UNDO, reasons.EVERYBODY_IS_ASKED)]
OUT_OF_ORDER = (SlotState.ABSENT, SlotState.NOT_BUILT, SlotState.CALIBRATING)


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, at a seat or at none: what, and what to do; `details` are for an engineer."""

    seat: int | None
    sentence: str
    details: str


def faults_of(mirror: Mirror, slots: Sequence[SlotView], names: Sequence[str]) -> list[Fault]:
    """Return what is wrong now, that of the connection first; `names` are those of who sits at the seats."""
    status = in_language(mirror.status, _)
    if mirror.in_step is None:
        words = _(
            "The board does not answer, and what is shown is as it was: see that its cable is in and its power on."
        )
        return [Fault(None, f"{words} {_('As soon as it answers, the game goes on as it is there.')}", status)]
    if not mirror.in_step:
        words = _("What is shown may not be what is on the table: the board is asked for the whole game once more.")
        return [Fault(None, f"{words} {_('If this stays, begin the program anew; the board loses nothing.')}", status)]
    seats = seats_in_words(names)
    found = []
    for seat, slot in enumerate(slots):
        if slot.state not in OUT_OF_ORDER and not mirror.view.troubled[seat]:
            continue  # most seats, most of the time: the log is not searched for them
        said = _newest(mirror.log, seat)
        told_words = told(said.numbers, _, None, "", seats) if said and said.numbers else ""
        code = said.numbers[0] if said and said.numbers else -1
        place = "I2C {}, 0x{:02X}".format(*wiring.seat_place(seat))
        if slot.state is SlotState.ABSENT:
            words = _("{} does not answer: check its cable. The others play on; the game waits when it is its turn.")
        elif slot.state is SlotState.NOT_BUILT and seat in mirror.seats:
            words = _("{} plays, and by the board's settings it is not built: change them, or abandon the game.")
        elif slot.state is SlotState.CALIBRATING and code == reasons.SEAT_NOT_CALIBRATED:
            words = _("{} is not ready: take everything out of its slot and your fingers off its keys for a moment.")
        elif mirror.view.troubled[seat]:
            words = told_words or _(
                "{}: what is in the slot cannot be read. Take it out, and put one card in to the stop."
            )
        else:
            continue
        details = f"{place}, {slot.state.name}" + (f": {told_words} {said.numbers}" if said and told_words else "")
        found.append(Fault(seat, sentence_case(words.format(seats[seat])), details))
    return found


def _newest(log: Sequence[Entry], seat: int) -> Entry | None:
    """Return the newest that the board has said is wrong at a seat."""
    return next((entry for entry in reversed(log) if entry.seat == seat and entry.kind == "trouble"), None)


def meaning_of_red(log: Sequence[Entry], seat: int) -> Entry | None:
    """Return why the lamp of a seat was red, or nobody is asked, until the next thing happens there."""
    newest = next((entry for entry in reversed(log) if entry.seat == seat or _is_no(entry)), None)
    is_red = newest is not None and (newest.kind == "refusal" or newest.numbers[:1] in OF_A_CARD or _is_no(newest))
    return newest if newest and is_red and newest.game == log[-1].game else None


def _is_no(entry: Entry) -> bool:
    """Return whether it is why nobody is asked what somebody at the page wanted to ask."""
    return entry.seat is None and entry.numbers[:1] in OF_A_REQUEST


def faults_html(faults: Sequence[Fault]) -> str:
    """Return a notice for each fault."""
    notices = []
    for fault in faults:
        mark = "" if fault.seat is None else seat_mark_svg(fault.seat, 22)
        notices.append(
            f'<div class="fault">{mark}<p>{escape(fault.sentence)}</p>'
            f"<details><summary>{escape(_('Details'))}</summary>{escape(fault.details)}</details></div>"
        )
    return "".join(notices)
