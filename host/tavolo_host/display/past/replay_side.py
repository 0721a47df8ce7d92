"""Beside a replay: who knew what, the moments of the game, what would have been better, and playing on against bots."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from markupsafe import Markup
from nicegui import ui

from tavolo_host.display.ending.course import course_of
from tavolo_host.display.ending.end_panel import better_html, course_charts, moments_html
from tavolo_host.display.model.file_commands import FileCommands
from tavolo_host.display.model.known_hands import EVERYBODY, known_html, views
from tavolo_host.display.model.past_game import PastGame
from tavolo_host.display.parts.elements import OneOf, Pressable, html
from tavolo_host.display.parts.game_display import Step
from tavolo_host.display.parts.review import OF, Mistake, Review, review_html, reviews_of_text, reviews_text
from tavolo_host.display.parts.source import TableSource
from tavolo_host.display.parts.tags import joined, tag
from tavolo_host.display.parts.theme import seat_mark_svg
from tavolo_host.display.past.past_lights import PastLights
from tavolo_host.history import words
from tavolo_host.history.history_file import Unusable
from tavolo_host.players.reasons import Reason
from tavolo_host.texts.deferred import in_language
from tavolo_host.texts.language import _, speaking, tongue

REVIEW_S = 0.3  # from one look at a review to the next


class ReplaySide:
    """Builds a visitor's panel into the current element, with what `build_more` builds at its end.

    `reviews` is the text that was kept of reviews, "" for none; a new one is kept with them in the file at `path`.
    `on_jump` gets the number of the action that a moment is about, and whose it is.
    """

    def __init__(
        self,
        past: PastGame,
        table: TableSource,
        commands: FileCommands,
        path: Path,
        reviews: str,
        build_more: Callable[[], None],
        on_jump: Callable[[int, int], None],
    ) -> None:
        self._past, self._table, self._commands, self._path = past, table, commands, path
        self._tongue = tongue()
        self._on_jump = on_jump
        self._view, self._about = EVERYBODY, 0
        self._step = past.replay.step(len(past.actions))
        self._course = course_of(past.mirror)
        self._reviews = {review.player: review for review in _kept_reviews(past, reviews)}
        self._of = min(self._reviews, default=-1)  # the player whose decisions are reviewed
        self._reasons: dict[Mistake, Reason] = {}
        with ui.element("section").classes("the-end replay-side").props(f'aria-label="{_("About this game")}"'):
            ui.html(self._result_html(), sanitize=False)
            self._build_known()
            self._moment = html("replay-moment")
            self._play_on = Pressable(lambda player: self._go_on_as(int(player))).classes("replay-play-on")
            self._moments = Pressable(self._press)
            ui.html(self._chart_html(), sanitize=False)
            with ui.element("div").classes("replay-lights"):
                self._lights = PastLights(past)
            build_more()
        self._timer = ui.timer(REVIEW_S, self._look_at_review, active=False)
        self._show_moments()

    def _build_known(self) -> None:
        self._known = None
        if self._past.hands is None:
            ui.label(_("The hands of this game were not recorded."))
        elif hasattr(self._past.hands(0), "hands"):
            self._views = OneOf(_("What did they know then?"), views(self._past.players), self._look_as)
            self._views.show(self._view)
            self._known = html("known")

    def show(self, step: Step[Any], about: int) -> None:
        """Show what was known at a step, the lights, and what happened at the moment `about`, 0 for none."""
        self._step, self._about = step, about
        past, count = self._past, step.count
        self._lights.show(step)
        if self._known and past.hands:
            position = past.hands(count)
            self._known.set_content(known_html(past.game, position, self._view, past.display, past.players))
        then = tag("p", tag("b", _("Then:")), " ", past.happened(about), class_="end-done") if about else ""
        better = better_html(self._reviews.get(self._of), about, self._reasons, past.game, past.players)
        self._moment.set_content(joined(then, better))
        self._play_on.show(self._play_on_html())

    def look_as(self, player: int) -> None:
        """Take the view of a player, if hands are known."""
        if self._known and player >= 0:
            self._view = player
            self._views.show(player)

    def _look_as(self, view: int) -> None:
        self._view = view
        self._views.show(view)
        with speaking(*self._tongue):
            self.show(self._step, self._about)

    def _press(self, pressed: str) -> None:
        if pressed.startswith(OF):
            self._begin_review(int(pressed.removeprefix(OF)))
            return
        after = int(pressed)
        if 0 < after <= len(self._past.actions):
            self._on_jump(after, self._past.game.actor(self._past.actions[after - 1]))
            ui.run_javascript("document.querySelector('.replay-moment').scrollIntoView({block: 'center'})")

    # ---- the moments, and what would have been better

    def _result_html(self) -> Markup:
        kept = self._past.kept
        taken_back = _("Moves were taken back after something new had been seen.") if kept.is_taken_back else ""
        said = tag("b", words.result(kept)), " ", words.when(kept), " ", taken_back
        return joined(tag("p", *said, class_="replay-result"), tag("p", words.dealt(kept), class_="replay-deck"))

    def _chart_html(self) -> Markup:
        if self._course is None:
            return Markup()
        past = self._past
        return joined(*course_charts(self._course, past.display.standing(past.mirror.position).words, past.players))

    def _show_moments(self) -> None:
        past = self._past
        moments = moments_html(past.mirror, self._course, past.players, True) if self._course else ""
        review = ""
        if past.hands is not None:
            review = review_html(self._reviews.get(self._of), past.game, past.players)
        self._moments.show(joined(moments, review))

    def _begin_review(self, player: int) -> None:
        if not 0 <= player < len(self._past.players):
            return
        self._of = player
        self._reviews.setdefault(player, Review(player, 0.0))
        self._timer.active = True
        self._look_at_review()

    def _look_at_review(self) -> None:
        """Show how far the review has come, and keep it once it is made."""
        past, player = self._past, self._of
        with speaking(*self._tongue):
            if self._reviews[player].share < 1:
                review = self._table.past.review(past.kept.setup, past.actions, player)
                if review is None:
                    del self._reviews[player]
                    self._of = -1
                    ui.notify(_("There was no decision to review."), position="top", color="brown-9")
                else:
                    self._reviews[player] = review
                    if review.share == 1:
                        self._keep_reviews()
            self._timer.active = self._of in self._reviews and self._reviews[self._of].share < 1
            self._show_moments()

    def _keep_reviews(self) -> None:
        whole = [review for review in self._reviews.values() if review.share == 1]
        try:
            content = reviews_text(whole, self._past.game)
            refusal = self._commands.keep_review(self._path, self._past.kept.id, content)
        except Unusable as problem:
            refusal = problem.sentence
        if refusal:
            ui.notify(in_language(refusal, _), position="top", color="brown-9")

    # ---- playing on

    def _play_on_html(self) -> Markup:
        past = self._past
        if past.hands is None or not self._table.can_play_on or past.game.outcome(self._step.position):
            return Markup()
        buttons = [
            tag(
                "button",
                seat_mark_svg(each.seat, 18),
                each.name,
                type="button",
                class_="plain-button",
                data_press=player,
            )
            for player, each in enumerate(past.players)
        ]
        asked = _("Play on from here against bots, in the place of:")
        return tag("section", tag("h3", _("Play on")), tag("p", asked), *buttons)

    def _go_on_as(self, player: int) -> None:
        past = self._past
        if past.hands is None or not 0 <= player < len(past.players):
            return
        with speaking(*self._tongue):
            refusal = self._commands.play_on(past, self._step.count, player)
            if refusal:
                ui.notify(in_language(refusal, _), position="top", color="brown-9")
            else:
                ui.navigate.to("/")


def _kept_reviews(past: PastGame, text: str) -> list[Review]:
    """Return the reviews that were kept, none where they are of another program."""
    try:
        return reviews_of_text(text, past.game) if text else []
    except (ValueError, KeyError, TypeError):
        return []
