"""What was played is in the file: games, actions, players, evenings; and what is hidden is hidden until the end."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from tavolo.games import load, names
from tavolo_host.history.evenings import PAUSE_S
from tavolo_host.history.forgetting import delete_game, export_file, forget_name
from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable, set_aside
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import ABANDONED, OPEN, OVER, KeptAction, KeptGame, KeptPlayer, Standing
from tavolo_host.history.ledger import Ledger
from tavolo_host.history.unfinished_games import UnfinishedGames
from tests.history.history_support import ADA_AND_BOT, SETUP, STEP, Table, played

FLASH = bytes(range(256)) * 40


@pytest.fixture
def table(tmp_path: Path):
    table = Table(tmp_path / "tavolo.sqlite")
    yield table
    table.close()


@pytest.mark.parametrize("name", names())
def test_a_game_is_kept_with_its_actions_times_players_and_result(name: str, table: Table) -> None:
    record = played(f"{name} players={load(name).SEATS[0]}")
    people = (*ADA_AND_BOT, ("", ""))[: record.setup.players]
    began = table.clock.s
    game = table.history.game(table.play(record, people))
    assert game is not None
    assert (game.game, game.began, game.ended, game.ending) == (name, began, table.clock.s, OVER)
    assert game.outcome == record.game.outcome(record.position)
    assert game.players == tuple(KeptPlayer(seat, seat, *people[seat]) for seat in range(len(people)))
    assert game.players == game.at_end()
    assert game.length == len(record.actions)
    actions = table.history.actions(game.id)
    assert [each.action for each in actions] == list(record.actions)
    assert (actions[0].at, actions[STEP].at) == (1500, 3000)


def test_what_is_hidden_is_read_only_when_the_game_has_ended(table: Table) -> None:
    record = played("tanz-der-hornochsen players=2")
    table.stand(record, 20)
    (game,) = table.history.games()
    hidden, public = list(record.actions)[:20], [record.game.public(action) for action in list(record.actions)[:20]]
    assert hidden != public
    assert [each.action for each in table.history.actions(game.id)] == public
    table.ledger.keep(None, None, "{}")
    (game,) = table.history.games()
    assert (game.ending, game.ended, game.length) == (ABANDONED, table.clock.s, 20)
    assert [each.action for each in table.history.actions(game.id)] == hidden


def test_what_is_taken_back_is_not_in_the_file_any_more(table: Table) -> None:
    record = played(SETUP)
    table.stand(record, 30)
    table.stand(record, 10, (("Ada", ""), ("Ben", "")))
    table.stand(record, 12, (("Ada", ""), ("Bruno", "normal")))
    (game,) = table.history.games()
    assert [each.action for each in table.history.actions(game.id)] == list(record.actions)[:12]
    assert [each for each in game.players if each.player] == [
        KeptPlayer(1, 1, "Bruno", "normal"),
        KeptPlayer(1, 1, "Ben", "", 10),
        KeptPlayer(1, 1, "Bruno", "normal", 12),
    ]
    assert game.at_end()[1] == KeptPlayer(1, 1, "Bruno", "normal", 12)
    table.stand(record, 11)
    assert table.history.games()[0].at_end()[1] == KeptPlayer(1, 1, "Bruno", "normal", 11)


def test_a_game_that_was_over_is_open_again_when_its_last_move_is_taken_back(table: Table) -> None:
    record = played(SETUP)
    table.stand(record, len(record.actions))
    assert table.history.games()[0].ending == OVER
    table.stand(record, len(record.actions) - 1)
    game = table.history.games()[0]
    assert (game.ending, game.ended, game.outcome, game.length) == (OPEN, None, (), 0)


def test_what_was_taken_back_after_it_was_seen_is_not_forgotten_by_a_restarted_laptop(table: Table) -> None:
    for is_taken_back in (False, True, False):
        standing = Standing(f"{SETUP} table", (0, 1), ADA_AND_BOT, [], is_taken_back)
        table.ledger.keep("the game", standing, "{}")
        assert table.history.games()[0].is_taken_back or not is_taken_back
    assert table.history.games()[0].is_taken_back


def test_an_evening_has_the_games_of_the_same_people_with_short_pauses(table: Table) -> None:
    first = table.play(played(SETUP))
    table.clock.s += PAUSE_S - 1
    second = table.play(played("bambuti players=2"), (("Ada", ""), ("Ben", "")))
    table.clock.s += 60
    others = table.play(played(SETUP, 2), (("Carl", ""), ("Dora", "")))
    table.clock.s += PAUSE_S
    later = table.play(played(SETUP, 3), (("Carl", ""), ("Dora", "")))
    evening = {game.id: game.evening for game in table.history.games()}
    assert evening[first] == evening[second]
    assert len({evening[second], evening[others], evening[later]}) == 3
    assert [game.id for game in table.history.evening(evening[first])] == [first, second]


def test_games_are_found_by_player_and_by_game(table: Table) -> None:
    ids = [table.play(played(SETUP)), table.play(played("bambuti players=2"), (("Ben", ""), ("Bruno", "normal")))]
    history = table.history
    assert [game.id for game in history.games()] == ids[::-1]
    assert [game.id for game in history.games(player="Ben")] == ids[1:]
    assert [game.id for game in history.games(game="kuh-vadis")] == ids[:1]
    assert history.games(player="Ben", game="kuh-vadis") == []
    assert [game.id for game in history.games(limit=1, offset=1)] == ids[:1]
    assert (history.count(), history.count("Ada"), history.count(game="yellowstone-park")) == (2, 1, 0)
    assert history.people() == ["Ada", "Ben"]
    assert history.kinds() == ["bambuti", "kuh-vadis"]


def test_an_unfinished_game_goes_on_with_all_that_is_hidden(table: Table) -> None:
    record = played("tanz-der-hornochsen players=2")
    standing = Standing("tanz-der-hornochsen players=2 table", (3, 5), ADA_AND_BOT, list(record.actions)[:20])
    table.ledger.keep(record, standing, '{"seats": {}}', FLASH)
    (game,) = UnfinishedGames(table.history.file).unfinished("0123abcd")
    assert UnfinishedGames(table.history.file).unfinished("other rules") == []
    kept = UnfinishedGames(table.history.file).to_go_on(game.id)
    assert kept is not None
    assert (kept.actions, kept.people, kept.flash) == (list(record.actions)[:20], '{"seats": {}}', FLASH)
    other = Ledger(table.history.file, "port 8521", "0123abcd")
    other.go_on(kept, "the game")
    actions, flash = list(record.actions)[:22], FLASH[:5000] + b"changed" + FLASH[5007:]
    other.keep("the game", Standing(standing.setup, (3, 5), ADA_AND_BOT, actions), "{}", flash)
    kept = UnfinishedGames(table.history.file).to_go_on(game.id)
    assert kept is not None
    assert (kept.people, kept.flash) == ("{}", flash)
    assert [game.id for game in table.history.games()] == [game.id]
    assert len(table.history.actions(game.id)) == 22
    other.keep(None, None, "{}")
    assert (
        UnfinishedGames(table.history.file).unfinished("0123abcd")
        == table.history.file.rows("SELECT * FROM flash")
        == []
    )
    assert UnfinishedGames(table.history.file).to_go_on(game.id) is None


def test_a_game_from_elsewhere_is_added_whole(table: Table) -> None:
    record = played(SETUP)
    players = (KeptPlayer(0, 2, "Ada"), KeptPlayer(1, 4, ""))
    results = (0, "abcd", "0a0b", True, (1, 0), (3.0, 4.5))
    kept = KeptGame(0, 0, "kuh-vadis", record.setup.text(), 1000.5, 1900.25, OVER, *results, players)
    actions = [KeptAction(action, 10 * place) for place, action in enumerate(record.actions)]
    first = add_game(table.history.file, kept, actions)
    found = table.history.game(first)
    assert found is not None
    assert (found.began, found.ended, found.outcome, found.points) == (1000.5, 1900.25, (1, 0), (3.0, 4.5))
    assert (found.length, found.rules, found.is_taken_back, found.board) == (len(actions), "abcd", True, "0a0b")
    assert (found.players, table.history.actions(first)) == (players, actions)


def test_a_forgotten_name_is_nowhere_in_the_file_and_its_journal(table: Table) -> None:
    table.play(played(SETUP), (("Zanzibar", ""), ("Bruno", "normal")))
    record = played(SETUP, 2)
    table.stand(record, 9, (("Zanzibar", ""), ("Ada", "")))
    kept = table.history.games()[0].id
    table.history.keep_review(kept, "Zanzibar was lucky.")
    standing = Standing("kuh-vadis players=2 table", (0, 1), (("Zanzibar", ""), ("Ada", "")), list(record.actions)[:10])
    table.ledger.keep(record, standing, '{"names": {"browser": "Zanzibar", "other": "Ada"}}')
    files = [table.history.file.path, table.history.file.path.with_name("tavolo.sqlite-wal")]
    assert any(b"Zanzibar" in file.read_bytes() for file in files)
    table.history.file.database.execute("INSERT INTO at_place VALUES ('elsewhere', 0, '{Zanzibar', NULL)")
    assert forget_name(table.history.file, "Zanzibar") == 2
    assert not any(b"Zanzibar" in file.read_bytes() for file in files)
    assert [player.name for player in table.history.games()[0].players] == ["", "Ada"]
    ((people,),) = table.history.file.rows("SELECT people FROM at_place WHERE place != 'elsewhere'")
    assert people == '{"names": {"browser": "", "other": "Ada"}}'


def test_a_name_is_forgotten_too_where_two_had_it_at_one_table(table: Table) -> None:
    table.play(played(SETUP), (("Ada (1)", ""), ("Ada (4)", "")))
    table.play(played(SETUP, 2), (("Ada", ""), ("Adam", "")))
    assert forget_name(table.history.file, "Ada") == 2
    assert table.history.people() == ["Adam"]


def test_nothing_is_forgotten_in_part_while_another_program_reads_the_file(table: Table) -> None:
    table.play(played(SETUP))
    with closing(sqlite3.connect(table.history.file.path, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM name").fetchall()
        table.play(played(SETUP, 2))
        with pytest.raises(Unusable):
            forget_name(table.history.file, "Ada")
        assert table.history.people() == ["Ada"]
    assert forget_name(table.history.file, "Ada") == 2


def test_the_number_of_a_deleted_game_or_evening_never_belongs_to_another_one(table: Table) -> None:
    number = table.play(played(SETUP))
    evening = table.history.games()[0].evening
    delete_game(table.history.file, number)
    table.history.keep_review(number, "late")
    other = table.play(played(SETUP, 2))
    assert other > number
    assert table.history.games()[0].evening > evening
    assert table.history.review(other) == ""


def test_a_review_goes_when_its_game_goes_on(table: Table) -> None:
    record = played(SETUP)
    number = table.play(record)
    table.history.keep_review(number, "all well")
    table.stand(record, len(record.actions) - 1)
    assert table.history.review(number) == ""


def test_a_deleted_game_takes_its_names_and_its_evening_along(table: Table) -> None:
    first = table.play(played(SETUP), (("Zanzibar", ""), ("Bruno", "normal")))
    table.clock.s += 1000 * PAUSE_S
    other = table.play(played(SETUP, 2))
    delete_game(table.history.file, first)
    assert [game.id for game in table.history.games()] == [other]
    assert table.history.file.rows("SELECT count(*) FROM evening") == [(1,)]
    assert table.history.actions(first) == []
    assert b"Zanzibar" not in table.history.file.path.read_bytes()


def test_a_copy_for_others_has_nothing_that_is_hidden_in_an_open_game(table: Table, tmp_path: Path) -> None:
    record = played("tanz-der-hornochsen players=2")
    standing = Standing("tanz-der-hornochsen players=2 table", (3, 5), ADA_AND_BOT, list(record.actions)[:20])
    table.ledger.keep(record, standing, '{"secrets": [[1, 2, 3]]}', FLASH)
    copy = tmp_path / "copy.sqlite"
    export_file(table.history.file, copy)
    with History(copy) as history:
        (game,) = history.games()
        assert UnfinishedGames(history.file).unfinished("0123abcd") == []
        kept = UnfinishedGames(history.file).to_go_on(game.id)
        assert kept is not None
        assert kept.actions == [record.game.public(action) for action in list(record.actions)[:20]]
        assert (kept.people, kept.flash, history.file.rows("SELECT * FROM at_place")) == ("", b"", [])


def test_all_games_can_be_copied_while_they_are_written(table: Table, tmp_path: Path) -> None:
    first = table.play(played(SETUP))
    copy = tmp_path / "copy.sqlite"
    export_file(table.history.file, copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT id FROM game").fetchall() == [(first,)]
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.sqlite"]


@pytest.mark.parametrize("was_open_to_all", [False, True])
def test_all_files_are_their_owners_alone(was_open_to_all: bool, tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    if was_open_to_all:
        file.touch(0o644)
    table = Table(file)
    table.play(played(SETUP))
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in table.history.file.path.parent.iterdir()}
    assert modes == {"tavolo.sqlite": 0o600, "tavolo.sqlite-wal": 0o600, "tavolo.sqlite-shm": 0o600}
    table.close()


def refused(file: Path) -> Unusable:
    with pytest.raises(Unusable) as found:
        History(file)
    return found.value


def test_a_file_of_a_newer_version_or_of_another_program_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    History(file).close()
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 99")
    content = file.read_bytes()
    assert refused(file).sentence == f"{file} was written by a newer version of Tavolo. It stays as it is."
    assert file.read_bytes() == content
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE theirs (id)")
    assert refused(other).sentence == f"{other} is not a file of Tavolo's games. It stays as it is."


def test_a_damaged_file_is_set_aside_under_another_name(tmp_path: Path) -> None:
    file = tmp_path / "tavolo.sqlite"
    file.write_bytes(b"no database at all" * 1000)
    problem = refused(file)
    assert (problem.sentence, problem.is_damaged) == (f"{file} is damaged.", True)
    aside = set_aside(file)
    assert aside.read_bytes() == b"no database at all" * 1000
    with History(file) as history:
        assert history.games() == []


def test_an_action_takes_at_most_25_bytes(tmp_path: Path) -> None:
    file, count = tmp_path / "tavolo.sqlite", 0
    History(file).close()
    empty, table = os.path.getsize(file), Table(file)
    for seed, name in enumerate(names() * 2):
        record = played(f"{name} players={load(name).SEATS[0]}", seed)
        table.play(record, (*ADA_AND_BOT, ("", ""))[: record.setup.players])
        count += len(record.actions)
    table.close()
    assert (os.path.getsize(file) - empty) / count <= 25
