"""The maker's check at the laptop: faults that are put into a virtual table, and the sentences that name them."""

import io
import json
import re
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from tavolo import wiring
from tavolo.maker.settings import checked, clash, defaults
from tavolo.seat import reading
from tavolo_host.board.port import Port
from tavolo_host.board.serial_port import PortError
from tavolo_host.people.table import VirtualTable
from tavolo_host.selftest.advice import at_table
from tavolo_host.selftest.bench import Bench
from tavolo_host.selftest.check import Check, card_margin
from tavolo_host.selftest.electrodes import pad_margin
from tavolo_host.selftest.person import Person
from tavolo_host.selftest.report import Report, print_report
from tavolo_host.selftest.strips import STRIPS, Strip, fault_sentence, strips_of
from tavolo_host.simulator.hardware import TICK_MS
from tavolo_host.simulator.mpr121 import Mpr121
from tavolo_host.simulator.pixels import Colour, PixelWire
from tavolo_host.simulator.serial_line import LoopbackServer
from tavolo_host.workshop.selftest.virtual import VirtualPerson, strips_on
from tests.cli.command_support import MadeUpTime, refusal, tavolo
from tests.link.link_support import Bench as LinkBench
from tests.table.evening import Evening

LAMPS = STRIPS[2:]


class Workshop:
    """A virtual table on the bench in made-up time, and a virtual person who looks and touches."""

    def __init__(self, seed: int = 1) -> None:
        self.evening = Evening(seed, laptop=False)
        self.person = VirtualPerson(self.table.bodies, strips_on(self.hardware))
        self.bench = Bench(Port("cable", opener=self.evening.cable.open, first_session=1), self.pass_time)

    @property
    def table(self) -> VirtualTable:
        return self.evening.table

    @property
    def hardware(self):
        return self.table.hardware

    def pass_time(self) -> float:
        self.evening.step()
        self.person.step()
        return TICK_MS

    def begin_again(self) -> None:
        """Cut the power and restore it: the seats calibrate themselves again."""
        self.table.power_cycle()
        self.evening.run_ms(1500)

    def set_stray(self, seat: int, electrode: int, picofarads: float) -> None:
        """Give an electrode another capacitance, whatever is in the slot."""
        slot = self.evening.body(seat).slot
        strays, place = (slot.pad_stray_pf, electrode) if electrode < 9 else (slot.key_stray_pf, electrode - 9)
        strays[place] = picofarads
        self.evening.body(seat).feel()

    def check(
        self,
        seats: Sequence[int] = range(wiring.SEATS),
        strips: Sequence[Strip] = (),
        person: Person | None = None,
        cards: bool = False,
        automatic: bool = False,
        tell: Callable[[str], None] = lambda _: None,
    ) -> Report:
        asked = None if automatic else person or self.person
        return Check(self.bench, seats, [strip.number for strip in strips], asked, cards, tell).run()

    def is_set(self, *lines: str) -> "Workshop":
        """Restart with these settings."""
        self.hardware.virtual_files.write("tavolo.txt", "\n".join(lines).encode())
        self.begin_again()
        return self


class Hands(VirtualPerson):
    """A person at a workshop who does `otherwise` with seats and keys than the selftest asks."""

    def __init__(self, workshop: Workshop, **otherwise: Callable[..., object]) -> None:
        super().__init__(workshop.table.bodies, ())
        for hand, does in otherwise.items():
            setattr(self, hand, does)


def text_of(report: Report, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width)
    print_report(console, report)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


# ---- a board that is as it should be


def test_a_whole_table_passes_with_every_part_seen_touched_and_read() -> None:
    workshop = Workshop()
    report = workshop.check(strips=STRIPS, cards=True)
    assert report.all_faults == []
    assert report.passed
    assert report.strips == {"track": "as described", "field": "as described", "lamps": "as described"}
    for seat in report.seats:
        assert seat.keys == {0: True, 1: True, 2: True}
        assert all(600 <= each.counts <= 700 for each in seat.electrodes)
        assert all(10.0 < each.picofarads < 14.0 for each in seat.electrodes if each.picofarads)
        assert seat.card is not None
        assert seat.card.code.bit_count() == 4
        assert seat.card.margin_per_mille > 10
    text = text_of(report)
    assert "Keys: 24 of 24 were felt" in text
    assert "Everything that was checked is as it should be." in text
    workshop.bench.rest(1000)
    assert workshop.table.board.workbench.selftest is None


@pytest.mark.parametrize("seed", range(2, 8))
def test_no_whole_table_is_found_fault_with_by_chance(seed: int) -> None:
    assert Workshop(seed).check(automatic=True).all_faults == []


def test_without_hands_no_question_is_asked_and_the_report_says_so() -> None:
    report = Workshop().check(strips=LAMPS, automatic=True)
    assert report.passed
    assert report.strips == {"lamps": "shown, but nobody was asked"}
    assert all(seat.keys == {} for seat in report.seats)
    assert "Touches and pixels were not checked: nobody was asked." in text_of(report)


# ---- chips and electrodes


def test_a_whole_bus_that_does_not_answer_is_named_as_such() -> None:
    workshop = Workshop()
    for chip in workshop.hardware.chips[4:]:
        chip.present = False
    assert workshop.check(automatic=True).all_faults == [
        "No chip answers on I2C1 (SDA GP6, SCL GP7): check its supply, and whether the two wires are swapped."
    ]
    workshop = Workshop()
    workshop.hardware.i2c(0).held = True
    (held,) = workshop.check(automatic=True).all_faults
    assert held.startswith("I2C0 (SDA GP4, SCL GP5) is held low")


def test_a_chip_with_a_loose_contact_is_found_though_it_works_in_the_end() -> None:
    workshop = Workshop()

    def shake(seat: int, key: int) -> None:
        workshop.hardware.chips[1].present = (seat, key) != (0, 1)
        workshop.person.touch(seat, key)

    assert workshop.check(seats=(0, 1, 2), person=Hands(workshop, touch=shake)).all_faults == [
        "Seat 2: its chip answers, but failed once: look for a loose contact."
    ]


class Stopped(Mpr121):
    """A chip that an over-current has stopped: nothing is measured."""

    def read(self, count: int) -> bytes:
        first = self._pointer
        values = super().read(count)
        return bytes((0, 0x80, *bytes(count))[:count]) if first == 0 else values


def test_consequences_of_a_cause_are_not_reported_beside_it() -> None:
    workshop = Workshop()
    chip = Stopped(workshop.table.clock, Random(1))
    workshop.hardware.i2c(0).chips[wiring.ADDRESSES[2]] = chip
    workshop.begin_again()
    report = workshop.check(seats=(1, 2), cards=True)
    assert report.all_faults == ["Seat 3: its chip stopped because too much current flows through its REXT resistor."]
    cut = Workshop()
    cut.set_stray(1, 10, 1.5)  # a key, and a pad: the touch is not felt, and no card read
    cut.set_stray(1, 4, 0.01)
    faults = cut.check(seats=(1, 2), cards=True).all_faults
    assert [fault.split(" (")[0] for fault in faults] == ["Seat 2, electrode 4", "Seat 2, electrode 10"]


@pytest.mark.parametrize(
    ("electrode", "picofarads_of", "begins", "ends"),
    [
        (4, lambda _: 0.01, "", "look for a broken joint or wire."),
        (10, lambda _: 1.5, "", "look for a broken joint or wire."),
        (0, lambda _: 4000.0, r"reads \d, as if it were connected to ground:", ""),
        (7, lambda _: 24.5, r"has 24\.", "is it joined to a neighbour?"),
        (3, lambda usual: usual + 3.0, "is felt all the time", ""),
        (3, lambda usual: usual * 0.88, "reads 7", ", not 600 to 700: it has changed since it was calibrated."),
        (10, lambda usual: usual + 2.0, "is felt all the time", ": is something on it, or behind it?"),
    ],
    ids=["cut off", "a key cut off", "to ground", "to its neighbour", "not empty", "changed", "a stuck key"],
)
def test_an_electrode_that_reads_wrongly_is_named(
    electrode: int, picofarads_of: Callable[[float], float], begins: str, ends: str
) -> None:
    workshop = Workshop()
    usual_pf = workshop.evening.body(5).slot.electrodes([], 0.0, (0, 0, 0))
    workshop.set_stray(5, electrode, picofarads_of(usual_pf[electrode]))
    for _ in range(2 if "broken" in ends else 1):  # before and after it calibrates itself again
        (fault,) = workshop.check(automatic=True).all_faults
        assert re.match(rf"Seat 6, electrode {electrode} \((a pad|key ▶)\), {begins}", fault)
        assert fault.endswith(ends)
        workshop.begin_again()


def test_an_electrode_that_scatters_is_found() -> None:
    workshop = Workshop()
    chip = workshop.hardware.chips[7]
    chip._noise = [each * 6 for each in chip._noise]
    faults = workshop.check(automatic=True).all_faults
    assert faults
    assert all(fault.startswith("Seat 8, ") for fault in faults)
    assert any("scatters by" in fault for fault in faults)


def test_a_seat_that_could_not_calibrate_although_nothing_is_wrong_now_is_named() -> None:
    workshop = Workshop()
    workshop.set_stray(2, 0, 30.0)
    workshop.begin_again()

    def take_it_away(_: str) -> None:  # as soon as the check has begun
        workshop.set_stray(2, 0, 12.0)

    report = Check(workshop.bench, range(wiring.SEATS), (), None, False, take_it_away).run()
    assert report.all_faults == [
        "Seat 3 has not calibrated, although each electrode looks right now: leave its slot empty and its keys"
        " untouched for a moment."
    ]


# ---- keys


@pytest.mark.parametrize(
    ("felt", "fault"),
    [
        ((), "the touch was not felt."),
        (
            (0,),
            "the touch was felt at seat 3, electrode 9 (key ◀) instead. Are the wires of this seat's keys swapped?",
        ),
        ((1, 2), "the touch was also felt at seat 3, electrode 11 (key ✓): are they joined?"),
    ],
)
def test_a_touch_that_is_missed_or_elsewhere_is_reported(felt: Sequence[int], fault: str) -> None:
    """What is touched at seat 3 as key ▶ arrives at other keys: a fault of the wiring, or no touch."""
    workshop = Workshop()

    def touch(seat: int, key: int) -> None:
        body = workshop.table.bodies[seat]
        body.do(body.wait(300))
        keys = felt if (seat, key) == (2, 1) else (key,)
        if keys:
            body.do(body.press(*keys))

    report = workshop.check(seats=(1, 2), person=Hands(workshop, touch=touch))
    assert report.all_faults == [f"Seat 3, key ▶: {fault}"]
    assert report.seats[1].keys == {0: True, 1: False, 2: True}
    assert "Keys: 5 of 6 were felt" in text_of(report)


def test_buses_that_are_exchanged_are_found_by_touching() -> None:
    workshop = Workshop()
    workshop.hardware._buses.reverse()
    workshop.begin_again()
    faults = workshop.check(seats=(0, 5)).all_faults
    assert len(faults) == 6
    assert faults[0] == (
        "Seat 1, key ◀: the touch was felt at seat 5, electrode 9 (key ◀) instead. The two seats have the same address"
        " on the two buses: are the buses swapped?"
    )


# ---- pixels


class Faulty:
    """A strip of which people see something else than what came over the wire."""

    def __init__(self, strip: PixelWire, change: Callable[[list[Colour]], list[Colour]]) -> None:
        self._strip = strip
        self._change = change

    @property
    def pixels(self) -> list[Colour]:
        return self._change(list(self._strip.pixels))


DARK = (0, 0, 0)


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        (lambda pixels: [DARK] * len(pixels), "nothing lit up"),
        (lambda pixels: pixels[:5] + [DARK] * (len(pixels) - 5), "it stopped on the way"),
        (lambda pixels: [*pixels[:5], DARK, *pixels[6:]], "single pixels stayed dark"),
        (lambda pixels: [(green, red, blue) for red, green, blue in pixels], "it had other colours"),
        (lambda pixels: [*pixels[:5], (0, *pixels[5][1:]), *pixels[6:]], "it had other colours"),
        (lambda pixels: pixels[::-1], "it went another way"),
    ],
)
def test_what_is_wrong_with_a_strip_is_seen(change: Callable[[list[Colour]], list[Colour]], seen: str) -> None:
    workshop = Workshop()
    lamps = Faulty(workshop.hardware.lamps, change), range(wiring.LAMPS)
    workshop.person._strips = [*workshop.person._strips[:2], lamps]
    report = workshop.check(seats=(), strips=LAMPS)
    assert report.strips == {"lamps": seen}
    assert report.all_faults[0].startswith(f"The lamps: {seen}; ")


@pytest.mark.parametrize(
    "strip",
    [LAMPS[0], *(pytest.param(strip, marks=pytest.mark.slow) for strip in STRIPS[:2])],
    ids=lambda strip: strip.name,
)
@pytest.mark.parametrize(("order", "takes", "wanted"), [("GRB", 4, "GRBW"), ("GRBW", 3, "GRB")])
def test_a_strip_whose_pixels_take_other_bytes_than_it_is_set_to_is_named_with_the_setting(
    strip: Strip, order: str, takes: int, wanted: str
) -> None:
    workshop = Workshop().is_set(f"{strip.name}_order = {order}")
    getattr(workshop.hardware, strip.name).bytes_per_pixel = takes
    workshop.begin_again()
    (fault,) = workshop.check(seats=(), strips=[strip]).all_faults
    assert fault.startswith(f"The {strip.name}: its colours changed from pixel to pixel, and a quarter of them")
    assert f"`tavolo settings {strip.name}_order={wanted}`" in fault
    assert workshop.is_set(f"{strip.name}_order = {wanted}").check(seats=(), strips=[strip]).passed


def test_no_question_is_asked_about_unbuilt_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop().is_set("panels = 1", "track_pixels = 0", "lamps = field")
    person, printed = asked(monkeypatch, "no\norder\n", workshop)
    report = workshop.check(seats=(), strips=STRIPS, person=person)
    assert report.strips == {"track": "not built", "field": "it went another way", "lamps": "not built"}
    assert printed.getvalue().count("A light walks") == 1
    assert "both panels" not in printed.getvalue()
    assert report.all_faults == [
        "The field: it went another way; the panel is not laid as set: if its rows run to and fro,"
        " `tavolo settings panel_rows=serpentine`; if they are turned, `tavolo settings panel_turn=90`, 180 or 270."
    ]


@pytest.mark.parametrize("values", [{}, {"panels": "1"}, {"panel_rows": "serpentine", "panel_begins": "right"},
                                    {"panel_turn": "90", "track_begins": "last"}])  # fmt: skip
def test_every_setting_that_an_advice_names_is_possible_and_another_than_now(values: dict[str, str]) -> None:
    now = defaults() | values
    named = set()
    for strip in strips_of(now):
        for pair in re.findall(r"(\w+=[^`…]+)`", fault_sentence(strip, "order", at_table)):
            name, _, value = pair.partition("=")
            named.add(name)
            assert checked(name, value, 0) == (value, None)
            assert now[name] != value
            assert clash(now | {name: value}, {}) is None
    wanted = {"track_begins", "panel_rows", "panel_turn"}
    assert named == wanted | ({"panel_begins"} if now["panels"] == "2" else set())


# ---- cards


def test_a_card_that_is_not_fully_in_never_comes_or_stays_is_reported() -> None:
    workshop = Workshop()

    def put_in(seat: int) -> None:
        if seat == 0:
            workshop.evening.body(0).do(workshop.evening.body(0).put_in(0b111000001, 14.0))

    person = Hands(workshop, put_card_in=put_in, take_card_out=lambda _: None)
    report = workshop.check(seats=(0, 1), person=person, cards=True)
    assert report.all_faults == [
        "Seat 1: the card in its slot was not read: some pads were neither joined nor isolated.",
        "Seat 1: its slot does not look empty after the card was taken out.",
        "Seat 2: the card in its slot was not read: nothing was seen.",
    ]


# ---- who is asked, and how it ends


def asked(monkeypatch: pytest.MonkeyPatch, answers: str, workshop: Workshop) -> tuple[Person, io.StringIO]:
    """A person at the terminal who types these answers; what was printed."""
    printed = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    return Person(Console(file=printed, width=200), workshop.bench.kept_awake), printed


def test_a_person_is_asked_how_the_pixels_looked_and_may_see_them_again(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop()
    person, printed = asked(monkeypatch, "again\nno\nstops\n", workshop)
    report = workshop.check(seats=(), strips=LAMPS, person=person)
    assert report.all_faults == [
        "The lamps: it stopped on the way; check the joint after the last pixel that lit up, from its DOUT to the"
        " next DIN."
    ]
    assert printed.getvalue().count("A light walks round the lamps") == 2
    nobody = "Nobody answers here; `tavolo selftest --automatic` asks nothing."
    assert refusal_of(workshop, strips=LAMPS, person=person) == nobody


def refusal_of(workshop: Workshop, **options: Any) -> str:
    with pytest.raises((ValueError, PortError)) as refusal:
        workshop.check(**options)
    return str(refusal.value)


def test_the_board_stays_in_its_selftest_while_a_person_takes_a_minute_to_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workshop = Workshop()

    class Slow(io.StringIO):
        def readline(self, *_: object) -> str:
            end_us = workshop.table.clock.now_us + 60_000_000
            for _ in range(300_000):
                if workshop.table.clock.now_us >= end_us:
                    return "yes\n"
                threading.Event().wait(0.001)
            raise AssertionError("nobody lets time pass for the board while the question waits")

    person, _ = asked(monkeypatch, "", workshop)
    monkeypatch.setattr(sys, "stdin", Slow())
    assert workshop.check(seats=(), strips=LAMPS, person=person).passed


def test_a_board_that_plays_refuses_with_the_reason() -> None:
    workshop = Workshop()
    workshop.evening.start(3)
    assert refusal_of(workshop) == (
        "The board refuses to be checked: A game is in progress; finish or abandon it first."
    )


def test_a_board_that_knows_no_selftest_is_named_as_older() -> None:
    link = LinkBench()
    link.laptop.close()

    def pass_time() -> float:
        link.board.step(10)
        while link.board.asked:
            link.board.channel.send("unknown", link.board.asked.pop()[0])
        return 10

    bench = Bench(Port("cable", opener=link.cable.open, first_session=1), pass_time)
    with pytest.raises(ValueError) as refusal:
        bench.begin()
    assert str(refusal.value) == "The firmware of this board is older than this program, and has no selftest."


def test_a_cable_that_is_pulled_in_between_ends_the_check_with_a_sentence() -> None:
    workshop = Workshop()
    person = Hands(workshop, touch=lambda *_: workshop.evening.cable.pull())
    assert refusal_of(workshop, person=person).startswith("The board was lost during the check.")


# ---- the command


def test_the_command_ends_with_1_and_a_report_when_something_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = LoopbackServer()
    table = VirtualTable(Random(1), line)
    table.hardware.chips[6].present = False
    MadeUpTime(monkeypatch, table.step, TICK_MS)
    file = tmp_path / "report.json"
    with closing(line):
        run = tavolo("selftest", "--port", line.url, "--automatic", "--strips", "none", "--report", str(file))
    assert run.returncode == 1, run.stdout + run.stderr
    assert "1 thing is not as it should be." in run.stdout
    report = json.loads(file.read_text(encoding="utf-8"))
    (fault,) = report["faults"]
    assert fault == (
        "Seat 7: no chip answers at address 0x5C of I2C1 (SDA GP6, SCL GP7): check its supply, its two wires, and"
        " that its ADDR is joined to SDA."
    )
    assert [(seat["place"], len(seat["electrodes"])) for seat in report["seats"][6:]] == [
        ("I2C1 0x5C", 0),
        ("I2C1 0x5D", 12),
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--seats 0,1", "“0,1” does not name seats: they are 1, 2, 3, 4, 5, 6, 7, 8."),
        ("--strips track,moon", "“track,moon” does not name strips: they are track, field, lamps."),
        ("--automatic --cards", "Cards are put in by hand: leave out --automatic or --cards."),
        ("--port /dev/a --rig /dev/b --cards", "A rig always puts cards into its slots: leave out --cards."),
        *(
            (
                arguments,
                "A rig is at a real board, and does what you would: name both, with --port and --rig.",
            )
            for arguments in ("--rig /dev/b", "--rig /dev/b --virtual", "--port /dev/a --rig /dev/b --automatic")
        ),
        (
            "--virtual --report /nowhere/r.json",
            "/nowhere/r.json cannot be written: name a file in a folder that exists.",
        ),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments: str, sentence: str) -> None:
    assert refusal("selftest", *arguments.split()) == sentence


def test_margins_are_counts_from_the_thresholds_with_half_the_noise_off() -> None:
    joined, isolated = 67 - 59, 44 - 35  # 104 and 91 thousandths of 650; 68 and 54
    assert pad_margin(650, 4) == min(joined, isolated) - 2


def test_the_margin_of_a_card_is_that_of_the_worst_pad_and_negative_in_doubt() -> None:
    thresholds = reading.Thresholds([600] * wiring.PADS)
    one = 600 * reading.ONE_PER_MILLE // 1000
    ones = 600 - one - 30
    assert card_margin([ones, ones, ones, 600, 600, 600, 600 - one - 12, 600, 600], thresholds) == 20
    assert card_margin([ones, ones, ones, 600, 600, 600, ones, 600 - 47, 600], thresholds) < 0
