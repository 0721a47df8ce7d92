"""David & Goliath in text, both ways: cards, actions, positions.

A card is "green-12". A position is one line of name=value fields in fixed order, players separated by "/", cards by
",", nothing by "-", the unknown by "?".
"""

from tavolo.games.david_goliath import SEATS
from tavolo.games.david_goliath.position import (
    ACTIONS,
    COLOURS,
    HAND,
    IN_HAND,
    IN_TRICK,
    NUMBERS,
    Position,
    deck,
    number_of,
)
from tavolo.rules.contract import whole_number
from tavolo.rules.declared import Actions
from tavolo.rules.fields import Suits, demand, fields_text, values_of

_FIELDS = (
    "players",
    "deals",
    "play",
    "deal",
    "dealer",
    "leader",
    "remaining",
    "trick",
    "captured",
    "hands",
    "voids",
    "totals",
)


CARDS_IN_TEXT = Suits(COLOURS, NUMBERS, "A card reads like green-12")
card_text = CARDS_IN_TEXT.text
card_from_text = CARDS_IN_TEXT.from_text

_ACTIONS = Actions(ACTIONS, {"card": (card_text, card_from_text)})
action_text = _ACTIONS.text
action_from_text = _ACTIONS.from_text
public = _ACTIONS.public
actor = _ACTIONS.actor
action_card = _ACTIONS.card


def position_text(position: Position) -> str:
    """Return the text of a position, hidden cards included as far as the position knows them."""
    players = range(position.players)
    voids = []
    for player in players:
        own = position.voids[player * len(COLOURS) : (player + 1) * len(COLOURS)]
        voids.append(",".join([str(trick) for trick in own]))
    values = (
        str(position.players),
        str(position.deals),
        "dealt" if position.dealt else "table",
        str(position.deal),
        str(position.dealer),
        str(position.leader),
        str(position.remaining),
        CARDS_IN_TEXT.all_text(position.trick),
        "/".join([CARDS_IN_TEXT.all_text(position.captured(player)) for player in players]),
        "/".join([CARDS_IN_TEXT.all_text(hand) for hand in position.hands]),
        "/".join(voids),
        "/".join([str(total) for total in position.totals]),
    )
    return fields_text(_FIELDS, values)


def position_from_text(text: str) -> Position:
    """Return the position of a text; ValueError, in a sentence, when it is none or its parts do not fit."""
    values = values_of(_FIELDS, text)
    players, deals, deal, dealer, leader, remaining = [whole_number(values[place]) for place in (0, 1, 3, 4, 5, 6)]
    demand("players", SEATS[0] <= players <= SEATS[1])
    demand("play", values[2] in ("dealt", "table"))
    position = Position(players, deals, dealer, values[2] == "dealt")
    position.deal, position.leader, position.remaining = deal, leader, remaining
    position.trick = CARDS_IN_TEXT.all_from_text(values[7])
    captured = [CARDS_IN_TEXT.all_from_text(cards) for cards in values[8].split("/")]
    position.hands = [CARDS_IN_TEXT.hand_from_text(hand) for hand in values[9].split("/")]
    voids = [[whole_number(trick) for trick in own.split(",")] for own in values[10].split("/")]
    position.totals = [whole_number(total) for total in values[11].split("/")]
    _check(position, captured, voids)
    position.voids = bytearray([trick for own in voids for trick in own])
    _place_cards(position, captured)
    return position


def _check(position: Position, captured: "list[list[int]]", voids: "list[list[int]]") -> None:
    """Raise ValueError, naming the field, unless everything fits together."""
    players, remaining = position.players, position.remaining
    demand("deal", 0 <= position.deal <= position.deals)
    demand("dealer", 0 <= position.dealer < players)
    demand("leader", 0 <= position.leader < players)
    demand("remaining", 0 <= remaining <= players * HAND)
    demand("trick", len(position.trick) < players)
    demand("captured", len(captured) == players)
    open_cards = position.trick + [card for cards in captured for card in cards]
    dealt = remaining + len(open_cards)
    demand("remaining", dealt == players * HAND or dealt == 0)
    demand("trick", (remaining + len(position.trick)) % players == 0)
    known = open_cards + [card for hand in position.hands for card in hand or []]
    demand("captured", len(set(known)) == len(known) and not set(known) - set(deck(players)))
    demand("hands", len(position.hands) == players)
    for player, hand in enumerate(position.hands):
        demand("hands", hand is None or len(hand) == position.hand_count(player))
    demand("voids", [len(own) for own in voids] == [len(COLOURS)] * players)
    demand("voids", all([0 <= trick <= HAND for own in voids for trick in own]))
    demand("totals", len(position.totals) == players)


def _place_cards(position: Position, captured: "list[list[int]]") -> None:
    """Fill `where`, `counts` and `sums` from what lies captured and in the trick."""
    if position.remaining or any(captured):
        for card in deck(position.players):
            position.where[card] = IN_HAND
    for player, cards in enumerate(captured):
        for card in cards:
            position.where[card] = player
            position.counts[player * len(COLOURS) + card // NUMBERS] += 1
            position.sums[player * len(COLOURS) + card // NUMBERS] += number_of(card)
    for card in position.trick:
        position.where[card] = IN_TRICK
