"""The whole check of a board, one part after the other: chips and electrodes, pixels, keys, cards."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import InitVar, dataclass
from statistics import mean

from tavolo.seat import reading, states
from tavolo.seat.touch import NOT_BUILT
from tavolo.wiring import ADDRESSES, PADS, SEATS
from tavolo_host.selftest.advice import Advise, at_table, pins_of
from tavolo_host.selftest.bench import Bench
from tavolo_host.selftest.chips import bus_faults, chip_faults
from tavolo_host.selftest.electrodes import KEYS, electrode_name, untouched
from tavolo_host.selftest.person import AGAIN, Person
from tavolo_host.selftest.report import Report, SeatReport, TestCard
from tavolo_host.selftest.strips import COLOURS, FAULTS, LATE_MS, Strip, fault_sentence, strips_of
from tavolo_host.slot.geometry import THICKNESSES

CHIPS_MS = 10_000  # until each chip was written and read back
READINGS = 20
READINGS_MS = 30_000
KEY_MS = 15_000  # until a key is touched
ANOTHER_MS = 3000  # after another key was felt
TOGETHER_MS = 200  # within which joined keys are felt together
CARD_MS = 30_000  # until a card is put in, or taken out
UNCLEAR_MS = 5000  # for which something else may be in the slot
CARD_READINGS = 5
LONGEST_TICK_MS = 100  # a longer one might miss a key that is touched for 110 ms

WHAT_LIES_THERE = {
    reading.NOTHING: "nothing was seen",
    states.HAND: "a hand was seen, and no card",
    states.TWO_CARDS: "two cards were seen",
    states.UNCLEAR: "some pads were neither joined nor isolated",
}


@dataclass
class Check:
    """The check of the board on the bench.

    `seats` and `strips` are the numbers of those to check. All seats means those that the board's settings say are
    built. `person` is asked for touches and looks, None asks nobody; `with_cards` asks for a card in each slot. `tell`
    prints sentences on the way; `advise` chooses what to check where something is wrong.
    """

    bench: Bench
    seats: InitVar[Collection[int]]
    strips: Collection[int]
    person: Person | None
    with_cards: bool
    tell: Callable[[str], None]
    advise: Advise = at_table

    def __post_init__(self, seats: Collection[int]) -> None:
        self._report = Report({}, [SeatReport(seat, self.bench.chips[seat]) for seat in sorted(seats)])

    def run(self) -> Report:
        """Check everything; raises PortError when the board is lost, ValueError when it refuses."""
        report, bench = self._report, self.bench
        bench.connect()
        if bench.found:
            self.tell(bench.found)
        bench.begin()
        report.board = dict(bench.port.board)
        report.cards = bench.settings["cards"]
        self.tell(f"Checking chips and electrodes{self.advise(': leave slots empty and do not touch keys', ())}.")
        self._electrodes()
        for strip in strips_of(bench.settings):
            if strip.number in self.strips:
                self._pixels(strip)
        if self.person:
            for seat in self._working():
                self._keys(seat, self.person)
                pads = seat.electrodes[:PADS]
                if self.with_cards and pads and not any(pad.fault for pad in pads):
                    self._card(seat, self.person)
        if self.with_cards:
            cards = THICKNESSES[report.cards]
            report.remarks.append(
                f"The slots are for {cards.name} cards, {cards.thinnest_mm:g} to {cards.thickest_mm:g} mm thick, as the"
                " board's settings say."
            )
        report.pace = bench.pace
        bench.end()
        self._judge()
        return report

    def _working(self) -> list[SeatReport]:
        return [seat for seat in self._report.seats if seat.chip.works]

    def _leave_out_gaps(self) -> None:
        """Leave out seats that are not built by the board's settings, unless they were named: then it is a fault."""
        seats = self._report.seats
        gaps = [seat for seat in seats if seat.chip.failure == NOT_BUILT]
        if len(seats) == SEATS and gaps:
            for gap in gaps:
                seats.remove(gap)
            names = ", ".join(str(gap.seat + 1) for gap in gaps)
            self._report.remarks.append(f"Not built by the board's settings, and not checked: seats {names}.")

    def _electrodes(self) -> None:
        bench, seats = self.bench, self._report.seats
        bench.wait(
            lambda: all(seat.chip.works or seat.chip.failure or seat.chip.is_stopped for seat in seats), CHIPS_MS
        )
        self._leave_out_gaps()
        bench.forget_readings()
        bench.wait(lambda: all(len(seat.chip.readings) >= READINGS for seat in self._working()), READINGS_MS)
        for seat in self._working():
            seat.electrodes = untouched(bench.chips, self.advise)[seat.seat]
            for each in seat.electrodes:
                if each.fault:
                    seat.faults.append(f"Seat {seat.seat + 1}, {each.name}, {each.fault}")

    # ---- pixels

    def _pixels(self, strip: Strip) -> None:
        bench, report = self.bench, self._report
        if not strip.pixels:
            report.strips[strip.name] = "not built"
            return
        if self.person is None:
            self.tell(f"{strip.looks} Nobody is asked.")
        seen: str | None = AGAIN
        while seen == AGAIN:
            if self.person:
                self.person.watch(strip)
            for colour in range(len(COLOURS)):
                if not bench.walk(strip.number, colour, strip.pixel_ms):
                    report.strips[strip.name] = "not built"
                    return
                if not bench.wait(lambda: bool(bench.walked), strip.pixels * strip.pixel_ms + LATE_MS):
                    report.strips[strip.name] = "not finished"
                    report.faults.append(f"The {strip.name}: the board has not finished its walk.")
                    return
            seen = self.person.seen(strip) if self.person else None
        looked = "shown, but nobody was asked" if seen is None else "as described"
        report.strips[strip.name] = FAULTS[seen][0] if seen else looked
        report.faults += [fault_sentence(strip, seen, self.advise)] if seen else []

    # ---- keys

    def _keys(self, report: SeatReport, person: Person) -> None:
        bench, seat = self.bench, report.seat
        for key in range(len(KEYS)):
            wanted = (seat, PADS + key)
            bench.touches.clear()
            person.touch(seat, key)
            if bench.wait(lambda: any(electrode >= PADS for _, electrode in bench.touches), KEY_MS):
                bench.wait(lambda wanted=wanted: wanted in bench.touches, ANOTHER_MS)  # type: ignore[misc]
                bench.rest(TOGETHER_MS)
            others = sorted({touch for touch in bench.touches if touch[1] >= PADS and touch != wanted})
            report.keys[key] = wanted in bench.touches and not others
            if not report.keys[key] and not any(each.fault for each in report.electrodes[wanted[1] : wanted[1] + 1]):
                report.faults.append(_key_fault(wanted, others, wanted in bench.touches, self.advise))

    # ---- cards

    def _card(self, report: SeatReport, person: Person) -> None:
        bench, chip = self.bench, report.chip
        thresholds = reading.Thresholds([each.counts for each in report.electrodes[:PADS]])

        def last(count: int) -> list[int]:
            return [reading.classify(list(counts), thresholds) for counts in chip.readings[-count:]]

        def is_read() -> bool:
            verdicts = last(CARD_READINGS)
            return len(verdicts) == CARD_READINGS and len(set(verdicts)) == 1 and verdicts[0] & 15 == reading.CARD

        chip.readings.clear()
        person.put_card_in(report.seat)
        bench.wait(lambda: reading.NOTHING not in last(CARD_READINGS) and bool(chip.readings), CARD_MS)
        if bench.wait(is_read, UNCLEAR_MS):
            chip.readings.clear()  # a hand may have been there during the first of them
            bench.wait(lambda: len(chip.readings) >= CARD_READINGS, UNCLEAR_MS)
        if is_read():
            readings = chip.readings[-CARD_READINGS:]
            margin = min(card_margin(counts, thresholds) for counts in readings)
            means = tuple(round(mean(column)) for column in zip(*readings, strict=True))
            report.card = TestCard(last(1)[0] >> 4, margin, means[:PADS])
        else:
            report.card = TestCard(-1, 0)
            what = WHAT_LIES_THERE.get(
                last(1)[0] & 15 if chip.readings else reading.NOTHING, "it was not read steadily"
            )
            report.faults.append(f"Seat {report.seat + 1}: the card in its slot was not read: {what}.")
        chip.readings.clear()
        person.take_card_out(report.seat)
        if not bench.wait(lambda: bool(chip.readings) and last(1)[0] == reading.NOTHING, CARD_MS):
            report.faults.append(f"Seat {report.seat + 1}: its slot does not look empty after the card was taken out.")

    # ---- the verdict on what was measured all along

    def _judge(self) -> None:
        report, chips = self._report, self.bench.chips
        sentences, explained = bus_faults(chips, [seat.seat for seat in report.seats], self.advise)
        report.faults += sentences
        for seat in report.seats:
            if seat.seat in explained:
                continue
            seat.faults[:0] = chip_faults(seat.seat, seat.chip, seat.electrodes, self.advise)
        if report.pace and report.pace.longest_ms > LONGEST_TICK_MS:
            report.faults.append(
                f"The longest tick took {report.pace.longest_ms} ms; above {LONGEST_TICK_MS} ms touches may be missed."
            )
        if self.person is None:
            report.remarks.append("Touches and pixels were not checked: nobody was asked.")


def _key_fault(wanted: tuple[int, int], others: list[tuple[int, int]], is_felt: bool, advise: Advise) -> str:
    """Return what is wrong with a key that was not felt, or not alone."""
    name = f"Seat {wanted[0] + 1}, key {KEYS[wanted[1] - PADS]}"
    names = " and ".join(f"seat {seat + 1}, {electrode_name(electrode)}" for seat, electrode in others)
    if is_felt:
        return f"{name}: the touch was also felt at {names}: {advise('are they joined?', pins_of(wanted[0]))}"
    if not others:
        return f"{name}: the touch was not felt."
    hint = ""
    if all(abs(seat - wanted[0]) == len(ADDRESSES) and electrode == wanted[1] for seat, electrode in others):
        hint = " The two seats have the same address on the two buses: are the buses swapped?"
    elif all(seat == wanted[0] for seat, _ in others):
        hint = advise(" Are the wires of this seat's keys swapped?", ())
    return f"{name}: the touch was felt at {names} instead.{hint}"


def card_margin(counts: Sequence[int], thresholds: reading.Thresholds) -> int:
    """Return how far the pad nearest to being undecided is from it, in thousandths of its empty reading.

    Negative when a pad is undecided.
    """
    least = 1000
    for pad in range(PADS):
        fall = thresholds.empty[pad] - counts[pad]
        above, below = fall - thresholds.one[pad], thresholds.zero[pad] - fall
        least = min(least, max(above, below) * 1000 // thresholds.empty[pad])
    return least
