"""A bot for David & Goliath, and how it does against the built-in levels:

    build/venv/bin/python host/examples/bot.py

`choose` is the whole bot. Change it, and see whether it wins more often.
"""

from functools import partial
from random import Random

from tavolo.games import load
from tavolo.games.david_goliath import rules
from tavolo.games.david_goliath.position import NUMBERS, Position
from tavolo_host.arena.playing import play
from tavolo_host.players import levels
from tavolo_host.players.of_game import shares

PLAYERS, GAMES = 4, 200


def choose(known: Position, player: int, random: Random) -> tuple[int, ...]:
    """Return one of the legal actions of `player`; `known.hands` has its own hand, and None for all others."""
    actions = sorted(rules.legal(known, player), key=number)
    trick = [card % NUMBERS for card in known.trick]
    if len(trick) == PLAYERS - 1:  # the last card completes the trick, so nothing has to be guessed
        return max(actions, key=lambda action: lead_after(known, player, action))
    # Stay below the highest card, which takes the rest of the trick, or else play the lowest.
    below = [action for action in actions if trick and number(action) < max(trick)]
    return below[-1] if below else actions[0]


def number(action: tuple[int, ...]) -> int:
    """Return the number of the card that an action plays, counted from 0."""
    return rules.action_card(action) % NUMBERS


def lead_after(known: Position, player: int, action: tuple[int, ...]) -> float:
    """Return how far ahead of the average `player` is once the action has been applied to a copy of the position."""
    position = known.copy()
    rules.apply(position, action)
    points = [position.deal_points(each) for each in range(PLAYERS)]
    return points[player] - sum(points) / PLAYERS


def main(games: int = GAMES) -> None:
    """Let the bot play against three players of each level, from each seat in turn."""
    game = load("david-goliath")
    for level in ("plain", "easy", "sensible"):
        rivals = [partial(levels.choose, game, level=level)] * (PLAYERS - 1)
        won = 0.0
        for deal in range(games):
            seat = deal % PLAYERS
            won += shares(game, play(game.NAME, [*rivals[:seat], choose, *rivals[seat:]], deal).position)[seat]
        print(f"Against three {level} players the bot wins {won / games:.0%} of {games} games; its fair share is 25%.")


if __name__ == "__main__":
    main()
