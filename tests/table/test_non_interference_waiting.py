"""Whom everybody waits for, nudges and reactions tell nothing of a secret choice: all is the same whichever it is.

The same are the link's bytes and what the pages of others show, and whether gestures are refused, also while the choice
lies in the slot and may be exchanged.
"""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from nicegui import Client, ui

from tavolo_host.display.model.commands import Commands
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.what_to_do import Deed, State
from tavolo_host.seats.gestures import Reaction
from tavolo_host.seats.presence import Presence
from tests.seats.forged_events import OpenPage
from tests.sources.source_support import begun, run_ms, run_until

ADA, BEN, TELEVISION = "ada", "ben", ""
SEATS = {ADA: 0, BEN: 3}
LOOK_MS = 300
LOOKS = 20
HELD, NUDGED_AGAIN = 12, 16  # looks after which Ada's choice lies in the slot, and she nudges Ben again


class Evening:
    """A round of Tanz der Hornochsen in which Ada chooses one of her tiles in secret, and Ben has not chosen yet."""

    def __init__(self, tile: int) -> None:
        self.trace: list[object] = []
        with (
            patch.object(Client, "run_javascript", lambda _client, script, **_: self.trace.append(script)),
            patch.object(ui, "notify", lambda *_, **__: None),
            patch("tavolo_host.display.live.page.monotonic", lambda: self.source.mirror.log.now_ms / 1000),
        ):
            self.source = begun("tanz-der-hornochsen players=3", SEATS)
            self.presence = Presence(self.source.roster)
            run_until(self.source, lambda: self.source.what_to_do(ADA).state is State.CHOOSE)
            self._see()
            opened = [OpenPage(self.source, self.presence, each, each.title()) for each in (BEN, TELEVISION)]
            self._listen()
            choices = [each for each in self.source.what_to_do(ADA).choices if each.deed is Deed.ACT]
            self.choice = [each for each in choices if self.source.mirror.game.action_card(each.action) >= 0][tile]  # type: ignore[union-attr]
            self.source.do(ADA, self.choice)
            for look in range(LOOKS):
                self._see()
                run_ms(self.source, LOOK_MS)
                self._gesture(look)
                for each in opened:
                    with each.client:
                        each.page.look()
                    self.trace.append([*each.html()])
        self.moments = {each: Moment.of(self.source, each) for each in (*SEATS, TELEVISION)}

    def _see(self) -> None:
        for visitor in SEATS:
            self.presence.seen(visitor)

    def _listen(self) -> None:
        end: Any = self.source._line.board  # type: ignore[union-attr]
        write: Callable[[bytes], int] = end.write

        def heard(data: bytes) -> int:
            taken = write(data)
            self.trace.append((self.source.mirror.log.now_ms, bytes(data[:taken])))
            return taken

        end.write = heard

    def _gesture(self, look: int) -> None:
        """Let both nudge and react, before and after Ada's choice lies in the slot."""
        ada, ben = (Commands(self.source, self.presence, each) for each in SEATS)
        if look in (1, HELD, NUDGED_AGAIN):
            answers = ada.nudge(), ben.nudge(), ada.react(Reaction.WAIT_AND_SEE), ben.react(Reaction.OH)
            self.trace.append(answers)


@pytest.fixture(scope="module")
def evenings() -> tuple[Evening, Evening]:
    return Evening(0), Evening(-1)


def test_nobody_learns_by_waiting_or_gestures_what_is_chosen_in_secret(evenings: tuple[Evening, Evening]) -> None:
    one, other = evenings
    assert one.choice != other.choice
    assert any("nudges you" in str(each) for each in one.trace), "Ada has nudged Ben"
    assert any(isinstance(each, tuple) and isinstance(each[1], bytes) for each in one.trace), "the board has sent"
    assert one.trace == other.trace


def test_who_holds_a_choice_has_chosen_for_everybody_and_learns_for_whom_all_wait(
    evenings: tuple[Evening, Evening],
) -> None:
    evening, _other = evenings
    for visitor, moment in evening.moments.items():
        assert moment.awaited == [SEATS[BEN]], visitor
        assert SEATS[ADA] in moment.chosen, visitor
        (ada,) = (each for each in moment.players if each.seat == SEATS[ADA])
        assert (ada.has_chosen, ada.is_awaited) == (True, False)
    assert evening.moments[TELEVISION].what.sentence == "Waiting for Ben."
    assert evening.moments[BEN].what.state is State.CHOOSE
    assert evening.moments[ADA].what.sentence.startswith("You chose ")
