"""The arrows between the rooms are checked: each contract of pyproject.toml fails when one against it is planted."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINTER = Path(sys.executable).parent / "lint-imports"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of both packages, to be planted in."""
    copy = tmp_path_factory.mktemp("house")
    for folder in ("firmware/tavolo", "host/tavolo_host"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


@pytest.fixture
def planted(house: Path) -> Iterator[list[Path]]:
    """Files to be put back as they were; those that are not in the project go."""
    files: list[Path] = []
    yield files
    for file in files:
        original = ROOT / file.relative_to(house)
        if original.exists():
            shutil.copy(original, file)
        else:
            file.unlink()


def verdict(house: Path, contract: str) -> str:
    """What the linter says of one contract: KEPT, BROKEN, or all of it when it says neither."""
    told = subprocess.run(
        [str(LINTER), "--no-logo", "--no-cache", "--contract", contract],
        cwd=house,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(house / "firmware"), str(house / "host")])},
        capture_output=True,
        text=True,
        check=False,
    )
    for word, code in (("0 broken", 0), ("1 broken", 1)):
        if word in told.stdout and told.returncode == code:
            return "BROKEN" if code else "KEPT"
    return told.stdout + told.stderr


@pytest.mark.parametrize("contract", ["rooms", "scenes", "rules", "games", "games-laptop", "board", "circles"])
def test_the_house_keeps_each_contract(house: Path, contract: str) -> None:
    assert verdict(house, contract) == "KEPT"


@pytest.mark.parametrize(
    ("contract", "file", "line"),
    [
        ("rooms", "firmware/tavolo/lights/palette.py", "import tavolo.link.frames"),
        ("rooms", "firmware/tavolo/link/frames.py", "import tavolo.journal.ring"),
        ("rooms", "firmware/tavolo/journal/ring.py", "import tavolo.seat.slot"),
        ("rooms", "firmware/tavolo/seat/slot.py", "import tavolo.lights.palette"),
        ("rooms", "firmware/tavolo/lights/stage.py", "import tavolo.play.council"),
        ("rooms", "firmware/tavolo/rules/record.py", "import tavolo.wiring"),
        ("rooms", "firmware/tavolo/play/lobby.py", "import tavolo.table"),
        ("rooms", "firmware/tavolo/maker/settings.py", "import tavolo.requests"),
        ("rooms", "firmware/tavolo/unfiled.py", ""),
        ("scenes", "firmware/tavolo/games/bambuti/scene.py", "import tavolo.journal.ring"),
        ("scenes", "firmware/tavolo/games/kuh_vadis/rules.py", "import tavolo.seat.slot"),
        ("games", "firmware/tavolo/games/bambuti/rows.py", "import tavolo.games.tanz_der_hornochsen.rules"),
        ("rules", "firmware/tavolo/games/yellowstone_park/frames.py", "import tavolo.lights.palette"),
        (
            "games-laptop",
            "host/tavolo_host/games/bambuti/player.py",
            "import tavolo_host.games.kuh_vadis.player",
        ),
        ("board", "firmware/tavolo/play/reasons.py", "import tavolo_host.log"),
        ("circles", "firmware/tavolo/seat/keys.py", "import tavolo.seat.seat"),
        ("circles", "host/tavolo_host/log.py", "import tavolo_host.mirror"),
    ],
)
def test_an_arrow_against_a_contract_is_found(
    house: Path, planted: list[Path], contract: str, file: str, line: str
) -> None:
    place = house / file
    planted.append(place)
    before = place.read_text() if place.exists() else ""
    place.write_text(f"{before}\n{line}\n")
    assert verdict(house, contract) == "BROKEN"


def test_what_only_type_checkers_import_does_not_count(house: Path, planted: list[Path]) -> None:
    place = house / "firmware/tavolo/lights/palette.py"
    planted.append(place)
    place.write_text(f"{place.read_text()}\nTYPE_CHECKING = False\nif TYPE_CHECKING:\n    import tavolo.link.frames\n")
    assert verdict(house, "rooms") == "KEPT"
