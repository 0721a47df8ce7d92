"""What a visitor can do now: a sentence and the choices.

Everything that offers a choice uses it: buttons, places on a drawn board, the keyboard, screen readers, tests. It
follows from the board's state, what the visitor's seat knows and the card in its slot, and is computed at every look.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from tavolo.games import manifest
from tavolo.games import names as game_names
from tavolo.link.telemetry import LAPTOP
from tavolo.play.lobby import clockwise
from tavolo.rules.contract import CHANCE, NO_CARD, NOT_YOUR_TURN
from tavolo_host.players.reasons import Reason
from tavolo_host.texts.common import gone_words
from tavolo_host.texts.language import _, seats_in_words
from tavolo_host.texts.options import meaning_of
from tavolo_host.texts.sentences import card_name, choice, listed, question, safe_sentence, sentence_case

if TYPE_CHECKING:
    from tavolo.rules.game import Action, Game, Position
    from tavolo_host.board.mirror import Mirror
    from tavolo_host.board.view import Question, Waiting
NOBODY = -1  # no seat


class State(StrEnum):
    """The kind of moment."""

    LOBBY = "lobby"
    CHOOSE = "choose"
    WAIT = "wait"
    ASKED = "asked"
    OVER = "over"


class Deed(StrEnum):
    """What hands do for a choice."""

    ACT = "act"  # an action of the game, with card and keys
    AGAIN = "again"  # put in the sealed cards that the board has lost
    LIFT = "lift"  # take the card out of the slot
    STAND_IN = "stand-in"  # let a virtual player stand in for a visitor who is away
    RELEASE = "release"  # take the seat of a visitor who is away from them
    AGREE = "agree"
    DISAGREE = "disagree"
    BOARD = "board"  # of several boards, show this one


@dataclass(frozen=True)
class Choice:
    """A choice: its name, what hands do, for Deed.ACT the action, and the other `seat` that it is about, if any.

    An answer has what was `asked`, and is none to the question that comes next.
    """

    name: str
    deed: Deed
    action: "Action" = ()
    seat: int = NOBODY
    asked: tuple[str, int, int] | None = None


@dataclass(frozen=True)
class WhatToDo:
    """The sentence and the choices of one person at a moment, with the `position` that they follow from, if any.

    The position is as this person's player knows it.
    """

    state: State
    sentence: str
    choices: tuple[Choice, ...] = ()
    position: "Position | None" = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Hint:
    """What a virtual player would choose here, None while that is being computed, and why."""

    choice: Choice | None
    reason: Reason


@dataclass(frozen=True)
class OwnSeat:
    """What the owner of a seat knows: the player, the position as that player sees it, and what the hands are doing.

    `card` is in the slot and not played yet, or NO_CARD; `intended` is the action the hands are about, if any.
    """

    seat: int
    player: int
    position: "Position"
    card: int = NO_CARD
    intended: "Action | None" = None


def what_to_do(
    mirror: "Mirror",
    own: OwnSeat | None,
    names: Sequence[str],
    holding: Collection[int] = (),
    away: Collection[int] = (),
) -> WhatToDo:
    """Return what can be done at a seat, or without one; `names` are the names at the seats, "" for none.

    Nobody waits for the seats that are `holding` a choice; `away` are those whose people are.
    """
    if mirror.in_step is None:
        return WhatToDo(State.WAIT, _("Waiting for the board."))
    if not mirror.in_step:
        words = _("The laptop and the board differ: the laptop is asking the board for the whole game.")
        return WhatToDo(State.WAIT, words)
    if mirror.game is None or mirror.position is None:
        return WhatToDo(State.LOBBY, lobby_in_words(mirror.view.lobby, seats_in_words(names)))
    seats = seats_in_words(names)
    if mirror.result:
        names = [seats[seat] for seat in mirror.seats]
        return WhatToDo(State.OVER, winners_in_words(mirror, names, own.player if own else None))
    if mirror.view.question:
        return _asked(mirror, own, seats, away)
    if mirror.view.seats_to_reseal():
        return _again(mirror, own, seats)
    acting = [player for player in mirror.game.to_act(mirror.position) if player != CHANCE]
    if own is not None and own.player in mirror.game.to_act(own.position) and own.player in acting:
        return _own_turn(mirror, own)
    sentence = awaited_in_words(awaited_seats(mirror, holding), seats, away)
    if not acting:
        return WhatToDo(State.WAIT, sentence, _lifting(own))
    if own is not None and all(own.player in mirror.game.may_act(each) for each in (mirror.position, own.position)):
        what = _own_turn(mirror, own)
        if not own.intended:
            sentence = _("{} If you like: {}").format(sentence, what.sentence)
        return WhatToDo(State.WAIT, sentence, what.choices, own.position)
    return WhatToDo(State.WAIT, sentence, _lifting(own))


def awaited_seats(mirror: "Mirror", holding: Collection[int] = ()) -> list[int]:
    """Return the seats that everybody waits for: to answer, to put in a lost choice again, or to choose.

    It follows from what all may know. Those that are `holding` a choice in the slot have chosen.
    """
    if not mirror.in_step or mirror.game is None or mirror.position is None or mirror.result:
        return []
    if mirror.view.question:
        return mirror.view.question.unanswered
    acting = [mirror.seats[player] for player in mirror.game.to_act(mirror.position) if player != CHANCE]
    seats = [*mirror.view.seats_to_reseal()] or acting
    return [seat for seat in seats if seat not in holding]


def awaited_in_words(awaited: Collection[int], seats: Sequence[str], away: Collection[int] = ()) -> str:
    """Return whom everybody waits for; `seats` are what sentences call the people at the seats."""
    if not awaited:
        return _("The table is next.")
    if len(awaited) == 1 and set(awaited) <= set(away):
        return _("Waiting for {}, who is away.").format(*(seats[seat] for seat in awaited))
    people = [_("{} (away)").format(seats[seat]) if seat in away else seats[seat] for seat in awaited]
    return _("Waiting for {}.").format(listed(people, _))


def waiting_for_absent(
    mirror: "Mirror",
    away: Collection[int],
    holding: Collection[int],
    names: Sequence[str],
    deeds: Sequence[Deed],
    own_seat: int | None,
) -> WhatToDo | None:
    """Return what may be done while everybody waits for people who are `away` from their seats; None otherwise.

    `deeds` are STAND_IN and RELEASE as far as they are allowed. Nobody waits for the seats that are `holding` a choice.
    A bot that stands in answers no question: only one at a seat that is free does.
    """
    seats = awaited_seats(mirror, holding)
    if not seats or not set(seats) <= set(away):
        return None
    words, is_asked = seats_in_words(names), mirror.view.question is not None
    deeds = [deed for deed in deeds if deed is not Deed.STAND_IN or not is_asked]
    absent, is_one = listed([words[seat] for seat in seats], _), len(seats) == 1
    ways = _ways(is_one, Deed.STAND_IN in deeds)
    said = [ways[deed][0] for deed in deeds] or [_("Everybody waits.")]
    if is_asked:
        said = [_("Without an answer the game goes on within a minute.")]
        if deeds:
            said.append(_("If you free the seat, a bot agrees.") if is_one else _("If you free the seats, bots agree."))
    sentence = sentence_case((_("{} is away.") if is_one else _("{} are away.")).format(absent))
    if is_asked:
        sentence = f"{_asked_in_words(mirror, own_seat, words)} {sentence}"
    choices = [
        Choice(ways[deed][1] if is_one else ways[deed][2].format(words[seat]), deed, seat=seat)
        for seat in seats
        for deed in deeds
    ]
    return WhatToDo(State.WAIT, " ".join([sentence, *said]), tuple(choices))


def _ways(is_one: bool, may_wait_with_bots: bool) -> dict[Deed, tuple[str, str, str]]:
    """Return what may be done about people who are away: a sentence, and the button's words for one and for several."""
    bot = (
        _("Wait, or let a bot play until they are back.")
        if is_one
        else _("Wait, or let bots play until they are back.")
    )
    free = _("Or free the seat: a bot plays on.") if is_one else _("Or free the seats: bots play on.")
    if not may_wait_with_bots:
        free = _("Wait, or free the seat: a bot plays on.") if is_one else _("Wait, or free the seats: bots play on.")
    return {
        Deed.STAND_IN: (bot, _("Let a bot play"), _("Bot for {}")),
        Deed.RELEASE: (free, _("Free the seat"), _("Free the seat of {}")),
    }


def lobby_in_words(lobby: "Waiting", seats: Sequence[str]) -> str:
    """Return what the lobby of the board shows; `seats` are what sentences call the people at the seats."""
    if not lobby.joined:
        return _("Choose a game.")
    game = manifest(game_names()[lobby.game_index])
    players = [seats[seat] for seat in clockwise(list(lobby.joined), lobby.joined[0])]
    chosen = _("{} chooses a game: {}.").format(players[0], game.TITLE)
    if lobby.option_index >= 0:
        meaning = meaning_of(game.NAME, game.OPTIONS[lobby.option_index].name)
        value = meaning.in_words(lobby.value, _, players)
        chosen = _("{} chooses for {}: {}.").format(players[0], game.TITLE, value)
    joined = _("At the table: {}.").format(listed([seats[seat] for seat in lobby.joined], _))
    return f"{sentence_case(joined)} {sentence_case(chosen)}"


def winners_in_words(mirror: "Mirror", players: Sequence[str], own: int | None) -> str:
    """Return who has won, "" before the end; `players` are their names, `own` is the visitor's player."""
    assert mirror.game is not None
    assert mirror.position is not None
    winners = (mirror.game.outcome(mirror.position) or ())[1:]
    others = listed([players[player] for player in winners if player != own], _)
    if len(winners) == len(players) > 1:
        return _("It is a draw.")
    if own in winners:
        return _("You win together with {}.").format(others) if others else _("You win!")
    return sentence_case((_("{} win together.") if len(winners) > 1 else _("{} wins.")).format(others))


def reason_of_result(mirror: "Mirror", players: Sequence[str]) -> str:
    """Return why the game ended so, "" before the end; `players` are their names."""
    if mirror.game is None or mirror.position is None:
        return mirror.result
    outcome = mirror.game.outcome(mirror.position)
    return safe_sentence(outcome, _, tuple(players), mirror.game.NAME) if outcome else mirror.result


def lacking(what: WhatToDo, game: "Game | None") -> str | None:
    """Return what ✓ lacks where every choice takes a card and none is in the slot; None otherwise."""
    acts = [choice.action for choice in what.choices if choice.deed is Deed.ACT]
    has_card = any(choice.deed is Deed.LIFT for choice in what.choices)
    if what.state is not State.CHOOSE or game is None or not acts or has_card:
        return None
    takes_card = all(game.action_card(action) != NO_CARD for action in acts)
    return _("Nothing is chosen yet: first choose from your hand.") if takes_card else None


def told_to_oneself(reason: tuple[int, ...], words: str) -> str:
    """Return why a visitor was refused, as the visitor is told; `words` are what everybody is told."""
    return _("It is not your turn.") if reason[:1] == (NOT_YOUR_TURN,) else words


def _asked(mirror: "Mirror", own: OwnSeat | None, names: Sequence[str], away: Collection[int]) -> WhatToDo:
    asked = mirror.view.question
    assert asked is not None
    sentence = _asked_in_words(mirror, own.seat if own else None, names)
    if own is None or own.seat not in asked.unanswered:
        left = [_("{} (away)").format(names[seat]) if seat in away else names[seat] for seat in asked.unanswered]
        return WhatToDo(State.WAIT, f"{sentence} {sentence_case(_('{} to answer.').format(listed(left, _)))}")
    what = asked.what, asked.asker, asked.actions
    answers = [Choice(_("Agree"), Deed.AGREE, asked=what), Choice(_("Do not agree"), Deed.DISAGREE, asked=what)]
    return WhatToDo(State.ASKED, sentence, tuple(answers))


def _asked_in_words(mirror: "Mirror", own_seat: int | None, names: Sequence[str]) -> str:
    """Return what everybody is asked, as who sits at `own_seat` reads it, or nobody who sits."""
    asked = mirror.view.question
    assert asked is not None
    gone = _gone(mirror, asked, own_seat, names)
    by = names[asked.asker] if asked.asker not in (LAPTOP, own_seat) else ""
    return {
        "undo": sentence_case(_("{} asks to take back {}.").format(by, gone))
        if by
        else _("Take back {}?").format(gone),
        "abandon": sentence_case(_("{} asks to abandon the game.").format(by)) if by else _("Abandon the game?"),
        "fill": _("Continue from where the laptop says you were?"),
    }[asked.what]


def _gone(mirror: "Mirror", asked: "Question", own_seat: int | None, names: Sequence[str]) -> str:
    """Return the moves that would be taken back: whose comes first, and how many of players come after it."""
    assert mirror.game is not None
    actors = [mirror.game.actor(action) for action in mirror.actions[len(mirror.actions) - asked.actions :]]
    if CHANCE in actors[:1] or not actors:
        return gone_words(asked.actions, _)
    seat, after = mirror.seats[actors[0]], sum(actor != CHANCE for actor in actors[1:])
    move = _("their own move") if seat == asked.asker else _("the move of {}").format(names[seat])
    if seat == own_seat:
        move = _("your move")
    if not after:
        return move
    return _("{} and the one after it").format(move) if after == 1 else _("{} and the {} after it").format(move, after)


def _again(mirror: "Mirror", own: OwnSeat | None, names: Sequence[str]) -> WhatToDo:
    if own is None or own.seat not in mirror.view.seats_to_reseal():
        seats = listed([names[seat] for seat in mirror.view.seats_to_reseal()], _)
        sentence = sentence_case(_("{} to put in their secret choices again.").format(seats))
        return WhatToDo(State.WAIT, sentence, _lifting(own))
    sentence = _("The board has lost your secret choice: put it in again.")
    return WhatToDo(State.CHOOSE, sentence, (Choice(_("Put it in again"), Deed.AGAIN),))


def _own_turn(mirror: "Mirror", own: OwnSeat) -> WhatToDo:
    game = mirror.game
    assert game is not None
    actions, sentence = game.legal(own.position, own.player), _doing(game, own)
    is_sealing = own.intended is not None and game.secret(own.position, own.player)
    if not actions and not sentence:  # something was chosen that leaves nothing to go on with
        words = _("Nothing in your hand can be played: ask to take the last move back.")
        return WhatToDo(State.CHOOSE, words, _lifting(own))
    state, sentence = (
        (State.WAIT, sentence) if sentence else (State.CHOOSE, question(game, own.position, actions[0], _))
    )
    if own.card != NO_CARD and state is State.CHOOSE:
        sentence = f"{sentence_case(card_name(game, own.card, _))}: {sentence[:1].lower()}{sentence[1:]}"
    if own.card != NO_CARD and not is_sealing:
        with_it = [action for action in actions if game.action_card(action) == own.card]
        actions = with_it or actions
    choices = [Choice(choice(game, own.position, action, _), Deed.ACT, action) for action in actions]
    return WhatToDo(state, sentence, (*choices, *_lifting(own)), own.position)


def _doing(game: "Game", own: OwnSeat) -> str:
    """Return what the hands are about, "" if nothing."""
    if own.intended is None:
        return ""
    card = game.action_card(own.intended)
    if card != NO_CARD and game.secret(own.position, own.player):
        return _("You chose {}. Choose another card to change your mind.").format(card_name(game, card, _))
    return choice(game, own.position, own.intended, _)


def _lifting(own: OwnSeat | None) -> tuple[Choice, ...]:
    """Offer to lift the card in the seat's slot, which is always possible: the board may wait for empty slots."""
    return (Choice(_("Back to your hand"), Deed.LIFT),) if own is not None and own.card != NO_CARD else ()
