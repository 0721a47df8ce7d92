"""Digests of source files."""

from pathlib import Path

from tavolo_host.own_rules import digest_of_folder


def test_a_changed_letter_a_renamed_file_and_a_new_file_change_the_digest(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.py").write_text("a = 1\n")
    (tmp_path / "notes.txt").write_text("not a program\n")
    digests = [digest_of_folder(tmp_path)]
    (tmp_path / "games" / "one.py").write_text("a = 2\n")
    digests.append(digest_of_folder(tmp_path))
    (tmp_path / "games" / "one.py").rename(tmp_path / "games" / "two.py")
    digests.append(digest_of_folder(tmp_path))
    (tmp_path / "three.py").write_text("")
    digests.append(digest_of_folder(tmp_path))
    assert len(set(digests)) == 4
    (tmp_path / "notes.txt").write_text("still not\n")
    assert digest_of_folder(tmp_path) == digests[-1]
