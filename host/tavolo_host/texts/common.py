"""Words of the table and of all games (`tavolo.rules.contract`, `tavolo.play.reasons`)."""

from collections.abc import Callable, Sequence

from tavolo.maker.settings import SETTINGS, Setting
from tavolo.play import reasons
from tavolo.rules import contract
from tavolo.wiring import SEATS

TEMPLATES = {
    contract.NOT_YOUR_TURN: ("it is not {0}'s turn.", "player"),
    contract.GAME_IS_OVER: ("the game is over.", ""),
    contract.NO_SUCH_ACTION: ("that cannot be done now.", ""),
    contract.NOT_IN_THE_DECK: ("{0} is not in the deck of this game.", "card"),
    contract.CARD_WAS_PLAYED: ("{0} has already been played.", "card"),
    contract.CARD_NOT_IN_HAND: ("{0} does not hold {1}.", "player card"),
    contract.WRONG_DEAL: ("a deal is {0} different cards from the deck.", "number"),
    contract.CHANCE_IS_NEXT: ("the cards have to be dealt first.", ""),
    reasons.HAND_IN_SLOT: ("{0}: that is a hand in the slot, not a card. Nothing is played.", "seat"),
    reasons.TWO_CARDS: ("{0}: there are two cards in the slot. Take both out, and put one in.", "seat"),
    reasons.CARD_NOT_CLEAR: ("{0}: the card is not fully in. Push it down to the stop.", "seat"),
    reasons.LIFTED_EARLY: ("{0}: the card was lifted before it could be read. Nothing is played.", "seat"),
    reasons.FOREIGN_CARD: ("{0}: this card does not belong to this game.", "seat"),
    reasons.SEAT_NOT_PLAYING: ("{0} does not take part in this game.", "seat"),
    reasons.NO_GAME_YET: ("{0}: no game has been started yet.", "seat"),
    reasons.EMPTY_THE_SLOTS: ("{0}: first take the cards out of the slots.", "seat"),
    reasons.REFUSED_IN_SECRET: ("{0}: this card cannot be chosen.", "seat"),
    reasons.SEAT_NOT_BY_PHONE: ("{0} has a slot and keys of its own: it takes no cards from the laptop.", "seat"),
    reasons.TAKEN_FROM_THE_LAPTOP: ("{0} has it from the laptop.", "seat"),
    reasons.CHIP_IS_LOST: ("{0} cannot be read at the moment: its sensor does not answer properly.", "seat number"),
    reasons.CHIP_IS_BACK: ("{0} can be read again.", "seat"),
    reasons.SEAT_NOT_CALIBRATED: (
        "{0} is not ready yet: leave its slot empty and its keys untouched for a moment.",
        "seat number",
    ),
    reasons.TRIED: ("{0}: a card was read; it connects the pads {1}.", "seat pads"),
    reasons.WRONG_NUMBER_OF_PLAYERS: ("seats joined: {0}, but this game is for {1} to {2}.", "number number number"),
    reasons.OPTION_NOT_POSSIBLE: ("option {0} cannot have the value {1} in this game.", "number number"),
    reasons.ASKED_FOR_UNDO: ("{0} asks to take {1} back: press ✓ at every seat to agree.", "seat gone"),
    reasons.ASKED_TO_ABANDON: ("{0} asks to abandon the game: press ✓ at every seat to agree.", "seat"),
    reasons.DISAGREED: ("{0} does not agree; the game goes on.", "seat"),
    reasons.UNDONE: ("moves taken back: {0}.", "number"),
    reasons.CARDS_GO_BACK: ("cards that go back into {0}'s hand: {1}.", "player number"),
    reasons.NOTHING_TO_UNDO: ("there is nothing to take back.", ""),
    reasons.GAME_IS_RUNNING: ("a game is in progress; finish or abandon it first.", ""),
    reasons.NO_GAME_RUNS: ("no game is being played.", ""),
    reasons.UNKNOWN_GAME: ("the board does not know this game or option.", ""),
    reasons.EVERYBODY_IS_ASKED: ("a question is open: every seat has to answer it first, with its keys.", ""),
    reasons.GAME_STARTED: ("the game has begun.", ""),
    reasons.SEATS_NOT_POSSIBLE: ("every player needs a seat of their own that answers, in clockwise order.", ""),
    reasons.SEATS_MIXED: (
        "this game has cards: its players sit all at seats with slots, or all at seats by phone.",
        "",
    ),
    reasons.QUESTION_LAPSED: ("not everybody has answered; the game goes on.", ""),
    reasons.EVERYBODY_AGREED: ("everybody has agreed.", ""),
    reasons.ASKED_BY_LAPTOP_UNDO: ("the laptop asks to take {0} back: press ✓ at every seat to agree.", "gone"),
    reasons.ASKED_BY_LAPTOP_ABANDON: ("the laptop asks to abandon the game: press ✓ at every seat to agree.", ""),
    reasons.GAME_RESUMED: ("power is back; the game resumes after {0} actions.", "number"),
    reasons.JOURNAL_DAMAGED: (
        "the game in progress cannot be resumed: its beginning cannot be read (entries left: {0}).",
        "number",
    ),
    reasons.JOURNAL_IS_FULL: (
        "the journal of this game is full: what is played from here on would not survive a power cut.",
        "",
    ),
    reasons.SEALED_CARDS_LOST: ("secret choices have to be put in again by: {0}.", "players"),
    reasons.RECORDS_MISSING: (
        "part of the game can no longer be read (damaged entries: {0}; entries after them: {1}). Cards played "
        "since then go back into the hands.",
        "number number",
    ),
    reasons.LAST_RECORD_MISSING: (
        "the last entry of the journal cannot be read: if a card was just accepted, put it in again.",
        "",
    ),
    reasons.GAME_OF_OTHER_RULES: (
        "the saved game was played by different rules and cannot be resumed; the next game replaces it.",
        "",
    ),
    reasons.RECORDS_UNKNOWN: ("game entries skipped because another version wrote them: {0}.", "number"),
    reasons.GAP_REPAIRED: ("what the journal had lost is restored: {0} actions.", "number"),
    reasons.GAP_NOT_REPAIRED: ("the moves that a laptop offered do not fit what is left of the journal.", ""),
    reasons.ASKED_TO_REPAIR: (
        "a laptop has {0} more actions than the journal, and nothing proves them: if they are right, press ✓ at "
        "every seat.",
        "number",
    ),
    reasons.POSITION_NOT_KEPT: (
        "a number in this game does not fit the journal: after a power cut the game is replayed from its start.",
        "",
    ),
    reasons.END_MISSING: (
        "whole sectors of the journal are empty or cannot be read: the game resumes after {0} actions. Cards "
        "played since then go back into the hands.",
        "number",
    ),
    reasons.OFFER_IS_OLD: (
        "a laptop has offered moves that were, or may have been, taken back while it was away: the game goes on "
        "without them.",
        "",
    ),
    reasons.ASKED_JUST_NOW: (
        "not everybody agreed to the laptop's last request: it may ask again in {0} seconds; a seat may ask at "
        "any time.",
        "number",
    ),
    reasons.SELFTEST_RUNS: ("the board is being tested; cards and keys play nothing until the test is over.", ""),
    reasons.SELFTEST_IS_OVER: ("the board is not being tested.", ""),
    reasons.STRIP_NOT_BUILT: ("the board's settings say that this strip is not built.", ""),
    reasons.SETTINGS_TOLD: ("these are the board's settings.", ""),
    reasons.SETTINGS_KEPT: ("the settings are saved; the board restarts with them.", ""),
    reasons.SETTINGS_NOT_WRITTEN: ("the board could not save its settings; it keeps the old ones.", ""),
    reasons.SETTINGS_TOO_LONG: (
        "the board's tavolo.txt is longer than {0} bytes: all settings have their defaults.",
        "number",
    ),
    reasons.SETTING_LINE_UNCLEAR: ("{0}“{1}” sets nothing; it should read NAME = VALUE.", "line text"),
    reasons.SETTING_UNKNOWN: (
        "{0}there is no setting “{1}”; there are " + ", ".join(setting.name for setting in SETTINGS) + ".",
        "line text",
    ),
    reasons.SETTING_NOT_POSSIBLE: ("{0}{1}, not “{2}”.", "line setting text"),
    reasons.SETTING_TWICE: ("{0}{1} is already set in line {2}.", "line name number"),
    reasons.SETTING_NEEDS_A_PANEL: ("{0}the setting lamps = field needs a panel, but panels = 0.", "line"),
    reasons.SETTING_TRACK_TOO_SHORT: (
        "{0}track_skip and track_step need a track of {2} pixels, and it has {1}.",
        "line number number",
    ),
    reasons.SETTING_LEAVES_NO_LIGHT: (
        "{0}the setting limit_ma = {1} leaves no light for {2} pixels; at least {3} mA are needed.",
        "line number number number",
    ),
    reasons.RESTARTED: (
        "the board restarted after an error; end this program, then `tavolo rescue` shows the crash log.",
        "",
    ),
    reasons.SAFE_MODE: (
        "the board is in safe mode because it failed to start three times in a row: no game can be played. End "
        "this program, then `tavolo rescue` shows more.",
        "",
    ),
    reasons.CRASHES_TOLD: ("crashes in the board's log: {0}.", "number"),
    reasons.CRASHES_CLEARED: ("the crash log is empty now.", ""),
    reasons.NO_CRASH_LOG: ("this board has no crash log: its files take up all of its flash.", ""),
    reasons.GAME_PUT_ASIDE: ("the game is put aside; the board restarts without it.", ""),
    reasons.GOES_TO_THE_PROMPT: ("the board restarts at MicroPython's prompt.", ""),
}


def suit_words(colours: Sequence[str], numbers: int) -> tuple[Callable[..., str], Callable[..., str]]:
    """Return `card_words` and `colour_words` of a game with so many numbers of each colour: "green 7"."""

    def colour_words(colour: int, translate: Callable[[str], str]) -> str:
        return translate(colours[colour])

    def card_words(card: int, translate: Callable[[str], str]) -> str:
        return translate("{} {}").format(colour_words(card // numbers, translate), card % numbers + 1)

    return card_words, colour_words


def card_words(card: int, translate: Callable[[str], str]) -> str:
    """Return a card of an unknown game in words."""
    return translate("card {}").format(card)


def colour_words(colour: int, translate: Callable[[str], str]) -> str:
    """Return a colour of an unknown game in words."""
    return translate("colour {}").format(colour)


def gone_words(count: int, translate: Callable[[str], str]) -> str:
    """Return the moves that would be taken back."""
    return translate("the last move") if count == 1 else translate("the last {} moves").format(count)


def pad_words(pad: int, translate: Callable[[str], str]) -> str:
    """Return a pad of a slot, numbered as in the hardware guides."""
    return str(pad)


def line_words(line: int, translate: Callable[[str], str]) -> str:
    """Return the start of a sentence about a line of the settings; "" for 0, which is no line."""
    return translate("line {} of the board's tavolo.txt is ignored: ").format(line) if line else ""


def setting_words(index: int, translate: Callable[[str], str]) -> str:
    """Return a setting and its possible values: "brightness is 1 to 100 %"."""
    setting = SETTINGS[index]
    return translate("{} is {}").format(setting.name, possible_words(setting, translate))


def name_words(index: int, translate: Callable[[str], str]) -> str:
    """Return the name of a setting."""
    return SETTINGS[index].name


def possible_words(setting: Setting, translate: Callable[[str], str]) -> str:
    """Return the possible values of a setting: "1 to 100 %"."""
    if setting.high:
        numbers = translate("{} to {} {}").format(setting.low, setting.high, setting.unit).strip()
        return translate("{} or {}").format(", ".join(setting.choices), numbers) if setting.choices else numbers
    if not setting.choices:
        return translate("all, none, or seats from 1 to {}").format(SEATS)
    return translate("{} or {}").format(", ".join(setting.choices[:-1]), setting.choices[-1])
