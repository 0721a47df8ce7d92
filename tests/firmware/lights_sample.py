"""Games in light, as checksums of all that the strips were given, for both Pythons."""

from binascii import crc32

from tavolo.lights import Canvas, Lights
from tavolo.rules import load as load_game
from tavolo.rules.contract import CHANCE, NO_CARD, Setup
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


class Table:
    """Three strips under a limit, and what is painted for them."""

    def __init__(self, limit_ma: int) -> None:
        self.strips = [Strip(64), Strip(128), Strip(8)]
        self.lights = Lights(self.strips[0], self.strips[1], self.strips[2], limit_ma)
        self.canvas = Canvas()

    def show(self, scene, stage) -> None:  # type: ignore[no-untyped-def]
        self.canvas.clear()
        scene.paint(self.canvas, stage)
        self.lights.show(self.canvas)

    def checksums(self) -> list[int]:
        return [strip.check for strip in self.strips]


def play(table: Table, setup: Setup, seats: tuple[int, ...]) -> Stage:
    """Play a game by chance, each decision previewed before it is taken."""
    below = Below()
    rules, scene = setup.game, load(setup.game.NAME)
    stage = Stage(rules.start(setup))
    stage.seats = seats
    while rules.to_act(stage.position):
        player = rules.to_act(stage.position)[0]
        if player == CHANCE:
            action = rules.chance(stage.position, below)
        else:
            actions = rules.legal(stage.position, player)
            action = actions[below(len(actions))]
            stage.preview = action if rules.action_card(action) == NO_CARD else None
            table.show(scene, stage)
            stage.preview = None
        rules.apply(stage.position, action)
        stage.now_ms += 333
        table.show(scene, stage)
    return stage


def checksums(limit_ma: int) -> list[int]:
    """Play two deals of David & Goliath with six players, then look at the lobby; the checksums of the strips."""
    table = Table(limit_ma)
    stage = play(table, Setup(load_game("david-goliath"), 6, (2, -1), True), (0, 1, 3, 4, 5, 7))
    stage.joined = [3, 4]
    for stage.option_index, stage.option_value in ((-1, 0), (0, 12), (1, -1)):
        table.show(lobby, stage)
    return table.checksums()


def dice_checksums(limit_ma: int) -> list[int]:
    """Play Kuh Vadis, with the board's dice and with real ones; the checksums of the strips."""
    table = Table(limit_ma)
    for real_dice in (0, 1):
        play(table, Setup(load_game("kuh-vadis"), 2, (2, real_dice, -1), True), (5, 2))
    return table.checksums()


if __name__ == "__main__":
    print(checksums(400), checksums(250))
    print(dice_checksums(400), dice_checksums(250))
