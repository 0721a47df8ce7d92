"""Words for David & Goliath (`tavolo.games.david_goliath.rules`)."""

from tavolo.games.david_goliath import events as codes
from tavolo.games.david_goliath.position import COLOURS, NUMBERS, PLAY
from tavolo_host.texts.common import suit_words
from tavolo_host.texts.options import number, one_player

MINUTES = (20, 40)  # as the box says

OPTIONS = {
    "deals": number("How many deals are played", "{} deals", {1: "one deal"}),
    "dealer": one_player("Who deals first", "{} to deal first", "the last player to deal first, {} to lead"),
}

CHOICES = {
    PLAY: ("play a card.", "{1}", "player card"),
}

AIM = (
    "The aim: most points. One or two captured cards of a colour count their numbers; three or more count one "
    "point each. A deal has 15 tricks."
)

# By verb or code, for beginners.
LESSONS = {
    PLAY: "Click one of the cards. The leader may play any card; the others must follow its colour if they can.",
    codes.LOW_TAKES_HIGH: (
        "In every trick the lowest number, whatever its colour, takes the highest card. So a 1 is a strong card."
    ),
    codes.HIGH_TAKES_REST: (
        "The highest number takes all the other cards and leads the next trick. Of equal numbers, the one played "
        "last counts."
    ),
    codes.WENT_OFF: "A player without a card of that colour may play any card. From then on everybody knows.",
}

TEMPLATES = {
    codes.DEALT: ("deal {0}: {1} has dealt, {2} leads.", "number player player"),
    codes.LED: ("{0} leads {1}.", "player card"),
    codes.FOLLOWED: ("{0} follows with {1}.", "player card colour"),
    codes.WENT_OFF: ("{0} plays {1} and does not follow: noted as having no {2}.", "player card colour"),
    codes.REVOKED: (
        "revoke: {0} had no {1} in trick {2}, but plays {1} in trick {3}. Play goes on.",
        "player colour number number",
    ),
    codes.LATER_HIGH: (
        "the highest number, {0}, was played more than once: the last one counts, {1}'s.",
        "number player",
    ),
    codes.LATER_LOW: (
        "the lowest number, {0}, was played more than once: the last one counts, {1}'s.",
        "number player",
    ),
    codes.LOW_TAKES_HIGH: ("{0} played the lowest, {1}, and takes the highest, {2}.", "player card card"),
    codes.HIGH_TAKES_REST: ("{0} played the highest, {1}, takes the rest ({2}) and leads.", "player card cards"),
    codes.ALL_EQUAL: (
        "all numbers are {0}: {1} played last, is both highest and lowest, takes {2} and leads.",
        "number player cards",
    ),
    codes.COLOUR_SUM: (
        "{0}, {1}: {2} captured, no more than two, so the numbers count: {3}.",
        "player colour number number",
    ),
    codes.COLOUR_COUNT: (
        "{0}, {1}: {2} captured, three or more, so each counts one: {3}.",
        "player colour number number",
    ),
    codes.DEAL_SCORED: ("{0} has {1} points in this deal, {2} in all.", "player number number"),
    codes.MOST_POINTS: ("most points: {0}.", "players"),
    codes.MUST_FOLLOW: ("{0} holds {1} and must follow it.", "player colour"),
}


card_words, colour_words = suit_words(COLOURS, NUMBERS)
