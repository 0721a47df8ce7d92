"""One plays on against bots, at a virtual table, from a moment of a game that has ended."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.history.forgetting import delete_game
from tavolo_host.history.history import History
from tavolo_host.history.kept_game import OPEN, OVER
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.seats.rights import Right
from tavolo_host.sources.keeper import Keeper
from tavolo_host.sources.seating import GONE_MS
from tavolo_host.sources.virtual_source import VirtualSource
from tests.history.history_support import played
from tests.sources.source_support import SHORT, awake, check_hands, run_ms, run_until

TEXTS = [f"{name} players={min(3, load(name).SEATS[1])} {SHORT[name]}" for name in names()]
SEATS = (0, 3, 5)
OTHER = "david-goliath players=3"


def kept(source: VirtualSource, file: Path) -> VirtualSource:
    source.keep(Keeper(source.table, source.visitors, file, 8520))  # type: ignore[arg-type]
    return source


def is_going(source: VirtualSource) -> bool:
    return bool(source.mirror.in_step and source.mirror.record)


@pytest.mark.parametrize("text", TEXTS)
def test_a_visitor_plays_on_with_the_cards_of_then_and_the_board_knows_all_that_happened(text: str) -> None:
    record, source = played(text), awake(OTHER)
    game, players = record.game, record.setup.players
    actions = tuple(record.actions)[: len(record.actions) // 2]
    assert source.play_on("ada", record.setup.text(), SEATS[:players], actions, 1) is None
    assert source.visitors.seats == source.visitors.owners.seats == {"ada": 3}
    run_until(source, lambda: is_going(source))
    going = source.table.virtual_players.record
    assert going is not None
    length = min(len(going.actions), len(actions))
    dealt = HiddenHands(record.setup)
    for action in actions[:length]:
        dealt.apply(action)
    assert game.position_text(going.before(length)) == game.position_text(dealt.position)
    assert list(source.mirror.actions)[:length] == [game.public(action) for action in actions[:length]]
    assert not game.forgotten(source.mirror.position), "what was still secret is chosen again"
    assert len(actions) - length < 2 * players + 10
    assert source.mirror.is_taken_back, "all that followed had been seen"
    run_ms(source, 20_000)
    check_hands(source)
    assert not [entry.sentence for entry in source.mirror.log if entry.kind == "trouble"]


def test_it_is_played_to_the_end_and_is_another_game_in_the_file(tmp_path: Path) -> None:
    record, file = played("david-goliath players=3 deals=1"), tmp_path / "tavolo.sqlite"
    source = kept(awake(OTHER), file)
    source.visitors.set_pace("instant")
    actions = tuple(record.actions)[:34]
    assert source.play_on("ada", record.setup.text(), SEATS, actions, 0) is None
    source.visitors.stand("ada")
    run_until(source, lambda: bool(source.mirror.result))
    run_ms(source, 100)
    with History(file) as history:
        (game,) = history.games()
        assert (game.ending, game.is_taken_back) == (OVER, True)
        assert [each.action for each in history.actions(game.id)][:34] == list(actions)
    source.close()


def test_nobody_plays_on_while_a_game_is_played_or_others_sit_at_the_table() -> None:
    record, source = played("bambuti players=2"), awake(OTHER)
    asked = record.setup.text(), SEATS[:2], tuple(record.actions)[:30], 0
    assert source.visitors.sit("ben", 5) is None
    past: Any = SimpleNamespace(kept=SimpleNamespace(setup=asked[0]), seats=asked[1], actions=record.actions)
    ada = FileCommands(source, "ada")
    assert ada.play_on(past, 30, 0) == "Others sit at the table: they have to stand up first."
    source.visitors.leave("ben")
    source.mirror.log.now_ms += GONE_MS + 1
    assert source.rights.to_play_on("ada") is Right.PLAY_ON, "who has gone for long holds nobody up"
    source.visitors.stand("ben")
    assert source.start(3) is None
    run_until(source, lambda: is_going(source))
    assert source.play_on("ada", *asked) == "A game is being played."
    assert source.visitors.seats == {}


def test_what_only_the_board_knows_cannot_be_played_on() -> None:
    record, source = played("bambuti players=2"), awake(OTHER)
    public = tuple(map(record.game.public, record.actions))[:30]
    assert source.play_on("ada", record.setup.text(), SEATS[:2], public, 0) == "This game cannot go on."
    assert source.mirror.record is None


@pytest.mark.parametrize("is_over", [False, True])
def test_a_game_that_is_deleted_while_it_is_on_the_table_stays_deleted(is_over: bool, tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    source = kept(awake("david-goliath players=3 deals=1"), file)
    source.visitors.set_pace("instant")
    assert source.start(3) is None
    run_until(source, lambda: bool(source.mirror.result) if is_over else len(source.mirror.actions) > 12)
    with History(file) as history:
        (game,) = history.games()
        assert (game.ending == OPEN) != is_over
        delete_game(history.file, game.id)
        assert source.visitors.sit("ada", 0) is None  # which changes who plays
        run_ms(source, 3000)
        assert history.games() == []
    assert not [entry.sentence for entry in source.mirror.log if "is not kept" in entry.sentence]
    source.close()
