"""The hours that a set of cards takes, by each way of making it.

Minutes are estimates, each with its basis; no set has been made yet. Change a figure here once you have timed ten, and
the hours follow. Waiting is not counted: for a printer, for glue, for a factory's post.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from tavolo_host.slot.geometry import PADS
from tavolo_host.workshop.printing.foil import foil_of
from tavolo_host.workshop.printing.needs import Needs
from tavolo_host.workshop.printing.sheets import PLACES, sheets_of


class Each(StrEnum):
    """The unit of an operation."""

    SET = "set"
    SHEET = "sheet of cards"
    CARD = "card"
    PIECE = "piece of foil"
    INSERT_SHEET = "sheet of inserts"
    INSERT = "insert"
    HOLE = "hole"


@dataclass(frozen=True)
class Operation:
    """A step of work by hand, its estimated minutes, and the basis of the estimate."""

    what: str
    minutes: float
    each: Each
    rests_on: str


@dataclass(frozen=True)
class Way:
    """A way of making a set."""

    name: str
    operations: tuple[Operation, ...]


_RULE = "30 s a cut with knife and rule, eight cuts"
_SNIPS = "two snips with scissors"
_SLOT = "as long as the slot takes to settle, and reaching for the next"
_PRINTER = "feeding a home printer, and looking at the ruler"

_PRINT = Operation("print both sides", 2.0, Each.SHEET, _PRINTER)
_GLUE = Operation("pin the back on and glue it", 6.0, Each.SHEET, "four pins, spraying, pressing")
_APART = Operation("cut a sheet apart", 4.0, Each.SHEET, _RULE)
_NOTCH = Operation("cut the notch out", 0.3, Each.CARD, _SNIPS)
_CHECK = Operation("try it in a slot", 0.25, Each.CARD, _SLOT)
_PLOTTER = Operation("set the plotter up and try its knife", 30.0, Each.SET, "common with any film")

_FACES = (
    Operation("print faces", 1.0, Each.SHEET, _PRINTER),
    _APART,
    _NOTCH,
)
_SLEEVES = (
    Operation("punch a hole", 0.1, Each.HOLE, "6 s: read the number, punch, look through"),
    Operation("write the number on", 0.1, Each.INSERT, "three digits with a pen"),
    Operation("notch a sleeve, fill it", 0.5, Each.INSERT, "two snips and two slips"),
    Operation("try it in a slot", 0.25, Each.INSERT, _SLOT),
)

WAYS = (
    Way(
        "foil by hand",
        (
            _PRINT,
            Operation("cut a piece of copper tape and stick it on", 0.5, Each.PIECE, "30 s with knife and rule"),
            Operation("rub the joints down, measure nine patches", 2.0, Each.CARD, "12 s a patch"),
            _GLUE,
            _APART,
            _NOTCH,
            _CHECK,
        ),
    ),
    Way(
        "foil by plotter",
        (
            _PLOTTER,
            _PRINT,
            Operation("cut film", 5.0, Each.SHEET, "laying it on the mat, and watching"),
            Operation("weed nine foils of six pieces, bring them over", 15.0, Each.SHEET, "100 s a foil"),
            Operation("measure four patches", 0.5, Each.CARD, "there are no joints"),
            _GLUE,
            _APART,
            _NOTCH,
            _CHECK,
        ),
    ),
    Way(
        "insert as a sheet",
        (
            _PLOTTER,
            Operation("print inserts", 1.0, Each.INSERT_SHEET, _PRINTER),
            Operation("cut film", 5.0, Each.INSERT_SHEET, "laying it on the mat, and watching"),
            Operation("weed nine foils of one piece, bring them over", 10.0, Each.INSERT_SHEET, "66 s a foil"),
            Operation("cut a sheet apart", 4.0, Each.INSERT_SHEET, _RULE),
            Operation("cut the notch out", 0.3, Each.INSERT, _SNIPS),
            *_FACES,
            *_SLEEVES,
        ),
    ),
    Way(
        "insert as a board",
        (Operation("order the boards", 30.0, Each.SET, "uploading a file, and paying"), *_FACES, *_SLEEVES),
    ),
)
EXCHANGE = Operation("take a face out of a sleeve and put another in", 0.3, Each.CARD, "18 s, sorted by number before")


def hours(way: Way, needs: Needs) -> float:
    """Return the hours of work by hand for all cards of some games, as inserts with faces to change."""
    times = _times(needs)
    return sum(operation.minutes * times[operation.each] for operation in way.operations) / 60


def _times(needs: Needs) -> dict[Each, int]:
    """Return the number of each unit."""
    cards, inserts = needs.cards(), needs.inserts().total()
    return {
        Each.SET: 1,
        Each.SHEET: sum(len(sheets_of(deck.to_print(()))) for deck in needs.decks),
        Each.CARD: len(cards),
        Each.PIECE: sum(len(foil.bridges) + 1 + PADS for foil in (foil_of(card.code) for card in cards)),
        Each.INSERT_SHEET: ceil(inserts / PLACES),
        Each.INSERT: inserts,
        Each.HOLE: inserts * (PADS - 4),
    }
