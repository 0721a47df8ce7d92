"""Games in light, as checksums of all bytes sent to the strips, for both Pythons."""

import sys
from binascii import crc32

from tavolo.games import load as load_game
from tavolo.games import scene_of
from tavolo.lights import lobby, plain
from tavolo.lights.canvas import Canvas
from tavolo.lights.layout import Layout
from tavolo.lights.stage import NO_PREVIEW, Stage
from tavolo.lights.strips import Lights
from tavolo.maker.settings import defaults
from tavolo.rules.contract import CHANCE, Setup

# Game, players, options, current limit; and the checksum of all bytes sent to the strips. After an intended change,
# `python -m tests.lights.lights_sample` prints new ones: people will see every difference.
SAMPLES = (
    ("david-goliath", 6, (2, -1), 250, 2545843811),
    ("bambuti", 2, (0, 2), 400, 2602408573),
    ("kuh-vadis", 2, (2, 0, -1), 400, 1725655869),
    ("kuh-vadis", 2, (2, 1, -1), 250, 2735877192),
    ("yellowstone-park", 5, (20, 0, 0, 1), 250, 3295251003),
    ("tanz-der-hornochsen", 2, None, 400, 1087435452),
    ("tanz-der-hornochsen", 8, None, 400, 4108269881),
    ("plain", 3, (2, -1), 400, 2236245268),
)
CELEBRATION = 12  # paintings of the end, which takes four seconds


class Strip:
    """What the lights use of a NeoPixel object, and a checksum of what it sends."""

    byteorder = "GRB"

    def __init__(self, count: int) -> None:
        self._post_brightness_buffer = bytearray(3 * count)
        self.count = count
        self.check = 0
        self.pin = self.state_machine = self

    def is_quiet(self) -> bool:
        return True

    def __len__(self) -> int:
        return self.count

    def show(self) -> None:
        self.check = crc32(self._post_brightness_buffer, self.check)


class Below:
    """Pseudo-random numbers that are the same everywhere."""

    def __init__(self) -> None:
        self.state = 7

    def __call__(self, n: int) -> int:
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n


class DefaultScene:
    """David & Goliath without its own scene."""

    def paint(self, canvas: Canvas, stage: Stage) -> None:
        position = stage.position
        plain.paint(canvas, stage, load_game("david-goliath"), position.totals, position.sums[: position.players])


def checksum_of(sample: int) -> int:
    """Play a game with each decision previewed, celebrate, then show the lobby; the checksum of the three strips."""
    name, players, options, limit_ma, _ = SAMPLES[sample]
    below = Below()
    strips = [Strip(64), Strip(128), Strip(8)]
    lights = Lights(strips, limit_ma, Layout(defaults()))
    canvas = Canvas()
    is_default = name == "plain"
    rules, scene = load_game("david-goliath" if is_default else name), DefaultScene() if is_default else scene_of(name)
    stage = Stage(rules.start(Setup(rules, players, options, True)))
    stage.seats = (0, 1, 3, 4, 5, 7, 2, 6)[:players]
    while rules.to_act(stage.position):
        acting = rules.to_act(stage.position) + rules.may_act(stage.position)
        player = acting[below(len(acting))]
        if player == CHANCE:
            action = rules.chance(stage.position, below)
        else:
            actions = rules.legal(stage.position, player)
            action = actions[below(len(actions))]
            look_at(stage, rules, acting, player, action)
            show(lights, canvas, scene, stage)
            stage.previews = []
            stage.preview_player, stage.preview = NO_PREVIEW
        rules.apply(stage.position, action)
        stage.actions.append(rules.public(action))
        show(lights, canvas, scene, stage)
    for _ in range(CELEBRATION):
        show(lights, canvas, scene, stage)
    stage.joined = [3, 4]
    for stage.option_index, stage.option_value in ((-1, 0), (0, 12), (1, -1)):
        show(lights, canvas, lobby, stage)
    return crc32(repr([strip.check for strip in strips]).encode())


def look_at(stage: Stage, rules, acting, player, action) -> None:  # type: ignore[no-untyped-def]
    """Let a player preview an action unless it is secret, and all others who act the last of their options by keys."""
    stage.previews = [(player, action)] if rules.public(action) == action else []
    for other in acting:
        options = [option for option in rules.legal(stage.position, other) if rules.public(option) == option]
        if other != player and options:
            stage.previews.append((other, options[-1]))
    stage.preview_player, stage.preview = stage.previews[0] if stage.previews else NO_PREVIEW


def show(lights: Lights, canvas: Canvas, scene, stage: Stage) -> None:  # type: ignore[no-untyped-def]
    """Paint, send it to the strips, and let a third of a second pass."""
    canvas.clear()
    scene.paint(canvas, stage)
    lights.show(canvas)
    while lights.is_busy:
        lights.show(canvas)
    stage.now_ms += 333


if __name__ == "__main__":
    for number in [int(word) for word in sys.argv[1:]] or range(len(SAMPLES)):
        print(checksum_of(number))
