"""Yellowstone Park in light, with what is looked at, as checksums of what the strips get, for both Pythons."""

from tavolo.games import load as load_game
from tavolo.games import scene_of
from tavolo.lights.canvas import Canvas
from tavolo.lights.layout import Layout
from tavolo.lights.stage import Stage
from tavolo.lights.strips import Lights
from tavolo.maker.settings import defaults
from tavolo.rules.contract import CHANCE, Setup
from tests.lights.lights_sample import Below, Strip


def checksums(limit_ma: int) -> list[int]:
    """Play a game of five players with edge frames; the checksums of the three strips."""
    below = Below()
    strips = [Strip(64), Strip(128), Strip(8)]
    lights = Lights(strips, limit_ma, Layout(defaults()))
    canvas = Canvas()
    rules, scene = load_game("yellowstone-park"), scene_of("yellowstone-park")
    stage = Stage(rules.start(Setup(rules, 5, (20, 0, 0, 1), True)))
    stage.seats = (0, 1, 3, 4, 7)
    while rules.to_act(stage.position):
        player = rules.to_act(stage.position)[0]
        if player == CHANCE:
            action = rules.chance(stage.position, below)
        else:
            actions = rules.legal(stage.position, player)
            action = actions[below(len(actions))]
        stage.preview = None if player == CHANCE else action
        for _ in range(2):
            stage.now_ms += 333
            canvas.clear()
            scene.paint(canvas, stage)
            lights.show(canvas)
            stage.preview = None
        rules.apply(stage.position, action)
    canvas.clear()
    scene.paint(canvas, stage)
    lights.show(canvas)
    return [strip.check for strip in strips]


if __name__ == "__main__":
    print(checksums(400), checksums(250))
