"""Games of Tanz der Hornochsen in light, as a checksum of all that is painted, for both Pythons."""

from binascii import crc32

from tavolo.games.tanz_der_hornochsen import rules as game
from tavolo.games.tanz_der_hornochsen import scene as hornochsen
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage
from tavolo.rules.contract import CHANCE, Setup
from tests.lights.lights_sample import Below


def checksum(players: int) -> int:
    """Play a game at random, everybody looking at the last of what keys can do; the checksum of all pictures."""
    below = Below()
    canvas = Canvas()
    check = 0
    stage = Stage(game.start(Setup(game, players, None, True)))
    stage.seats = tuple(range(players))
    while game.to_act(stage.position):
        acting = game.to_act(stage.position)
        player = acting[below(len(acting))]
        if player == CHANCE:
            action = game.chance(stage.position, below)
        else:
            actions = game.legal(stage.position, player)
            action = actions[below(len(actions))]
        game.apply(stage.position, action)
        stage.actions.append(action)
        stage.now_ms += 333
        stage.previews = []
        for other in game.to_act(stage.position):
            by_keys = [each for each in game.legal(stage.position, other) if game.public(each) == each]
            if by_keys:
                stage.previews.append((other, by_keys[-1]))
        stage.preview = stage.previews[0][1] if stage.previews else None
        canvas.clear()
        hornochsen.paint(canvas, stage)
        check = crc32(canvas.track, crc32(canvas.field, crc32(canvas.lamps, check)))
    return check


if __name__ == "__main__":
    print([checksum(players) for players in (2, 5, 8)])
