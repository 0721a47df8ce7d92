"""A release: the same bytes twice, and nothing but its files puts the table on a Pico."""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from host.tools import release
from tavolo_host.people.pico_table import PicoTable
from tavolo_host.simulator.serial_line import LoopbackServer
from tavolo_host.workshop.flashing import drives
from tests.pico.flashed_board import INFO
from tests.project.test_installed import LOCK, surroundings, uv

INSIDE = "tavolo_host/workshop/flashing/"
# What is in the firmware, each with a line of its licence.
LICENCES = {
    "MicroPython": "Damien P. George",
    "littlefs": "The littlefs authors",
    "tinyusb": "Ha Thach",
    "pico-sdk": "Raspberry Pi (Trading) Ltd.",
    "mbedtls": "Apache License",
    "adafruit_circuitpython_mpr121": "Adafruit Industries",
    "Tavolo": "The Tavolo authors",
}

LINE = "=" * 100

pytestmark = pytest.mark.short


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release") / "dist"
    release.main(folder)
    return folder


def only(files: Path, ending: str) -> Path:
    (found,) = files.glob(f"*{ending}")
    return found


def test_it_has_what_it_says_with_checksums_and_the_firmware_inside_the_wheel(files: Path) -> None:
    lines = (files / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert sums == {
        file.name: sha256(file.read_bytes()).hexdigest() for file in files.iterdir() if file.name != "SHA256SUMS"
    }
    assert len(list(files.glob("*-board-*.zip"))) == len(list(Path("hardware/boards").glob("*/*.zip"))) > 0
    with ZipFile(only(files, ".whl")) as wheel:
        assert wheel.read(f"{INSIDE}tavolo.uf2") == only(files, ".uf2").read_bytes()
        assert wheel.read(f"{INSIDE}LICENCES.txt") == (files / "LICENCES.txt").read_bytes()
    named, *parts = (files / "LICENCES.txt").read_text(encoding="utf-8").split(f"{LINE}\n")
    licences = {name.strip(): text for name, text in zip(parts[::2], parts[1::2], strict=True)}
    assert named.split(": ")[1].strip(".\n").split(", ") == list(licences)
    for name, words in LICENCES.items():
        assert any(words in text for part, text in licences.items() if part.startswith(name)), name


def test_the_same_commit_gives_the_same_bytes_again(files: Path, tmp_path: Path) -> None:
    umask = os.umask(0o077)
    try:
        release.main(tmp_path / "dist")
    finally:
        os.umask(umask)
    assert {file.name: file.read_bytes() for file in files.iterdir()} == {
        file.name: file.read_bytes() for file in (tmp_path / "dist").iterdir()
    }


@pytest.fixture
def flashing(files: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path, LoopbackServer]]:
    """`tavolo flash` of the wheel alone, as a process, on its way to a drive; and the line where a board will be."""
    uv("venv", "--python", sys.executable, "environment", folder=tmp_path)
    programs = tmp_path / "environment" / ("Scripts" if os.name == "nt" else "bin")
    wheel = str(only(files, ".whl"))
    uv("pip", "install", "--python", str(programs / "python"), "--constraint", LOCK, wheel, folder=tmp_path)
    drive = tmp_path / "RPI-RP2"
    drive.mkdir()
    (drive / drives.INFO).write_text(INFO)
    line = LoopbackServer()
    command = [str(programs / "tavolo"), "flash", "--drive", drive.name, "--port", line.url]
    process = subprocess.Popen(command, cwd=tmp_path, env=surroundings(), stdout=subprocess.PIPE, text=True)
    try:
        yield process, drive, line
    finally:
        process.kill()
        process.wait()
        line.close()


def test_a_wheel_without_sources_make_or_compiler_puts_the_table_on_a_pico(
    files: Path, flashing: tuple[subprocess.Popen[str], Path, LoopbackServer], tmp_path: Path
) -> None:
    process, drive, line = flashing
    firmware = only(files, ".uf2").read_bytes()
    there, taken = drive / drives.FILE, tmp_path / "taken.uf2"
    while not (there.exists() and there.stat().st_size == len(firmware)):
        assert process.poll() is None, process.stdout.read() if process.stdout else ""
    taken.write_bytes(there.read_bytes())
    (drive / drives.INFO).unlink()
    assert taken.read_bytes() == firmware
    with PicoTable(Random(5), taken, line=line) as table:
        while process.poll() is None:
            table.step()
    assert process.stdout is not None
    told = process.stdout.read().splitlines()
    assert told[-1] == "The board answers with the new firmware. `tavolo watch` shows it on a page."
    assert process.returncode == 0
