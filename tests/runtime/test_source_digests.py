"""Digests of sources are those of their content, however git has written the ends of lines."""

import subprocess
from pathlib import Path

import pytest

from tavolo_host.runtime.source_digests import digests_of

HOUSE = Path(__file__).parents[2]


def test_a_checkout_with_other_ends_of_lines_has_the_same_digests(tmp_path: Path) -> None:
    for number, end in enumerate((b"\n", b"\r\n")):
        for path, text in {"rules/one.py": b"A = 1\n\nB = 2\n", "games/two.py": b"C = 3\n", "main.py": b""}.items():
            file = tmp_path / str(number) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.replace(b"\n", end))
    assert digests_of(tmp_path / "0") == digests_of(tmp_path / "1")
    (tmp_path / "1" / "rules" / "one.py").write_bytes(b"A = 1\r\n\r\nB = 3\r\n")
    assert digests_of(tmp_path / "0") != digests_of(tmp_path / "1")


@pytest.mark.slow  # git
def test_git_checks_text_out_as_it_is_whatever_its_user_has_set(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-c", "core.autocrlf=true", "-C", str(tmp_path), *words], check=True, timeout=60)

    git("init", "--quiet")
    contents = {"rules.py": b"A = 1\n", "golden.txt": b"deal\n", "page.css": b"p {}\n", "odd.png": b"a\nb\r\n"}
    contents[".gitattributes"] = (HOUSE / ".gitattributes").read_bytes()
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    git("add", ".")
    for name in contents:
        (tmp_path / name).unlink()
    git("checkout", "--quiet", ".")
    assert {name: (tmp_path / name).read_bytes() for name in contents} == contents
