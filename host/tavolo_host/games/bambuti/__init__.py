"""Words for Bambuti (`tavolo.games.bambuti.rules`)."""

from collections.abc import Callable

from tavolo.games.bambuti import events as game
from tavolo.games.bambuti.position import COLOURS, DRUM, END_TURN, LAY, NUMBERS, PASS, PLAY, PLAY_ON, WISH, Position
from tavolo_host.texts.common import suit_words
from tavolo_host.texts.options import one_of, one_player

MINUTES = (15, 20)  # as the rulebook says

OPTIONS = {
    "younger": one_player("Who is younger, and begins if the indicators are equal", "{} as the younger"),
    "passes": one_of("Passing", ("one pass ends the game", "two passes in a row end the game")),
}

# By verb; on the other's row it is another thing.
PLAY_OPPOSITE = 100
CHOICES = {
    LAY: ("lay the next mask of your row, face down; r3, the centre, is the highest.", "{1}", "player card"),
    PLAY: ("lay a mask on one of the rows.", "{1}, own row, {3}", "player card player place"),
    PLAY_OPPOSITE: (
        "lay a mask on one of the rows.",
        "{1}, other row, {3}",
        "player card player place",
    ),
    DRUM: ("play a drum to score now?", "play a drum", "player"),
    END_TURN: ("end the turn.", "keep the drum", "player"),
    WISH: ("no mask can be laid.", "pass", "player"),
    PLAY_ON: ("do you really want to pass?", "no, play on", "player"),
    PASS: ("do you really want to pass?", "yes, pass", "player"),
}

AIM = (
    "The aim: most points. An indicator between two facing masks lies with the player who leads there; a "
    "symmetric row, a drum and the end of the game score the indicators. It ends when the pile is empty and both hold "
    "four masks."
)

# By verb or code, for beginners.
LESSONS = {
    LAY: (
        "Lay five masks in secret, from left to right: numbers may not fall before the centre, nor rise after "
        "it. Colours matter later: a row is symmetric if its first and fifth colours match, and its second and "
        "fourth."
    ),
    PLAY: (
        "Cover a mask in your own row with any colour, or one in the other row with the same colour. The number "
        "must differ from the mask it faces, and the row must still rise to its centre and fall from there."
    ),
    DRUM: (
        "A drum scores both sides' indicators at once. You have two, and they are worth nothing at the end: play "
        "one when you are well ahead."
    ),
    WISH: "You may pass only if none of your masks can be laid.",
    game.INDICATOR: (
        "Of two facing masks the higher counts the difference, the lower its own number. The indicator shows the "
        "lead: 10 against 9 gives 8 to the 9, 10 against 1 gives 8 to the 10."
    ),
    game.INDICATOR_TURNED: "If both masks have the same colour, the indicator goes to the player who has less.",
    game.SYMMETRY: "A row that has just become symmetric triggers a scoring: both players score the indicators on "
    "their side.",
}

TEMPLATES = {
    game.ROWS_DEALT: (
        "each player has drawn five masks and lays them face down, r1 to r5, the highest in the centre.",
        "",
    ),
    game.LAID: ("{0} lays mask {1} of 5 face down.", "player number"),
    game.ROW_SHOWN: ("{0} turns over their row: {1}.", "player cards"),
    game.INDICATOR: (
        "place {0}: {1} counts {3}, the difference from {2}, which counts its own {4}; the indicator, {5}, lies "
        "with {6}, who has more.",
        "number card card number number number player",
    ),
    game.INDICATOR_TURNED: (
        "place {0}: {1} counts {3}, the difference from {2}, which counts its own {4}; the colours are the same, "
        "so the indicator, {5}, lies with {6}, who has less.",
        "number card card number number number player",
    ),
    game.DOUBLE: ("place {0}: {1} is twice {2}, so both count {3}: no indicator.", "number card card number"),
    game.EQUAL: ("place {0}: {1} and {2} both show {3}: no indicator.", "number card card number"),
    game.HANDS_DEALT: ("each player draws {0} masks; {1} are left in the pile.", "number number"),
    game.FEWER_BEGINS: ("{0} has fewer points on the indicators, {1} against {2}, and begins.", "player number number"),
    game.YOUNGER_BEGINS: ("the indicators are equal, {1} each: {0}, the younger, begins.", "player number"),
    game.PLAYED_OWN: ("{0} lays {1} on {3}, at place {2} of their own row.", "player card number card"),
    game.PLAYED_OPPOSITE: (
        "{0} lays {1} on {3}, which is {5} too, at place {2} of {4}'s row.",
        "player card number card player colour",
    ),
    game.DREW: ("{0} draws a mask; masks left in the pile: {1}.", "player number"),
    game.SYMMETRY: (
        "{0}'s row has become symmetric, with {1} at both ends and {2} beside the centre: a scoring.",
        "player colour colour",
    ),
    game.DRUM_PLAYED: ("{0} plays a drum: a scoring. Drums left: {1}.", "player number"),
    game.DRUM_KEPT: ("{0} plays no drum. Drums left: {1}.", "player number"),
    game.SCORED: ("{0} scores {1} for the indicators, {2} in all.", "player number number"),
    game.FOUR_LEFT: (
        "neither player holds more than four masks ({0}: {1}, {2}: {3}): final scoring, and the game ends.",
        "player number player number",
    ),
    game.WISHES_TO_PASS: ("{0} says that no mask can be played; does {0} really want to pass?", "player"),
    game.PLAYS_ON: ("{0} does not pass after all.", "player"),
    game.PASSED: ("{0} passes; passes in a row: {1} of the {2} that end the game.", "player number number"),
    game.PASSES_END: ("passes in a row: {0}. Final scoring, and the game ends.", "number"),
    game.MOST_POINTS: ("most points: {0}.", "players"),
    game.SHARED: ("the points are equal: {0} share the win.", "players"),
    game.OTHER_COLOUR: (
        "in {0}'s row a mask must have the colour of the one it covers; {1} does not match {2}.",
        "player card card",
    ),
    game.EQUAL_FACING: ("{0} may not face {1}: both show {2}.", "card card number"),
    game.RISES_OUTWARDS: (
        "{0} at place {1} would be higher than {2} at place {3}, and the row would rise outwards.",
        "card number card number",
    ),
    game.CENTRE_TOO_LOW: (
        "{0} at place {1} would be lower than {2} at place {3}, and the row would rise outwards.",
        "card number card number",
    ),
    game.FITS_NOWHERE: (
        "{0}'s {1} fits on no mask: in their own row it must keep the order and differ from the number it "
        "faces; in the other row it must match the covered colour as well.",
        "player card",
    ),
    game.ROWS_COME_FIRST: ("both players lay their rows first, five masks each.", ""),
    game.ROW_IS_COMPLETE: ("{0}'s row is complete.", "player"),
    game.NO_ORDER_LEFT: (
        "with {0} at place {1} the other masks could not be laid without rising outwards.",
        "card number",
    ),
    game.WRONG_REVEAL: (
        "the reveal must be ten masks in two rows, as they were laid, and no row may rise outwards.",
        "",
    ),
    game.CAN_PLAY: ("{0} holds a mask that can be played, and may not pass.", "player"),
    game.CANNOT_PLAY: ("{0} has no mask that can be played, and has to pass.", "player"),
    game.PASS_IS_OPEN: ("{0} must confirm or withdraw the pass first.", "player"),
    game.DRUM_IS_OPEN: ("{0} must first play a drum, or end the turn without one.", "player"),
    game.WRONG_DRAW: ("{0} has to draw exactly one mask from the pile.", "player"),
}


card_words, colour_words = suit_words(COLOURS, NUMBERS)


def choice_of(position: Position, action: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return which of CHOICES an action is at this moment, and its numbers."""
    is_opposite = action[0] == PLAY and action[1] != action[3]
    return PLAY_OPPOSITE if is_opposite else action[0], action[1:]


def place_words(place: int, translate: Callable[[str], str]) -> str:
    """Return a place in a row in words: "r3"."""
    return f"r{place + 1}"
