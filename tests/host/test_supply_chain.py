"""What installing runs: nothing of another project."""

import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
FOLDERS = ("firmware", "hardware", "host", "tests")
READ = re.compile(r"\.(py|pyi|md|mjs|js|toml|yml|txt|po|json|html)$|^Makefile$")
# A command that takes a package by our names from an index, where these are not ours. A path or a wheel is.
FROM_AN_INDEX = re.compile(
    r"\b(?:(?:pip3?|pipx|uv(?: pip| tool)?)\s+(?:install|add|run|upgrade|inject)|uvx)\b[^`#&;|\n]*"
    r"[\s'\"=]tavolo(?:[-_.]+table)?(?![\w./-])"
)


def read_tree() -> dict[str, str]:
    """The texts of the tree, by name."""
    paths = [*HOUSE.glob("*"), *(path for folder in FOLDERS for path in (HOUSE / folder).rglob("*"))]
    files = {path.relative_to(HOUSE).as_posix(): path for path in paths if READ.search(path.name) and path.is_file()}
    return {name: path.read_text(encoding="utf-8") for name, path in files.items()}


def test_no_text_says_to_install_tavolo_from_an_index() -> None:
    texts = read_tree()
    assert {"Makefile", "README.md", "CHANGELOG.md", "host/tavolo_host/extras.py"} < set(texts)
    assert [(name, found[0]) for name, text in texts.items() if (found := FROM_AN_INDEX.search(text))] == []


@pytest.mark.parametrize(
    "command",
    [
        "pip install {}",
        "pip install\n{}",
        "python -m pip install --upgrade '{}'",
        "pipx install {}",
        "pipx run {}",
        "uv tool install '{}[arena]'",
        'uv pip install "{}>=1"',
        "uv add {}",
        "uvx {} play",
    ],
)
@pytest.mark.parametrize("name", ["tavolo", "tavolo-table", "tavolo_table"])
def test_a_planted_command_that_installs_from_an_index_is_found(command: str, name: str) -> None:
    assert FROM_AN_INDEX.search(f"Type `{command.format(name)}`.")


@pytest.mark.parametrize(
    "command",
    [
        "pip install .  # the command is then tavolo",
        "pip install '.[arena]' && tavolo arena",
        "pip install ./tavolo_table-0.1.0-py3-none-any.whl",
        "pip install nicegui`, and then `tavolo",
        "uv tool install /home/ada/tavolo/sources",
    ],
)
def test_a_command_that_installs_the_sources_or_a_wheel_is_not(command: str) -> None:
    assert not FROM_AN_INDEX.search(command)
