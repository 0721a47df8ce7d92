"""`tavolo new-game`: its result is a whole game that passes the tests of every game, and names what it lacks."""

import importlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tavolo.games import COLOURS, names
from tavolo_host.runtime import import_paths
from tavolo_host.workshop import new_game
from tavolo_host.workshop.new_game import KINDS, LIST, initials, make, templates
from tests.cli.command_support import tavolo
from tests.games.planted import BOARD, FOLDER, LAPTOP, NAME, NO_OPTION, OPTION, TEXTS, changed

ROOT = Path(__file__).parents[2]
OTHER = "fair-prices"  # a game with everything that a new one may have
NO_MEANING = "OPTIONS: dict[str, Meaning] = {}"
PAGE = "firmware/tavolo/games/README.md"  # continues from the result
# The tests that find games or their files by themselves.
FINDERS = (
    *(f"display/{which}.py" for which in ("test_every_game", "lobby/test_front_door")),
    "texts/test_words_games.py",
    *(f"lights/test_lights_{which}.py" for which in ("laws", "previews")),
    *(f"table/test_{which}.py" for which in ("watched_lights", "non_interference_sealed", "whole_games")),
    *(f"research/test_{which}.py" for which in ("numbering", "play", "encoding", "open_spiel", "pettingzoo", "copies")),
)


def run(house: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in `house` as a developer does."""
    paths = os.pathsep.join(str(house / folder) for folder in ("firmware", "host"))
    return subprocess.run(
        [str(Path(sys.executable).parent / command[0]), *command[1:]],
        cwd=house,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def demand(house: Path, *command: str) -> None:
    """Run a command that has to succeed."""
    done = run(house, *command)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


def files_in(house: Path) -> dict[str, bytes]:
    """Return all files except generated ones."""
    return {
        str(file.relative_to(house)): file.read_bytes()
        for folder in ("firmware", "host", "tests")
        for file in (house / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


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
        elif not {"new-game", "play", "NAME"} & set(
            step["command"].split()
        ):  # done already, for people to look at, or optional
            demand(house, *step["command"].split())


@pytest.mark.slow
def test_a_new_game_passes_the_tests_of_every_game_and_its_page_can_be_followed_to_the_end(
    tmp_path: Path,
) -> None:
    """Make one tree for all of it: each process takes seconds to start."""
    for folder in ("firmware", "host", "tests"):
        own = shutil.ignore_patterns("__pycache__", Path(__file__).name)
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=own)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "drivers").symlink_to(ROOT / "build" / "drivers")
    before = files_in(tmp_path)
    demand(tmp_path, "tavolo", "new-game", NAME)

    page = (ROOT / PAGE).read_text(encoding="utf-8")
    for file in files_in(tmp_path).keys() - before.keys():
        assert f"`{file}`" in page or f"`{file.rpartition('/')[2]}`" in page, f"{PAGE} does not name {file}"

    made = [BOARD, LAPTOP, f"tests/rules/test_{FOLDER}.py"]
    demand(tmp_path, "ruff", "format", "--check", *made)
    demand(tmp_path, "ruff", "check", *made)
    demand(tmp_path, "mypy", BOARD, LAPTOP)
    demand(tmp_path, "python", "-m", "tavolo_host.workshop.catalogue", "--check")
    demand(tmp_path, "lint-imports", "--no-logo", "--no-cache")
    found = [f"tests/{file}" for file in ("rules", "games", *FINDERS)]
    demand(tmp_path, "pytest", "-q", "-k", NAME, *found)
    planted = run(tmp_path, "python", "-m", "tests.games.planted")
    assert (planted.stdout, planted.stderr, planted.returncode) == ("", "", 0)

    with (
        changed(tmp_path / BOARD / "__init__.py", NO_OPTION, OPTION),
        changed(tmp_path / TEXTS, "texts.options import Meaning", "texts.options import number"),
        changed(tmp_path / TEXTS, NO_MEANING, 'OPTIONS = {"limit": number("The limit", "a limit of {}")}'),
    ):
        assert (
            "    The limit, 100 to 200\n      limit=150  a limit of 150 (usual)"
            in run(tmp_path, "tavolo", "games").stdout
        )
        demand(
            tmp_path, "pytest", "-q", "-k", NAME, "tests/games/test_words.py", "tests/display/lobby/test_front_door.py"
        )

    (hundred,) = re.findall(r"^HAS_CHOSEN = (\d+)5 ", (tmp_path / BOARD / "rules.py").read_text(), re.MULTILINE)
    follow(tmp_path, page.replace(" = 60", f" = {hundred}"))  # when there is another game before it
    demand(tmp_path, "python", "-m", "tavolo_host.workshop.catalogue", "--check")

    before = files_in(tmp_path)
    demand(tmp_path, "tavolo", "new-game", OTHER, "--own-cards", "--turned-up", "--below-zero")
    demand(tmp_path, "python", "-m", "tavolo_host.workshop.catalogue")
    after = files_in(tmp_path)
    assert [file for file in before if after[file] != before[file]] == [str(LIST)]
    demand(
        tmp_path,
        "mypy",
        *(file for file in after.keys() - before.keys() if file.endswith(".py") and "test" not in file),
    )
    demand(tmp_path, "pytest", "-q", "-k", f"{OTHER} or test_record", *found)  # which tests all games


@pytest.mark.slow
def test_a_new_game_of_any_kind_is_laid_out_and_written_as_all_else(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for has in product((False, True), repeat=len(KINDS)):
        kinds = [kind for kind, is_so in zip(KINDS, has, strict=True) if is_so]
        name = "-".join(["new", *kinds])
        for path, text in templates(name, "A Title of Three Words", kinds):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
    demand(tmp_path, "ruff", "format", "--check", ".")
    demand(tmp_path, "ruff", "check", ".")


# ---- what is written, and what is refused


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the sources of games."""
    for folder in ("firmware/tavolo/games", "host/tavolo_host/games", "tests/rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(import_paths, "tree", lambda: tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Highest Card", "A game's name has lower-case letters"),
        ("highest_card", "A game's name has lower-case letters"),
        ("9-lives", "A game's name has lower-case letters"),
        ("class", "A game's name has lower-case letters"),
        ("bambuti", "there is already firmware/tavolo/games/bambuti"),
        ("cards", "there is already firmware/tavolo/games/cards.py"),
        ("golden", "there is already tests/rules/test_golden.py"),
        *((f"other-game: {title}", "A title begins with") for title in ('The "Game"', "a\\b", "a\nb", "!", " Space")),
    ],
)
def test_a_name_or_title_that_cannot_be_is_refused_in_a_sentence_and_nothing_is_written(
    house: Path, name: str, told: str
) -> None:
    before = files_in(house)
    with pytest.raises(ValueError, match=told):
        make(*name.split(": ", 1))
    assert files_in(house) == before


@pytest.mark.parametrize(
    ("options", "answers", "kinds"),
    [
        ([], "n\ny\ny\nn\n", ["own", "turned"]),
        ([], "\n\n\ny\n", ["below"]),
        (["--colours", "--below-zero", "--no-turned-up"], "", ["colours", "below"]),
        ([], None, []),  # nobody is there to answer
    ],
)
def test_the_kind_of_game_is_asked_or_given_by_options(
    monkeypatch: pytest.MonkeyPatch, options: list[str], answers: str | None, kinds: list[str]
) -> None:
    made: list[list[str]] = []
    monkeypatch.setattr(new_game, "make", lambda name, title, kinds: made.append(kinds) or [Path("a"), Path("b")])
    stdin = io.StringIO(answers or "")
    stdin.isatty = lambda: answers is not None  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stdin", stdin)
    ended = tavolo("new-game", "high-low", *options)
    assert (ended.returncode, made) == (0, [kinds]), ended.stderr
    assert ("Can points go below zero?" in ended.stdout) == bool(answers)


def test_every_module_that_a_new_game_names_can_be_imported_and_every_target_of_the_page_is_one_of_make_help() -> None:
    text = "".join(text for _, text in templates("a-game", "A Game", KINDS))
    named = {name for name in re.findall(r"`(tavolo(?:_host)?\.[\w.]+)`", text) if "a_game" not in name}
    assert [name for name in named if importlib.util.find_spec(name) is None] == []
    targets = re.findall(r"(?:^    |`)make ([\w-]+)", (ROOT / PAGE).read_text(encoding="utf-8"), re.MULTILINE)
    listed = re.findall(r"^([\w-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert targets[0] == "test-packages", "what brings pytest comes before it is needed"
    assert set(targets) <= set(listed)


def test_without_the_sources_it_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_paths, "tree", lambda: None)
    with pytest.raises(ValueError, match="becomes part of Tavolo's sources"):
        make("highest-card")
    assert "highest-card" not in names()


@pytest.mark.parametrize("title", ["Highest Card", "Whist", "Zug um Zug", "X", "Écarté", "42"])
def test_a_lobby_picture_is_eight_rows_of_sixteen_letters_with_something_on_them(title: str) -> None:
    picture = initials(title)
    assert [len(row) for row in picture] == [16] * 8
    assert set("".join(picture)) - {"."} <= set(COLOURS)
    assert set("".join(picture)) != {"."}
