"""`tavolo golden`: an existing game comes out unchanged, and a missing one is played by virtual players."""

import shutil
from pathlib import Path

import pytest

from tavolo.games import load, names
from tavolo_host.runtime import import_paths
from tavolo_host.texts.playthrough import record_of
from tavolo_host.workshop import golden

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the command a copy of the golden playthroughs, to read and write."""
    monkeypatch.setattr(import_paths, "tree", lambda: tmp_path)
    return Path(shutil.copytree(ROOT / golden.FOLDER, tmp_path / golden.FOLDER))


@pytest.mark.usefixtures("folder")
def test_a_playthrough_that_is_there_is_written_as_it_was() -> None:
    for name in names():
        file = golden.write(name)
        assert file.read_text() == (ROOT / golden.FOLDER / file.name).read_text(), file.name
    for own in file.parent.glob("*-own.txt"):
        assert own.read_text() == (ROOT / golden.FOLDER / own.name).read_text(), own.name


def test_a_playthrough_that_is_missing_is_played_to_its_end(folder: Path) -> None:
    (folder / "bambuti.txt").unlink()
    file = golden.write("bambuti")
    lines = file.read_text().splitlines()
    assert lines[0] == "# Bambuti in dealt play, by virtual people."
    assert "# 422," in lines[-2] or "# 423," in lines[-2]
    assert record_of(file.read_text()).text() == golden.played(load("bambuti"), 2).text()


def test_a_missing_playthrough_is_played_and_put_in_its_place(folder: Path) -> None:
    file = folder / "david-goliath.txt"
    three, _, *more = file.read_text().split("\n\n")
    file.write_text("\n\n".join([three, *more]))
    assert golden.write("david-goliath") == file
    found = file.read_text().split("\n\n")
    assert [found[0], *found[2:]] == [three, *more]
    assert found[1].startswith("# David & Goliath in dealt play, by virtual people.\ndavid-goliath players=4 ")


def test_a_playthrough_that_is_impossible_now_or_has_no_end_has_to_be_deleted(folder: Path) -> None:
    file = folder / "kuh-vadis.txt"
    whole = file.read_text()
    file.write_text(whole[: whole.rindex("\nmark ") + 1])
    with pytest.raises(ValueError, match="or has no end: delete it"):
        golden.write("kuh-vadis")
    file.write_text(whole)
    for old, new in (("roll 0", "roll 1"), ("roll 1", "leap 1")):
        file.write_text(file.read_text().replace(old, new, 1))
        with pytest.raises(ValueError, match="has a game that is impossible now, or has no end: delete it"):
            golden.write("kuh-vadis")


def test_without_the_sources_it_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_paths, "tree", lambda: None)
    with pytest.raises(ValueError, match="belong to Tavolo's sources"):
        golden.write("bambuti")
