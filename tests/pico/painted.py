"""What the table's lights should show, painted on this computer from what the laptop knows, and how it fits what the
pixels were seen to show. The only thing that is unknown is when the board's own clock began; it is found out."""

from typing import Any

from tavolo.games import field_at, scene_of
from tavolo.lights import lobby, palette, slots
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import BEAT_MS, Stage
from tavolo.wiring import FIELD_COLUMNS, FIELD_ROWS, field_pixel
from tavolo_host.virtual.pixels import Colour
from tests.pico.emulated_back import EmulatedBack

Strips = tuple[list[Colour], list[Colour], list[Colour]]

GAME_MS = 12_000  # after which the scene of a game for three is where it was
WHOLE_MS = 192_000  # after which the lobby's, which takes 64 s, is so too
STEP_MS = 5
SETTLING_MS = 25  # at the beginning of a beat: a pass, and the strips one after the other


class Onlooker:
    """Watches the lights of an evening, undimmed; `offsets` are what the board's clock may be ahead of ours, in ms."""

    def __init__(self, back: EmulatedBack, whole_ms: int = WHOLE_MS) -> None:
        self.back = back
        self.offsets = list(range(0, whole_ms, STEP_MS))
        self._whole_ms = whole_ms
        self.lamps: list[set[Colour]] = []  # the colours that each showed while it was last watched

    def watch(self, milliseconds: int = 1200) -> list[tuple[int, Strips]]:
        hardware = self.back.table.hardware
        seen = []
        for _ in range(milliseconds // STEP_MS):
            self.back.step()
            now_ms = self.back.table.pico.now_ns // 1_000_000
            seen.append((now_ms, (hardware.track.pixels, hardware.field.pixels, hardware.lamps.pixels)))
        self.lamps = [{strips[2][seat] for _, strips in seen} for seat in range(len(hardware.lamps.pixels))]
        return seen

    def lobby(self, **state: Any) -> None:
        """The lights show the lobby, at its first game, with these fields of `Stage`."""
        stage = Stage()
        stage.game_picture = field_at(0)
        self._fits(lobby, stage, state)

    def game(self, **state: Any) -> None:
        """The lights show the game as the laptop knows it, and these fields of `Stage`."""
        mirror = self.back.mirror
        stage = Stage(mirror.position)
        stage.seats, stage.actions = mirror.seats, list(mirror.actions)
        self._fits(scene_of(mirror.game.NAME), stage, state)

    def _fits(self, scene: Any, stage: Stage, state: dict[str, Any]) -> None:
        stage.slots[:] = bytes(self.back.mirror.slots)
        for name, value in state.items():
            assert hasattr(stage, name)
            setattr(stage, name, value)
        painted: dict[int, Strips] = {}
        seen = self.watch()
        kept = []
        for offset in self.offsets:
            for now_ms, strips in seen:
                beat, into = divmod((now_ms + offset) % self._whole_ms, BEAT_MS)
                if into < SETTLING_MS:
                    continue
                if beat not in painted:
                    painted[beat] = _painted(scene, stage, beat)
                if painted[beat] != strips:
                    break
            else:
                kept.append(offset)
        assert kept, f"No beat of what should be shown is what was shown. The lamps: {self.lamps}"
        self.offsets = kept


def _painted(scene: Any, stage: Stage, beat: int) -> Strips:
    canvas = Canvas()
    stage.now_ms = beat * BEAT_MS
    scene.paint(canvas, stage)
    slots.paint(canvas, stage)
    field = [(0, 0, 0)] * len(canvas.field)
    for row in range(FIELD_ROWS):
        for column in range(FIELD_COLUMNS):
            field[field_pixel(column, row)] = palette.RGB[canvas.field[row * FIELD_COLUMNS + column]]
    return [palette.RGB[index] for index in canvas.track], field, [palette.RGB[index] for index in canvas.lamps]
