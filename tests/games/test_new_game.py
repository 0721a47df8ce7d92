"""`tavolo new-game`: what it makes is a whole game, held to all that games are held to, and what it lacks is named."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tavolo.games import COLOURS, names
from tavolo_host import chip
from tavolo_host.new_game import initials, make

ROOT = Path(__file__).parents[2]
MOST_FILES = 12
NAME, FOLDER = "high-low", "high_low"
PAGE = "firmware/tavolo/games/README.md"  # goes on from what is made
BOARD, LAPTOP = f"firmware/tavolo/games/{FOLDER}", f"host/tavolo_host/games/{FOLDER}"


def run(house: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as somebody does who works in `house`."""
    paths = os.pathsep.join(str(house / folder) for folder in ("firmware", "host"))
    return subprocess.run(
        [str(Path(sys.executable).parent / command[0]), *command[1:]],
        cwd=house,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def files_in(house: Path) -> dict[str, bytes]:
    """All files but those that were made on the way."""
    return {
        str(file.relative_to(house)): file.read_bytes()
        for folder in ("firmware", "host", "tests")
        for file in (house / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources."""
    house = tmp_path_factory.mktemp("house")
    for folder in ("firmware", "host", "tests"):
        shutil.copytree(
            ROOT / folder, house / folder, ignore=shutil.ignore_patterns("__pycache__", Path(__file__).name)
        )
    shutil.copy(ROOT / "pyproject.toml", house)
    (house / "build").mkdir()
    (house / "build" / "drivers").symlink_to(ROOT / "build" / "drivers")
    return house


@pytest.fixture(scope="module")
def before(empty: Path) -> dict[str, bytes]:
    return files_in(empty)


@pytest.fixture(scope="module")
def house(empty: Path, before: dict[str, bytes]) -> Path:
    """A copy of the sources in which a game was made."""
    made = run(empty, "tavolo", "new-game", NAME)
    assert made.returncode == 0, made.stderr
    return empty


def test_a_new_game_has_few_files_and_changes_only_the_list_of_games(house: Path, before: dict[str, bytes]) -> None:
    after = files_in(house)
    changed = [file for file in after if after[file] != before.get(file)]
    assert len(changed) <= MOST_FILES
    assert [file for file in changed if file in before] == ["firmware/tavolo/games/__init__.py"]
    old, new = (files["firmware/tavolo/games/__init__.py"].splitlines() for files in (before, after))
    assert [line for line in new if line not in old] == [f'    "{FOLDER}",'.encode()]
    assert before.keys() <= after.keys()


def test_what_is_made_is_laid_out_without_slips_and_typed(house: Path) -> None:
    made = [BOARD, LAPTOP, f"tests/rules/test_{FOLDER}.py"]
    translated = ["python", "-m", "tavolo_host.display.catalogue", "--check"]
    for command in (
        ["ruff", "format", "--check", *made],
        ["ruff", "check", *made],
        ["mypy", BOARD, LAPTOP],
        translated,
    ):
        checked = run(house, *command)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_no_room_is_entered_that_a_game_has_no_business_in(house: Path) -> None:
    checked = run(house, "lint-imports", "--no-logo", "--no-cache")
    assert "0 broken" in checked.stdout, checked.stdout + checked.stderr


def told_of(house: Path, *files: str) -> str:
    """What the tests in these files say of the new game, "" when nothing is wrong."""
    done = run(house, "pytest", "-q", "-k", f"{NAME} or {FOLDER}", *[f"tests/{file}" for file in files])
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout if done.returncode else ""


def test_its_own_tests_and_those_that_find_games_by_themselves_pass(house: Path) -> None:
    found = ("games", "host/test_rules_fuzz.py", "host/test_game_pages.py", "host/test_words_games.py")
    shown = ("host/test_display_games.py", "lights/test_lights_laws.py")
    lights = ("lights/test_lights_previews.py", "table/test_watched_lights.py")
    assert told_of(house, f"rules/test_{FOLDER}.py", *found, *shown, *lights) == ""
    whole = run(house, "pytest", "-q", "tests/rules/test_golden.py")
    assert whole.returncode == 0, whole.stdout


def test_what_it_keeps_secret_is_found_and_so_are_a_scene_and_a_digest_that_tell_of_it(house: Path) -> None:
    secrets = "table/test_non_interference_sealed.py"
    assert told_of(house, secrets) == ""
    law = "test_a_card_that_is_sealed_changes_nothing_that_leaves_the_table_before_the_reveal"
    for file, line, change in (
        (f"{BOARD}/scene.py", "position.held(player)", "sum(position.sealed[player]) % 9"),
        (f"{BOARD}/rules.py", "[len(cards) for", "[sum(cards) % 9 for"),
    ):
        with changed(house, file, line, change):
            assert law in told_of(house, f"{secrets}::{law}"), file


def test_people_play_it_on_the_virtual_table_to_its_end(house: Path) -> None:
    assert told_of(house, "table/test_whole_games.py") == ""


def follow(house: Path, page: str) -> None:
    """Do what a page says, in its order: commands, and changes of lines at the one place where they fit."""
    file = house
    steps = r"^    build/venv/bin/(?P<command>[^\n]+)$|^In `(?P<file>.+?)`|^```diff\n(?P<change>.+?)^```$"
    for step in re.finditer(steps, page, re.MULTILINE | re.DOTALL):
        if step["file"]:
            file = house / step["file"]
        elif step["change"]:
            lines = [(line[0], line[1:]) for line in step["change"].splitlines(keepends=True)]
            old, new = ("".join([line for mark, line in lines if mark != other]) for other in "+-")
            text = file.read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{file}: {old}"
            file.write_text(text.replace(old, new), encoding="utf-8")
        elif not {"new-game", "play", "NAME"} & set(step["command"].split()):  # made already, for the eye, for others
            done = run(house, *step["command"].split())
            assert done.returncode == 0, f"{step['command']}: {done.stdout}{done.stderr}"


def test_the_page_names_every_file_and_is_followed_to_its_end(
    house: Path, before: dict[str, bytes], tmp_path: Path
) -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    (hundred,) = re.findall(r"^HAS_CHOSEN = (\d+)5 ", (house / BOARD / "rules.py").read_text(), re.MULTILINE)
    page = page.replace(" = 60", f" = {hundred}")  # when there is another game before it
    for file in files_in(house).keys() - before.keys():
        assert f"`{file}`" in page or f"`{file.rpartition('/')[2]}`" in page, f"{PAGE} does not name {file}"
    shutil.copytree(house, tmp_path / "house", symlinks=True)
    follow(tmp_path / "house", page)
    checked = run(tmp_path / "house", "python", "-m", "tavolo_host.display.catalogue", "--check")
    assert checked.returncode == 0, checked.stdout


WITHOUT_WORDS = (
    (
        f"{LAPTOP}/__init__.py",
        '    rules.SHOWED: ("{0} shows {1}.", "player card"),\n',
        "",
        f"TEMPLATES in {LAPTOP}/__init__.py has no sentence for ",
    ),
    (
        f"{BOARD}/__init__.py",
        "OPTIONS: tuple[Option, ...] = ()",
        'OPTIONS = (Option("limit", 150, 100, 200),)',
        f"OPTIONS in {LAPTOP}/__init__.py has no words for limit",
    ),
)


@contextmanager
def changed(house: Path, file: str, line: str, change: str) -> Iterator[None]:
    """A line of a file is another one, or without a line the file is not there, for a while."""
    text = (house / file).read_text(encoding="utf-8")
    assert line in text
    if line:
        (house / file).write_text(text.replace(line, change), encoding="utf-8")
    else:
        (house / file).unlink()
    try:
        yield
    finally:
        (house / file).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "line", "change", "told"),
    [
        (f"{BOARD}/codes.py", "", "", "codes.py is missing"),
        (f"{LAPTOP}/player.py", "", "", "player.py is missing"),
        (f"{LAPTOP}/it.md", "", "", "it.md is missing"),
        (f"tests/rules/golden/{NAME}.txt", "", "", f"{NAME}.txt is missing"),
        (f"{BOARD}/rules.py", "        other.played = self.played[:]\n", "", f"copy of {NAME} forgets played"),
        (f"{BOARD}/rules.py", "crc32(position.played, ", "(", f"digest of {NAME} leaves out played"),
        (f"{BOARD}/rules.py", "return position.round <= HAND", "return False", f") of {NAME} is False for choose "),
        (
            f"{LAPTOP}/__init__.py",
            '    rules.CHOOSE: ("choose a card in secret.", "{1}", "player card"),\n',
            "",
            f"CHOICES in {LAPTOP}/__init__.py has no words for the verb 1",
        ),
        (f"{BOARD}/scene.py", '"""Paint the position on a dark canvas."""', "return", "the lamp is dark"),
        (f"{LAPTOP}/it.md", "\n## ", "\n### ", "it.md has no section"),
        *WITHOUT_WORDS,
    ],
)
def test_what_is_missing_or_broken_is_found_and_named(
    house: Path, file: str, line: str, change: str, told: str
) -> None:
    with changed(house, file, line, change):
        assert told in told_of(house, "games", "lights/test_lights_laws.py", "host/test_game_pages.py")


@pytest.mark.parametrize(("file", "line", "change", "told"), WITHOUT_WORDS)
def test_commands_end_with_the_words_that_a_game_lacks(
    house: Path, file: str, line: str, change: str, told: str
) -> None:
    command = ["golden", NAME] if file.startswith(LAPTOP) else ["games"]
    with changed(house, file, line, change):
        ended = run(house, "tavolo", *command).stderr
    assert ended.startswith(f"tavolo: {told}")
    assert ended.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Highest Card", "A game is called in small letters"),
        ("highest_card", "A game is called in small letters"),
        ("9-lives", "A game is called in small letters"),
        ("class", "A game is called in small letters"),
        ("bambuti", "there is firmware/tavolo/games/bambuti already"),
        ("cards", "there is firmware/tavolo/games/cards.py already"),
        ("player", "there is host/tavolo_host/games/player.pyi already"),
        ("golden", "there is tests/rules/test_golden.py already"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_a_sentence_and_nothing_is_written(
    house: Path, monkeypatch: pytest.MonkeyPatch, name: str, told: str
) -> None:
    before = files_in(house)
    monkeypatch.setattr(chip, "tree", lambda: house)
    with pytest.raises(ValueError, match=told):
        make(name)
    assert files_in(house) == before


@pytest.mark.parametrize("title", ['The "Game"', "Back\\slash", "Two\nlines", "!", " Space"])
def test_a_title_that_cannot_be_is_refused_in_a_sentence(
    house: Path, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    monkeypatch.setattr(chip, "tree", lambda: house)
    with pytest.raises(ValueError, match="A title begins with"):
        make("other-game", title)
    assert not (house / "firmware/tavolo/games/other_game").exists()


def test_without_the_sources_it_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chip, "tree", lambda: None)
    with pytest.raises(ValueError, match="becomes a part of Tavolo's sources"):
        make("highest-card")
    assert "highest-card" not in names()


@pytest.mark.parametrize("title", ["Highest Card", "Whist", "Zug um Zug", "X", "Écarté", "42"])
def test_a_lobby_picture_is_eight_rows_of_sixteen_letters_with_something_on_them(title: str) -> None:
    picture = initials(title)
    assert [len(row) for row in picture] == [16] * 8
    assert set("".join(picture)) - {"."} <= set(COLOURS)
    assert set("".join(picture)) != {"."}


def test_other_initials_are_another_picture_and_each_has_its_colour() -> None:
    first, second = initials("Highest Card"), initials("Highest Dice")
    assert ["".join("#" if letter != "." else "." for letter in row[8:]) for row in first] != [
        "".join("#" if letter != "." else "." for letter in row[8:]) for row in second
    ]
    left, right = ({letter for row in first for letter in row[part]} - {"."} for part in (slice(8), slice(8, 16)))
    assert len(left) == len(right) == 1
    assert left != right
