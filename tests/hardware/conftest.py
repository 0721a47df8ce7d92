"""The command, run here; and pages as pictures are large: no file of tests leaves its own in memory for the next."""

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
    """Margins of every tenth code: enough for what commands make of them; `tests/host/test_margins.py` has all."""

    def of_few(compute):
        return lambda slots, how, codes, *rest: compute(slots, how, codes[::10], *rest)

    for name in ("worst_drops", "insertion", "wrong_way_in"):
        monkeypatch.setattr(margins, name, of_few(getattr(margins, name)))


@pytest.fixture
def tavolo(monkeypatch, capsys):
    """The command, run here: its exit code and what it says."""

    def run(*arguments: str):
        monkeypatch.setattr(sys, "argv", ["tavolo", *arguments])
        with pytest.raises(SystemExit) as end:
            cli.main()
        output = capsys.readouterr()
        return end.value.code or 0, output.out, output.err

    return run


@pytest.fixture
def sentence_of(tavolo):
    """The one sentence with which the command refuses."""

    def refusal(*arguments: str) -> str:
        code, _, output = tavolo(*arguments)
        assert code == 2
        assert output.startswith("tavolo: ")
        assert output.endswith(".\n")
        assert output.count("\n") == 1
        return output.removeprefix("tavolo: ").strip()

    return refusal
