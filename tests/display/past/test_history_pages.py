"""The pages of the games that were played: who may see what of them, and what the table's own computer may do."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from nicegui import Client, ui
from nicegui.page import page

from tavolo.games import load, names
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.parts.source import SeatView, TakenBy
from tavolo_host.display.past.history_page import HistoryPage
from tavolo_host.display.past.replay_page import ReplayPage
from tavolo_host.history.imported_games import add_game
from tavolo_host.history.kept_game import ABANDONED, OVER, KeptAction, KeptGame, KeptPlayer
from tavolo_host.history.words import names_of, result, when, who
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.seats.rights import Rights
from tavolo_host.seats.roster import Roster
from tavolo_host.sources.past_games import PastGames
from tavolo_host.texts.language import speaking
from tests.display.display_support import text_of
from tests.display.model.test_replay import PAST
from tests.history.history_support import ADA_AND_BOT, Table, played

HOST, GUEST = "the laptop", "a phone"
PEOPLE = (*ADA_AND_BOT, ("Ben", ""))


class AtTable:
    """A table at which one of the file's games can go on."""

    past: PastGames = PAST
    can_play_on = True

    def __init__(self) -> None:
        self.roster = Roster(Mirror)
        self.roster.has_hands = True
        self.roster.hosts.add(HOST)
        self.names = [""] * 8  # at the seats of people who have no phone
        self.went_on: list[int] = []
        self.open: list[KeptGame] = []
        self.sat: list[str] = []  # in these
        self.number = 0  # of the evening
        self.rights = Rights(self.roster)

    def seats(self) -> list[SeatView]:
        return [SeatView(seat, None, name, TakenBy.NOBODY) for seat, name in enumerate(self.names)]

    def name_seat(self, seat: int, name: str) -> None:
        self.names[seat] = name

    def unfinished(self) -> list[KeptGame]:
        return self.open

    def sat_in(self, game: int) -> list[str]:
        return self.sat

    def evening(self) -> int:
        return self.number

    def go_on(self, game: int) -> str | None:
        self.went_on.append(game)
        return None


class Opened:
    """A page in a visitor's browser; `left_for` are the addresses to which it has sent the browser."""

    def __init__(self, build: Callable[[], Any]) -> None:
        self.client = Client(page("/"), request=None)
        with self.client:
            self.page = build()

    def text(self) -> str:
        """Everything that was sent to the browser."""
        return " ".join(
            f"{element.props.get('html', '')} {getattr(element, 'content', '')} {getattr(element, 'text', '')}"
            f" {element.props.get('innerHTML', '')}"
            for element in self.client.elements.values()
        )

    def do(self, action: Callable[[], object]) -> None:
        with self.client:
            action()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "tavolo.sqlite")
    yield table
    table.close()


@pytest.fixture(autouse=True)
def left_for(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses to which pages have sent their browsers, and the files that they have sent."""
    found: list[str] = []
    monkeypatch.setattr(Client, "run_javascript", lambda *_, **__: None)
    monkeypatch.setattr(ui, "page_title", lambda _: None)
    monkeypatch.setattr(ui.navigate, "to", found.append)
    monkeypatch.setattr(ui.download, "file", lambda path: found.append(f"file {path.name}"))
    return found


def history(table: Table, visitor: str = HOST, at: AtTable | None = None, **query: str) -> Opened:
    about: Any = at or AtTable()
    return Opened(lambda: HistoryPage(table.history.file.path, FileCommands(about, visitor, table.clock), query))


def replay(table: Table, game: int, visitor: str = HOST, at: AtTable | None = None) -> Opened:
    about: Any = at or AtTable()
    return Opened(lambda: ReplayPage(table.history.file.path, about, FileCommands(about, visitor, table.clock), game))


once_played = cache(played)


def add(table: Table, text: str, **changed: Any) -> int:
    """Add a game of these rules, with what differs from one that is over."""
    record = once_played(text)
    outcome = record.game.outcome(record.position)
    players = tuple(KeptPlayer(player, player, *PEOPLE[player]) for player in range(record.setup.players))
    setup = record.setup.text().replace("dealt", "table")
    made = {"rules": firmware_digests()[1], "board": "", "is_taken_back": False, "outcome": outcome, "points": ()}
    about = {"id": 0, "evening": 0, "game": record.game.NAME, "setup": setup, "began": table.clock.s, "length": 0}
    about |= {"ended": table.clock.s + 60, "ending": OVER, "players": players, **made, **changed}
    table.clock.s += 3600
    return add_game(table.history.file, KeptGame(**about), [KeptAction(action, 0) for action in record.actions])


def test_a_game_is_listed_by_who_played_when_what_and_how_it_ended(table: Table) -> None:
    number = add(table, "david-goliath players=3")
    (kept,) = table.history.games()
    text = text_of(history(table).text())
    for words in ("Ada, Bruno (bot) and Ben", when(kept), "David &amp; Goliath", result(kept), "1 game"):
        assert words in text
    assert f'href="/history/{number}"' in history(table).text()


def test_who_has_no_name_is_called_by_the_seat_and_an_abandoned_game_says_so(table: Table) -> None:
    players = (KeptPlayer(0, 2, ""), KeptPlayer(1, 5, "Ben", "easy"), KeptPlayer(1, 5, "Ada", "", 7))
    add(table, "bambuti players=2", players=players, ending=ABANDONED, outcome=())
    (kept,) = table.history.games()
    assert (names_of(kept), who(kept)) == (("seat 3", "Ada"), "Seat 3 and Ben (bot) / Ada")
    assert result(kept) == f"Abandoned after {kept.length} actions."
    with speaking("it"):
        assert (who(kept), result(kept)) == ("Posto 3 e Ben (bot) / Ada", f"Abbandonata dopo {kept.length} azioni.")


def test_games_are_shown_by_player_and_by_game_fifty_at_a_time(table: Table) -> None:
    for _ in range(51):
        add(table, "kuh-vadis players=2 first=0", players=(KeptPlayer(0, 0, "Ada"), KeptPlayer(1, 1, "Zoe & Co")))
    add(table, "bambuti players=2")
    rows = 'class="history-when"'
    for query, count in (
        ({}, 50),
        ({"page": "2"}, 2),
        ({"player": "Zoe & Co", "page": "2"}, 1),
        ({"game": "bambuti"}, 1),
        ({"player": "Zoe & Co", "game": "bambuti"}, 0),
    ):
        assert history(table, **query).text().count(rows) == count  # type: ignore[arg-type]
    opened = history(table, page="2")
    opened.do(lambda: opened.page._choose("Zoe & Co", ""))
    assert opened.text().count(rows) == 50
    opened.do(lambda: opened.page._choose("Zoe & Co", "bambuti"))
    assert (opened.text().count(rows), "No game was found." in opened.text()) == (0, True)
    assert "player=Zoe+%26+Co&amp;game=&amp;page=2" in history(table, player="Zoe & Co").text()


@pytest.mark.parametrize("query", [{"page": page} for page in ("0", "-1", "x", "²", "9" * 30, "")])
def test_an_address_that_nobody_would_type_shows_a_page_too(query: dict[str, str], table: Table) -> None:
    add(table, "bambuti players=2")
    for player in ("", "<script>", "x" * 9999):
        assert "<script>" not in history(table, player=player, game="'; DROP TABLE game", **query).text()
    assert table.history.count() == 1


@pytest.mark.parametrize("name", names())
def test_nothing_hidden_of_a_game_that_is_not_over_is_on_any_page(name: str, table: Table) -> None:
    record = played(f"{name} players={load(name).SEATS[0]}")
    table.ledger._rules = firmware_digests()[1]
    table.stand(record, len(record.actions) // 2, PEOPLE[: record.setup.players])
    (kept,) = table.history.games()
    at = AtTable()
    at.number = kept.evening

    def pages() -> list[str]:
        opened = history(table, at=at), replay(table, kept.id, at=at), replay(table, kept.id, GUEST, at)
        return [text_of(shown.text()) for shown in opened]

    texts = pages()
    table.stand(record, 1, PEOPLE[: record.setup.players])
    others = pages()
    assert texts == others, "the pages do not depend on what was played"
    assert all("Not over yet." in text for text in texts)


def test_an_open_game_goes_on_from_the_list_and_from_its_page(table: Table, left_for: list[str]) -> None:
    table.stand(played("bambuti players=2"), 9)
    (kept,) = table.history.games()
    at = AtTable()
    assert "Go on" not in history(table, at=at).text()
    at.open = [kept]
    shown = history(table, at=at)
    assert f'data-press="{kept.id}"' in shown.text()
    shown.do(lambda: shown.page._go_on(kept.id))
    one = replay(table, kept.id, at=at)
    assert "Go on" in one.text()
    one.do(one.page._go_on)
    assert (at.went_on, left_for) == ([kept.id] * 2, ["/", "/"])


@pytest.mark.parametrize("has_sat", [False, True])
def test_a_guest_goes_on_with_a_game_only_after_having_had_a_seat_in_it(table: Table, has_sat: bool) -> None:
    table.stand(played("bambuti players=2"), 9)
    (kept,) = table.history.games()
    at = AtTable()
    at.open, at.sat, at.number = [kept], [GUEST] * has_sat, kept.evening
    at.roster.seats = {GUEST: 3}
    listed, one = history(table, GUEST, at), replay(table, kept.id, GUEST, at)
    assert ("Go on" in listed.text(), "Go on" in one.text()) == (has_sat, has_sat)
    assert list(FileCommands(at, GUEST).unfinished()) == at.open * has_sat
    listed.do(lambda: listed.page._go_on(kept.id))
    one.do(one.page._go_on)
    assert at.went_on == [kept.id] * 2 * has_sat
    assert list(FileCommands(at, HOST).unfinished()) == at.open


def test_a_guest_reads_the_games_of_this_evening_and_those_that_the_browser_was_in(table: Table) -> None:
    numbers = []
    for visitors in ((), (GUEST,), ()):
        table.clock.s += 24 * 60 * 60
        table.stand(played("bambuti players=2"), 9, visitors=visitors)
        table.ledger.keep(None, None, "{}")
        numbers.append(table.history.games()[0].id)
    earlier, own, tonight = numbers
    at = AtTable()
    at.number = table.history.game(tonight).evening  # type: ignore[union-attr]
    for visitor, readable in ((GUEST, [own, tonight]), ("another phone", [tonight]), (HOST, numbers)):
        shown = history(table, visitor, at).text()
        assert [number for number in numbers if f'/history/{number}"' in shown] == readable
        for number in numbers:
            assert ("by those who played it" in replay(table, number, visitor, at).text()) == (number not in readable)
    at.number = table.history.game(earlier).evening  # type: ignore[union-attr]
    shown = history(table, GUEST, at).text()  # when the table goes on with a game of an earlier evening
    assert [number for number in numbers if f'/history/{number}"' in shown] == [own]


def test_a_game_of_other_rules_is_shown_as_result_and_text_and_says_why(table: Table) -> None:
    number = add(table, "kuh-vadis players=2", rules="00000000")
    shown = replay(table, number)
    assert "It was played by other rules than this program has" in shown.text()
    assert "roll 1" in shown.text()
    assert "replay-slider" not in " ".join(str(element.classes) for element in shown.client.elements.values())


def test_a_game_that_the_rules_refuse_is_text_too_and_one_that_is_missing_says_so(table: Table) -> None:
    number = add(table, "kuh-vadis players=2")
    with table.history.file.writing() as database:
        database.execute("DELETE FROM action WHERE place = 3")
    assert "cannot be replayed" in replay(table, number).text()
    assert "not in the file" in replay(table, 999).text()


def test_only_the_tables_own_computer_deletes_forgets_and_copies(table: Table, left_for: list[str]) -> None:
    number = add(table, "bambuti players=2")
    for visitor, may in ((GUEST, False), (HOST, True)):
        listed, one = history(table, visitor, player="Ada"), replay(table, number, visitor)
        assert ("Download all games" in listed.text(), "Delete this game" in one.text()) == (may, may)
        listed.do(listed.page._download)
        listed.do(listed.page._forget)
        assert ("Ada" not in table.history.people()) == may
        one.do(one.page._delete)
        assert (table.history.count() == 0) == may
        assert left_for == ["file tavolo.sqlite", "/history", "/history"] * may


def test_only_the_tables_own_computer_renames_and_joins_people(table: Table, left_for: list[str]) -> None:
    add(table, "bambuti players=2")
    for visitor, may in ((GUEST, False), (HOST, True)):
        listed = history(table, visitor, player="ada")
        assert ("Another name for Ada" in listed.text()) == may
        listed.do(lambda page=listed.page: page._rename("  Ada\tLovelace\u200b "))
        assert ("Ada Lovelace" in table.history.people(), "Ada" in table.history.people()) == (may, not may)
    assert left_for == ["/history?player=Ada+Lovelace"]


def with_ada(table: Table, by_phone: str, by_hand: str) -> AtTable:
    """A table at which Ada sits by her phone, and has a name at another seat, beside a game of hers that is kept."""
    add(table, "bambuti players=2")
    at = AtTable()
    at.roster.visitor_names.set_name("ada's phone", by_phone)
    assert at.roster.sit("ada's phone", 2) is None
    at.names[4] = by_hand
    return at


def test_who_is_renamed_is_called_so_at_the_table_too(table: Table) -> None:
    at = with_ada(table, "ADA", "ada")
    listed = history(table, HOST, at, player="Ada")
    listed.do(lambda: listed.page._rename("Eva"))
    assert at.roster.names()[2] == at.names[4] == "Eva"


def test_a_forgotten_name_is_taken_from_who_has_it_at_the_table_now(table: Table) -> None:
    at = with_ada(table, "Ada", "Ada")
    listed = history(table, HOST, at, player="Ada")
    listed.do(listed.page._forget)
    assert at.roster.names() == [""] * 8
    assert at.names == [""] * 8


def test_a_file_that_cannot_be_used_is_named_on_the_page(table: Table, tmp_path: Path) -> None:
    table.history.file.path = tmp_path / "notes.txt"
    table.history.file.path.write_text("not a database")
    for shown in (history(table), replay(table, 1)):
        assert "notes.txt" in shown.text()
