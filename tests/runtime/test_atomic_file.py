"""Files are written whole or not at all, also by the commands; the full disk is a limit on the size of files."""

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tavolo_host.display.model.kept_prints import keep_print
from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.workshop import new_game
from tests.cli.command_support import refusal, tavolo
from tests.playthroughs.mutated_texts import GOLDEN

SMALL = 6000  # bytes: less than any PDF


@contextmanager
def full_after(size: int) -> Iterator[None]:
    before, keeps_none = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # Python would keep a part of an imported module's bytecode, and trust it later
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        sys.dont_write_bytecode = keeps_none


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "cards.pdf"
    write_whole(file, "old")
    with full_after(SMALL), pytest.raises(OSError, match="File too large") as problem:
        write_whole(file, "x" * (SMALL + 1))
    assert problem.value.filename == str(file)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("cards.pdf", "old")]


def test_a_file_is_there_in_the_spelling_that_was_given_with_its_mode_and_where_a_link_leads(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, "città\n")
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == ("città\n".encode(), 0o640)
    assert link.is_symlink()


@pytest.fixture
def _open_to_all() -> Iterator[None]:
    """New files are for everybody to read and write, unless the program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


@pytest.mark.usefixtures("_open_to_all")
def test_a_private_file_is_for_its_user_alone_also_where_another_one_was(tmp_path: Path) -> None:
    new, old, beside = tmp_path / "new", tmp_path / "old", tmp_path / "old.new"
    old.write_text("old")
    beside.write_text("left from a power cut")
    for file in (new, old):
        write_whole(file, "Ada", is_private=True)
        assert (file.read_text(), mode(file)) == ("Ada", 0o600)
    write_whole(tmp_path / "card.svg", "<svg/>")
    assert mode(tmp_path / "card.svg") == 0o666
    assert not beside.exists()


def test_what_others_put_where_a_file_is_written_first_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "theirs").write_text("theirs")
    (tmp_path / "games.txt.new").symlink_to(tmp_path / "theirs")
    write_whole(tmp_path / "games.txt", "Ada", is_private=True)
    assert (tmp_path / "theirs").read_text() == "theirs"
    assert not (tmp_path / "games.txt").is_symlink()


@pytest.mark.usefixtures("_open_to_all")
def test_every_file_that_keeps_names_games_or_boards_is_for_its_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, folder in (("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    (tmp_path / "exported").mkdir(mode=0o700)
    assert tavolo("import", str(GOLDEN / "bambuti.txt")).returncode == 0
    assert tavolo("export", "1", "--to", str(tmp_path / "exported" / "games.txt")).returncode == 0
    assert tavolo("export", "--file", str(tmp_path / "exported" / "games.sqlite")).returncode == 0
    assert tavolo("settings", "--virtual", "brightness=60").returncode == 0
    keep_print("kuh-vadis", "Ada's", "own:1")
    kept = {each.relative_to(tmp_path).as_posix(): mode(each) for each in tmp_path.rglob("*") if each.is_file()}
    assert {"exported/games.txt", "exported/games.sqlite", "config/tavolo/sheets-and-boards.json"} < set(kept)
    assert len(kept) > 4
    assert set(kept.values()) == {0o600}


def test_what_is_no_file_takes_what_it_is_given(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(pipe, b"told")
    assert os.read(reader, 10) == b"told"
    os.close(reader)
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "x")


def test_cards_that_find_no_room_leave_the_old_ones_and_say_so(tmp_path: Path) -> None:
    old = tmp_path / "bambuti" / "cards-B7.pdf"
    old.parent.mkdir()
    old.write_text("old")
    with full_after(SMALL):
        sentence = refusal("cards", "bambuti", "--card", "B7", "--output", str(tmp_path))
    assert sentence == f"{tmp_path} cannot be written to: File too large."
    assert [each.name for each in old.parent.iterdir()] == ["cards-B7.pdf"]
    assert old.read_text() == "old"


def test_a_new_game_that_finds_no_room_leaves_nothing_in_the_way_of_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(new_game.import_paths, "tree", lambda: tmp_path)
    for path, _ in new_game.templates("high-low", "High Low"):
        (tmp_path / path).parent.parent.mkdir(parents=True, exist_ok=True)
    with full_after(SMALL // 10), pytest.raises(OSError, match="File too large"):
        new_game.make("high-low")
    assert not [each for each in tmp_path.rglob("*") if "high" in each.name]
