"""What the lights show of lobby or game: the scene, painted when something has changed or a beat has passed."""

from tavolo.lights import lobby, slots
from tavolo.lights.canvas import Canvas
from tavolo.lights.stage import Stage, beat
from tavolo.lights.strips import Lights
from tavolo.rules import names
from tavolo.scenes import load, pictures

TYPE_CHECKING = False  # as type checkers read it: True
if TYPE_CHECKING:
    from typing import Any

    from tavolo.play.lobby import Lobby
    from tavolo.play.play import Play
    from tavolo.seat.gap import Gap
    from tavolo.seat.seat import Seat

NO_PREVIEW = (-1, None)


class Picture:
    """The picture on `lights`. `has_changed` asks for painting it anew; `is_still` says that the last pass did not."""

    def __init__(self, lights: Lights) -> None:
        self.lights = lights
        self.has_changed = True
        self.is_still = False
        self._canvas = Canvas()
        self._stage = Stage()
        self._scene: "Any" = lobby
        self._waiting: "Any" = lobby
        self._tried: "Any" = None  # the only seat
        self._beat = -1
        self._game_index = -1  # whose picture the stage has: made once, since the lobby is painted at each beat

    def show_game(self, play: "Play") -> None:
        """From now on show a game."""
        self._scene = load(play.record.game.NAME)
        self._stage.seats = play.seats
        self.has_changed = True

    def show_lobby(self) -> None:
        """From now on show the lobby."""
        self._scene = self._waiting
        self.has_changed = True

    def show_trial(self, seat: "Any") -> None:
        """From now on show in the place of the lobby what a seat reads; None for the lobby itself."""
        self._tried = seat
        is_waiting = self._scene is self._waiting
        self._waiting = trial_scene() if seat else lobby
        if is_waiting:
            self.show_lobby()

    def step(self, elapsed_ms: int) -> None:
        """Let time pass."""
        self._stage.now_ms += elapsed_ms

    def shows_otherwise(self, seat: "Seat | Gap") -> bool:
        """Return whether the slot of a seat is shown in another state than it is in."""
        number = seat.number
        return self._stage.slots[number] != seat.state or self._stage.troubled[number] != (seat.trouble != 0)

    def show_slot(self, number: int, state: int, is_troubled: bool) -> bool:
        """From now on show a slot in this state of `tavolo.seat.seat`; return whether it was shown in another."""
        stage = self._stage
        if stage.slots[number] == state and stage.troubled[number] == is_troubled:
            return False
        stage.slots[number] = state
        stage.troubled[number] = is_troubled
        self.has_changed = True
        return True

    def paint(self, play: "Play | None", waiting: "Lobby") -> None:
        """Paint the game, or the lobby `waiting` when there is none, if it looks different from before."""
        stage = self._stage
        self.is_still = not self.has_changed and beat(stage.now_ms) == self._beat
        if self.is_still:
            if self.lights.is_busy:
                self.lights.show(self._canvas)
            return
        self._beat = beat(stage.now_ms)
        self.has_changed = False
        if play:
            self._look_at_game(play)
        else:
            self._look_at_lobby(waiting)
        self._canvas.clear()
        self._scene.paint(self._canvas, stage)
        slots.paint(self._canvas, stage)
        if self.lights.has_field_lamps or (self._tried and not play):
            self._canvas.put_lamps_on_field()
        self.lights.show(self._canvas)

    def _look_at_game(self, play: "Play") -> None:
        stage = self._stage
        stage.motion = play.motion
        stage.wanted = [play.seats[player] for player in play.asked_again()]
        stage.position = play.record.position
        stage.actions = play.record.actions
        stage.previews = play.previews()
        stage.preview_player, stage.preview = stage.previews[0] if stage.previews else NO_PREVIEW

    def _look_at_lobby(self, waiting: "Lobby") -> None:
        stage = self._stage
        stage.motion = None
        stage.wanted = []
        stage.joined = waiting.joined
        if self._game_index != waiting.game_index:
            self._game_index = waiting.game_index
            stage.game_picture = pictures.field_of(names()[waiting.game_index])
        if self._tried:
            stage.pads, stage.keys = self._tried.slot.code, self._tried.keys.down
        stage.option_index = waiting.option_index
        stage.option_value = waiting.option_value()


def trial_scene() -> "Any":
    """Return the scene of a seat that is tried."""
    from tavolo.lights import trial  # here, because a whole table never shows it

    return trial
