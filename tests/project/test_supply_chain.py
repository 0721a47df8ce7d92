"""What installing runs: nothing of another project, and of each package what its author published, without scripts."""

import json
import re
import tomllib
from collections.abc import Iterator
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


PACKAGE = re.compile(r"^([a-z0-9][a-z0-9.-]*)(==\S+)?(.*(?:\n    .*)*)", re.MULTILINE)
HASHED = re.compile(r" --hash=sha256:[0-9a-f]{64}")
NPM_LOCKS = ("tests/package-lock.json", "hardware/emulator/package-lock.json")
NPM_INSTALLS = re.compile(r"\bnpm\b.* (ci|install)\b")
PYTHON_INSTALLS = re.compile(r"\b(pip3?|pipx|uv tool)\b.* install\b|\buv (build|sync|run)\b")


def without_hash(lock: str) -> list[str]:
    """The packages of a lock file that have no version or no hash."""
    return [name for name, version, rest in PACKAGE.findall(lock) if not version or not HASHED.search(rest)]


def without_integrity(lock: str) -> list[str]:
    """The packages of npm's lock file that have no hash, or whose address is in it."""
    packages = json.loads(lock)["packages"]
    return [
        name for name, package in packages.items() if name and ("resolved" in package or "integrity" not in package)
    ]


def unsafe_installs(makefile: str) -> Iterator[str]:
    """The commands that install packages without comparing hashes, or run the packages' scripts."""
    makefile = re.sub(r'echo "[^"]*"|\\\n', "", makefile)
    variables = dict(re.findall(r"^(\w+) := (.*)", makefile, re.MULTILINE))
    for line in makefile.split("\n"):
        command = "" if re.match(r"\w+ := ", line) else line
        for _depth in range(3):
            command = re.sub(r"\$\((\w+)\)", lambda found: variables.get(found[1], ""), command)
        needed = "--require-build-hashes" if "--editable" in command else "--require-hashes"
        if NPM_INSTALLS.search(command) and "--ignore-scripts" not in command:
            yield line.strip()
        if PYTHON_INSTALLS.search(command) and needed not in command:
            yield line.strip()


def test_every_package_in_the_lock_files_has_a_version_and_a_hash() -> None:
    lock = (HOUSE / "host" / "requirements.txt").read_text(encoding="utf-8")
    assert len(PACKAGE.findall(lock)) > 100
    assert without_hash(lock) == []
    for name in NPM_LOCKS:
        assert without_integrity((HOUSE / name).read_text(encoding="utf-8")) == []


def test_what_builds_our_packages_is_in_the_lock_file_in_the_version_that_builds_ask_for() -> None:
    project = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))
    lock = (HOUSE / "host" / "requirements.txt").read_text(encoding="utf-8")
    pinned = {name + version for name, version, _rest in PACKAGE.findall(lock)}
    assert set(project["build-system"]["requires"]) <= pinned & set(project["dependency-groups"]["build"])


def test_no_installation_is_without_hashes_or_runs_scripts_of_packages() -> None:
    makefile = (HOUSE / "Makefile").read_text(encoding="utf-8")
    assert list(unsafe_installs(makefile)) == []
    for safe in ("--require-hashes", "--require-build-hashes", "--ignore-scripts"):  # the commands are found
        assert list(unsafe_installs(makefile.replace(safe, ""))) != []


@pytest.mark.parametrize(
    "command",
    [
        "\t@npm ci",
        "\t@cd build && npm --prefix build/npm --loglevel error ci </dev/null",
        "NPM := npm --quiet\n\t@$(NPM) install",
        "\t@$(BIN)/python -m pip --no-input install \\\n\t\tnicegui",
        "\t@uv pip install --constraints host/requirements.txt nicegui",
        "\t@uv pip install --require-hashes --editable .",
        "\t@uv build --wheel",
    ],
)
def test_a_planted_unsafe_installation_is_found(command: str) -> None:
    assert len(list(unsafe_installs(f"all:\n{command}\n\n"))) == 1


def test_a_planted_package_without_hash_is_found() -> None:
    hashed = f"numpy==2.0.0 \\\n    --hash=sha256:{'0' * 64}\n"
    assert without_hash(hashed) == []
    assert without_hash(f"{hashed}segno==1.6.6\n{hashed}rich \\\n    --hash=sha256:{'0' * 64}\n") == ["segno", "rich"]
    package = {"version": "1.0.0", "integrity": "sha512-…"}
    lock = {"": {}, "one": package, "two": package | {"resolved": "…"}, "three": {"version": "1.0.0"}}
    assert without_integrity(json.dumps({"packages": lock})) == ["two", "three"]
