"""A watched board: the page shows what came over the link, and paints the lights with the board's own scenes.

The board does not send its pixels. They follow from position, slots and previews, which it does send, so the laptop
paints them itself, at the palette's levels.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tavolo.games import load, names
from tavolo.play.chooser import by_keys
from tavolo.rules.contract import Setup
from tavolo.wiring import SEATS
from tavolo_host.board.companion import Companion
from tavolo_host.board.port import PortState
from tavolo_host.display.live.choices import MOST_CHOICES
from tavolo_host.display.model.lights import PaintedLights
from tavolo_host.display.parts.game_display import Player
from tavolo_host.display.parts.geometry import places
from tavolo_host.display.parts.source import SeatView, SlotState, SlotView, TakenBy, Tutor, Visitors
from tavolo_host.display.parts.what_to_do import Choice, Deed, State, WhatToDo, what_to_do
from tavolo_host.players.workers import Engine
from tavolo_host.seats.rights import Right, Rights
from tavolo_host.sources.board_keeper import BoardKeeper
from tavolo_host.sources.companion_source import CompanionSource
from tavolo_host.sources.past_games import PastGames
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import choice

if TYPE_CHECKING:
    from tavolo.rules.game import Game


class WatchSource(CompanionSource):
    """A `TableSource` that shows what the board sends; visitors sit at the table and play there."""

    def __init__(self, companion: Companion) -> None:
        first = load(names()[0])
        roster = Visitors(lambda: companion.mirror)
        super().__init__(companion, Setup(first, first.SEATS[0]), roster, Rights(roster), Tutor())
        self._lights = PaintedLights()
        self.past = PastGames(Engine())
        self._names = [""] * SEATS
        self._now_ms = 0.0
        self._keeper: BoardKeeper | None = None

    def keep(self, path: Path, port: int, now: Callable[[], float] = time.time) -> None:
        """Keep what is played, and the people of the page at this port, in the file at `path`; those may be there."""
        self._keeper = BoardKeeper(self.companion, self.roster, self._names, self._called, path, port, now)
        self._keeper.resume()
        self.recorder = self._keeper.recorder

    @property
    def of_board(self) -> str:
        """The board shown; "" while none is connected."""
        return _("Board {}").format(self.companion.port.board_id) if self.companion.connected else ""

    def step(self, elapsed_ms: float) -> None:
        """Let time pass."""
        self._now_ms += elapsed_ms
        self.companion.step(elapsed_ms)
        if self.set_up:
            self.set_up.step(elapsed_ms)
        self.questions.look()
        self.ask_next()
        if self._keeper:
            self._keeper.keep()

    def let_go(self) -> None:
        """Close everything but the connection to the board."""
        super().let_go()
        if self._keeper:
            self._keeper.close()

    def pixels(self) -> tuple[bytes, bytes, bytes]:
        """Return the lights as the board should show them."""
        return self._lights.levels(self.mirror.view, int(self._now_ms))

    def slots(self) -> Sequence[SlotView]:
        """Return the slots; one where the board has read or is reading a card is occupied."""
        full = (SlotState.SETTLING, SlotState.READ, SlotState.ACCEPTED, SlotState.REFUSED)
        return [SlotView(SlotState(state), SlotState(state) in full) for state in self.mirror.view.slots]

    def seats(self) -> Sequence[SeatView]:
        """Return the seats; those of players are taken."""
        playing = tuple(self.mirror.seats) if self.mirror.game else ()
        away = self.roster.away()
        names = self._called()
        return [
            SeatView(
                seat,
                playing.index(seat) if seat in playing else None,
                names[seat],
                TakenBy.PERSON if seat in playing else TakenBy.NOBODY,
                is_away=seat in away,
            )
            for seat in range(SEATS)
        ]

    def start(self, players: int, game: "Game | None" = None, options: tuple[int, ...] | None = None) -> str | None:
        """Ask the board to start a game; the log shows a refusal."""
        mirror = self.mirror
        if mirror.in_step is None:
            return _("The board is not connected yet.")
        if mirror.game is not None and not mirror.result:
            return _("A game is being played.")
        joined = mirror.view.lobby.joined
        if joined and len(joined) != players:
            return _("Seats joined with ✓ at the table: {}; players chosen here: {}.").format(len(joined), players)
        return self._begin(players, self._places(players), game, options)

    def line_up(self, visitor: str, players: int) -> list[Player]:
        """Return who would play."""
        names = seats_in_words(self._called())
        return [Player(seat, names[seat]) for seat in self._places(players)]

    def _places(self, players: int) -> tuple[int, ...]:
        """Return the seats of the players, clockwise: those joined at the board, else the last players', else any."""
        mirror = self.mirror
        chosen = mirror.view.lobby.joined or (mirror.seats if len(mirror.seats) == players else places(players))
        return tuple(sorted(chosen, key=lambda seat: (seat - chosen[0]) % SEATS))

    def name_seat(self, seat: int, name: str) -> None:
        """Set the name at a seat where no visitor with a name sits; "" for none."""
        self._names[seat] = name

    def _called(self) -> list[str]:
        """Return the name at each seat, "" where there is none."""
        return [own or named for own, named in zip(self.roster.names(), self._names, strict=True)]

    def what_to_do(self, visitor: str) -> WhatToDo:
        """Return what everybody is waiting for, or the choice among several boards."""
        port = self.companion.port
        if port.choice:
            named = [_("Board {} at {}").format(board, device) for board, device in port.choice]
            choices = tuple(Choice(name, Deed.BOARD, (number,)) for number, name in enumerate(named))
            choices = choices if self.rights.may(visitor, Right.CHOOSE_BOARD) else ()
            asked = _("Several boards answer. Which board do you want to see?")
            if port.chosen is not None:
                asked = _("Board {} no longer answers. Which board do you want to see?").format(port.chosen)
            return WhatToDo(State.CHOOSE, asked, choices)
        if port.state is PortState.REFUSED:
            return WhatToDo(State.WAIT, in_language(port.sentence, _))
        if self.set_up and self.set_up.is_running:
            return WhatToDo(State.WAIT, _("The board is being set up at the table's computer."))
        what = what_to_do(self.mirror, None, self._called())
        own = self.roster.seats.get(visitor)
        return self._at_seat(own, what) if own in self.mirror.seats and not self.mirror.result else what

    def _at_seat(self, own: int, what: WhatToDo) -> WhatToDo:
        """Return what may be done at a seat of the table, in words; the laptop does not know what is in hands."""
        mirror = self.mirror
        game, position, player = mirror.game, mirror.position, list(mirror.seats).index(own)
        if not mirror.in_step or game is None or position is None:
            return what
        asked = mirror.view.question
        if asked:
            words = _("Everybody is asked: ✓ agrees, ◀ does not.")
            return WhatToDo(State.ASKED, words) if own in asked.unanswered else what
        if own in mirror.view.seats_to_reseal() or player not in game.to_act(position):
            return what
        keys = [choice(game, position, action, _) for action in by_keys(game, position, player)]
        words = _("With the keys: {}.").format("; ".join(keys)) if 0 < len(keys) <= MOST_CHOICES else ""
        return WhatToDo(State.CHOOSE, " ".join(filter(None, (_("It is your turn at the table."), words))))

    def do(self, visitor: str, chosen: Choice) -> str | None:
        """Show the chosen board."""
        if chosen not in self.what_to_do(visitor).choices:
            return _("That is no longer possible.")
        port = self.companion.port
        port.choose(port.choice[chosen.action[0]][0])
        return None
