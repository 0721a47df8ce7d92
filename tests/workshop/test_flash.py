"""`tavolo flash`: finding a Pico in BOOTSEL on three systems, every refusal, and writing that is interrupted."""

import errno
import io
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
import serial

from tavolo_host.board import serial_port
from tavolo_host.board.serial_port import FoundBoard, PortError
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.simulator.pico_parts import firmware_image
from tavolo_host.workshop.flashing import drives, firmware
from tavolo_host.workshop.flashing.board import RunningBoard
from tavolo_host.workshop.flashing.drives import Drive
from tavolo_host.workshop.flashing.firmware import Firmware
from tavolo_host.workshop.flashing.steps import DRIVE_MS, Flashing, Surroundings

INFO = "UF2 Bootloader v{}\r\nModel: Raspberry Pi {}\r\nBoard-ID: {}\r\n"
OF_PICO, OF_PICO_2 = INFO.format("3.0", "RP2", "RPI-RP2"), INFO.format("1.0", "RP2350", "RP2350")
OF_ANOTHER = INFO.format("0.5", "Feather", "SAMD21G18A-Feather-v0")
OURS, OTHERS = "600df00d", "0badcafe"
NUMBER = "e66058388324af2d"
PORT = "/dev/ttyACM0"
BLOCK, DATA = 512, 256


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Firmware:
    """A small firmware, as the build packs one."""
    monkeypatch.syspath_prepend("hardware/micropython")
    from uf2 import uf2_of

    return Firmware(uf2_of([(0, Random(1).randbytes(40_000) + OURS.encode())]), OURS, "0.1.0")


# ---- the drive, as three systems show it


class Mounted(NamedTuple):
    """What psutil tells of a file system, as far as it is read here."""

    mountpoint: str


SYSTEMS = {  # what else is mounted, and where the drive is
    "linux": (["/", "/boot/efi"], "/media/ada/RPI-RP2"),
    "macos": (["/", "/System/Volumes/Data"], "/Volumes/RPI-RP2"),
    "windows": (["C:\\", "E:\\"], "D:\\"),
}


def mount(monkeypatch: pytest.MonkeyPatch, infos: dict[str, str], *others: str) -> None:
    """Let the system have these file systems: place to INFO_UF2.TXT, and others without one."""
    files = {str(Path(place) / drives.INFO): text.encode() for place, text in infos.items()}

    def opened(path: Path, mode: str) -> io.BytesIO:
        if str(path) not in files:
            raise FileNotFoundError(errno.ENOENT, "No such file", str(path))
        return io.BytesIO(files[str(path)])

    monkeypatch.setattr(drives, "open", opened, raising=False)
    parts = [Mounted(place) for place in (*others, *infos)]
    monkeypatch.setattr(drives.psutil, "disk_partitions", lambda: parts)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_drive_is_found_where_each_system_mounts_it(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    others, place = SYSTEMS[system]
    mount(monkeypatch, {place: OF_PICO}, *others)
    assert drives.mounted() == [Drive(Path(place), "RPI-RP2")]


def test_drives_of_other_loaders_and_a_file_of_something_else_are_not_those_of_a_pico(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mount(monkeypatch, {"/a": OF_ANOTHER, "/b": "", "/c": "\xff" * 9000, "/d": OF_PICO_2})
    assert drives.mounted() == [Drive(Path("/d"), "RP2350")]


def test_a_drive_that_linux_knows_but_has_not_mounted_is_found_by_its_vendor(tmp_path: Path) -> None:
    for disk, vendor, parts in (("sda", "ATA     ", ["sda1"]), ("sdb", "RPI     ", ["sdb1"]), ("sdc", "RPI\n", [])):
        (tmp_path / disk / "device").mkdir(parents=True)
        (tmp_path / disk / "device" / "vendor").write_text(vendor)
        for part in parts:
            (tmp_path / disk / part).mkdir()
    (tmp_path / "loop0").mkdir()
    assert drives.unmounted(tmp_path) == ["/dev/sdb1", "/dev/sdc"]
    assert drives.unmounted(tmp_path / "none") == []


# ---- the steps, with a Pico in made-up time


class Pico:
    """A Pico, and the computer that it is plugged into. As a drive it takes a file, programs it, and restarts.

    `fails` is called with the number of bytes that have come, before each write and once after all; it may raise.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, whole: bytes) -> None:
        self.folder, self._whole = folder, whole
        self.came = b""
        self.flash: dict[int, bytes] = {}
        self.fails: Callable[[int], None] = lambda _: None
        self.lines: list[str] = []
        self.questions: list[str] = []
        self.answer, self.runs = True, RunningBoard(PORT, NUMBER, NUMBER, OTHERS, "", False, ("seats=1-2",))
        self.devices: list[FoundBoard] = []
        self.unmounted: list[str] = []
        self.others: list[Drive] = []
        self.says = "No board answers."  # if there is no hello
        self.heard_at: tuple[str | None, ...] = None, PORT
        self.restarts: Callable[[RunningBoard], None] = lambda _: self.hold_bootsel()
        self.now_ms = 0.0
        monkeypatch.setattr(drives, "open", self.opened, raising=False)
        monkeypatch.setattr(drives, "fsync", lambda _: self.synced())

    def hold_bootsel(self) -> None:
        """Plug it in with BOOTSEL held."""
        self.folder.mkdir(exist_ok=True)
        (self.folder / drives.INFO).write_text(OF_PICO)
        self.devices = []

    def unplug(self) -> None:
        (self.folder / drives.INFO).unlink()

    def opened(self, path: Path, mode: str, buffering: int = -1) -> Any:
        if path.name != drives.FILE:
            return open(path, mode)
        self.came = b""
        return self

    def __enter__(self) -> "Pico":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def fileno(self) -> int:
        return 7

    def write(self, data: bytes) -> int:
        self.fails(len(self.came))
        self.came += bytes(data[:5000])  # a system may take less than it is given
        return min(len(data), 5000)

    def synced(self) -> None:
        """Program what has come; at the last block, restart."""
        self.fails(len(self.came))
        file = self.folder / "came.uf2"
        file.write_bytes(self.came)
        self.flash.update(firmware_image(file))
        if self.came == self._whole:
            self.unplug()
            self.devices = [*self.devices, FoundBoard(PORT, "Board in FS mode", NUMBER)]
            self.runs = self.runs._replace(firmware=OURS)

    def pass_time(self) -> float:
        self.now_ms += 10
        return 10

    def confirm(self, question: str) -> bool:
        self.questions.append(question)
        return self.answer

    def flashing(self, release: Firmware, folder: Path | None = None, port: str | None = None, board: str = ""):  # type: ignore[no-untyped-def]
        around = Surroundings(
            self.lines.append,
            self.confirm,
            self.pass_time,
            lambda: [*self.others, *filter(None, [drives.drive_at(self.folder)])],
            lambda: self.unmounted,
            lambda: self.devices,
            lambda place, _: self.runs._replace(port=place.device),
            lambda running, _: self.restarts(running),
            lambda port, board, digest, *_: "" if port in self.heard_at and self.runs.firmware == digest else self.says,
        )
        return Flashing(release, around, folder, port, board)


@pytest.fixture
def pico(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, release: Firmware) -> Pico:
    return Pico(tmp_path / "RPI-RP2", monkeypatch, release.content)


def running(pico: Pico) -> Pico:
    pico.devices = [FoundBoard(PORT, "Board in FS mode", NUMBER)]
    return pico


def content_of(release: Firmware) -> dict[int, bytes]:
    """What the flash is to hold, read from the UF2's own blocks."""
    blocks = [release.content[at : at + BLOCK] for at in range(0, len(release.content), BLOCK)]
    return {int.from_bytes(each[12:16], "little") - 0x1000_0000: each[32 : 32 + DATA] for each in blocks}


def test_a_pico_in_bootsel_is_written_without_a_question_and_says_hello(pico: Pico, release: Firmware) -> None:
    pico.hold_bootsel()
    pico.flashing(release).run()
    assert pico.flash == content_of(release)
    assert [line.split(":")[0].split(".")[0] for line in pico.lines] == [
        "Found a Pico in BOOTSEL",
        f"Writing {len(release.content) // 1000} kB to {pico.folder}",
        "Written",
        "The board answers with the new firmware",
    ]
    assert pico.questions == []


def test_a_board_that_runs_is_asked_about_restarted_and_written(pico: Pico, release: Firmware) -> None:
    running(pico).flashing(release).run()
    assert pico.flash == content_of(release)
    assert pico.questions == ["Write the firmware of release 0.1.0 (600df00d) to it?"]
    assert pico.lines[1] == f"It is table {NUMBER}, with the settings seats=1-2, with the firmware 0badcafe."
    assert "settings stay" in pico.lines[2]
    assert "game" not in pico.lines[2]


def test_of_a_board_with_another_protocol_it_says_what_becomes_of_a_game_that_nobody_can_see(
    pico: Pico, release: Firmware
) -> None:
    running(pico).runs = RunningBoard(PORT, NUMBER, protocol="It speaks version 3.0.")
    pico.flashing(release).run()
    assert "another version. It speaks version 3.0." in pico.lines[1]
    assert "put aside" in pico.lines[2]
    assert pico.flash == content_of(release)


def test_another_program_is_replaced_only_after_a_warning(pico: Pico, release: Firmware) -> None:
    running(pico).runs = RunningBoard(PORT, NUMBER)
    pico.answer = False
    pico.flashing(release).run()
    assert "that program is replaced" in pico.lines[1]
    assert pico.lines[-1] == "Nothing was written."
    assert pico.flash == {}


def test_a_board_that_has_it_already_is_written_only_again(pico: Pico, release: Firmware) -> None:
    running(pico).runs = pico.runs._replace(firmware=OURS)
    pico.flashing(release).run()
    assert pico.lines[-1].startswith("It has the firmware of release 0.1.0 (600df00d) already")
    assert (pico.questions, pico.flash) == ([], {})
    pico.flashing(release).run(again=True)
    assert pico.flash == content_of(release)


def test_a_named_board_that_was_stopped_halfway_is_found_in_bootsel_by_the_same_command(
    pico: Pico, release: Firmware
) -> None:
    pico.hold_bootsel()
    pico.flashing(release, port=PORT).run()
    assert pico.flash == content_of(release)


def test_a_named_board_is_not_taken_for_another_pico_that_was_in_bootsel_before(
    pico: Pico, release: Firmware, tmp_path: Path
) -> None:
    running(pico).others = [Drive(tmp_path / "another", drives.RP2040)]
    pico.flashing(release, port=PORT).run()
    assert f"Writing {len(release.content) // 1000} kB to {pico.folder}." in pico.lines
    assert pico.flash == content_of(release)


def test_the_hello_of_another_table_is_not_taken_for_that_of_the_written_pico(pico: Pico, release: Firmware) -> None:
    pico.hold_bootsel()
    pico.devices, pico.heard_at = [FoundBoard("/dev/ttyACM1", "", "2")], (PORT,)
    pico.flashing(release).run()
    assert pico.lines[-1].startswith("The board answers")


def test_a_game_that_begins_while_the_question_waits_is_played_on(pico: Pico, release: Firmware) -> None:
    flashing = running(pico).flashing(release)

    def begin(_: str) -> bool:
        pico.runs = pico.runs._replace(is_playing=True)
        return True

    flashing._around = flashing._around._replace(confirm=begin)
    with pytest.raises(ValueError, match="is in a game"):
        flashing.run()
    assert pico.flash == {}


# ---- refusals


def two_boards(pico: Pico) -> None:
    pico.devices = [FoundBoard(PORT, "", "1"), FoundBoard("/dev/ttyACM1", "", "2")]


def another_drive(pico: Pico, place: str, board: str) -> None:
    pico.others = [Drive(Path(place), board)]


def two_drives(pico: Pico) -> None:
    pico.hold_bootsel()
    another_drive(pico, "/media/two", drives.RP2040)


def in_a_game(pico: Pico) -> None:
    running(pico).runs = pico.runs._replace(is_playing=True)


def stays_at_its_prompt(pico: Pico) -> None:
    running(pico).restarts = lambda _: None


def has_no_prompt(pico: Pico) -> None:
    def refuse(_: RunningBoard) -> None:
        raise PortError("MicroPython's prompt does not answer.")

    running(pico).restarts = refuse


def not_mounted(pico: Pico) -> None:
    pico.unmounted = ["/dev/sdb1"]


def not_mounted_after_the_restart(pico: Pico) -> None:
    running(pico).restarts = lambda _: not_mounted(pico)


def comes_back_as_a_pico_2(pico: Pico) -> None:
    running(pico).restarts = lambda _: another_drive(pico, "/media/RP2350", drives.RP2350)


REFUSALS: dict[str, tuple[Callable[[Pico], object], dict[str, Any], str]] = {
    "nothing": (lambda _: None, {}, r"No Pico was found\. Hold BOOTSEL .* the cable may only charge"),
    "boards": (two_boards, {}, r"Several Picos are plugged in: name one with --port \(/dev/ttyACM0, /dev/ttyACM1\)"),
    "drives": (two_drives, {}, r"Several Picos are in BOOTSEL: .* --drive \(/media/two, .*RPI-RP2\)"),
    "pico 2": (lambda pico: another_drive(pico, "/m", drives.RP2350), {}, r"/m is the drive of a Pico 2 \(RP2350\)"),
    "pico 2 after": (comes_back_as_a_pico_2, {}, r"/media/RP2350 is the drive of a Pico 2"),
    "unmounted": (not_mounted, {}, r"as /dev/sdb1, .*`udisksctl mount -b /dev/sdb1`.*`tavolo flash --drive /mnt/pico`"),
    "unmounted after": (not_mounted_after_the_restart, {}, r"as /dev/sdb1, .*`udisksctl mount"),
    "game": (in_a_game, {}, r"is in a game: finish it, or abandon it"),
    "no drive": (stays_at_its_prompt, {}, r"has not come back as a drive\. Nothing has been written\. Unplug"),
    "no prompt": (has_no_prompt, {}, r"prompt does not answer\. Nothing has been written\. Unplug .* hold BOOTSEL"),
    "folder": (lambda _: None, {"folder": Path("tests")}, r"tests is not the drive of a Pico in BOOTSEL: there is no"),
    "board": (running, {"board": "e6"}, r"Board e6 is not plugged in; `tavolo ports` lists"),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_what_cannot_be_written_is_refused_with_what_to_do(pico: Pico, release: Firmware, what: str) -> None:
    prepare, named, why = REFUSALS[what]
    prepare(pico)
    with pytest.raises(ValueError, match=why) as refusal:
        pico.flashing(release, **named).run()
    assert str(refusal.value).endswith(".")
    assert pico.flash == {}
    assert pico.now_ms <= DRIVE_MS + 1000


def test_a_named_folder_with_the_loader_of_another_board_is_refused(
    pico: Pico, release: Firmware, tmp_path: Path
) -> None:
    (tmp_path / drives.INFO).write_text(OF_ANOTHER)
    with pytest.raises(ValueError, match=r"another board \(SAMD21G18A-Feather-v0\), not of a Pico"):
        pico.flashing(release, folder=tmp_path).run()


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.EROFS, r"You may not write to the drive .*mount it so that you may.*Nothing has been written"),
        (errno.EACCES, r"You may not write"),
        (errno.ENOSPC, r"has no room: delete what is on it\. Nothing has been written"),
    ],
)
def test_a_drive_that_takes_nothing_is_refused_before_anything_is_written(
    pico: Pico, release: Firmware, number: int, why: str
) -> None:
    pico.hold_bootsel()
    pico.fails = failing(0, number)
    with pytest.raises(ValueError, match=why):
        pico.flashing(release).run()


def test_a_pico_that_does_not_restart_or_does_not_answer_is_told(pico: Pico, release: Firmware) -> None:
    pico.hold_bootsel()
    flashing = pico.flashing(release._replace(content=release.content[:-BLOCK]))
    with pytest.raises(ValueError, match="does not restart with what was written"):
        flashing.run()
    pico.runs = pico.runs._replace(firmware="")
    with pytest.raises(ValueError, match=r"The firmware is on the Pico, but no board .* yet\. No board answers\."):
        pico.flashing(release._replace(digest="another")).run()


# ---- interruptions


def failing(moment: int, number: int, then: Callable[[], None] = lambda: None) -> Callable[[int], None]:
    """What the system does once so many bytes have come: an error with this number, or Ctrl-C for 0."""

    def fail(came: int) -> None:
        if came >= moment:
            then()
            raise OSError(number, "it failed") if number else KeyboardInterrupt

    return fail


@pytest.mark.parametrize("seed", range(30))
def test_after_an_interruption_at_any_moment_the_same_command_makes_the_flash_whole(
    pico: Pico, release: Firmware, seed: int
) -> None:
    random = Random(seed)
    number = random.choice((errno.EIO, errno.ENODEV, errno.ENOSPC, 0))
    is_gone = number in (errno.EIO, errno.ENODEV)
    running(pico).fails = failing(random.randrange(1, len(release.content)), number, pico.unplug if is_gone else bool)
    flashing = pico.flashing(release)
    with pytest.raises((ValueError, KeyboardInterrupt)) as stopped:
        flashing.run()
    assert flashing.has_begun
    if number:
        assert "hold BOOTSEL while you plug it in, and type `tavolo flash` again" in str(stopped.value)
    assert pico.flash != content_of(release)
    pico.fails = lambda _: None
    pico.hold_bootsel()
    pico.flashing(release).run()
    assert pico.flash == content_of(release)
    assert pico.lines[-1].startswith("The board answers")


def test_a_failure_when_all_was_handed_over_is_one_as_long_as_the_drive_is_there(pico: Pico, release: Firmware) -> None:
    pico.hold_bootsel()
    pico.fails = failing(len(release.content), errno.ENOSPC)
    with pytest.raises(ValueError, match=r"has no room: .*\. Now the Pico has a part of it"):
        pico.flashing(release).run()


def test_a_drive_that_goes_with_the_last_block_before_the_file_is_closed_is_no_failure(
    pico: Pico, release: Firmware
) -> None:
    def restart() -> None:
        pico.fails = lambda _: None
        pico.synced()

    pico.hold_bootsel()
    pico.fails = failing(len(release.content), errno.EIO, restart)
    pico.flashing(release).run()
    assert pico.flash == content_of(release)


# ---- the firmware, and the port


def test_the_firmware_is_the_wheels_or_what_was_built_and_never_of_other_sources(
    release: Firmware, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_wheel, built = tmp_path / "wheel.uf2", tmp_path / "built.uf2"
    monkeypatch.setattr(firmware, "PLACES", (of_wheel, built))
    with pytest.raises(ValueError, match=r"no firmware for a Pico\. Install a release's wheel; .*`make uf2`"):
        firmware.firmware()
    built.write_bytes(release.content)
    with pytest.raises(ValueError, match=r"built\.uf2 is not the firmware .* of this program; .*`make uf2`"):
        firmware.firmware()
    digest = firmware_digests()[0]
    of_wheel.write_bytes(release.content.replace(OURS.encode(), digest.encode()))
    assert firmware.firmware().digest == digest


def test_the_touch_that_asks_for_bootsel_is_1200_baud_and_then_both_lines_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    class Device(SimpleNamespace):
        def __enter__(self) -> "Device":
            return self

        def __exit__(self, *_: object) -> None:
            self.left = (self.rts, self.dtr)

    device = Device(rts=True, dtr=True, left=None)
    asked: list[int] = []

    def open_device(_: str, baudrate: int, **__: object) -> Device:
        asked.append(baudrate)
        return device

    monkeypatch.setattr(serial, "serial_for_url", open_device)
    serial_port.touch(PORT)
    assert (asked, device.left) == ([1200], (False, False))


def test_a_forbidden_port_names_the_group_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port")

    monkeypatch.setattr(serial, "serial_for_url", denied)
    for group, named in (("uucp", "uucp"), ("root", "dialout")):
        monkeypatch.setattr(Path, "group", lambda _, group=group: group)
        with pytest.raises(PortError, match=rf"`sudo usermod -aG {named} \$USER`"):
            serial_port.touch(PORT)
