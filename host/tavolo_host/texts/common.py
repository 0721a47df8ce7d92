"""Words for what every game and the table itself have to say (`tavolo.rules.contract`, `tavolo.play.reasons`)."""

from collections.abc import Callable

from tavolo.maker.settings import SETTINGS, Setting
from tavolo.play import reasons
from tavolo.rules import contract
from tavolo.wiring import SEATS

TEMPLATES = {
    contract.NOT_YOUR_TURN: ("it is not the turn of {0}.", "player"),
    contract.GAME_IS_OVER: ("the game is over.", ""),
    contract.NO_SUCH_ACTION: ("that cannot be done now.", ""),
    contract.NOT_IN_THE_DECK: ("{0} is not in the deck of this game.", "card"),
    contract.CARD_WAS_PLAYED: ("{0} has already been played.", "card"),
    contract.CARD_NOT_IN_HAND: ("{0} does not hold {1}.", "player card"),
    contract.WRONG_DEAL: ("a deal is {0} different cards of the deck.", "number"),
    contract.CHANCE_IS_NEXT: ("the cards have to be dealt first.", ""),
    reasons.HAND_IN_SLOT: ("{0}: that is a hand in the slot, not a card. Nothing is played.", "seat"),
    reasons.TWO_CARDS: ("{0}: two cards are in the slot. Take both out, put one in.", "seat"),
    reasons.CARD_NOT_CLEAR: ("{0}: the card is not quite in. Push it down to the stop.", "seat"),
    reasons.LIFTED_EARLY: ("{0}: the card was lifted before it could be read. Nothing is played.", "seat"),
    reasons.FOREIGN_CARD: ("{0}: this card does not belong to this game.", "seat"),
    reasons.SEAT_NOT_PLAYING: ("{0} does not take part in this game.", "seat"),
    reasons.NO_GAME_YET: ("{0}: no game has been started yet.", "seat"),
    reasons.EMPTY_THE_SLOTS: ("{0}: first take the cards out of the slots.", "seat"),
    reasons.REFUSED_IN_SECRET: ("{0}: this card cannot be chosen.", "seat"),
    reasons.CHIP_IS_LOST: (
        "{0} cannot be read just now: its sensor does not answer as it should.",
        "seat number",
    ),
    reasons.CHIP_IS_BACK: ("{0} can be read again.", "seat"),
    reasons.SEAT_NOT_CALIBRATED: (
        "{0} cannot be used yet: its slot has to be empty and its keys untouched for a moment.",
        "seat number",
    ),
    reasons.TRIED: ("{0}: a card was read; it joins the pads {1}.", "seat pads"),
    reasons.WRONG_NUMBER_OF_PLAYERS: (
        "{0} have joined, but this game is for {1} to {2}.",
        "number number number",
    ),
    reasons.OPTION_NOT_POSSIBLE: ("the value {1} of option {0} does not fit this game.", "number number"),
    reasons.ASKED_FOR_UNDO: ("{0} asks to take the last move back: everybody agrees with ✓.", "seat"),
    reasons.ASKED_TO_ABANDON: ("{0} asks to abandon the game: everybody agrees with ✓.", "seat"),
    reasons.DISAGREED: ("{0} does not agree; the game goes on.", "seat"),
    reasons.UNDONE: ("actions taken back: {0}.", "number"),
    reasons.CARDS_GO_BACK: ("cards that go back into the hand of {0}: {1}.", "player number"),
    reasons.NOTHING_TO_UNDO: ("there is nothing to take back.", ""),
    reasons.GAME_IS_RUNNING: ("a game is being played; it has to end or be abandoned first.", ""),
    reasons.NO_GAME_RUNS: ("no game is being played.", ""),
    reasons.UNKNOWN_GAME: ("the board does not know this game or option.", ""),
    reasons.EVERYBODY_IS_ASKED: ("everybody has been asked something: first every seat answers with its keys.", ""),
    reasons.GAME_STARTED: ("the game has begun.", ""),
    reasons.SEATS_NOT_POSSIBLE: ("a seat for each player is needed, in clockwise order, with a working sensor.", ""),
    reasons.QUESTION_LAPSED: ("not everybody has answered; the game goes on.", ""),
    reasons.EVERYBODY_AGREED: ("everybody has agreed.", ""),
    reasons.ASKED_BY_LAPTOP_UNDO: (
        "the laptop asks to take the last move back: everybody agrees with ✓.",
        "",
    ),
    reasons.ASKED_BY_LAPTOP_ABANDON: ("the laptop asks to abandon the game: everybody agrees with ✓.", ""),
    reasons.GAME_RESUMED: ("power is back; the game goes on after {0} actions.", "number"),
    reasons.JOURNAL_DAMAGED: (
        "the game that was being played cannot be taken up: of its beginning nothing can be read (entries left: {0}).",
        "number",
    ),
    reasons.JOURNAL_IS_FULL: (
        "the journal of this game is full: what is played from here on would not outlive a power cut.",
        "",
    ),
    reasons.SEALED_CARDS_LOST: ("what was chosen in secret is put in again by: {0}.", "players"),
    reasons.RECORDS_MISSING: (
        "part of the game cannot be read any more: entries that are damaged: {0}, and behind them: {1}. "
        "Cards that were played since then go back into the hands.",
        "number number",
    ),
    reasons.LAST_RECORD_MISSING: (
        "the last thing that was written down cannot be read: a card that was just accepted is put in again.",
        "",
    ),
    reasons.GAME_OF_OTHER_RULES: (
        "a game is kept that was played by other rules than these: it is not taken up, and the next game replaces it.",
        "",
    ),
    reasons.RECORDS_UNKNOWN: ("entries of the game that another version has written, and are left out: {0}.", "number"),
    reasons.GAP_REPAIRED: ("what the journal had lost is back: {0} actions.", "number"),
    reasons.GAP_NOT_REPAIRED: ("what a laptop has offered does not lead to what the journal still has.", ""),
    reasons.ASKED_TO_REPAIR: (
        "a laptop has {0} more actions than the journal, with nothing to prove them: everybody agrees with ✓.",
        "number",
    ),
    reasons.POSITION_NOT_KEPT: (
        "a number of this game has no room in the journal: after a power cut its actions are repeated from the start.",
        "",
    ),
    reasons.END_MISSING: (
        "whole sectors of the journal are empty or cannot be read: the game goes on after {0} actions. "
        "Cards that were played since then go back into the hands.",
        "number",
    ),
    reasons.OFFER_IS_OLD: (
        "a laptop has offered what was taken back while it was away, or may have been: the game goes on without.",
        "",
    ),
    reasons.ASKED_JUST_NOW: (
        "not everybody has agreed to what the laptop asked last: it may ask again in {0} seconds, a seat at any time.",
        "number",
    ),
    reasons.SELFTEST_RUNS: ("the board is being checked; cards and keys play nothing until that is over.", ""),
    reasons.SELFTEST_IS_OVER: ("the board is not being checked.", ""),
    reasons.STRIP_NOT_BUILT: ("the board's settings say that this strip is not built.", ""),
    reasons.SETTINGS_TOLD: ("those are the board's settings.", ""),
    reasons.SETTINGS_KEPT: ("the settings are kept; the board begins anew with them.", ""),
    reasons.SETTINGS_NOT_WRITTEN: ("the board could not write its settings down; it goes on with the old ones.", ""),
    reasons.SETTINGS_TOO_LONG: (
        "the board's file tavolo.txt is too long, at most {0} bytes: all settings are as without one.",
        "number",
    ),
    reasons.SETTING_LINE_UNCLEAR: ("{0}“{1}” sets nothing; it should read NAME = VALUE.", "line text"),
    reasons.SETTING_UNKNOWN: (
        "{0}there is no setting “{1}”; there are " + ", ".join(setting.name for setting in SETTINGS) + ".",
        "line text",
    ),
    reasons.SETTING_NOT_POSSIBLE: ("{0}{1}, not “{2}”.", "line setting text"),
    reasons.SETTING_TWICE: ("{0}{1} stands in line {2} already.", "line name number"),
    reasons.SETTING_NEEDS_A_PANEL: (
        "{0}with lamps = field there has to be a panel, and panels = 0 says there is none.",
        "line",
    ),
    reasons.SETTING_LEAVES_NO_LIGHT: (
        "{0}with limit_ma = {1} no light is left for {2} pixels; at least {3} mA are needed.",
        "line number number number",
    ),
    reasons.RESTARTED: (
        "the board had to begin anew, for something in it went wrong; end this program, and `tavolo rescue` shows what"
        " it wrote down.",
        "",
    ),
    reasons.SAFE_MODE: (
        "the board is in safe mode, because it failed three times in a row at its start: no game can be played."
        " End this program, and `tavolo rescue` says more.",
        "",
    ),
    reasons.CRASHES_TOLD: ("crashes in the board's log: {0}.", "number"),
    reasons.CRASHES_CLEARED: ("the crash log is empty now.", ""),
    reasons.NO_CRASH_LOG: ("this board has no crash log: its files have taken all of its flash.", ""),
    reasons.GAME_PUT_ASIDE: ("the game is put aside; the board begins anew without it.", ""),
    reasons.GOES_TO_THE_PROMPT: ("the board begins anew at MicroPython's prompt.", ""),
}


def card_words(card: int, translate: Callable[[str], str]) -> str:
    """Return a card whose game is not known in words."""
    return translate("card {}").format(card)


def colour_words(colour: int, translate: Callable[[str], str]) -> str:
    """Return a colour whose game is not known in words."""
    return translate("colour {}").format(colour)


def pad_words(pad: int, translate: Callable[[str], str]) -> str:
    """Return a pad of a slot, as the hardware's pages number it."""
    return str(pad)


def line_words(line: int, translate: Callable[[str], str]) -> str:
    """Return what comes before a sentence about a line of the settings; nothing for 0, which is no line."""
    return translate("line {} of the board's tavolo.txt is left out: ").format(line) if line else ""


def setting_words(index: int, translate: Callable[[str], str]) -> str:
    """Return the name of a setting, and what it can be: "brightness is 1 to 100 %"."""
    setting = SETTINGS[index]
    return translate("{} is {}").format(setting.name, possible_words(setting, translate))


def name_words(index: int, translate: Callable[[str], str]) -> str:
    """Return the name of a setting."""
    return SETTINGS[index].name


def possible_words(setting: Setting, translate: Callable[[str], str]) -> str:
    """Return what a setting can be: "1 to 100 %"."""
    if setting.high:
        return translate("{} to {} {}").format(setting.low, setting.high, setting.unit)
    if not setting.choices:
        return translate("all, or seats from 1 to {}").format(SEATS)
    return translate("{} or {}").format(", ".join(setting.choices[:-1]), setting.choices[-1])
