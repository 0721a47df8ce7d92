"""Table and laptop work out the same digests of the same files."""

from pathlib import Path

from tavolo.digests import digest_of_folder
from tavolo_host.own_rules import firmware_digests
from tests.micropython.node import ROOT, run_on_micropython


def test_the_digests_of_firmware_and_rules_are_the_same_on_micropython() -> None:
    program = ROOT / "tests" / "micropython" / "digests_of.py"
    there = run_on_micropython(program, "/unchanged/firmware/tavolo", "/unchanged/firmware/tavolo/rules")
    assert tuple(there.stdout.split()) == firmware_digests()


def test_a_changed_letter_a_renamed_file_and_a_new_file_change_the_digest(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.py").write_text("a = 1\n")
    (tmp_path / "notes.txt").write_text("not a program\n")
    digests = [digest_of_folder(str(tmp_path))]
    (tmp_path / "games" / "one.py").write_text("a = 2\n")
    digests.append(digest_of_folder(str(tmp_path)))
    (tmp_path / "games" / "one.py").rename(tmp_path / "games" / "two.py")
    digests.append(digest_of_folder(str(tmp_path)))
    (tmp_path / "three.py").write_text("")
    digests.append(digest_of_folder(str(tmp_path)))
    assert len(set(digests)) == 4
    (tmp_path / "notes.txt").write_text("still not\n")
    assert digest_of_folder(str(tmp_path)) == digests[-1]
