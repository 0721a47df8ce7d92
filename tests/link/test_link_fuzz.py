"""Damage of every kind on the way: reliable messages arrive once and in order, or a snapshot repairs it."""

from random import Random

import pytest

from tavolo.link.channel import Channel
from tests.link.link_support import Bench, Cable, Damage


@pytest.mark.parametrize("seed", range(12))
def test_through_a_damaged_line_messages_arrive_once_and_in_order(seed: int) -> None:
    random = Random(seed)
    cable = Cable(limit=600, damage=Damage(random, odds=random.choice((0.01, 0.05, 0.15))))
    ends = (Channel(cable.board), Channel(cable.open(""), seed + 1))
    taken: tuple[dict[int, list[str]], ...] = ({}, {})
    arrived: tuple[dict[int, list[str]], ...] = ({}, {})

    def step(here: int, milliseconds: int) -> None:
        for kind, payload in ends[here].step(milliseconds):
            if kind == "act":
                arrived[1 - here].setdefault(ends[here].session, []).append(payload)

    for moment in range(4000):
        if moment == 3000:
            cable.damage = None
        for here, end in enumerate(ends):
            if random.random() < 0.05:
                end.offer("slots", "telemetry")
            if random.random() < 0.1 and end.send("act", f"{moment}"):
                taken[here].setdefault(end.session, []).append(f"{moment}")
            if random.random() < 0.9:  # an end is late now and then
                step(here, random.choice((1, 5, 10, 40)))
    for _ in range(200):
        step(0, 10)
        step(1, 10)
    assert ends[0].session == ends[1].session
    assert ends[0].ready
    assert ends[1].ready
    for here in (0, 1):
        for session, payloads in arrived[here].items():
            assert payloads == taken[here].get(session, [])[: len(payloads)], (here, session)
        last = ends[0].session
        assert arrived[here].get(last, []) == taken[here].get(last, []), here
        assert sum(map(len, arrived[here].values())) > 50, "the line carried nothing"


@pytest.mark.parametrize("seed", range(6))
def test_through_a_damaged_line_the_mirror_ends_in_step(seed: int) -> None:
    random = Random(seed)
    bench = Bench(cable=Cable(limit=600, damage=Damage(random, odds=random.choice((0.02, 0.1)))))
    bench.board.start()
    for _ in range(60):
        bench.board.act()
        if random.random() < 0.1:
            bench.board.undo(1)
        bench.run(random.choice((10, 50, 500)))
        if random.random() < 0.05:
            bench.cable.pull()
        assert bench.laptop.mirror.in_step is not False, bench.laptop.mirror.status
    bench.cable.damage = None
    bench.run(10_000)
    assert bench.in_step(), bench.laptop.mirror.status


def play_a_short_game(bench: Bench) -> Bench:
    bench.run(200)
    bench.board.start()
    for _ in range(10):
        bench.board.act()
        bench.run(30)
    bench.board.undo(2)
    bench.board.act()
    bench.run(30)
    return bench


@pytest.mark.parametrize("of_seven", [range(1), pytest.param(range(1, 7), marks=pytest.mark.slow)])
def test_a_cable_that_is_pulled_after_any_byte_leaves_the_mirror_in_step(of_seven: range) -> None:
    """After every seventh byte, and after all others."""
    for after in range(play_a_short_game(Bench()).cable.carried):
        if after % 7 in of_seven:
            bench = Bench()
            bench.cable.pull_after = after
            play_a_short_game(bench)
            bench.run(1200)
            assert bench.in_step(), (after, bench.laptop.mirror.status)
            assert "trouble" not in [entry.kind for entry in bench.laptop.mirror.log], after
