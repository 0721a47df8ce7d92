"""What may be done: for whoever looks at the page a sentence, and the choices there are.

Whatever lets somebody choose is made of this: buttons, places of a drawn board, keys of the keyboard, readers of the
screen, tests. It follows from the board's state, from what is known at the own seat and from what lies in the own slot,
and is made anew at every look.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.sentences import choice, listed, question, sentence_case, told

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Position
    from tavolo_host.board.mirror import Mirror


class State(StrEnum):
    """What kind of moment it is."""

    LOBBY = "lobby"
    CHOOSE = "choose"
    WAIT = "wait"
    ASKED = "asked"
    OVER = "over"


class Deed(StrEnum):
    """What a choice has hands do."""

    ACT = "act"  # an action of the game, with card and keys
    AGAIN = "again"  # put in what was sealed and the board has forgotten
    LIFT = "lift"  # take the card out of the slot
    AGREE = "agree"
    DISAGREE = "disagree"
    BOARD = "board"  # of several boards, show this one


@dataclass(frozen=True)
class Choice:
    """Something that may be done: what it is called, what hands do, and the action of Deed.ACT."""

    name: str
    deed: Deed
    action: "Action" = ()


@dataclass(frozen=True)
class WhatToDo:
    """A moment of the table as one person sees it."""

    state: State
    sentence: str
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Hint:
    """What a virtual player would choose in somebody's place, None while that is being thought about, and why."""

    choice: Choice | None
    sentence: str


@dataclass(frozen=True)
class OwnSeat:
    """What its owner knows of a seat: which player it is, the position as that one knows it, and what hands do.

    `card` lies in the slot, unless it is played already, or is NO_CARD; `meant` is what hands are about, if anything.
    """

    seat: int
    player: int
    position: "Position"
    card: int = NO_CARD
    meant: "Action | None" = None


def what_to_do(mirror: "Mirror", own: OwnSeat | None, names: Sequence[str]) -> WhatToDo:
    """Return what may be done at a seat, or without one; `names` are those of the seats, "" for none."""
    if mirror.in_step is None:
        return WhatToDo(State.WAIT, _("Waiting for the board."))
    if not mirror.in_step:
        return WhatToDo(
            State.WAIT, _("The laptop and the board differ: the laptop is asking the board for the whole game.")
        )
    if mirror.game is None or mirror.position is None:
        return WhatToDo(State.LOBBY, _("No game is being played."))
    seats = seats_in_words(names)
    if mirror.result:
        return WhatToDo(State.OVER, result_in_words(mirror, [seats[seat] for seat in mirror.seats]))
    if mirror.view.question:
        return _asked(mirror, own, seats)
    if mirror.view.wanted():
        return _again(mirror, own, seats)
    acting = [player for player in mirror.game.to_act(mirror.position) if player != CHANCE]
    if own is not None and own.player in mirror.game.to_act(own.position) and own.player in acting:
        return _own_turn(mirror, own)
    if not acting:
        return WhatToDo(State.WAIT, _("The table is next."), _lifting(own))
    to_play = listed([seats[mirror.seats[player]] for player in acting], _)
    sentence = sentence_case(_("{} to play.").format(to_play))
    if own is not None and all(own.player in mirror.game.may_act(each) for each in (mirror.position, own.position)):
        what = _own_turn(mirror, own)
        if not own.meant:
            sentence = _("{} If you like: {}").format(sentence, what.sentence)
        return WhatToDo(State.WAIT, sentence, what.choices)
    return WhatToDo(State.WAIT, sentence, _lifting(own))


def result_in_words(mirror: "Mirror", players: Sequence[str]) -> str:
    """Return the outcome with its reason; `players` are their names. "" before the end."""
    if mirror.game is None or mirror.position is None:
        return mirror.result
    outcome = mirror.game.outcome(mirror.position)
    return told(outcome, _, tuple(players), mirror.game.NAME) if outcome else mirror.result


def _asked(mirror: "Mirror", own: OwnSeat | None, names: Sequence[str]) -> WhatToDo:
    asked = mirror.view.question
    assert asked is not None
    left = [seat for seat, has_agreed in zip(asked.seats, asked.agreed, strict=True) if not has_agreed]
    if own is None or own.seat not in left:
        return WhatToDo(State.WAIT, sentence_case(_("{} to answer.").format(listed([names[seat] for seat in left], _))))
    sentence = {
        "undo": _("Take the last move back?"),
        "abandon": _("Abandon the game?"),
        "fill": _("Continue from where the laptop says you were?"),
    }[asked.what]
    return WhatToDo(State.ASKED, sentence, (Choice(_("Agree"), Deed.AGREE), Choice(_("Do not agree"), Deed.DISAGREE)))


def _again(mirror: "Mirror", own: OwnSeat | None, names: Sequence[str]) -> WhatToDo:
    if own is None or own.seat not in mirror.view.wanted():
        seats = listed([names[seat] for seat in mirror.view.wanted()], _)
        sentence = sentence_case(_("{} to put in their secret choices again.").format(seats))
        return WhatToDo(State.WAIT, sentence, _lifting(own))
    sentence = _("The board has lost your secret choice: put it in again.")
    return WhatToDo(State.CHOOSE, sentence, (Choice(_("Put it in again"), Deed.AGAIN),))


def _own_turn(mirror: "Mirror", own: OwnSeat) -> WhatToDo:
    game = mirror.game
    assert game is not None
    actions = game.legal(own.position, own.player)
    if own.meant:
        return WhatToDo(State.WAIT, choice(game, own.position, own.meant, _))
    if not actions:  # something was chosen that leaves nothing to go on with
        return WhatToDo(
            State.CHOOSE, _("Nothing in your hand can be played: ask to take the last move back."), _lifting(own)
        )
    sentence = question(game, own.position, actions[0], _)
    if own.card != NO_CARD:
        with_it = [action for action in actions if game.action_card(action) == own.card]
        actions = with_it or actions
    choices = [Choice(choice(game, own.position, action, _), Deed.ACT, action) for action in actions]
    return WhatToDo(State.CHOOSE, sentence, (*choices, *_lifting(own)))


def _lifting(own: OwnSeat | None) -> tuple[Choice, ...]:
    """Return what may be done with a card in the own slot at any time: the board may wait for empty slots."""
    return (Choice(_("Back to your hand"), Deed.LIFT),) if own is not None and own.card != NO_CARD else ()
