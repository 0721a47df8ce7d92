"""The virtual table as the page shows it: table, people and laptop in one process, time as it passes outside.

The laptop's side is the one that a real board has: it reaches the virtual board through a pyserial URL on the
loopback, and shows what came over it. Only hands, slots seen from outside and lights come from the table itself.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Protocol, Self

from tavolo import wiring
from tavolo.rules.contract import NO_CARD, Setup
from tavolo_host.board.companion import Companion, asked, chosen_setup
from tavolo_host.board.log import Entry
from tavolo_host.board.mirror import Mirror
from tavolo_host.display.geometry import places
from tavolo_host.display.guide import lessons
from tavolo_host.display.review import Review
from tavolo_host.display.source import LOG_SHOWN, OwnView, SeatView, SlotState, SlotView, TakenBy
from tavolo_host.display.what_to_do import Choice, Deed, Hint, OwnSeat, WhatToDo, what_to_do
from tavolo_host.people.advice import Advice
from tavolo_host.people.heads import sentence_against
from tavolo_host.people.names import names_at
from tavolo_host.people.pace import Pace
from tavolo_host.people.people import Company
from tavolo_host.people.reviewing import Reviewing
from tavolo_host.players.settings import PACES
from tavolo_host.players.thinking import Thinkers
from tavolo_host.simulator.body import Body
from tavolo_host.simulator.hardware import PASS_MS
from tavolo_host.simulator.serial_line import LoopbackServer, PseudoTerminal
from tavolo_host.texts.language import _, seats_in_words

# When the machine was busy or asleep, time that was missed beyond this is left out.
CATCH_UP_MS = 250.0
BoardLine = LoopbackServer | PseudoTerminal

if TYPE_CHECKING:
    from tavolo.rules.game import Game


class Lights(Protocol):
    """A strip as it is seen: RGB of each pixel."""

    @property
    def pixels(self) -> Sequence[tuple[int, int, int]]:
        """Return the colours."""


class LightsAround(Protocol):
    """What hangs on the board's wires, as far as it is seen."""

    @property
    def track(self) -> Lights:
        """Return the score track."""

    @property
    def field(self) -> Lights:
        """Return the field, in the order of its strip."""

    @property
    def lamps(self) -> Lights:
        """Return the seats' lamps."""


class TableWithPeople(Protocol):
    """A `VirtualTable`, or one with an emulated Pico."""

    bodies: list[Body]
    company: Company

    @property
    def hardware(self) -> LightsAround:
        """Return what hangs on the board's wires."""

    def step(self) -> None:
        """Let PASS_MS go by, for people and board."""

    def close(self) -> None:
        """Give free what it holds."""


class VirtualSource:
    """A `TableSource` with people, and its `Visitors`. `setup` is offered; its number of players may be chosen anew.

    `line` is the board's serial side; the laptop's side opens its URL. `pace` sees to it that a board which takes more
    time than passes does not stop the page, and says how fast it runs. For people and board, time passes `quickened`
    times as fast. `thinkers` think for the people; without any, all are of one level.
    """

    def __init__(
        self,
        table: TableWithPeople,
        setup: Setup,
        line: BoardLine,
        pace: Pace | None = None,
        quickened: float = 1.0,
        thinkers: Thinkers | None = None,
    ) -> None:
        self._setup = setup
        self._line = line
        self.table = table
        self._pace = pace
        self._quickened = quickened
        self.companion = Companion(self._line.url)
        self.table.company.laptop = self.companion.mirror
        if thinkers:
            self.table.company.thinkers = thinkers
        self.level = ""
        self._owed_ms = 0.0
        self._visitors: dict[str, int] = {}
        self._names: dict[str, str] = {}  # of visitors, at seats or not
        self._advice = Advice(table.company)
        self._reviewing: dict[str, Reviewing] = {}  # by visitor

    @property
    def visitors(self) -> Self:
        """Return those who play, who are asked of the table itself."""
        return self

    @property
    def mirror(self) -> Mirror:
        """The laptop's copy of the game."""
        return self.companion.mirror

    def step(self, elapsed_ms: float) -> None:
        """Let time pass for table, people and laptop."""
        self._owed_ms = min(self._owed_ms + elapsed_ms * self._quickened, CATCH_UP_MS * self._quickened)
        passed_ms = 0
        if self._pace:
            self._pace.begin(elapsed_ms)
        while self._owed_ms >= PASS_MS and not (self._pace and self._pace.is_spent()):
            self._owed_ms -= PASS_MS
            passed_ms += PASS_MS
            self.table.step()
            # However much goes by in one step, neither end of the line takes the other for gone.
            self.companion.step(PASS_MS)
        if self._pace:
            self._pace.end(passed_ms)
        if not passed_ms:
            self.companion.step(0)

    def close(self) -> None:
        """Give line and table free."""
        self.companion.close()
        self._line.close()
        self.table.company.thinkers.close()
        self.table.close()

    @property
    def of_board(self) -> str:
        """Return how fast the board runs, in words; nothing when that is as fast as time."""
        return self._pace.words() if self._pace else ""

    # ---- what everybody sees

    def pixels(self) -> tuple[bytes, bytes, bytes]:
        """Return the decoded colours: track, field (row by row), lamps."""
        hardware = self.table.hardware
        field = hardware.field.pixels
        ordered = [
            field[wiring.field_pixel(column, row)]
            for row in range(wiring.FIELD_ROWS)
            for column in range(wiring.FIELD_COLUMNS)
        ]
        return tuple(
            bytes(level for pixel in strip for level in pixel)
            for strip in (hardware.track.pixels, ordered, hardware.lamps.pixels)
        )  # type: ignore[return-value]

    def slots(self) -> Sequence[SlotView]:
        """Return the slots: the state that the board tells, and whether a card is in."""
        return [
            SlotView(SlotState(state), bool(body.cards))
            for state, body in zip(self.mirror.view.slots, self.table.bodies, strict=True)
        ]

    def seats(self) -> Sequence[SeatView]:
        """Return who sits where."""
        company = self.table.company
        names = names_at({seat: self._names.get(visitor, "") for visitor, seat in self._visitors.items()})
        views = []
        for person in company.people:
            player = company.player(person.seat)
            taken = TakenBy.VISITOR if person.is_visitor else TakenBy.PERSON
            views.append(
                SeatView(
                    person.seat,
                    player,
                    names[person.seat] if person.is_visitor or player is not None else "",
                    taken if person.is_visitor or player is not None else TakenBy.NOBODY,
                    (person.body.keys[0] > 0, person.body.keys[1] > 0, person.body.keys[2] > 0),
                )
            )
        return views

    @property
    def offered(self) -> Setup:
        """The game that was set up, or played last."""
        return self._setup

    # ---- what visitors do

    def start(self, players: int, game: "Game | None" = None, options: tuple[int, ...] | None = None) -> str | None:
        """Ask the board to begin a game, the offered one unless another is named; visitors' seats take part."""
        if self.mirror.game is not None and not self.mirror.result:
            return _("A game is being played.")
        if not self.companion.connected:
            return _("The board is not connected yet.")
        if players < len(self._visitors):
            return _(
                "{} have taken a seat, and only {} would play: choose more players, or let somebody stand up."
            ).format(len(self._visitors), players)
        try:
            setup = chosen_setup(self._setup, players, game, options)
        except ValueError as problem:
            return str(problem)
        self._setup = setup
        return asked(self.companion, "new", self._places(players), setup.text())

    def _places(self, players: int) -> tuple[int, ...]:
        """Return the seats of a game: the visitors' and as many others, spread around the table."""
        chosen = sorted(self._visitors.values())
        spread = [*places(players), *range(wiring.SEATS)]
        for seat in spread:
            if len(chosen) < players and seat not in chosen:
                chosen.append(seat)
        return tuple(sorted(chosen))

    def ask(self, verb: str) -> str | None:
        """Ask the board; the virtual people agree after a moment, visitors press their own ✓."""
        return asked(self.companion, verb)

    def hurry(self, pace: str) -> None:
        """Have the virtual people take their time, for the whole table, by one of PACES."""
        self.table.company.unhurried = PACES[pace]

    def challenge(self, level: str) -> None:
        """Have the virtual people play, for the whole table, by one of LEVELS, and advise by it."""
        self.level = self.table.company.level = level
        self.table.company.thinkers.wake(level)

    def call(self, visitor: str, name: str) -> None:
        """Have a visitor be called by a name; "" for none."""
        self._names[visitor] = name

    def name_seat(self, seat: int, name: str) -> None:
        """Do nothing: visitors say what they are called, and virtual people have names."""

    def sit(self, visitor: str, seat: int) -> str | None:
        """Let a visitor take a seat that no other visitor has."""
        if not 0 <= seat < wiring.SEATS:
            return _("There is no seat {}.").format(seat + 1)
        if seat in self._visitors.values() and self._visitors.get(visitor) != seat:
            return _("Somebody sits there already.")
        running = self.mirror.game is not None and not self.mirror.result
        if running and self.table.company.player(seat) is None:
            return _("Nobody plays at that seat in this game; take one that does.")
        self.stand(visitor)
        self._visitors[visitor] = seat
        self.table.company.people[seat].is_visitor = True
        return None

    def stand(self, visitor: str) -> None:
        """Let a visitor leave."""
        seat = self._visitors.pop(visitor, None)
        self._advice.forget(visitor)
        self._end_review(visitor)
        if seat is not None:
            self.table.company.stand_up(seat)
            self.table.bodies[seat].keys = [0.0, 0.0, 0.0]
            self.table.bodies[seat].feel()

    def own(self, visitor: str) -> OwnView | None:
        """Return the visitor's hand with the cards that may be taken into it, and the card in the visitor's slot."""
        seat = self._visitors.get(visitor)
        if seat is None:
            return None
        company = self.table.company
        card = company.people[seat].card
        return OwnView(seat, tuple(company.hand(seat) + company.offered(seat)), card if card >= 0 else None)

    def play(self, visitor: str, card: int) -> str | None:
        """Put a card into the visitor's slot; a card that the rules forbid in turn is not, with the reason."""
        seat = self._visitors.get(visitor)
        company = self.table.company
        if seat is not None and card in company.offered(seat):
            company.take(seat, card)
            return None
        if seat is None or company.record is None or card not in company.hand(seat):
            return _("This card is not in your hand.")
        if company.people[seat].card >= 0:
            return _("First your slot has to be empty.")
        player = company.player(seat)
        record = company.record
        if company.is_turned_up:
            return _("The table's own cards are turned up now.")
        if company.is_asked_again(seat):
            if card not in company.sealed(seat):
                return _("First put in again what you had sealed.")
        elif player is not None and player in record.game.to_act(record.position) + record.game.may_act(
            record.position
        ):
            sentence = sentence_against(record, player, card, self._players_in_words(), _)
            if sentence:
                return sentence
        company.put_in(seat, card)
        return None

    def _players_in_words(self) -> tuple[str, ...]:
        seats = seats_in_words([view.name for view in self.seats()])
        return tuple(seats[seat] for seat in self.mirror.seats)

    def what_to_do(self, visitor: str) -> WhatToDo:
        """Return what the visitor may do now, or what everybody waits for."""
        return what_to_do(self.mirror, self._own_seat(visitor), [view.name for view in self.seats()])

    def lessons(self, visitor: str) -> list[str]:
        """Return what a visitor has to be told who plays this game for the first time."""
        own = self._own_seat(visitor)
        return lessons(self.mirror, own) if own else []

    def _own_seat(self, visitor: str) -> OwnSeat | None:
        seat, company = self._visitors.get(visitor), self.table.company
        player = None if seat is None else company.player(seat)
        if seat is None or player is None or company.record is None:
            return None
        person, record = company.people[seat], company.record
        card = NO_CARD if person.is_played else person.card
        return OwnSeat(seat, player, record.game.view(record.position, player), card, person.meant)

    def hint(self, visitor: str) -> Hint | None:
        """Return which of the visitor's choices a virtual player would choose; without one, it is thought about."""
        what, own, record = self.what_to_do(visitor), self._own_seat(visitor), self.table.company.record
        if own is None or record is None or not any(choice.deed == Deed.ACT for choice in what.choices):
            return None
        return self._advice.hint(visitor, own.player, what.choices, (what, len(record.actions)))

    def review(self, visitor: str) -> Review | None:
        """Return what would have been better in the game that is over, weighed a little further at each call."""
        company, seat = self.table.company, self._visitors.get(visitor)
        record, player = company.record, None if seat is None else company.player(seat)
        if record is None or not self.mirror.result:
            return None
        reviewing = self._reviewing.get(visitor)
        if reviewing is None or reviewing.record is not record or reviewing.player != player:
            self._end_review(visitor)
            reviewing = self._reviewing[visitor] = Reviewing(company, record, player)
        return reviewing.look()

    def _end_review(self, visitor: str) -> None:
        reviewing = self._reviewing.pop(visitor, None)
        if reviewing:
            reviewing.stop()

    def explained(self) -> Collection[int]:
        """Return the numbers of the log's entries that virtual people can give their reasons for."""
        return {entry.number for entry in self.mirror.log[-LOG_SHOWN:] if self._is_explained(entry)}

    def _is_explained(self, entry: Entry) -> bool:
        """Return whether a virtual person has thought out what an entry tells, and everybody knows what it was."""
        company, record = self.table.company, self.table.company.record
        if record is None or not entry.action or entry.seat is None or entry.game != self.mirror.game_number:
            return False
        if not company.is_thought_out(entry.place) or not record.is_open(entry.place):
            return False
        return record.game.action_text(record.game.public(record.actions[entry.place])) == entry.action

    def why(self, number: int) -> str | None:
        """Return what spoke for what a virtual person did, by the number of its entry; None: it is thought about."""
        record = self.table.company.record
        places = [entry.place for entry in self.mirror.log if entry.number == number and self._is_explained(entry)]
        if record is None or not places:
            return ""
        return self._advice.why(places[0])

    def do(self, visitor: str, chosen: Choice) -> str | None:
        """Have the visitor's hands do one of the choices; one that is none any more is refused."""
        seat, company = self._visitors.get(visitor), self.table.company
        if seat is None or chosen not in self.what_to_do(visitor).choices:
            return _("That cannot be done any more.")
        if chosen.deed == Deed.ACT:
            company.mean(seat, chosen.action)
        elif chosen.deed == Deed.AGAIN:
            company.show_again(seat)
        elif chosen.deed == Deed.LIFT:
            company.lift(seat)
        else:
            company.answer(seat, chosen.deed == Deed.AGREE)
        return None

    def lift(self, visitor: str) -> None:
        """Take the card out of the visitor's slot."""
        seat = self._visitors.get(visitor)
        if seat is not None:
            self.table.company.lift(seat)

    def key(self, visitor: str, key: int, down: bool) -> None:
        """Lay a finger on a key of the visitor's seat, or take it off."""
        seat = self._visitors.get(visitor)
        if seat is not None and 0 <= key < 3:
            body = self.table.bodies[seat]
            body.keys[key] = 1.0 if down else 0.0
            body.feel()
