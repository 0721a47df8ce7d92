"""Whole arenas: killed, interrupted or losing a worker, they end with the same results."""

import os
import signal
import subprocess
import sys
from dataclasses import astuple
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tavolo_host.arena import cluster, run
from tavolo_host.arena.playing import Match, fingerprint, match
from tavolo_host.arena.schedule import Contest
from tavolo_host.arena.store import Planned, Store
from tavolo_host.arena.task import play_stretch
from tests.cli.command_support import PATIENCE_S, as_from_a_shell, heed_interrupts, refusal, tavolo

CONTESTS = (Contest("david-goliath", 3, ("plain", "easy")), Contest("bambuti", 2, ("plain", "easy")))
DEALS = 6
# The command with many short stretches; after some of them it gets a signal.
HELD = """
import os, signal, sys
from tavolo_host.arena import run
from tavolo_host.arena.store import Store
from tavolo_host.cli import main
run.STRETCH_S = 0.01
add, kept = Store.add, []
def add_and_end(*given):
    add(*given)
    kept.append(1)
    if len(kept) == {after}:
        os.killpg(os.getpgrp(), signal.SIGINT) if {gently} else os.kill(os.getpid(), signal.SIGKILL)
Store.add = add_and_end
if __name__ == "__main__":
    sys.argv = ["tavolo", "arena", *{arguments}]
    main()
"""


def expected(deals: int = DEALS) -> list[list[Match]]:
    """Return all matches, played here one after the other."""
    return [[match(contest, number) for number in range(deals * contest.per_deal)] for contest in CONTESTS]


def found(file: Path) -> list[list[Match]]:
    with Store(file) as store:
        return [[each for deal in store.deals(planned) for each in deal] for planned in store.planned()]


def kept(file: Path) -> int:
    with Store(file) as store:
        return sum(sitting.matches for sitting in store.sittings())


def hold(file: Path, after: int = 0, gently: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own; after that many stretches it is interrupted, or killed."""
    games = [word for contest in CONTESTS for word in ("--game", contest.game)]
    seats = [word for contest in CONTESTS for word in ("--seats", str(contest.seats))]
    arguments = [str(file), *games, *seats, "--levels", "plain,easy", "--deals", str(DEALS)]
    return subprocess.run(
        [sys.executable, "-c", HELD.format(after=after, gently=gently, arguments=arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env=as_from_a_shell(),
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )


def test_a_stopped_arena_goes_on_with_what_is_missing_in_stretches_of_about_the_same_time(tmp_path: Path) -> None:
    lengths = []
    for most in (3, 1000):
        with Store(tmp_path / "results") as store:
            for contest in CONTESTS:
                store.plan(contest, 2, fingerprint(contest.game))
            sitting, seconds = store.begin_sitting("now", "here", "these", 1), {}
            for stretch in islice(run.stretches_of(store, seconds), most):
                of, numbers = stretch.planned, stretch.numbers
                matches, _ = play_stretch(astuple(of.contest), numbers, of.fingerprint)
                store.add(of, matches, sitting, 0.4 * len(matches), 1.0)
                seconds[of.id] = 0.4
                lengths.append(len(numbers))
    assert found(tmp_path / "results") == expected(2)
    assert kept(tmp_path / "results") == sum(map(len, expected(2))), "nothing was played twice"
    assert lengths == [1, 2, 2, 1, 2, 2, 2, 1, 2, 1], "of 0.4 s a match, two to a second; after a stop nothing is known"


@pytest.mark.slow
def test_an_arena_that_was_killed_and_interrupted_has_the_same_results(tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    killed = hold(file, after=3)
    assert killed.returncode == -signal.SIGKILL
    first = kept(file)
    assert 0 < first < sum(map(len, expected()))
    interrupted = hold(file, after=3, gently=True)
    assert interrupted.returncode == 0, interrupted.stderr
    assert interrupted.stdout.startswith("Stopped. All results so far are kept, and the same command continues.\n")
    assert interrupted.stderr == ""
    assert first < kept(file) < sum(map(len, expected()))
    ended = hold(file)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert found(file) == expected()
    assert kept(file) == sum(map(len, expected())), "nothing was played twice"


@pytest.mark.slow
def test_a_killed_worker_loses_nothing_and_a_running_scheduler_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "STRETCH_S", 0.01)
    killed: list[int] = []

    with Store(tmp_path / "results") as store, cluster.workers_of(None, 2) as own:
        address: Any = own.scheduler.address
        for contest in CONTESTS:
            store.plan(contest, DEALS, fingerprint(contest.game))
        with cluster.workers_of(address, 0) as client:
            assert cluster.threads(client) == 2

            def played(planned: Planned, matches: int) -> None:
                if not killed:
                    killed.append(min(client.run(os.getpid).values()))
                    os.kill(killed[0], signal.SIGKILL)

            run.play_missing(client, store, store.begin_sitting("now", "here", "these", 2), played)
        assert killed
    assert found(tmp_path / "results") == expected()


@pytest.mark.parametrize(
    ("scheduler", "is_warned"),
    [
        ("tcp://127.0.0.1:8786", False),
        ("tcp://[::1]:8786", False),
        ("localhost:8786", False),
        ("tcp://192.168.1.7:8786", True),
        ("table.example:8786", True),
        ("tls://0.0.0.0:8786", True),
        ("tcp://localhost.example:8786", True),
        ("tcp://[", True),
    ],
)
def test_a_scheduler_that_others_can_reach_is_warned_of_before_it_is_connected_to(
    scheduler: str, is_warned: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_client(address: str, **_others: object) -> None:
        raise OSError("not connected")

    monkeypatch.setattr(cluster, "Client", no_client)
    ended = tavolo("arena", str(tmp_path / "results"), "--game", "bambuti", "--scheduler", scheduler)
    warning, refused = ended.stderr.partition("tavolo: ")[::2]
    assert refused == f"No scheduler answers at {scheduler}: not connected.\n"
    assert bool(warning) == is_warned
    assert not is_warned or f"all who reach the scheduler at {scheduler} can run any code" in warning


@pytest.mark.slow
def test_a_missing_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_S", 0.5)
    with (
        pytest.raises(ValueError, match="No scheduler answers at tcp:"),
        cluster.workers_of("tcp://127.0.0.1:9", 0),
    ):
        pass


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--levels", "plain,clever"],
            "There is no level clever; the levels are plain, easy, sensible, strong.",
        ),
        (["--game", "bambuti", "--seats", "3"], "Bambuti is for 2 to 2 players."),
        (["--game", "chess"], "There is no game chess; there is"),
        (["--levels", "plain,easy", "--alone", "strong"], "A level can be alone only against one other"),
        (["--alone", "easy"], "name these two levels."),
        (["--no-play"], "to report on."),
        (
            ["--report", "nowhere/page.html"],
            "nowhere/page.html cannot be written: name a file in a folder that exists.",
        ),
    ],
)
def test_an_impossible_arena_is_refused_in_a_sentence_and_leaves_no_file(
    words: list[str], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "results"
    assert sentence in refusal("arena", str(file), *words)
    assert not file.exists()
