"""Measured values instead of assumed ones: entering and checking them, and computing them from a board's reports."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tavolo.games.cards import code_of
from tavolo_host.slot.capacitance import InsertedCard, Slot
from tavolo_host.slot.geometry import GRID
from tavolo_host.slot.measured import QUANTITIES, slot_with, values_from_text
from tavolo_host.slot.measuring import SUPPLY_V, as_text, measured_values, seats_of
from tavolo_host.slot.reading import Charge

CODE = code_of("david-goliath", 7)
MODEL = (Path(__file__).resolve().parents[2] / "hardware" / "model.md").read_text(encoding="utf-8")


def from_text(text: str):
    return slot_with(values_from_text(text))


def report(path: Path, geometry, code: int = CODE, drift_pf: float = 0.0, seats: int = 1) -> Path:
    """A selftest's report of slots with this geometry, without noise."""
    slot = Slot(geometry)
    slot.drift_pf = drift_pf
    empty = slot.electrodes([], 0.0, (0, 0, 0))
    charges = [round(650 * SUPPLY_V * each / (0.5 * 1024)) for each in empty]
    now = slot.capacitances([InsertedCard(code)])
    counts = [charge * 0.5 * 1024 / (each * SUPPLY_V) for charge, each in zip(charges, now, strict=False)]
    seat = {
        "chip": {"charge_time": 1, "charges": charges},
        "electrodes": [{"picofarads": each, "noise": 4} for each in empty],
        "card": {"code": code, "margin_per_mille": 30, "counts": counts},
    }
    content = {"seats": [seat | {"seat": number + 1} for number in range(seats)]}
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


# ---- the file


def test_measured_values_replace_assumed_ones_and_the_rest_stays():
    geometry, charge = from_text("stray_pf = 13.5\nnoise_counts = 2\nair_mm = 0.05\n")
    assert geometry == replace(GRID, stray_pf=13.5, air_mm=0.05)
    assert charge == Charge(noise_counts=2.0)
    assert from_text("")[0] == GRID


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("stray = 12", f"No measured quantity is called stray; there are {', '.join(QUANTITIES)}."),
        ("air_mm = 5", "air_mm is from 0 to 2 mm, not 5: under a card that is not pressed."),
        ('air_mm = "0.5"', "air_mm is a number, from 0 to 2 mm, not '0.5'."),
        ("edge_hand = true", "edge_hand is a number, from 0 to 1, not True."),
        (
            "air_mm = 0.7",
            "The layers do not fit together: a foil 0.22 mm deep in a card of 0.45 mm, which with 0.7 mm of air below"
            " it lies in a channel of 0.6 mm.",
        ),
        ("foil_depth_mm = 0.5", "The layers do not fit together: a foil 0.5 mm deep in a card of"),
        ("film_mm 0.5", "This is not a list of names and numbers, as in film_mm = 0.2: "),
        ("stray_pf = 3\nstray_tolerance_pf = 4", "Pads cannot differ by as much as they have"),
    ],
)
def test_an_impossible_value_is_a_sentence_that_says_what_is_possible(text, begins):
    with pytest.raises(ValueError) as refusal:
        from_text(text)
    assert str(refusal.value).startswith(begins)


def test_a_slot_with_much_stray_is_charged_for_longer_as_the_board_does():
    assert from_text("stray_pf = 25")[1].time_us == 1.0
    assert from_text("stray_pf = 35\nstray_tolerance_pf = 2")[1].time_us == 2.0


# ---- the reports


def test_a_slots_values_are_recovered_from_its_report(tmp_path):
    real = replace(GRID, stray_pf=14.0, key_stray_pf=9.0, film_permittivity=2.4, patch_stray_pf=0.55, air_mm=0.0)
    reports = [seats_of(report(tmp_path / "board.json", real, seats=2))]
    values = measured_values(reports, replace(GRID, air_mm=0.0))
    assert values["stray_pf"] == pytest.approx(14.0)
    assert values["stray_tolerance_pf"] == pytest.approx(0.0, abs=1e-9)
    assert values["key_stray_pf"] == pytest.approx(9.0)
    assert values["film_permittivity"] == pytest.approx(2.4, rel=0.01)
    assert values["patch_stray_pf"] == pytest.approx(0.55, rel=0.02)
    assert "drift_pf" not in values
    assert "air_mm" not in values
    geometry, charge = from_text(as_text(values))
    assert geometry.film_permittivity == pytest.approx(2.4, rel=0.01)
    assert charge.noise_counts == pytest.approx(4 / 3.53, abs=0.001)


def test_once_the_film_is_known_a_card_as_it_falls_gives_the_air_below_it(tmp_path):
    real = replace(GRID, air_mm=0.17, film_permittivity=2.8)
    reports = [seats_of(report(tmp_path / "board.json", real))]
    values = measured_values(reports, replace(GRID, film_permittivity=2.8), {"film_permittivity"})
    assert values["air_mm"] == pytest.approx(0.17, rel=0.01)
    assert "film_permittivity" not in values


def test_a_second_report_gives_the_drift(tmp_path):
    first = seats_of(report(tmp_path / "first.json", GRID))
    second = seats_of(report(tmp_path / "second.json", GRID, drift_pf=0.23))
    assert measured_values([first, second])["drift_pf"] == pytest.approx(0.23)


def test_a_card_that_the_model_cannot_explain_is_refused_in_a_sentence(tmp_path):
    path = report(tmp_path / "board.json", GRID)
    content = json.loads(path.read_text())
    content["seats"][0]["card"]["counts"] = [640.0] * 9
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError) as refusal:
        measured_values([seats_of(path)])
    assert str(refusal.value).endswith("are film and card as assumed, is the ground strip connected?")


@pytest.mark.parametrize("content", ["", "{}", '{"seats": [{"electrodes": [1]}]}', '{"seats": 3}'])
def test_a_file_that_is_no_report_is_refused_in_a_sentence(tmp_path, content):
    path = tmp_path / "board.json"
    path.write_text(content)
    with pytest.raises(ValueError) as refusal:
        seats_of(path)
    assert str(refusal.value) == (f"{path} is not a selftest's report: `tavolo selftest --cards --report {path}`.")


# ---- the commands


def test_the_commands_lead_from_a_virtual_board_to_its_margins(tmp_path, few_codes, tavolo):
    board, measured, known = (tmp_path / name for name in ("board.json", "measured.toml", "known.toml"))
    known.write_text("shift_mm = 0.4\nchannel_mm = 0.58\n", encoding="utf-8")
    options = ("--virtual", "--cards", "--seats", "1,2", "--strips", "none", "--report", str(board))
    assert tavolo("selftest", *options)[0] == 0
    code, text, _ = tavolo("measured", str(board), "--known", str(known))
    assert code == 0
    values = from_text(text)[0]
    assert values.shift_mm == 0.4
    assert values.film_permittivity == pytest.approx(GRID.film_permittivity, rel=0.15)
    assert values.patch_stray_pf == pytest.approx(GRID.patch_stray_pf, rel=0.2)
    measured.write_text(text, encoding="utf-8")
    code, text, _ = tavolo("margins", "--measured", str(measured))
    assert code == 0
    assert text.startswith("Measured: shift_mm, channel_mm, stray_pf, stray_tolerance_pf, key_stray_pf,")
    assert "The slot holds" in text


def test_a_wrong_file_is_one_sentence_on_the_command_line(tmp_path, sentence_of):
    missing = str(tmp_path / "missing.toml")
    assert sentence_of("margins", "--measured", missing) == f"{missing}: No such file or directory."


def test_the_exit_code_says_whether_the_measured_slot_holds(tmp_path, few_codes, tavolo):
    measured = tmp_path / "measured.toml"
    for text, code in (("channel_mm = 0.58\n", 0), ("channel_mm = 1.0\n", 1)):
        measured.write_text(text, encoding="utf-8")
        found = tavolo("margins", "--measured", str(measured))
        assert found[0] == code
        assert ("The slot holds" in found[1]) == (code == 0)
