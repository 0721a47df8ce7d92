"""What a board shows besides its game, from its messages: a laptop paints the same lights from it."""

from dataclasses import dataclass, field

from tavolo.games import manifest, names
from tavolo.link.telemetry import ABANDON, NOTHING_ASKED, QUESTIONS
from tavolo.rules.record import Record
from tavolo.seat.states import NOBODY
from tavolo.wiring import SEATS
from tavolo_host.texts.deferred import deferred


class OutOfStep(Exception):
    """The laptop's position differs from the board's; `sentence` says how."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True)
class Preview:
    """What a seat is previewing: option `index` of `count`, which is this action."""

    index: int
    count: int
    action: tuple[int, ...]


@dataclass(frozen=True)
class Question:
    """A question to the `seats`: "undo", "abandon" or "fill"; `agreed` has each seat's answer so far.

    `asker` is the seat that asks, -1 for the laptop; `actions` is how many would be undone or repaired.
    """

    what: str
    seats: tuple[int, ...]
    agreed: tuple[bool, ...]
    asker: int
    actions: int

    @property
    def unanswered(self) -> list[int]:
        """The seats that have not agreed yet."""
        return [seat for seat, has_agreed in zip(self.seats, self.agreed, strict=True) if not has_agreed]

    @property
    def game_continues(self) -> bool:
        """Whether it is not the question to abandon the game."""
        return self.what != QUESTIONS[ABANDON]


@dataclass(frozen=True)
class LostRecords:
    """How many actions the journal has lost (-1: unknown), and the seats whose hands get cards back."""

    count: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Waiting:
    """The lobby: the seats that `joined`, in order, the game shown, and the option shown (-1 for none)."""

    joined: tuple[int, ...] = ()
    game_index: int = 0
    option_index: int = -1
    value: int = 0

    def option_value(self) -> int:
        """Return the value of that option."""
        return self.value


@dataclass
class View:
    """What a board shows, a `tavolo.lights.view.View`. It is replaced when the board goes away.

    `record` is the game that is shown: None without one, and while `is_lobby`, perhaps after a game. `playing` are the
    seats of its players, `choosing` what seats preview, `to_reseal` the seats that must insert their sealed card again,
    `tried` what the only seat of a table reads, (pads, keys).
    """

    record: Record | None = None
    playing: tuple[int, ...] = ()
    slots: bytes = bytes(SEATS)
    troubled: bytes = bytes(SEATS)
    choosing: dict[int, Preview] = field(default_factory=dict)
    question: Question | None = None
    lost_records: LostRecords | None = None
    to_reseal: tuple[int, ...] = ()
    is_lobby: bool = False
    lobby: Waiting = Waiting()
    tried: tuple[int, int] | None = None

    def seats_to_reseal(self) -> tuple[int, ...]:
        """Return the seats that must insert their sealed card again."""
        return self.to_reseal

    def trial(self) -> tuple[int, int] | None:
        """Return (pads, keys) of the only seat."""
        return self.tried

    def previews(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return (player, action) for each preview, by player."""
        choosing = self.choosing
        return [(player, choosing[seat].action) for player, seat in enumerate(self.playing) if seat in choosing]

    def take_slots(
        self, slots: tuple[int, ...], choosing: int, troubled: int, wanted: int, going_back: int, lost: int
    ) -> None:
        """Take the state of the slots; masks have one bit for each seat."""
        self.slots = bytes(slots)
        self.lost_records = LostRecords(lost, _seats_in(going_back)) if lost else None
        self.choosing = {seat: shown for seat, shown in self.choosing.items() if choosing >> seat & 1}
        self.troubled = bytes(troubled >> seat & 1 for seat in range(SEATS))
        self.to_reseal = _seats_in(wanted)
        if sum(state not in NOBODY for state in slots) != 1:
            self.tried = None

    def take_question(self, what: str, asked: int, agreed: int, asker: int, actions: int) -> None:
        """Take a question to seats, or NOTHING_ASKED; masks have one bit for each seat."""
        seats = _seats_in(asked)
        question = Question(what, seats, tuple(bool(agreed >> seat & 1) for seat in seats), asker, actions)
        self.question = None if what == NOTHING_ASKED else question

    def take_lobby(self, joined: tuple[int, ...], game_index: int, option_index: int, option_value: int) -> None:
        """Take what the lobby shows; OutOfStep for an unknown game or option."""
        if game_index >= len(names()):
            raise OutOfStep(deferred("the board offers game {}, the laptop has {}.", game_index, len(names())))
        if option_index >= 0 and not _is_offered(game_index, option_index, option_value):
            raise OutOfStep(
                deferred(
                    "the board offers value {} for option {}, which this program does not know.",
                    option_value,
                    option_index,
                )
            )
        if len(set(joined)) != len(joined):
            raise OutOfStep(deferred("a seat has joined twice: {}.", counted(joined)))
        self.is_lobby, self.record = True, None
        self.lobby = Waiting(joined, game_index, option_index, option_value)

    def take_trial(self, pads: int, keys: int) -> None:
        """Take what the only seat reads."""
        self.tried = (pads, keys)


def _is_offered(game_index: int, option_index: int, value: int) -> bool:
    options = manifest(names()[game_index]).OPTIONS
    return option_index < len(options) and options[option_index].low <= value <= options[option_index].high


def counted(seats: tuple[int, ...]) -> str:
    """Return seats as people count them: from one."""
    return ", ".join(str(seat + 1) for seat in seats) or "-"


def _seats_in(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(SEATS) if mask >> seat & 1)
