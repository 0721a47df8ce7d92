"""The head of a kept game's text: when it was played, by whom and where, as lines of comment."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from tavolo.wiring import SEATS
from tavolo_host.history.kept_game import ABANDONED, OPEN, OVER, KeptDeck, KeptGame, KeptPlayer
from tavolo_host.players.settings import LEVELS
from tavolo_host.texts.names import LONGEST_NAME, clean_name
from tavolo_host.texts.playthrough import Step

BEGAN, ENDED, LEFT, RULES, BOARD, TAKEN_BACK, AT = "began", "ended", "abandoned", "rules", "board", "taken back", "at "
DECK, SEED = "deck", "seed"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = datetime(9999, 12, 30, tzinfo=UTC) - EPOCH  # which is a date wherever one reads it
MILLISECOND = timedelta(milliseconds=1)
LONGEST = LONGEST_NAME + len(" (8)")  # names that were the same have their seats behind them

LINE = re.compile(rf"# ({BEGAN}|{ENDED}|{LEFT}|{RULES}|{BOARD}|{TAKEN_BACK}|{DECK}|{SEED}|player [^:]*):(.*)")
PLAYER = re.compile(r"player (\d), seat ([1-8])(?:, from action ([1-9]\d{0,8}))?(?:, ([a-z]{1,20}))?")
DIGEST = re.compile(r"[0-9a-f]{64}")
OPENED = re.compile(r"([0-9a-f]{64})(?:, from action (\d{1,9}))?")
TIME = re.compile(r"(\d{1,9})\.(\d{3}) s")
NUMBER = re.compile(r"[0-9A-Za-z_-]{1,64}")


class ParseError(ValueError):
    """A text is no game: `line` counts from 1, `reason` is a sentence."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line}: {reason}")
        self.line = line
        self.reason = reason


def head_lines(kept: KeptGame) -> Iterator[str]:
    """Return the lines of a game's head, without the marks of a comment."""
    yield f"{BEGAN}: {_moment(kept.began)}"
    if kept.ended is not None:
        yield f"{LEFT if kept.ending == ABANDONED else ENDED}: {_moment(kept.ended)}"
    yield f"{RULES}: {kept.rules}"
    if kept.board:
        yield f"{BOARD}: {kept.board}"
    if kept.is_taken_back:
        yield f"{TAKEN_BACK}: yes"
    if kept.deck:
        yield f"{DECK}: {kept.deck.commitment}"
    if kept.deck and kept.deck.seed:
        yield f"{SEED}: {kept.deck.seed}" + (f", from action {kept.deck.since}" if kept.deck.since else "")
    for each in kept.players:
        since = f", from action {each.since}" if each.since else ""
        level = f", {each.level}" if each.level else ""
        yield f"player {each.player}, seat {each.seat + 1}{since}{level}: {clean_name(each.name, LONGEST)}".rstrip()


def seconds(milliseconds: int) -> str:
    """Return a time as text: "12.300 s"."""
    return f"{milliseconds // 1000}.{milliseconds % 1000:03} s"


def time_of(step: Step) -> int:
    """Return the milliseconds at which an action was made, 0 if that is not said. Raises ParseError."""
    text = step.remark(AT)
    found = TIME.fullmatch(text)
    if text and not found:
        raise ParseError(step.number, f"A time reads like “{AT}12.300 s”, not “{AT}{text}”.")
    return int(found[1]) * 1000 + int(found[2]) if found else 0


class Head:
    """What is read of a head: `began` and `ended` in milliseconds since 1970, None if they are not said.

    A clock may have been put back in a game, or may have been wrong: no moment is too early or too late for another.
    `players` is as in `KeptGame`.
    """

    def __init__(self) -> None:
        self.began: int | None = None
        self.ended: int | None = None
        self.ending = OPEN
        self.board = ""
        self.is_taken_back = False
        self.deck: KeptDeck | None = None
        self._players: dict[tuple[int, int], tuple[int, KeptPlayer]] = {}  # with the line, by since and player
        self._is_there = False

    @property
    def players(self) -> tuple[KeptPlayer, ...]:
        """Return the players in the order of `KeptGame`."""
        return tuple(self._players[key][1] for key in sorted(self._players))

    def take(self, number: int, line: str) -> None:
        """Take a line above the setup; other comments say nothing. Raises ParseError."""
        found = LINE.fullmatch(line.rstrip())
        if not found:
            return
        key, text = found[1], found[2].strip()
        self._is_there = True
        if key == BEGAN:
            self.began = _instant(number, text)
        elif key in (ENDED, LEFT):
            self.ended, self.ending = _instant(number, text), OVER if key == ENDED else ABANDONED
        elif key == BOARD:
            if not NUMBER.fullmatch(text):
                raise ParseError(number, f"A board has a number, not “{text}”.")
            self.board = text
        elif key == TAKEN_BACK:
            self.is_taken_back = text == "yes"
        elif key == DECK:
            if not DIGEST.fullmatch(text):
                raise ParseError(number, f"A deck has a SHA-256 of 64 digits, not “{text}”.")
            self.deck = KeptDeck(text, "")
        elif key == SEED:
            opened = OPENED.fullmatch(text)
            if not opened or not self.deck:
                raise ParseError(number, f"A seed has 64 digits and stands below its deck, not “{text}”.")
            self.deck = KeptDeck(self.deck.commitment, opened[1], int(opened[2] or 0))
        elif key != RULES:
            self._seat(number, key, text)

    def _seat(self, number: int, key: str, name: str) -> None:
        found = PLAYER.fullmatch(key)
        if not found:
            raise ParseError(number, f"A player reads like “player 1, seat 5, sensible”, not “{key}”.")
        if len(name) > LONGEST:
            raise ParseError(number, f"A name has at most {LONGEST} letters.")
        if found[4] not in (None, *LEVELS):
            raise ParseError(number, f"There is no level {found[4]}; there is {', '.join(LEVELS)}.")
        seat, name = int(found[2]) - 1, clean_name(name, LONGEST)
        player = KeptPlayer(int(found[1]), seat, name, found[4] or "", int(found[3] or 0))
        if (player.since, player.player) in self._players:
            raise ParseError(number, f"Player {player.player} is there already.")
        self._players[player.since, player.player] = number, player

    def finish(self, number: int, players: int, length: int) -> None:
        """Check what belongs together, for a setup in line `number`: a text without a head has no names.

        Raises ParseError.
        """
        if not self._is_there:
            for player in range(players):
                self._players[0, player] = number, KeptPlayer(player, player * SEATS // players, "")
            return
        if self.began is None:
            raise ParseError(number, f"The head does not say when the game {BEGAN}.")
        if self.ended is None:
            raise ParseError(number, "The game had not ended yet, so what is hidden is not in the text.")
        seats: dict[int, int] = {}
        for (since, player), (line, each) in sorted(self._players.items()):
            if player >= players or since > length:
                raise ParseError(line, f"The game has {players} players, counted from 0, and {length} actions.")
            if seats.setdefault(player, each.seat) != each.seat:
                raise ParseError(line, f"Player {player} had another seat before.")
        if len(set(seats.values())) < players or any((0, player) not in self._players for player in range(players)):
            raise ParseError(number, f"The head does not name {players} players at seats of their own.")


def _moment(since_1970: float) -> str:
    moment = EPOCH + round(since_1970 * 1000) * MILLISECOND
    return moment.isoformat(" ", "milliseconds")


def _instant(number: int, text: str) -> int:
    try:
        moment = datetime.fromisoformat(text)
        since_1970 = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - EPOCH
    except (ValueError, OverflowError):
        raise ParseError(number, f"A moment reads like “2026-11-26 20:15:03.120+00:00”, not “{text}”.") from None
    if since_1970 < timedelta(0):
        raise ParseError(number, "There were no games before 1970.")
    if since_1970 >= LATEST:
        raise ParseError(number, "This moment has no date.")
    return since_1970 // MILLISECOND
