"""A rule of your own: in this David & Goliath the last trick is worth ten points more.

    build/venv/bin/python host/examples/own_rule.py

For a whole game, with lights, words and a page, start with `tavolo new-game` and firmware/tavolo/games/README.md.
"""

from random import Random
from typing import TYPE_CHECKING, Any, cast

from tavolo.games.david_goliath import rules
from tavolo.games.david_goliath.position import Position
from tavolo.rules.contract import Setup
from tavolo_host.players.of_game import choose
from tavolo_host.players.playout import playout
from tavolo_host.texts.sentences import sentence

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Event, Game

PLAYERS, GAMES, BONUS = 4, 40, 10
LAST_TRICK = 199  # the code of a new event: player, points; the rules' own codes are the hundred from 100 on


class LastTrickCounts:
    """The game with the new rule; whatever is not defined here is as in the printed rules."""

    def __getattr__(self, name: str) -> Any:
        return getattr(rules, name)

    def apply(self, position: Position, action: "Action") -> "list[Event]":
        """Change the position and return the events; raises Refused, and then changes nothing."""
        events = rules.apply(position, action)
        if position.is_over():
            position.totals[position.leader] += BONUS  # the winner of a trick leads the next one
            events.append((LAST_TRICK, position.leader, BONUS))
        return events


def last_events(game: "Game", seed: int) -> "tuple[list[Event], tuple[int, ...]]":
    """Let sensible virtual players play a game; return what its last action brought about, and the winners."""
    random, position = Random(seed), game.start(Setup(game, PLAYERS, dealt=True))
    for action in playout(
        game, position, lambda at, player: choose(game, game.view(at, player), player, random), random.randrange
    ):
        before, last = position.copy(), action
    return game.apply(before, last), (game.outcome(position) or ())[1:]


def main(games: int = GAMES) -> None:
    """Tell how the first game ends; then play each game with and without the rule, and count how often that matters."""
    printed, own = cast("Game", rules), cast("Game", LastTrickCounts())
    for event in last_events(own, 0)[0]:
        print(f"Player {event[1]} gets {event[2]} points more." if event[0] == LAST_TRICK else sentence(event))
    changed = sum(last_events(printed, seed)[1] != last_events(own, seed)[1] for seed in range(games))
    print(f"The new rule changes who wins in {changed} of {games} games.")


if __name__ == "__main__":
    main()
