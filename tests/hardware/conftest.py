"""The `tavolo` command in this process; and rendered pages are freed after each test file, as they are large."""

import sys
from collections.abc import Iterator

import pytest

from tavolo_host import cli
from tavolo_host.slot import margins
from tests.hardware import printed_cards


@pytest.fixture(scope="module", autouse=True)
def _pictures_are_forgotten() -> Iterator[None]:
    yield
    printed_cards.rendered.cache_clear()


@pytest.fixture
def few_codes(monkeypatch):
    """Margins of every tenth code are enough to test the commands; `tests/slot/test_margins.py` has all."""

    def of_few(compute):
        return lambda slots, how, codes, *rest: compute(slots, how, codes[::10], *rest)

    for name in ("worst_drops", "insertion", "wrong_way_in"):
        monkeypatch.setattr(margins, name, of_few(getattr(margins, name)))


@pytest.fixture
def tavolo(monkeypatch, capsys):
    """Runs the command in this process; returns its exit code and output."""

    def run(*arguments: str):
        monkeypatch.setattr(sys, "argv", ["tavolo", *arguments])
        with pytest.raises(SystemExit) as end:
            cli.main()
        output = capsys.readouterr()
        return end.value.code or 0, output.out, output.err

    return run


@pytest.fixture
def sentence_of(tavolo):
    """Runs a command that fails; returns its one sentence."""

    def refusal(*arguments: str) -> str:
        code, _, output = tavolo(*arguments)
        assert code == 2
        assert output.startswith("tavolo: ")
        assert output.endswith(".\n")
        assert output.count("\n") == 1
        return output.removeprefix("tavolo: ").strip()

    return refusal
