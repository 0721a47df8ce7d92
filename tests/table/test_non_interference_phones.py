"""Cards of people who play by phone at a board leak nowhere: neither sealed ones, nor those that nobody has seen.

The only place where they are is the `hand` that the laptop tells the board, of which the width and the time are the
same for each card.
"""

from pathlib import Path
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.lights import palette
from tavolo.link.messages import encode
from tavolo.play import reasons
from tavolo.rules.contract import NO_CARD
from tavolo_host.display.parts.source import OwnView
from tests.table.sealed_course import a_secret, an_open_pair, kinds_of_secrets
from tests.table.sealed_evening import Leak, PhoneEvening, SealedEvening, channels_that_differ, trace_of

KINDS = kinds_of_secrets()
BAMBUTI_ROW = "bambuti lay"


@pytest.mark.parametrize("kind", KINDS)
def test_a_sealed_card_changes_nothing_before_the_reveal(kind: str) -> None:
    name, fits = KINDS[kind]
    one, other = a_secret(name, 3, fits)
    trace = trace_of(one, at=PhoneEvening)
    assert all(told for channel, told in trace.items() if channel != "track")
    assert "hand" in [kind for _, (kind, *_) in trace["to board"]]
    assert channels_that_differ(trace, trace_of(other, at=PhoneEvening)) == []


@pytest.mark.parametrize("name", [name for name in names() if load(name).CARDS])
def test_hidden_cards_change_nothing(name: str) -> None:
    one, other = an_open_pair(name, 1)
    trace = trace_of(one, at=PhoneEvening)
    assert channels_that_differ(trace, trace_of(other, at=PhoneEvening)) == []


def test_what_tells_a_card_is_as_wide_for_each_card_and_for_none() -> None:
    widths = {len(encode("hand", 7, 3, code)) for code in range(512)}
    assert len(widths) == 1


def leak_from_board(evening: SealedEvening) -> None:
    """A board that sends a bit of a card that it was told."""
    seat = evening.players.follower.seats[evening.course.player]
    body = evening.board.seats[seat]
    hold = body.hold

    def held(code: int) -> None:
        hold(code)
        evening.board.publisher.note((reasons.UNDONE, code % 3))

    body.hold = held


def leak_into_flash(evening: SealedEvening) -> None:
    """A board that writes a bit of it."""
    once_told(evening, lambda code: evening.board.journal.undone(code % 2))


def leak_by_light(evening: SealedEvening) -> None:
    """A board that lights a space by it."""
    board = evening.board
    show = board.showing.lights.show

    def show_more(canvas: Any) -> bool:
        if evening.secret() != NO_CARD:
            canvas.track[evening.secret() % 64] = palette.WHITE
        shown: bool = show(canvas)
        return shown

    board.showing.lights.show = show_more


def leak_by_lamp(evening: SealedEvening) -> None:
    """A board that shows it by a lamp."""
    board = evening.board
    show = board.showing.lights.show

    def show_more(canvas: Any) -> bool:
        if evening.secret() != NO_CARD:
            canvas.lamps[7] = palette.CARD + evening.secret() % 5
        shown: bool = show(canvas)
        return shown

    board.showing.lights.show = show_more


def leak_by_time(evening: SealedEvening) -> None:
    """A board that takes longer for some cards."""
    once_told(evening, lambda code: evening.table.clock.advance_us(code % 50))


def leak_on_the_page(evening: SealedEvening) -> None:
    """A page that shows everybody what lies in a slot."""
    source = evening.source
    own = source.visitors.own

    def seen(visitor: str) -> OwnView | None:
        card = evening.secret()
        return own(visitor) if card == NO_CARD else OwnView(0, (), card)

    source.visitors.own = seen  # type: ignore[method-assign]


def leak_to_the_board(evening: SealedEvening) -> None:
    """A laptop that waits a while for some cards before it tells them."""
    seat = evening.players.follower.seats[evening.course.player]
    body: Any = evening.source.table.bodies[seat]
    feel, delayed = body.feel, set()

    def felt() -> None:
        code = body.cards[0].code if body.cards else 0
        if code and code not in delayed:
            delayed.add(code)
            body._wait_ms = 10 * (code % 7)
        feel()

    body.feel = felt


def once_told(evening: SealedEvening, deed: Any) -> None:
    """Do something at each card that the player with the secret puts in."""
    seat = evening.players.follower.seats[evening.course.player]
    body = evening.board.seats[seat]
    hold = body.hold

    def held(code: int) -> None:
        hold(code)
        if code:
            deed(code)

    body.hold = held


LEAKS = {
    leak_from_board: "link",
    leak_into_flash: "flash",
    leak_by_light: "track",
    leak_by_lamp: "lamps",
    leak_by_time: "link",
    leak_on_the_page: "page",
    leak_to_the_board: "to board",
}


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found_in_its_channel(leak: Leak) -> None:
    name, fits = KINDS[BAMBUTI_ROW]
    for seed in range(4, 8):
        one, other = a_secret(name, seed, fits)
        differ = channels_that_differ(trace_of(one, leak, PhoneEvening), trace_of(other, leak, PhoneEvening))
        if LEAKS[leak] in differ:
            return
    raise AssertionError("the leak was not found")


def test_a_page_writes_no_file_but_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    one, _ = a_secret("bambuti", 3, KINDS[BAMBUTI_ROW][1])
    evening = PhoneEvening(one)
    evening.source.keep_at(tmp_path / "games.sqlite")  # type: ignore[attr-defined]
    evening.play()
    files = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if path.is_file()}
    assert {name.split("-")[0] for name in files} == {"games.sqlite"}
    assert set(files.values()) == {0o600}
