"""What is wrong at the table, each in a sentence that says what to do, with an engineer's words apart from it.

It follows from the connection, from the slots as the board tells them, and from what the log says of them. Beside it
stands how the connection is, and why a visitor's own card or wish was refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from time import monotonic

from nicegui import ui

from tavolo import wiring
from tavolo.play import reasons
from tavolo_host.board.log import Entry
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.elements import html
from tavolo_host.display.log_panel import entry_in_words
from tavolo_host.display.moment import Moment
from tavolo_host.display.source import SlotState, SlotView
from tavolo_host.display.theme import seat_mark_svg
from tavolo_host.display.what_to_do import State
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import sentence_case, told

OF_A_CARD = [
    (code,) for code in (reasons.HAND_IN_SLOT, reasons.TWO_CARDS, reasons.CARD_NOT_CLEAR, reasons.LIFTED_EARLY)
]
# Why a laptop may not ask what somebody at its page wanted it to.
OF_A_REQUEST = [(code,) for code in (reasons.ASKED_JUST_NOW, reasons.NOTHING_TO_UNDO, reasons.EVERYBODY_IS_ASKED)]
DOUBTFUL_S = 0.5  # at the start of a game the laptop knows less for a moment
OUT_OF_ORDER = (SlotState.ABSENT, SlotState.NOT_BUILT, SlotState.CALIBRATING)


class Notices:
    """Three places on a page, built where they stand; `veiled` is what may be old while something is wrong."""

    def __init__(self, veiled: ui.element) -> None:
        self._veiled = veiled
        self._in_step = monotonic()  # when the laptop knew last what the board has
        self._refusal = ""  # of what the visitor wanted to do last
        self._red_seen = -1  # the entry of the log up to which the visitor knows what the lamp meant

    def build_faults(self) -> None:
        """Build the place for what is wrong."""
        self._faults = html("faults", f'role="alert" aria-label="{_("Problems")}"')

    def build_red(self) -> None:
        """Build the place for what was refused, beside the hand."""
        self._red = html("red", 'role="status"')

    def build_status(self) -> None:
        """Build the place for the state of the connection."""
        self._status = html("status", 'role="status"')

    def show(self, moment: Moment) -> None:
        """Show what is wrong, and what a red lamp at the own seat meant; veil what may be old."""
        mirror, own = moment.mirror, moment.own
        self._status.set_content(status_html(mirror, moment.of_board))
        # Without a board there is nothing to choose but one of several: then nothing is wrong, and nothing is old.
        if mirror.in_step or (mirror.in_step is None and moment.what.state == State.CHOOSE):
            self._in_step = monotonic()
        is_doubtful = monotonic() - self._in_step > DOUBTFUL_S
        faults = faults_of(mirror, moment.slots, moment.names) if mirror.in_step or is_doubtful else []
        self._faults.set_content(faults_html(faults))
        self._veiled.classes(add="veiled" if is_doubtful else "", remove="" if is_doubtful else "veiled")
        red = meaning_of_red(mirror.log, own.seat) if own else None
        meaning = red_html(red, moment.names) if red and red.number > self._red_seen else ""
        self._red.set_content(f"<p>{escape(self._refusal)}</p>" if self._refusal else meaning)

    def refuse(self, refusal: str) -> None:
        """Say why something was refused, "" where it was not."""
        self._refusal = refusal

    def forget(self, log: Sequence[Entry]) -> None:
        """What was refused has been seen: the visitor does something else."""
        self._refusal = ""
        self._red_seen = log[-1].number if log else -1


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
        words = _("The board does not answer, so you see its last known state: check its cable and its power.")
        return [Fault(None, f"{words} {_('As soon as the board answers, the game continues from its state.')}", status)]
    if not mirror.in_step:
        words = _("This page may differ from the table: the laptop is asking the board for the whole game again.")
        return [
            Fault(None, f"{words} {_('If this message stays, restart the program; the board loses nothing.')}", status)
        ]
    seats = seats_in_words(names)
    # Most seats, most of the time, are in order: the log is not searched for them.
    odd = [seat for seat, slot in enumerate(slots) if slot.state in OUT_OF_ORDER or mirror.view.troubled[seat]]
    return [fault for seat in odd if (fault := _fault_at(mirror, seat, slots[seat].state, seats))]


def _fault_at(mirror: Mirror, seat: int, state: SlotState, seats: Sequence[str]) -> Fault | None:
    """Return what is wrong at a seat; None where it is not built and does not play, or gets ready."""
    newest = _newest(mirror.log, seat)
    told_words = told(newest.numbers, _, None, "", tuple(seats)) if newest and newest.numbers else ""
    if state is SlotState.ABSENT:
        words = _("{} does not answer: check its cable. The others play on until it is its turn.")
    elif state is SlotState.NOT_BUILT and seat in mirror.seats:
        words = _("{} plays, but the board's settings say that it is not built: change them, or abandon the game.")
    elif state is SlotState.CALIBRATING and newest and newest.numbers[:1] == (reasons.SEAT_NOT_CALIBRATED,):
        words = _("{} is not ready: take everything out of its slot and your fingers off its keys for a moment.")
    elif mirror.view.troubled[seat]:
        words = told_words or _(
            "{}: the slot cannot be read. Take out what is in it, and push one card in to the stop."
        )
    else:
        return None
    details = "I2C {}, 0x{:02X}, {}".format(*wiring.seat_place(seat), state.name)
    if newest and told_words:
        details += f": {told_words} {newest.numbers}"
    return Fault(seat, sentence_case(words.format(seats[seat])), details)


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


def red_html(entry: Entry, names: Sequence[str]) -> str:
    """Return what a red lamp meant, to stand beside the hand."""
    return f"<p>{escape(entry_in_words(entry, names))}</p>"


def status_html(mirror: Mirror, of_board: str) -> str:
    """Return the state of the connection, in a few words and in its details, and what is to be said of the board."""
    more = f'<span class="of-board">{escape(of_board)}</span>' if of_board else ""
    words = _("In step with the board.") if mirror.game else _("The board is connected.")
    state, words = {
        True: ("in-step", words),
        False: ("out-of-step", _("Out of step with the board.")),
        None: ("searching", _("Waiting for the board.")),
    }[mirror.in_step]
    return (
        f'<details><summary><span class="dot {state}"></span>{escape(words)}</summary>'
        f"<span>{escape(in_language(mirror.status, _))}</span></details>{more}"
    )
