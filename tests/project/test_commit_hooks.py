"""What runs at a commit is what `make check-all` runs: the same tools and options."""

import re
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]
HOOKS = (HOUSE / ".pre-commit-config.yaml").read_text(encoding="utf-8")
# A hook gets files as arguments, and reports what it finds; it formats them in place, and caches nothing.
ONLY_IN_HOOKS = {"--force-exclude", "-o"}
ONLY_IN_THE_CHECK = {"--check", "-s", "-o"}
COMMAND = re.compile(
    r"(build/(?:venv/bin|npm/node_modules/\.bin)/(?:python -m )?[\w-]+(?: format| check)?)((?: -\S+| build/[\w./]+)*)"
)


def commands(text: str) -> list[tuple[str, set[str]]]:
    """The tools that a text runs, in order, each with its options."""
    return [(found[1], set(found[2].split())) for found in COMMAND.finditer(text)]


def checked() -> list[tuple[str, set[str]]]:
    """What `make check-all` runs: `check`, and then its own."""
    makefile = (HOUSE / "Makefile").read_text(encoding="utf-8").replace("$(BIN)", "build/venv/bin")
    return commands("".join(makefile.split(f"\n{target}:")[1].split("\n\n")[0] for target in ("check", "check-all")))


def hooks() -> list[tuple[str, set[str]]]:
    """What runs at a commit."""
    return commands("\n".join(re.findall(r"^ +entry: (.+)$", HOOKS, re.MULTILINE)))


def test_the_hooks_run_the_tools_of_the_check_in_its_order_with_its_options() -> None:
    assert len(checked()) == 9
    assert [(tool, options - ONLY_IN_HOOKS) for tool, options in hooks()] == [
        (tool, options - ONLY_IN_THE_CHECK) for tool, options in checked()
    ]
