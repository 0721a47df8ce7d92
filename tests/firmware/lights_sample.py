"""A game of David & Goliath in light, as checksums of all that the strips were given, for both Pythons."""

from binascii import crc32

from tavolo.lights import Canvas, Lights
from tavolo.rules import load as load_game
from tavolo.rules.contract import CHANCE, Setup
from tavolo.scenes import Stage, load, lobby


class Strip:
    """What the lights use of a NeoPixel object, and a checksum of what it sends."""

    byteorder = "GRB"

    def __init__(self, count: int) -> None:
        self._post_brightness_buffer = bytearray(3 * count)
        self.count = count
        self.check = 0

    def __len__(self) -> int:
        return self.count

    def show(self) -> None:
        self.check = crc32(self._post_brightness_buffer, self.check)


class Below:
    """Numbers that look like chance and are the same everywhere."""

    def __init__(self) -> None:
        self.state = 7

    def __call__(self, n: int) -> int:
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n


def checksums(limit_ma: int) -> list[int]:
    """Play two deals of six players, then look at the lobby; the checksums of the three strips."""
    below = Below()
    strips = [Strip(64), Strip(128), Strip(8)]
    lights = Lights(strips[0], strips[1], strips[2], limit_ma)
    canvas = Canvas()
    rules, scene = load_game("david-goliath"), load("david-goliath")
    stage = Stage(rules.start(Setup(rules, 6, (2, -1), True)))
    stage.seats = (0, 1, 3, 4, 5, 7)
    while rules.to_act(stage.position):
        player = rules.to_act(stage.position)[0]
        if player == CHANCE:
            action = rules.chance(stage.position, below)
        else:
            actions = rules.legal(stage.position, player)
            action = actions[below(len(actions))]
        rules.apply(stage.position, action)
        stage.now_ms += 333
        canvas.clear()
        scene.paint(canvas, stage)
        lights.show(canvas)
    stage.joined = [3, 4]
    for stage.option_index, stage.option_value in ((-1, 0), (0, 12), (1, -1)):
        canvas.clear()
        lobby.paint(canvas, stage)
        lights.show(canvas)
    return [strip.check for strip in strips]


if __name__ == "__main__":
    print(checksums(400), checksums(250))
