"""A maker who has built something, wired in any way, and answers by what is to be seen."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from tavolo.maker.settings import ORDERS, seats_value
from tavolo_host.board_setup import course, wires
from tavolo_host.board_setup.course import FIELD, LAMPS, TRACK, Question

LEVEL = 2  # from which on a colour is seen


class Built(NamedTuple):
    """What is on the wires of a board: orders and numbers of pixels, and what of it follows from no look."""

    lay: wires.Lay | None
    track: int
    track_begins: str
    lamps: str
    orders: tuple[str, str, str]
    seats: tuple[int, ...]
    has_slots: bool
    has_phones: bool
    has_supply: bool

    @property
    def pixels(self) -> tuple[int, int, int]:
        return self.track, 64 * self.lay.panels if self.lay else 0, 8 if self.lamps == "strip" else 0

    def seen(self, question: Question) -> list[tuple[int, str]]:
        """The pixels of the wire that are lit, and their colours."""
        found = []
        order = self.orders[question.strip]
        for pixel in range(self.pixels[question.strip]):
            lit = {
                order[byte]
                for byte in range(len(order))
                if 0 <= len(order) * pixel + byte - question.byte < len(question.levels)
            }
            if lit:
                found.append((pixel, wires.SEEN[lit.pop()] if len(lit) == 1 else wires.WHITE))
        return found

    def settings(self) -> dict[str, str]:
        """The settings that are true of it."""
        values = {"panels": str(self.lay.panels) if self.lay else "0", "lamps": self.lamps, "track_pixels": "0"}
        if self.lay:
            values |= {"field_order": self.orders[FIELD], "panel_begins": self.lay.begins}
            values |= {"panel_rows": self.lay.rows, "panel_turn": str(self.lay.turn)}
        if self.track:
            values |= wires.track_of(self.track) | {"track_order": self.orders[TRACK]}
            values["track_begins"] = self.track_begins
        if self.lamps == "strip":
            values["lamps_order"] = self.orders[LAMPS]
        others = [seat for seat in range(8) if seat not in self.seats]
        values["seats"] = listed(self.seats)
        values["phones"] = listed(others) if self.has_phones or not self.seats else "none"
        small = "150" if sum(self.pixels) <= 72 else "300"
        values["limit_ma"] = "700" if self.has_supply else small
        return values


def listed(seats: Sequence[int]) -> str:
    return seats_value(",".join(str(seat + 1) for seat in seats)) or "none"


def built(random: Random, panels: int, track: int, lamps: str, seats: tuple[int, ...]) -> Built:
    """A board with so much on it, wired at random."""
    lay = random.choice(wires.lays(panels)) if panels else None
    pixels = 64 * panels + track + 8 * (lamps == "strip")
    return Built(
        lay,
        track,
        random.choice(("first", "last")),
        lamps,
        (random.choice(ORDERS), random.choice(ORDERS), random.choice(ORDERS)),
        seats,
        random.random() < 0.5,
        len(seats) < 8 and random.random() < 0.5,
        pixels + 25 > 300 or (pixels > 0 and random.random() < 0.5),
    )


class Maker:
    """Answers by what is to be seen on this board: `seen` returns the lit pixels of a question."""

    def __init__(self, board: Built) -> None:
        self.board = board
        self.look = board.seen

    def answer(self, question: Question) -> str:
        """The answer to a question, "" to go back: nothing is seen where something should be."""
        board, name = self.board, question.name
        seen = self.look(question) if question.strip >= 0 else []
        if name.endswith("_colour"):
            return seen[0][1] if seen else wires.NOTHING
        if name == "track_length":
            last = board.track - 1
            return wires.NOTHING if not seen else wires.LAST if seen[0][0] == last else wires.GOES_ON
        if name.endswith(("_dark", "_unclear")):
            is_there = board.pixels[course.STRIP_NAMES.index(name.split("_")[0])]
            return course.AGAIN if is_there else course.LEAVE
        if name.startswith("field_") and question.strip >= 0 and not seen:
            return "no" if name == "field_sure" else ""
        if name in ("field_side", "field_place", "field_sure") and board.lay:
            place = board.lay.places[seen[0][0]]
            if name == "field_side":
                return "left" if place % 16 < 8 else "right"
            return str(place) if name == "field_place" else ("yes" if place == question.place else "no")
        known = {
            "panels": str(board.lay.panels) if board.lay else "0",
            "track": course.STRIP if board.track else course.NONE,
            "track_begins": board.track_begins,
            "lamps": board.lamps,
            "seats": course.SLOTS if board.has_slots else course.KEYS,
            "touch": course.DONE,
            "phones": "yes" if board.has_phones else "no",
            "power": course.SUPPLY if board.has_supply else course.USB,
            "write": course.WRITE,
            "field_nowhere": course.COLOURS_AGAIN,
            "track_short": course.COLOURS_AGAIN,
        }
        return known.get(name, course.AGAIN)
