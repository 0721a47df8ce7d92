"""The page of one game that was played: its replay; or what can be said of it, if it cannot be replayed.

A game that is not over says only who plays, when and what. One that was played by other rules has its result and its
actions as text.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from nicegui import ui

from tavolo.games import load
from tavolo.games import names as game_names
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.past_game import PastGame, past_game
from tavolo_host.display.parts.elements import Button, confirmation
from tavolo_host.display.parts.side_page import side_page
from tavolo_host.display.parts.source import HISTORY, TableSource
from tavolo_host.display.parts.tags import tag
from tavolo_host.display.past.replay_side import ReplaySide
from tavolo_host.display.past.replay_view import ReplayView
from tavolo_host.history import words
from tavolo_host.history.game_rows import DamagedGame
from tavolo_host.history.history import History
from tavolo_host.history.history_file import Unusable
from tavolo_host.history.kept_game import OPEN, Action, KeptGame
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.seats.rights import Right
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, speaking, tongue

DELETING = "deleting"  # the id of the question before a game is deleted


class ReplayPage:
    """Builds a visitor's page of a game of the file into the current client."""

    def __init__(self, path: Path, table: TableSource, commands: FileCommands, game_id: int) -> None:
        self._path = path
        self._table = table
        self._commands = commands
        self._id = game_id
        self._tongue = tongue()
        problem, kept, reviews = "", None, ""
        remains: list[str] = []
        actions: tuple[Action, ...] = ()
        try:
            with History(path, commands.readable()) as history:
                try:
                    kept = history.game(game_id)
                    if kept:
                        actions = tuple(each.action for each in history.actions(game_id))
                        reviews = history.review(game_id)
                except DamagedGame as damaged:
                    problem, kept = in_language(damaged.sentence, _), None
                    remains = history.remains(game_id) if commands.may(Right.DELETE) else []
        except Unusable as unusable:
            problem = in_language(unusable.sentence, _)
        with side_page(f"{words.title_of(kept.game)}: {words.who(kept)}" if kept else _("A game"), "replay-page"):
            if kept:
                self._build(kept, actions, reviews)
            else:
                unknown = _("This game is not in the file. It may have been deleted.")
                if commands.readable():
                    unknown = _("This game can be seen at the table's own computer, or by those who played it.")
                ui.label(problem or unknown).classes("side-problem")
                if remains:
                    ui.label(_("What is left of it:"))
                    ui.html(tag("pre", "\n".join(remains), tabindex=0), sanitize=False)
                    self._build_deleting()

    def _build(self, kept: KeptGame, actions: tuple[Action, ...], reviews: str) -> None:
        can_be_replayed = kept.rules == firmware_digests()[1] and kept.game in game_names()
        if kept.ending != OPEN and can_be_replayed:
            try:
                past = past_game(kept, actions, self._table.past)
            except Exception:  # anything the rules raise for a file that was changed by other programs
                can_be_replayed = False
            else:
                self._build_replay(past, reviews)
                return
        with ui.element("section").classes("replay-words").props(f'aria-label="{_("The game")}"'):
            ui.label(f"{words.when(kept)}. {words.result(kept)}")
            if kept.ending == OPEN:
                if kept.id in [each.id for each in self._commands.unfinished()]:
                    Button("start-button", _("Go on"), self._go_on)
                ui.label(_("What happened can be seen here when the game is over."))
            else:
                ui.label(_("It was played by other rules than this program has, so it cannot be replayed:"))
                ui.html(tag("pre", text_of(kept, actions), tabindex=0), sanitize=False)
            self._build_deleting()

    def _build_replay(self, past: PastGame, reviews: str) -> None:
        def build_side(on_jump: Callable[[int, int], None]) -> ReplaySide:
            return ReplaySide(
                past,
                self._table,
                self._commands,
                path=self._path,
                reviews=reviews,
                build_more=self._build_deleting,
                on_jump=on_jump,
            )

        ReplayView(past, build_side)

    def _build_deleting(self) -> None:
        """Build the button that deletes the game for who may."""
        if not self._commands.may(Right.DELETE):
            return
        delete = _("Delete this game")
        Button("plain-button", delete).props(f'popovertarget="{DELETING}"')
        question = _("Delete this game, with all that was played in it, for good? Nothing brings it back.")
        confirmation(DELETING, "", question, delete, self._delete)

    def _delete(self) -> None:
        self._leave_for(HISTORY, partial(self._commands.delete_game, self._path, self._id))

    def _go_on(self) -> None:
        self._leave_for("/", partial(self._commands.go_on, self._id))

    def _leave_for(self, address: str, command: Callable[[], str | None]) -> None:
        """Carry out a command and go to another page, or say why not."""
        with speaking(*self._tongue):
            try:
                refusal = command()
            except Unusable as problem:
                refusal = problem.sentence
        if refusal:
            self._say(refusal)
        else:
            ui.navigate.to(address)

    def _say(self, sentence: str) -> None:
        with speaking(*self._tongue):
            ui.notify(in_language(sentence, _), position="top", color="brown-9")


def text_of(kept: KeptGame, actions: tuple[Action, ...]) -> str:
    """Return a game as text, a line for each action; what these rules cannot put into words stays as numbers."""
    lines = [kept.setup]
    for action in actions:
        try:
            lines.append(load(kept.game).action_text(action))
        except Exception:  # anything that rules raise for the actions of others
            lines.append(" ".join(map(str, action)))
    return "\n".join(lines)
