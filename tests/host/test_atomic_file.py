"""Files are written whole or not at all, also by the commands; the full disk is a limit on the size of files."""

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tavolo_host.runtime.atomic_file import write_whole
from tavolo_host.workshop import new_game
from tests.host.command_support import refusal

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
