"""Bambuti: a turn: where a mask may be laid, what follows, drums and passes.

Rulebook: use of the indicators (“Uso degli indicatori del punteggio”), sequence of play (“Sequenza di gioco”), scoring
(“Punteggio”), end of the game (“Fine del gioco”). At the table nobody sees a hand, so passing is always allowed there,
and only has to be confirmed. A player known to have a play must play; one known to have none cannot withdraw the pass.
"""

from tavolo.games.bambuti import events as code
from tavolo.games.bambuti.position import (
    DRAWING,
    DRUM,
    DRUMMING,
    END_TURN,
    LAYING,
    LEFT_AT_END,
    NUMBERS,
    OVER,
    PASS,
    PLACES,
    PLAY,
    PLAY_ON,
    PLAYING,
    WISH,
    WISHING,
    Position,
    indicator,
    indicator_sums,
    is_symmetric,
)
from tavolo.rules.contract import (
    CARD_NOT_IN_HAND,
    CARD_WAS_PLAYED,
    CHANCE_IS_NEXT,
    NO_SUCH_ACTION,
    NOT_IN_THE_DECK,
    NOT_YOUR_TURN,
)

# The neighbours of each place: those that a mask there must not exceed, and those that it must not be below.
NOT_ABOVE: tuple[tuple[int, ...], ...] = ((1,), (2,), (), (2,), (3,))
NOT_BELOW: tuple[tuple[int, ...], ...] = ((), (0,), (1, 3), (4,), ())


def limits(rows: bytearray, owner: int) -> tuple[tuple[int, int], ...]:
    """Return each place's lowest and highest number, from 0, that never rise outwards (rulebook: sequence of play)."""
    first = owner * PLACES
    r1, r2, r3 = rows[first] % NUMBERS, rows[first + 1] % NUMBERS, rows[first + 2] % NUMBERS
    r4, r5 = rows[first + 3] % NUMBERS, rows[first + 4] % NUMBERS
    return ((0, r2), (r1, r3), (r2 if r2 > r4 else r4, NUMBERS - 1), (r5, r3), (0, r4))


def plays(position: Position, player: int, cards: list[int]) -> list[tuple[int, ...]]:
    """Return where a player may lay these masks: in its own row, then in the other's (rulebook: sequence of play)."""
    rows, other = position.rows, 1 - player
    found: list[tuple[int, ...]] = []
    mine, theirs = player * PLACES, other * PLACES
    numbered = [(card % NUMBERS, card) for card in cards]
    for place, (lowest, highest) in enumerate(limits(rows, player)):
        facing = rows[theirs + place] % NUMBERS
        for number, card in numbered:
            if lowest <= number <= highest and number != facing:
                found.append((PLAY, player, card, player, place))
    for place, (lowest, highest) in enumerate(limits(rows, other)):
        facing, first = rows[mine + place] % NUMBERS, rows[theirs + place] // NUMBERS * NUMBERS
        # Cards of a colour follow one another, so colour and number are one range.
        highest += first
        lowest += first
        facing += first
        for card in cards:
            if lowest <= card <= highest and card != facing:
                found.append((PLAY, player, card, other, place))
    return found


def can_play(position: Position, player: int) -> bool:
    """Return whether a player holds, or may hold, a mask that can be played (rulebook: sequence of play)."""
    return any([plays(position, player, [card]) for card in position.could_hold(player)])


def legal_in_turn(position: Position, player: int) -> list[tuple[int, ...]]:
    """Return what the player in turn may do, passing and ending the turn last (rulebook: sequence of play)."""
    phase = position.phase
    if phase == PLAYING:
        found = plays(position, player, position.could_hold(player))
        if not found or position.hands[player] is None:
            found.append((WISH, player))
        return found
    if phase == DRUMMING:
        return [(DRUM, player), (END_TURN, player)]
    if phase == WISHING:
        return [(PLAY_ON, player), (PASS, player)] if can_play(position, player) else [(PASS, player)]
    return []


def refuse_in_turn(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why an action of a player's turn is not allowed, None if it is (rulebook: sequence of play)."""
    phase = position.phase
    if phase == LAYING:
        return (code.ROWS_COME_FIRST,)
    if phase not in (PLAYING, DRUMMING, WISHING):
        return (CHANCE_IS_NEXT,)
    if len(action) < 2:
        return (NO_SUCH_ACTION,)
    player = action[1]
    if player != position.turn:
        return (NOT_YOUR_TURN, player)
    if phase == PLAYING and action[0] == PLAY:
        return refuse_play(position, action)
    if phase == DRUMMING:
        return None if action in ((DRUM, player), (END_TURN, player)) else (code.DRUM_IS_OPEN, player)
    if phase == WISHING:
        if action == (PLAY_ON, player):
            return None if can_play(position, player) else (code.CANNOT_PLAY, player)
        return None if action == (PASS, player) else (code.PASS_IS_OPEN, player)
    if action != (WISH, player):
        return (NO_SUCH_ACTION,)
    return (code.CAN_PLAY, player) if position.hands[player] is not None and can_play(position, player) else None


def refuse_mask(position: Position, player: int, card: int) -> tuple[int, ...] | None:
    """Return why a player cannot have this mask to play, or None (rulebook: sequence of play)."""
    if not 0 <= card < len(position.seen):
        return (NOT_IN_THE_DECK, card)
    if position.seen[card]:
        return (CARD_WAS_PLAYED, card)
    hand, other = position.hands[player], position.hands[1 - player]
    if hand is None:
        is_held = position.held[player] > 0 and (other is None or card not in other)
    else:
        is_held = card in hand
    return None if is_held else (CARD_NOT_IN_HAND, player, card)


def refuse_play(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why the player in turn may not lay a mask there, or None if it may (rulebook: sequence of play)."""
    if len(action) != 5:
        return (NO_SUCH_ACTION,)
    _, player, card, owner, place = action
    if not (0 <= owner <= 1 and 0 <= place < PLACES):
        return (NO_SUCH_ACTION,)
    reason = refuse_mask(position, player, card)
    if reason:
        return reason
    rows, first = position.rows, owner * PLACES
    number, covered, facing = card % NUMBERS, rows[first + place], rows[(1 - owner) * PLACES + place]
    if owner != player and card // NUMBERS != covered // NUMBERS:
        return (code.OTHER_COLOUR, owner, card, covered)
    if number == facing % NUMBERS:
        return (code.EQUAL_FACING, card, facing, number + 1)
    for inner in NOT_ABOVE[place]:
        if number > rows[first + inner] % NUMBERS:
            return (code.RISES_OUTWARDS, card, place + 1, rows[first + inner], inner + 1)
    for outer in NOT_BELOW[place]:
        if number < rows[first + outer] % NUMBERS:
            return (code.CENTRE_TOO_LOW, card, place + 1, rows[first + outer], outer + 1)
    return None


def play(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Lay a mask on another; the rest waits for the draw while there is a pile (rulebook: sequence of play)."""
    _, player, card, owner, place = action
    rows, index = position.rows, owner * PLACES + place
    covered = rows[index]
    was_symmetric = is_symmetric(rows, player)
    rows[index] = card
    position.seen[card] = 1
    position.held[player] -= 1
    hand = position.hands[player]
    if hand is not None:
        hand.remove(card)
    position.passes = 0
    position.made_symmetry = not was_symmetric and is_symmetric(rows, player)
    events: list[tuple[int, ...]] = []
    if owner == player:
        events.append((code.PLAYED_OWN, player, card, place + 1, covered))
    else:
        events.append((code.PLAYED_OPPOSITE, player, card, place + 1, covered, owner, card // NUMBERS))
    events.append(indicator_event(rows, place))
    if position.pile_count:
        position.phase = DRAWING
    else:
        finish_play(position, events)
    return events


def finish_play(position: Position, events: list[tuple[int, ...]]) -> None:
    """Score at most once: at the end, or for a new symmetry; else offer the drums (rulebook: scoring)."""
    player, held, is_new = position.turn, position.held, position.made_symmetry
    position.made_symmetry = False
    if held[0] <= LEFT_AT_END and held[1] <= LEFT_AT_END:
        events.append((code.FOUR_LEFT, 0, held[0], 1, held[1]))
        end_game(position, events)
    elif is_new:
        first = player * PLACES
        events.append((code.SYMMETRY, player, position.rows[first] // NUMBERS, position.rows[first + 1] // NUMBERS))
        score(position, events)
        next_turn(position)
    elif position.drums[player]:
        position.phase = DRUMMING
    else:
        next_turn(position)


def next_turn(position: Position) -> None:
    """Let the other player play (rulebook: sequence of play)."""
    position.turn = 1 - position.turn
    position.phase = PLAYING


def end_game(position: Position, events: list[tuple[int, ...]]) -> None:
    """Apply the final scoring (rulebook: end of the game)."""
    score(position, events)
    position.phase = OVER


def refuse_draw(position: Position, action: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return why this mask may not be drawn, or None; in table play none is named (rulebook: sequence of play)."""
    if position.phase != DRAWING:
        return (NO_SUCH_ACTION,)
    pile, named = position.pile, action[2:]
    is_right = action[1:2] == (position.turn,) and (not named if pile is None else len(named) == 1 and named[0] in pile)
    return None if is_right else (code.WRONG_DRAW, position.turn)


def draw(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Draw one mask, and apply the consequences of the play (rulebook: sequence of play)."""
    player, pile, hand = action[1], position.pile, position.hands[action[1]]
    if pile is not None and hand is not None:
        pile.remove(action[2])
        hand.append(action[2])
        hand.sort()
    else:
        position.hands[player] = None  # a known hand has an unknown mask now
    position.held[player] += 1
    position.pile_count -= 1
    events: list[tuple[int, ...]] = [(code.DREW, player, position.pile_count)]
    finish_play(position, events)
    return events


def decide(position: Position, action: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Apply a decision that is not a play: drums and passes (rulebook: scoring)."""
    verb, player = action
    if verb == WISH:
        position.phase = WISHING
        return [(code.WISHES_TO_PASS, player)]
    if verb == PLAY_ON:
        position.withdrawn += 1
        position.phase = PLAYING
        return [(code.PLAYS_ON, player)]
    events: list[tuple[int, ...]] = []
    if verb == DRUM:
        position.drums[player] -= 1
        events.append((code.DRUM_PLAYED, player, position.drums[player]))
        score(position, events)
    elif verb == END_TURN:
        events.append((code.DRUM_KEPT, player, position.drums[player]))
    else:
        position.passes += 1
        events.append((code.PASSED, player, position.passes, position.ending))
        if position.passes == position.ending:
            events.append((code.PASSES_END, position.passes))
            end_game(position, events)
            return events
    next_turn(position)
    return events


def score(position: Position, events: list[tuple[int, ...]]) -> None:
    """Add the indicators on each side to that player's victory points (rulebook: scoring)."""
    sums = indicator_sums(position.rows)
    for player in (0, 1):
        position.points[player] += sums[player]
        events.append((code.SCORED, player, sums[player], position.points[player]))


def indicator_event(rows: bytearray, place: int) -> tuple[int, ...]:
    """Return the indicator at a place (0-4), with the reason for its side (rulebook: use of the indicators)."""
    first, second = rows[place], rows[PLACES + place]
    high, low = (first, second) if first % NUMBERS >= second % NUMBERS else (second, first)
    points = low % NUMBERS + 1
    of_high = high % NUMBERS + 1 - points
    if not of_high:
        return (code.EQUAL, place + 1, first, second, points)
    shown = indicator(first, second)
    if not shown:
        return (code.DOUBLE, place + 1, high, low, points)
    event = code.INDICATOR_TURNED if first // NUMBERS == second // NUMBERS else code.INDICATOR
    return (event, place + 1, high, low, of_high, points, abs(shown), 0 if shown > 0 else 1)
