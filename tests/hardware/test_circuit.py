"""The circuit says what the board's description says, and the rule check finds what is wrong."""

from collections.abc import Sequence

import pytest

from hardware.circuit import netlist, rules, symbols
from hardware.circuit.symbols import BUFFERS
from hardware.circuit.wiring import ADDRESS_STRAPS, FULL, KEYS, LIGHTS, PANEL, SIZES, STARTER
from tavolo import wiring
from tavolo_host.selftest.chips import ADDRESS_PINS
from tests.hardware import circuits


def pico_pin(size: str, net: str | None) -> str:
    """The name of the Pico's one pin on a net."""
    (pin,) = [pin for part, pin in circuits.parts(size).on(net or "") if part.reference == "U1"]
    return pin.name


PIXELS = ("panel", "track", "lamp")
# By kind of part: where a signal enters it, and where it leaves it.
THROUGH = {
    "shifter": {into: out for _, into, out in BUFFERS},
    "data_resistor": {"1": "2"},
    **{kind: {"3": "DOUT"} for kind in PIXELS},
}


def chain(size: str, gpio: int) -> list[str]:
    """The pixels behind a pin of the Pico, in their order."""
    net, found = circuits.parts(size).parts["U1"].pin(f"GP{gpio}").net, []
    while net is not None:
        ((part, out),) = [
            (part, THROUGH[part.kind][pin.number])
            for part, pin in circuits.parts(size).on(net)
            if pin.number in THROUGH.get(part.kind, {})
        ]
        found += [part.reference] if part.kind in PIXELS else []
        net = part.pin(out).net
    return found


def test_the_symbol_of_the_pico_has_its_forty_pins_in_the_places_of_the_datasheet() -> None:
    pins = {int(number): name for number, name, _ in symbols.PINS[symbols.PICO]}
    assert sorted(pins) == list(range(1, 41))
    known = {1: "GP0", 2: "GP1", 3: "GND", 4: "GP2", 6: "GP4", 9: "GP6", 11: "GP8", 20: "GP15", 21: "GP16", 29: "GP22"}
    known |= {30: "RUN", 31: "GP26", 32: "GP27", 34: "GP28", 36: "3V3", 38: "GND", 39: "VSYS", 40: "VBUS"}
    assert {number: pins[number] for number in known} == known


@pytest.mark.parametrize(
    ("size", "seats"), [(FULL, range(wiring.SEATS)), (STARTER, range(1)), (PANEL, ()), (LIGHTS, ()), (KEYS, (0, 4))]
)
def test_each_seat_is_on_the_pins_and_at_the_address_that_the_board_describes(size: str, seats: Sequence[int]) -> None:
    chips = circuits.parts(size).of_kind("mpr121")
    assert [chip.reference for chip in chips] == [f"MPR{seat + 1}" for seat in seats]
    for seat, chip in zip(seats, chips, strict=True):
        bus, address = wiring.seat_place(seat)
        data, clock = wiring.BUSES[bus]
        assert (pico_pin(size, chip.pin("SDA").net), pico_pin(size, chip.pin("SCL").net)) == (f"GP{data}", f"GP{clock}")
        assert rules.address(chip) == address


def test_the_self_test_names_the_same_pin_for_an_address_as_the_circuit() -> None:
    named = {address: words.split()[0].replace("3V", "VCC") for address, words in ADDRESS_PINS.items()}
    assert named == ADDRESS_STRAPS


@pytest.mark.parametrize("size", SIZES)
def test_every_electrode_goes_where_the_board_says(size: str) -> None:
    found = circuits.parts(size)
    for chip in found.of_kind("mpr121"):
        seat = chip.reference.removeprefix("MPR")
        ends = {}
        for electrode in range(symbols.ELECTRODES):
            if (net := chip.pin(f"E{electrode}").net) is not None:
                ((part, pin),) = [one for one in found.on(net) if one[0] is not chip]
                ends[electrode] = (part.reference, pin.number)
        keys = (wiring.KEY_LEFT, wiring.KEY_RIGHT, wiring.KEY_TAKE)
        wanted = {key: (f"KEYS{seat}", str(place)) for place, key in enumerate(keys, 1)}
        if size != KEYS:
            wanted |= {pad: (f"SLOT{seat}", str(pad + 1)) for pad in range(wiring.PADS)}
            assert found.parts[f"SLOT{seat}"].pin(str(wiring.PADS + 1)).net == "GND"
        assert ends == wanted


def test_each_data_line_leads_from_the_boards_pin_through_buffer_and_resistor_to_its_pixels() -> None:
    assert chain(FULL, wiring.TRACK_PIN) == ["TRACK1"]
    assert chain(FULL, wiring.FIELD_PIN) == ["PANEL1", "PANEL2"]
    assert chain(FULL, wiring.LAMPS_PIN) == [f"LAMP{seat + 1}" for seat in range(wiring.LAMPS)]
    assert all(chain(size, wiring.FIELD_PIN) == ["PANEL1"] for size in (STARTER, PANEL))
    assert all(chain(size, wiring.FIELD_PIN) == ["PANEL1", "PANEL2"] for size in (LIGHTS, KEYS))
    assert chain(LIGHTS, wiring.TRACK_PIN) == ["TRACK1"]


@pytest.mark.parametrize("size", SIZES)
def test_no_rule_is_broken(size: str) -> None:
    assert rules.broken(circuits.parts(size)) == []


@pytest.mark.parametrize(
    ("reference", "pin", "net", "sentence"),
    [
        ("PS1", "5V", "3V3", "3V3 is driven by 2 outputs."),
        ("PS1", "GND", None, "Pin GND of PS1 is on no net; it belongs on GND."),
        ("U2", "2", None, "Input pin 2 of U2 is left open."),
        ("U2", "2", "NOTHING", "NOTHING connects only one pin."),
        ("U2", "2", "TRACK1_OUT", "TRACK1_OUT has inputs, but no driver."),
        ("MPR3", "VCC", "NOTHING", "NOTHING has supply pins, but no source."),
        ("U1", "GP12", "3V3", "3V3 connects pins of the kinds power_out and bidirectional."),
        ("MPR1", "IRQ", "I2C1_SDA", "I2C1_SDA connects pins of the kinds open_collector and bidirectional."),
        ("MPR4", "IRQ", "LAMP1_OUT", "LAMP1_OUT connects pins of the kinds open_collector and output."),
        ("MPR2", "ADDR", "GND", "Address 0x5A is used 2 times on I2C0_SDA and I2C0_SCL."),
        ("MPR2", "ADDR", "+5V", "The ADDR pin of MPR2 selects no address."),
        ("MPR5", "VCC", "+5V", "Pin VCC of MPR5 is on +5V; it belongs on 3V3."),
        ("PANEL2", "5V", "3V3", "Pin 5V of PANEL2 is on 3V3; it belongs on +5V or PANEL_5V."),
        ("Q1", "S", "FUSED", "Pin S of Q1 is on FUSED; it belongs on +5V."),
        ("Q1", "G", "+5V", "Pin G of Q1 is on +5V; it belongs on GND."),
        ("F1", "2", "+5V", "Pin 2 of F1 is on +5V; it belongs on FUSED."),
        ("C1", "1", "FUSED", "C1 is on FUSED, ahead of what blocks a reversed supply."),
        ("TRACK1", "5V", "SUPPLY", "TRACK1 is on SUPPLY, ahead of what blocks a reversed supply."),
        ("R5", "2", "I2C0_SDA", "I2C0_SDA has 2 pull-ups to 3V3; it needs one."),
        ("MPR7", "E3", "SEAT7_PAD4", "Electrode 4 of MPR7 leads to 2 other pins; it needs one."),
        ("MPR7", "E3", "NOTHING", "Electrode 3 of MPR7 leads to 0 other pins; it needs one."),
        ("U2", "6", "TRACK_5V", "TRACK_5V is driven by 2 outputs."),
    ],
)
def test_the_rules_find_a_planted_fault(reference: str, pin: str, net: str | None, sentence: str) -> None:
    assert sentence in rules.broken(circuits.rewired(circuits.parts(FULL), reference, pin, net))


def test_an_open_key_is_found_at_a_seat_with_keys_alone() -> None:
    found = rules.broken(circuits.rewired(circuits.parts(KEYS), "MPR5", "E9", None))
    assert "Electrode 9 of MPR5 leads to 0 other pins; it needs one." in found


def test_a_missing_reverse_polarity_transistor_is_found() -> None:
    parts = [part for part in circuits.parts(FULL).parts.values() if part.kind != "reverse_transistor"]
    sentence = "The path of the supply has 0 parts of the kind reverse_transistor; it needs one."
    assert sentence in rules.broken(netlist.Netlist(parts))


def test_a_pin_that_is_forgotten_or_unknown_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Pin 2 of F1 is neither wired nor left open on purpose\."):
        netlist.wired("fuse", "F1", "", {"1": "SUPPLY"})
    with pytest.raises(ValueError, match=r"F1 has no pin 3\."):
        netlist.wired("fuse", "F1", "", {"1": "SUPPLY", "2": "FUSED", "3": None})
