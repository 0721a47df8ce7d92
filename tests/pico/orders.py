"""Orders to hands at the table: a sentence for a person, or movements of the emulated hands."""

from collections.abc import Sequence
from dataclasses import dataclass

from tavolo.games import load
from tavolo.games.cards import code_of
from tavolo_host.simulator.body import PRESS_MS, SlotBody
from tavolo_host.slot.capacitance import InsertedCard

PUT_IN, TAKE_OUT, PRESS, REACH_IN, WITHDRAW = "put in", "take out", "press", "reach in", "withdraw"
KEYS = ("◀", "▶", "✓")
LONG_MS = 1000  # a touch from here on is described with its seconds


@dataclass(frozen=True)
class Card:
    """A card of a game, by its number."""

    game: str
    number: int

    @property
    def code(self) -> int:
        return code_of(self.game, self.number)

    @property
    def name(self) -> str:
        """Return the game's own name of it."""
        text: str = load(self.game).card_text(self.number)
        return text.replace("-", " ")

    def __str__(self) -> str:
        return f"the {self.name} of {load(self.game).TITLE}"


@dataclass(frozen=True)
class Order:
    """One thing that the hands at a seat (0-7) do; `stop_at_mm` is how far from the stop a card is left."""

    seat: int
    what: str
    cards: tuple[Card, ...] = ()
    stop_at_mm: float = 0.0
    keys: tuple[int, ...] = ()
    hold_ms: int = PRESS_MS

    def __str__(self) -> str:
        place = f"seat {self.seat + 1}"
        cards = " and ".join(map(str, self.cards))
        keys = " and ".join(KEYS[key] for key in self.keys)
        if self.what == PUT_IN and self.stop_at_mm:
            return f"Put {cards} into the slot of {place}, but stop {self.stop_at_mm / 10:.1f} cm above the end."
        if self.what == PRESS and self.hold_ms >= LONG_MS:
            return f"Touch {keys} of {place} together and hold for {self.hold_ms / 1000:.1f} seconds."
        return {
            PUT_IN: f"Put {cards} into the slot of {place}, down to the stop.",
            TAKE_OUT: f"Take out what is in the slot of {place}.",
            PRESS: f"Touch {keys} of {place} for a moment.",
            REACH_IN: f"Put your fingers deep into the slot of {place}, and leave them there.",
            WITHDRAW: f"Take your fingers out of the slot of {place}.",
        }[self.what]


def obey(bodies: Sequence[SlotBody], order: Order) -> None:
    """Let the emulated hands start to do it."""
    body = bodies[order.seat]
    if order.what == PUT_IN and len(order.cards) == 1:
        body.do(body.put_in(order.cards[0].code, order.stop_at_mm))
    elif order.what == TAKE_OUT:
        body.do(body.take_out())
    elif order.what == PRESS:
        body.do(body.press(*order.keys, hold_ms=order.hold_ms))
    else:
        body.cards = [InsertedCard(card.code) for card in order.cards]
        body.hand = float(order.what == REACH_IN)
        body.feel()
