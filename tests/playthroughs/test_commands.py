"""`tavolo history`, `replay`, `export` and `import`, on a file of games of their own."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tavolo.games import load, names
from tavolo.rules.record import Record
from tavolo_host.history.history import History
from tavolo_host.history.history_file import history_file
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import OPEN, KeptAction
from tavolo_host.playthroughs.game_text import games_in, rerun_of
from tavolo_host.playthroughs.through import play_through
from tests.cli.command_support import refusal, tavolo
from tests.playthroughs.mutated_texts import GOLDEN, PEOPLE, abandoned, golden_game


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with three games: Ada's Bambuti, which is over, another one that was left, and one of Kuh Vadis."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TZ", "UTC")
    kept, actions = golden_game("bambuti")
    left, left_actions = abandoned(kept, actions, 30)
    over = kept._replace(began=left.began, ended=left.began + 900, players=PEOPLE[:2])
    timed = [KeptAction(each.action, 5000 * place) for place, each in enumerate(actions)]
    other, others = golden_game("kuh-vadis")
    with History(history_file()) as history:
        add_game(history.file, over, timed)
        add_game(history.file, left._replace(began=left.began + 60, ended=left.began + 90), left_actions)
        add_game(history.file, other._replace(began=left.began + 120, ended=left.began + 130), others)
    return history_file()


def printed(*words: str) -> str:
    ended = tavolo(*words)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_games_are_listed_with_when_who_and_how_they_ended() -> None:
    lines = printed("history", "--player", "Ada").splitlines()
    assert lines == [
        "    2  21 Sep 2026 14:14  Bambuti: Ada and Bruno (bot) / Cleo: #2",
        "       Abandoned after 30 actions.",
        "    1  21 Sep 2026 14:13  Bambuti: Ada and Bruno (bot)",
        "       Most points: Bruno.",
    ]
    assert printed("history", "--game", "kuh-vadis").splitlines()[0].endswith("Kuh Vadis: Seat 1 and seat 5")
    assert printed("history", "--player", "Nobody") == "No such game was kept.\n"
    assert printed("history", "--limit", "1").endswith("These are the newest 1 of 3 games; --limit shows more.\n")
    assert refusal("history", "--game", "chess") == f"There is no game chess; there is {', '.join(names())}."


def test_the_list_has_everything_as_json() -> None:
    (game,) = json.loads(printed("history", "--player", "Bruno", "--limit", "1", "--json"))[:1]
    assert (game["id"], game["began"], game["result"]) == (
        2,
        "2026-09-21T14:14:20.120+00:00",
        "Abandoned after 30 actions.",
    )
    assert game["players"][2] == {"player": 1, "seat": 5, "name": "Cleo: #2", "level": "", "since": 15}


def test_a_game_is_told_step_by_step_with_names_and_times() -> None:
    lines = printed("replay", "1").splitlines()
    assert lines[0] == "21 Sep 2026 14:13  Bambuti: Ada and Bruno (bot)"
    assert lines[2] == "   0:05  Bruno lays mask 1 of 5 face down."
    assert lines[-1] == "Most points: Bruno."
    golden = printed("replay", str(GOLDEN / "bambuti.txt")).splitlines()
    assert golden[2] == "   0:00  Seat 5 lays mask 1 of 5 face down."


def test_each_sentence_has_the_name_of_who_played_then() -> None:
    told = printed("replay", "2")
    assert told.index("Bruno lays mask 5") < told.index("Cleo: #2 lays red 4")
    assert "Cleo" not in told.partition("Each player draws 7 masks")[0].partition("\n")[2]


def test_what_was_exported_is_imported_once(tmp_path: Path, file: Path) -> None:
    target = tmp_path / "games.txt"
    assert printed("export", "--all", "--to", str(target)) == ""
    assert target.read_text() == printed("export", "1", "2", "3")
    told = printed("import", str(target)).splitlines()
    assert [line.partition(" is game ")[2] for line in told] == [f"{number}, and was already." for number in (1, 2, 3)]
    file.unlink()
    told = printed("import", str(target)).splitlines()
    assert [line.partition(" is game ")[2] for line in told] == ["1.", "2.", "3."]
    assert printed("export", "--all") == target.read_text()


def test_an_open_game_is_exported_by_its_number_only_and_only_with_what_is_public(tmp_path: Path) -> None:
    kept, actions = golden_game("bambuti")
    with History(history_file()) as history:
        still = kept._replace(ended=None, ending=OPEN, outcome=(), points=(), length=0)
        number = add_game(history.file, still, actions[:9])
    assert "red-5" in printed("export", "1").partition("lay 1")[2][:10]
    text = printed("export", str(number))
    assert "\nlay 1  # digest" in text
    assert "hands=?/?" in text
    assert len(list(games_in(printed("export", "--all").encode()))) == 3
    copy = tmp_path / "open.txt"
    copy.write_text(text)
    assert refusal("import", str(copy)).endswith("The game had not ended yet, so what is hidden is not in the text.")
    assert "Not over yet." in printed("history")


def test_a_mistake_in_a_text_names_file_line_and_reason_and_nothing_is_imported(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_bytes((GOLDEN / "bambuti.txt").read_bytes())
    bad.write_bytes((GOLDEN / "kuh-vadis.txt").read_bytes().replace(b"hold 1 1", b"hold 0 1", 1))
    assert refusal("import", str(good), str(bad)) == f"{bad}: Line 10: It is not player 0's turn."
    with History(history_file()) as history:
        assert history.count() == 3


def test_all_games_are_copied_as_one_database_and_nothing_is_overwritten(tmp_path: Path, file: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert printed("export", "--file", str(copy)) == ""
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM game").fetchone() == (3,)
    for target in (file, copy):
        assert refusal("export", "--file", str(target)) == f"{target} is there already."
    assert refusal("export", "1", "--to", str(copy)) == f"{copy} is there already."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("replay 99", "There is no game 99; `tavolo history` lists the games."),
        ("export 99", "There is no game 99; `tavolo history` lists the games."),
        (f"replay {2**63}", f"There is no game {2**63}; `tavolo history` lists the games."),
        (f"export {10**20}", f"There is no game {10**20}; `tavolo history` lists the games."),
        ("export", "Say what to export: numbers of games, --all, or --file for the whole file."),
        ("export 1 --all", "Say what to export: numbers of games, --all, or --file for the whole file."),
        ("import nowhere.txt", "nowhere.txt: No such file or directory."),
    ],
)
def test_what_is_not_there_is_told_in_a_sentence(words: str, told: str) -> None:
    assert refusal(*words.split()) == told


def test_a_file_that_cannot_be_used_is_told_in_a_sentence(file: Path) -> None:
    file.write_bytes(b"no database at all" * 1000)
    assert refusal("history") == f"{file} is damaged."


def test_games_by_other_rules_are_exported_and_not_replayed() -> None:
    kept, actions = golden_game("bambuti")
    with History(history_file()) as history:
        number = add_game(history.file, kept._replace(rules="0a0b0c0d"), actions)
    assert refusal("replay", str(number)) == (
        f"Game {number} was played by other rules (0a0b0c0d): `tavolo export` shows its text."
    )
    assert "# rules: 0a0b0c0d" in printed("export", str(number))


def test_a_game_of_a_kind_that_is_unknown_is_listed_by_its_name_and_exported_with_numbers() -> None:
    kept, actions = golden_game("bambuti")
    with History(history_file()) as history:
        number = add_game(history.file, kept._replace(game="chess", setup="chess players=2"), actions)
    assert "  chess: Seat 1 and seat 5\n" in printed("history")
    text = printed("export", str(number))
    assert "\nchess players=2\n0," in text
    assert text in printed("export", "--all")


@pytest.mark.parametrize("command", ["history", "replay", "export", "import"])
def test_the_help_has_examples_a_line_each(command: str) -> None:
    assert f"\n  Examples:\n    tavolo {command} " in printed(command, "--help")


def test_a_replay_through_the_virtual_table_says_the_digest_after_each_action() -> None:
    lines = printed("replay", "2", "--through", "virtual").splitlines()
    assert lines[2] == "   0:01  8abb75be  Bruno lays mask 1 of 5 face down."
    assert lines[-1] == "The board had the same digest after each of 30 actions."


class Wrong(Record):
    """A record that has another digest after ten actions."""

    def digest(self) -> int:
        return super().digest() ^ (len(self.actions) == 10)


def test_a_board_with_another_digest_is_noticed_at_that_action() -> None:
    kept, actions = golden_game("bambuti")
    rerun = rerun_of(kept, actions)
    rerun.known.__class__ = Wrong
    digests = play_through(rerun, (0, 4), [each.action for each in actions])
    assert len([next(digests) for _ in range(9)]) == 9
    with pytest.raises(ValueError, match=r"^After action 10 the board has another position than the rules\.$"):
        next(digests)


def digests_through_the_virtual_table(game: str, players: int) -> tuple[list[int], list[str]]:
    """The digests of a golden playthrough at the virtual table, and as they are written."""
    for text in (GOLDEN / f"{game}.txt").read_text(encoding="utf-8").split("\n\n"):
        if f" players={players} " in text:
            break
    ((kept, actions),) = games_in(text.encode())
    seats = tuple(each.seat for each in kept.players)
    found = list(play_through(rerun_of(kept, actions), seats, [each.action for each in actions]))
    written = [line.partition("# digest ")[2] for line in text.split("\n") if "# digest " in line]
    return found, written[1:]


FEWEST = [(name, load(name).SEATS[0]) for name in names()]
FURTHER = [(name, players) for name, fewest in FEWEST for players in range(fewest + 1, load(name).SEATS[1] + 1)]


@pytest.mark.parametrize(
    ("game", "players"), [*FEWEST, *(pytest.param(*each, marks=pytest.mark.slow) for each in FURTHER)]
)
def test_golden_playthroughs_have_equal_digests_at_each_step_at_the_virtual_table(game: str, players: int) -> None:
    found, written = digests_through_the_virtual_table(game, players)
    assert [f"{digest:08x}" for digest in found] == written
