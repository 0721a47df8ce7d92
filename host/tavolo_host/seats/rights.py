"""Who may do what at the page: a row for each deed, a column for each kind of visitor. No other module decides.

`Right` names a deed together with what it depends on, such as whose seat it is about; `Rights` finds that out. A deed
that is not the visitor's alone needs the yes of others, for which `questions.py` asks.
"""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import NamedTuple

from tavolo_host.seats.roster import Roster
from tavolo_host.texts.deferred import DeferredText, deferred


class Answer(IntEnum):
    """Whether a visitor may do something, from the least to the most."""

    NO = 0
    PLAYERS = 1  # if everybody else who plays says yes
    OWNER = 2  # if the visitor whose seat it is says yes
    YES = 3


class Right(StrEnum):
    """A deed, and what it depends on. In a game that is over, nothing is hidden, and seats are as before a game."""

    SEE_OWN_HAND = "see the hand of their own seat"
    SEE_OTHER_HAND = "see the hand of a seat that is another's, or was"
    SEE_HIDDEN_REASON = "learn in a game why a player did something who knew more than all"
    SIT = "sit at a free seat before a game, or where the page shows no hands"
    SIT_BACK = "go back to their own seat in a game"
    SIT_FIRST = "sit at a bot's seat in a game, without having had a seat in it"
    SIT_ELSEWHERE = "sit at another seat in a game, or at one that another person left"
    SIT_BY_BOTS = "the same, in a game in which only bots had a seat besides"
    SIT_OF_ABSENT = "sit at a seat in a game whose owner is away"
    CLAIM = "have their own seat in another browser, when the first one is here"
    CLAIM_BY_ALL = "the same, when the first one is away, or in a game in which this one has had a seat"
    CLAIM_HERE = "the same, when the first one is the table's computer's and away, and nobody else is there"
    STAND = "stand up"
    FREE_ABSENT = "free the seat of a person who is away"
    FREE_PRESENT = "free the seat of a person who is here"
    STAND_IN = "let a bot stand in for a person who is away"
    READY = "say that one is ready for the next game"
    START = "start a game while a visitor sits"
    START_FREELY = "start a game while nobody sits"
    START_WITHOUT = "start a game by the keys of a virtual table without others who sit"
    END = "end the game at a virtual table"
    TAKE_BACK = "take back a move at a virtual table"
    END_AT_BOARD = "ask the seats of a real board to end the game"
    TAKE_BACK_AT_BOARD = "ask the seats of a real board to take back a move"
    GO_ON = "go on with a kept game in which the visitor had no seat"
    GO_ON_OWN = "go on with a kept game in which the visitor had a seat"
    SET_BEFORE = "choose the next game, its players and options, and set pace and level before it"
    SET_DURING = "set pace and level in a game"
    NUDGE = "nudge those who keep others waiting"
    REACT = "show a reaction"
    NAME_ONESELF = "give oneself a name"
    NAME_SEAT = "give a name to a seat of a real board"
    CHOOSE_BOARD = "choose the board to watch"
    READ_OWN = "read games of this evening, and those in which the visitor had a seat"
    READ_ALL = "read the games of all evenings"
    PLAY_ON = "play on from a moment of a game that the visitor may read"
    PLAY_ON_INSTEAD = "the same, while others sit at the table"
    KEEP_REVIEW = "keep the review of a game that the visitor may read"
    DELETE = "delete a kept game"
    FORGET = "forget a name"
    RENAME = "rename a person, or make one of two"
    DOWNLOAD = "copy the file of all games"
    KEEP_PRINT = "keep and forget own sheets and boards"
    OPEN_NETWORK = "open and close the network, and renew its letters"
    REMOVE = "remove a guest"
    LIGHTS = "search for lights at home, and choose which of them show the table's"
    SET_UP = "set a real board up"


class Row(NamedTuple):
    """The answer for each kind of visitor, and the sentence for who may not."""

    television: Answer  # a page without a visitor, which only shows the table
    guest: Answer  # admitted, with or without a seat
    player: Answer  # sits now
    host: Answer  # at the table's own computer
    refusal: DeferredText


NO, PLAYERS, OWNER, YES = Answer
TAKE_A_SEAT = deferred("Only players can ask for that: take a seat first.")
AT_THE_COMPUTER = deferred("That can only be done at the table's own computer.")
NOT_YOURS = deferred("These are not your cards.")
AFTER_THE_GAME = deferred("That can be told when the game is over: it depends on hidden cards.")
IS_AWAY = deferred("The owner of this seat is away: a bot plays there, and its cards stay hidden.")
ONLY_SHOWS = deferred("A television only shows the table.")
OTHERS_SIT = deferred("Others sit at the table: they have to stand up first.")
NOT_JOINED = deferred("Others sit at the table: they have to join with ✓ too, or press Play on the page.")
NOT_YOUR_GAME = deferred("This game can be seen at the table's own computer, or by those who played it.")

RIGHTS: Mapping[Right, Row] = {
    # television, guest, player, host
    Right.SEE_OWN_HAND: Row(NO, NO, YES, NO, NOT_YOURS),
    Right.SEE_OTHER_HAND: Row(NO, NO, NO, NO, NOT_YOURS),
    Right.SEE_HIDDEN_REASON: Row(NO, NO, NO, NO, AFTER_THE_GAME),
    Right.SIT: Row(NO, YES, YES, YES, ONLY_SHOWS),
    Right.SIT_BACK: Row(NO, YES, YES, YES, ONLY_SHOWS),
    Right.SIT_FIRST: Row(NO, YES, YES, YES, ONLY_SHOWS),
    Right.SIT_ELSEWHERE: Row(NO, PLAYERS, PLAYERS, PLAYERS, ONLY_SHOWS),
    Right.SIT_BY_BOTS: Row(NO, YES, YES, YES, ONLY_SHOWS),
    Right.SIT_OF_ABSENT: Row(NO, NO, NO, NO, IS_AWAY),
    Right.CLAIM: Row(NO, OWNER, OWNER, OWNER, ONLY_SHOWS),
    Right.CLAIM_BY_ALL: Row(NO, PLAYERS, PLAYERS, PLAYERS, ONLY_SHOWS),
    Right.CLAIM_HERE: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.STAND: Row(NO, NO, YES, NO, TAKE_A_SEAT),
    Right.FREE_ABSENT: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.FREE_PRESENT: Row(NO, NO, NO, OWNER, AT_THE_COMPUTER),
    Right.STAND_IN: Row(NO, NO, YES, NO, TAKE_A_SEAT),
    Right.READY: Row(NO, NO, YES, NO, TAKE_A_SEAT),
    Right.START: Row(NO, NO, YES, YES, TAKE_A_SEAT),
    Right.START_FREELY: Row(NO, YES, YES, YES, TAKE_A_SEAT),
    Right.START_WITHOUT: Row(NO, NO, NO, NO, NOT_JOINED),
    Right.END: Row(NO, NO, PLAYERS, YES, TAKE_A_SEAT),
    Right.TAKE_BACK: Row(NO, NO, PLAYERS, NO, TAKE_A_SEAT),
    Right.END_AT_BOARD: Row(NO, NO, PLAYERS, PLAYERS, TAKE_A_SEAT),
    Right.TAKE_BACK_AT_BOARD: Row(NO, NO, PLAYERS, PLAYERS, TAKE_A_SEAT),
    Right.GO_ON: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.GO_ON_OWN: Row(NO, YES, YES, YES, AT_THE_COMPUTER),
    Right.SET_BEFORE: Row(NO, NO, YES, YES, TAKE_A_SEAT),
    Right.SET_DURING: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.NUDGE: Row(NO, NO, YES, NO, TAKE_A_SEAT),
    Right.REACT: Row(NO, NO, YES, NO, TAKE_A_SEAT),
    Right.NAME_ONESELF: Row(NO, YES, YES, YES, ONLY_SHOWS),
    Right.NAME_SEAT: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.CHOOSE_BOARD: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.READ_OWN: Row(NO, YES, YES, YES, ONLY_SHOWS),
    Right.READ_ALL: Row(NO, NO, NO, YES, NOT_YOUR_GAME),
    Right.PLAY_ON: Row(NO, YES, YES, YES, ONLY_SHOWS),
    Right.PLAY_ON_INSTEAD: Row(NO, NO, NO, NO, OTHERS_SIT),
    Right.KEEP_REVIEW: Row(NO, YES, YES, YES, ONLY_SHOWS),
    Right.DELETE: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.FORGET: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.RENAME: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.DOWNLOAD: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.KEEP_PRINT: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.OPEN_NETWORK: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.REMOVE: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.LIGHTS: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
    Right.SET_UP: Row(NO, NO, NO, YES, AT_THE_COMPUTER),
}


class Rights:
    """What the visitors of `roster` may do. Of several kinds that a visitor is, the one that may most counts."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster

    def answer(self, visitor: str, right: Right) -> Answer:
        """Return whether a visitor has a right."""
        row = RIGHTS[right]
        answers = [row.guest if visitor else row.television]
        if visitor in self._roster.seats:
            answers.append(row.player)
        if visitor in self._roster.hosts:
            answers.append(row.host)
        return max(answers)

    def may(self, visitor: str, right: Right) -> bool:
        """Return whether a visitor has a right without anybody's yes."""
        return self.answer(visitor, right) is Answer.YES

    def refusal(self, visitor: str, right: Right) -> str | None:
        """Return None, or the sentence for a visitor who has no such right."""
        return RIGHTS[right].refusal if self.answer(visitor, right) is Answer.NO else None

    # ---- the right that a deed takes now

    def to_see_hand(self, visitor: str, seat: int) -> Right:
        """Return the right that it takes to see the hand at a seat; a seat that is free has no hand to hide."""
        is_own = self._roster.owners.of(seat) == visitor or not self._is_hidden
        return Right.SEE_OWN_HAND if is_own else Right.SEE_OTHER_HAND

    def to_sit(self, visitor: str, seat: int) -> Right:
        """Return the right that it takes to sit at a seat."""
        roster = self._roster
        owner = roster.owners.of(seat)
        if not self._is_hidden:
            return Right.SIT
        if owner == visitor:
            return Right.SIT_BACK
        if owner and not roster.is_here(owner):
            return Right.SIT_OF_ABSENT
        if not owner and visitor not in roster.owners.seen:
            return Right.SIT_FIRST
        return Right.SIT_ELSEWHERE if {*roster.owners.seats, *roster.seats} - {visitor} else Right.SIT_BY_BOTS

    def to_free(self, seat: int) -> Right:
        """Return the right that it takes to free a seat."""
        return Right.FREE_ABSENT if seat in self._roster.away() else Right.FREE_PRESENT

    def to_claim(self, visitor: str, seat: int) -> Right:
        """Return the right that it takes to go on at a seat in another browser than its first one."""
        roster, owner = self._roster, self._roster.owner_of(seat)
        has_seen_another = self._is_hidden and set(roster.owners.seen.get(visitor, ())) - {seat}
        if roster.is_here(owner) and not has_seen_another:
            return Right.CLAIM
        is_alone = not self.concerned(visitor, Right.CLAIM_BY_ALL, owner)
        return Right.CLAIM_HERE if is_alone and owner in roster.hosts else Right.CLAIM_BY_ALL

    def to_start(self) -> Right:
        """Return the right that it takes to start a game."""
        return Right.START if self._roster.seats else Right.START_FREELY

    def to_offer(self) -> Right:
        """Return the right that it takes to choose the next game for everybody."""
        return Right.SET_BEFORE if self._roster.seats else Right.START_FREELY

    def to_start_by_keys(self) -> Right:
        """Return the right that it takes to start a game for the seats that have joined by their keys."""
        roster = self._roster
        others = {seat for visitor, seat in roster.seats.items() if visitor not in roster.gone()}
        return Right.START_WITHOUT if others - {*roster.mirror.view.lobby.joined} else self.to_start()

    def to_play_on(self, visitor: str) -> Right:
        """Return the right that it takes to play on from a moment of another game."""
        others = {*self._roster.seats} - {visitor, *self._roster.gone()}
        return Right.PLAY_ON_INSTEAD if others else Right.PLAY_ON

    def to_set(self) -> Right:
        """Return the right that it takes to set pace and level."""
        return Right.SET_DURING if self._roster.is_played else Right.SET_BEFORE

    def to_ask(self, verb: str) -> Right:
        """Return the right that it takes to ask for "undo" or "abandon"."""
        if self._roster.has_hands and {*self._roster.mirror.seats}.issubset(self._roster.places):
            return Right.TAKE_BACK if verb == "undo" else Right.END
        return Right.TAKE_BACK_AT_BOARD if verb == "undo" else Right.END_AT_BOARD

    # ---- whose yes it takes

    def concerned(self, asker: str, right: Right, owner: str, is_silent: bool = False) -> set[str]:
        """Return those without whose yes the asker cannot do something about the seat of an `owner`, "" for a bot.

        The owner `is_silent` who is here and has not answered.
        """
        if self.answer(asker, right) is Answer.OWNER:
            return {owner}
        roster, playing = self._roster, self._roster.playing() - {asker}
        if right is Right.CLAIM_BY_ALL and (is_silent or not roster.is_here(owner)):
            return {each for each in playing | roster.hosts if roster.is_here(each)} - {asker, owner}
        return playing

    @property
    def _is_hidden(self) -> bool:
        return self._roster.has_hands and self._roster.is_played
