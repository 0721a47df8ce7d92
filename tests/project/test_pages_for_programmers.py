"""What the pages for programmers say of the code: the walk, packages, layers, and what fits on a page."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
FIRMWARE, HOST, TESTS = (HOUSE / folder / "README.md" for folder in ("firmware", "host", "tests"))
WALK = "A card's way from the slot to the screen"
MOST_CHARACTERS = 6500  # of the front page: two minutes
LONGEST_LINE = 120
PROGRAMMERS = (HOUSE / "CONTRIBUTING.md", HOUSE / "CHANGELOG.md", HOUSE / "README.md", FIRMWARE, HOST, TESTS)
NO_PACKAGES = ("__init__.py", "__main__.py", "__pycache__")


def section(page: Path, heading: str) -> str:
    """What stands below a heading of the second order."""
    return page.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]


def steps() -> list[tuple[Path, str]]:
    """The files of the walk, each with its paragraph."""
    found = re.split(r"^\d+\. ", section(FIRMWARE, WALK).split("\n\nMeanwhile")[0], flags=re.MULTILINE)[1:]
    linked = [re.match(r"\[[^\]]+\]\(([^)]+)\): ", step) for step in found]
    assert all(linked), "each step begins with a link"
    return [(FIRMWARE.parent / link[1], step[link.end() :]) for link, step in zip(linked, found, strict=True) if link]


def functions_of(source: str) -> set[str]:
    """The functions of a module, and the methods of its classes as Class.method."""
    found = set()
    for part in ast.parse(source).body:
        if isinstance(part, ast.FunctionDef):
            found.add(part.name)
        elif isinstance(part, ast.ClassDef):
            found |= {f"{part.name}.{each.name}" for each in part.body if isinstance(each, ast.FunctionDef)}
    return found


def names_in(folder: Path) -> set[str]:
    """The packages and single modules of a folder."""
    return {
        each.name
        for each in folder.iterdir()
        if each.name not in NO_PACKAGES and (each.suffix == ".py" or (each.is_dir() and any(each.iterdir())))
    }


def named_in(page: Path, folder: Path) -> set[str]:
    """What a page's table of packages links to, directly in a folder."""
    linked = {(page.parent / link).resolve() for link in re.findall(r"\]\(([^)#]+)\)", section(page, "Packages"))}
    return {each.name for each in linked if each.parent == folder}


# ---- the walk


@pytest.mark.parametrize(("file", "told"), steps(), ids=lambda part: part.name if isinstance(part, Path) else "")
def test_every_function_that_the_walk_names_is_in_its_file(file: Path, told: str) -> None:
    named = set(re.findall(r"`([^`]+)`", told))
    assert named, "a step names what is to be read"
    assert named <= functions_of(file.read_text(encoding="utf-8"))


def test_the_code_flow_names_functions_of_the_walk_in_its_order() -> None:
    flow = FIRMWARE.read_text(encoding="utf-8").split("`")[1]
    named = [re.findall(r"`([^`]+)`", told) for _, told in steps()]
    places = []
    for name in re.split(r" → |, ", " ".join(flow.split())):
        found = [place for place, names in enumerate(named) if name.removeprefix("rules.") in names]
        assert found, name
        places.append(found[0])
    assert len(places) > 12
    assert places[:2] == [0, 1]
    assert places == sorted(places)


# ---- packages


@pytest.mark.parametrize(
    ("page", "folder"),
    [(FIRMWARE, "firmware"), (FIRMWARE, "firmware/tavolo"), (HOST, "host/tavolo_host"), (TESTS, "tests")],
)
def test_every_package_is_on_its_page(page: Path, folder: str) -> None:
    packages = names_in(HOUSE / folder) - {"tavolo", "conftest.py"}
    assert len(packages) > 1
    assert packages == named_in(page, HOUSE / folder) - {"tavolo"}


def test_the_layers_on_the_page_are_those_that_are_checked() -> None:
    contracts = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = [contract["layers"] for contract in contracts if contract["id"] == "layers"]
    drawn = re.search(r"(?:^    .+\n)+", section(FIRMWARE, "Layers"), re.MULTILINE)
    assert drawn
    assert [line.strip() for line in drawn[0].splitlines()] == layers


@pytest.mark.parametrize("page", PROGRAMMERS, ids=lambda page: str(page.relative_to(HOUSE)))
def test_every_path_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(
        r"`((?:firmware|tavolo|adapters|host|tavolo_host|hardware|tests|display|rules|games)/[\w./-]*)`", text
    )
    for path in set(named):
        beside = [HOUSE, page.parent, HOST.parent / "tavolo_host"]
        assert any((folder / path).exists() for folder in beside), path


# ---- what fits on a page


def test_the_front_page_is_read_in_two_minutes() -> None:
    assert len((HOUSE / "README.md").read_text(encoding="utf-8")) <= MOST_CHARACTERS


@pytest.mark.parametrize("page", PROGRAMMERS, ids=lambda page: str(page.relative_to(HOUSE)))
def test_lines_are_not_longer_than_those_of_the_code(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > LONGEST_LINE and not line.startswith(("|", "!["))] == []
