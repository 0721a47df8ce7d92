"""Kept games as text: playthroughs with a head of names and times, which come back as they were kept.

    # began: 2026-11-26 20:15:03.120+00:00
    # ended: 2026-11-26 20:41:10.500+00:00
    # rules: 0a1b2c3d
    # player 0, seat 1: Ada
    # player 1, seat 5, sensible: Bruno
    # player 1, seat 5, from action 17: Cleo
    bambuti players=2 younger=0 passes=2 dealt  # digest 5526fdeb
    ...

A game that was left has "abandoned" instead of "ended", one that is played still has neither. Further lines are
"board: 0a0b" for a game on a real board, "taken back: yes", and for one whose cards the laptop dealt "deck: " with the
commitment and "seed: " with what opens it (`deck_check`). Behind an action stand its digest, the time since the
game began ("at 12.300 s"), and "on trust" if a player's hand forbade what the board accepted.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tavolo.games import load, names, setup_from_text
from tavolo.rules.contract import Refused
from tavolo.rules.record import Record
from tavolo_host.history.game_rows import DamagedGame
from tavolo_host.history.kept_game import ABANDONED, OVER, KeptAction, KeptGame
from tavolo_host.people.hidden_hands import Action, HiddenHands
from tavolo_host.players.of_game import final_points
from tavolo_host.playthroughs.head import AT, Head, ParseError, head_lines, seconds, time_of
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.texts.encodings import decoded
from tavolo_host.texts.playthrough import SENTENCE, Step, steps_in, whole, with_digest, with_events
from tavolo_host.texts.sentences import safe_sentence, sentence

if TYPE_CHECKING:
    from tavolo.rules.game import Game

ON_TRUST = "on trust"
DEALT, TABLE = " dealt", " table"


class Rerun:
    """A game played again: `known` as the board knew it, `hands` with what was hidden, None if nothing was told.

    `setup` is its text, "dealt" if everything is known; ValueError, in a sentence, if it is invalid.
    """

    def __init__(self, setup: str) -> None:
        self.setup = setup
        self.hands = HiddenHands(setup_from_text(setup)) if setup.endswith(DEALT) else None
        self.known = Record(setup_from_text(setup.removesuffix(DEALT).removesuffix(TABLE) + TABLE))
        self.game = self.known.game

    @property
    def position(self) -> Any:
        """Return the position, with everything that is known."""
        return self.hands.position if self.hands else self.known.position

    def is_on_trust(self, action: Action) -> bool:
        """Return whether the action is one that a hand forbids, or any rule."""
        return self.hands is not None and self.game.refusal(self.hands.position, action) is not None

    def apply(self, action: Action) -> list[tuple[int, ...]]:
        """Apply an action that the board allows, and return its events; Refused if it does not."""
        events = self.known.apply(self.game.public(action))
        if self.hands:
            self.hands.apply(action)
        return events


def rerun_of(kept: KeptGame, actions: Sequence[KeptAction]) -> Rerun:
    """Return a game before its first action; what was hidden is known if its actions tell it."""
    is_told = _tells_hidden(load(kept.game), [each.action for each in actions])
    return Rerun(kept.setup.removesuffix(TABLE) + DEALT if is_told and kept.setup.endswith(TABLE) else kept.setup)


def _tells_hidden(game: "Game", actions: Sequence[Action]) -> bool:
    return any(game.public(action) != action for action in actions)


def text_of(kept: KeptGame, actions: Sequence[KeptAction]) -> str:
    """Return a game as text. That of other rules has neither digests nor events: they may say something else now.

    Raises DamagedGame for one that these rules cannot have played.

    That of a kind which this program does not know has numbers for actions, too.
    """
    head = list(head_lines(kept))
    if kept.rules != firmware_digests()[1] or kept.game not in names():
        return _unplayed(head, kept, actions)
    with by_the_rules(kept):
        rerun = rerun_of(kept, actions)
        lines = [with_digest(rerun.setup, rerun.known.digest())]
        for each in actions:
            remarks = f"  # {AT}{seconds(each.at)}" + (f"  # {ON_TRUST}" if rerun.is_on_trust(each.action) else "")
            events = rerun.apply(each.action)
            words = rerun.game.action_text(each.action)
            lines += with_events(words, rerun.known.digest(), events, sentence, remarks)
        return whole(head, lines, rerun.game, rerun.position, sentence)


@contextmanager
def by_the_rules(kept: KeptGame) -> Iterator[None]:
    """Turn what the rules raise for actions or a setup that they have never allowed into DamagedGame."""
    try:
        yield
    except Exception as problem:
        raise DamagedGame(kept.id) from problem


def _unplayed(head: Sequence[str], kept: KeptGame, actions: Sequence[KeptAction]) -> str:
    lines = [*[f"# {line}" for line in head], kept.setup]
    for each in actions:
        try:
            words = load(kept.game).action_text(each.action)
        except (LookupError, ValueError):
            words = ",".join(map(str, each.action))
        lines.append(f"{words}  # {AT}{seconds(each.at)}")
    if kept.outcome:
        lines.append(f"# {','.join(map(str, kept.outcome))}{SENTENCE}{safe_sentence(kept.outcome)}")
    return "\n".join(lines) + "\n"


def games_in(content: bytes) -> Iterator[tuple[KeptGame, list[KeptAction]]]:
    """Return the games in a file, checked by the rules. Raises ParseError, with the line and the reason."""
    try:
        text = decoded(content)
    except UnicodeDecodeError as problem:
        line = len(content[: problem.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"))
        raise ParseError(line, "This is no text in UTF-8.") from problem
    if not text.strip():
        raise ParseError(1, "There is no game.")
    line = 0
    for part in text.split("\n\n"):
        if part.strip():
            yield _game_in(part, line)
        line += part.count("\n") + 2


def _game_in(text: str, above: int) -> tuple[KeptGame, list[KeptAction]]:
    """Return the only game in a text with that many lines above it in its file."""
    steps, lines = steps_in(text, above), text.split("\n")
    if not steps:
        raise ParseError(above + len(lines), "The game has no setup.")
    head, setup = Head(), steps[0]
    for number, line in enumerate(lines[: setup.number - 1 - above], above + 1):
        head.take(number, line)
    rerun = _begun(setup)
    actions = [_played(rerun, step) for step in steps[1:]]
    head.finish(setup.number, rerun.known.setup.players, len(actions))
    outcome = rerun.game.outcome(rerun.position) or ()
    if bool(outcome) is (head.ending == ABANDONED):
        is_over = "is over here, and the head says that it was abandoned" if outcome else "is not over here"
        raise ParseError(steps[-1].number, f"The game {is_over}.")
    return _kept(rerun, head, outcome, actions), actions


def _kept(rerun: Rerun, head: Head, outcome: tuple[int, ...], actions: list[KeptAction]) -> KeptGame:
    """Return a game that has ended. Without a head it counts as played now."""
    tells = _tells_hidden(rerun.game, [each.action for each in actions])
    began = round(time.time() * 1000) if head.began is None else head.began
    ended = began if head.ended is None else max(began, head.ended)
    return KeptGame(
        0,
        0,
        rerun.game.NAME,
        # A table keeps a game as one that it does not deal; whether it was is then said by the actions alone.
        (rerun.known if tells or not rerun.hands else rerun.hands).setup.text(),
        began / 1000.0,
        ended / 1000.0,
        head.ending or OVER,
        len(actions),
        firmware_digests()[1],
        head.board,
        head.is_taken_back,
        outcome,
        final_points(rerun.game, rerun.position),
        head.players,
        head.deck,
    )


def _begun(step: Step) -> Rerun:
    try:
        rerun = Rerun(step.words)
    except ValueError as problem:
        raise ParseError(step.number, str(problem)) from problem
    _compare(step, rerun, [])
    return rerun


def _played(rerun: Rerun, step: Step) -> KeptAction:
    """Apply an action if the rules allow it, and compare what they say of it with the text."""
    try:
        action = rerun.game.action_from_text(step.words)
    except ValueError as problem:
        raise ParseError(step.number, str(problem)) from problem
    reason = rerun.game.refusal(rerun.position, action)
    is_on_trust = ON_TRUST in step.remarks and rerun.hands is not None
    if reason and not is_on_trust:
        raise ParseError(step.number, safe_sentence(reason, game_name=rerun.game.NAME))
    if rerun.hands is None and rerun.game.public(action) != action:
        raise ParseError(step.number, "This says what was hidden, so the setup has to end in “dealt”.")
    try:
        events = rerun.apply(action)
    except Refused as refused:
        raise ParseError(step.number, safe_sentence(refused.reason, game_name=rerun.game.NAME)) from refused
    except (AttributeError, LookupError, StopIteration, TypeError, ValueError) as problem:
        if not is_on_trust:
            raise
        raise ParseError(step.number, "Nobody can have had these cards.") from problem
    _compare(step, rerun, events)
    return KeptAction(action, time_of(step))


def _compare(step: Step, rerun: Rerun, events: Sequence[tuple[int, ...]]) -> None:
    """Compare the digest and the events with those in the text, if there are any."""
    digest, told = f"{rerun.known.digest():08x}", step.remark("digest ")
    if told and told != digest:
        raise ParseError(step.number, f"By the rules the digest is {digest}, not {told}.")
    if rerun.hands and ON_TRUST in step.remarks and rerun.game.digest(rerun.hands.position) != rerun.known.digest():
        raise ParseError(step.number, "Nobody can have had these cards.")
    rules = [",".join(map(str, event)) for event in events]
    for place, (number, text) in enumerate(step.events):
        if place == len(rules):
            raise ParseError(number, "By the rules nothing more happens here.")
        if text != rules[place]:
            raise ParseError(number, f"By the rules this is {rules[place]}, not {text}.")
    if 0 < len(step.events) < len(rules):
        raise ParseError(step.events[-1][0], f"By the rules {rules[len(step.events)]} follows here.")
