"""David & Goliath: the codes of its events, outcomes and refusals, with the numbers that follow each."""

DEALT = 100  # deal (from 1), dealer, leader
LED = 101  # player, card
FOLLOWED = 102  # player, card, colour led
WENT_OFF = 103  # player, card, colour led: the player is noted as void in it
REVOKED = 104  # player, colour, trick that showed the void, trick that shows the card (from 1)
LATER_HIGH = 105  # number, player: among equal highest the one played last
LATER_LOW = 106  # number, player
LOW_TAKES_HIGH = 107  # player of the lowest, lowest card, highest card
HIGH_TAKES_REST = 108  # player of the highest, highest card, then the cards taken; leads the next trick
ALL_EQUAL = 109  # number, player who takes all and leads, then the cards
COLOUR_SUM = 110  # player, colour, cards (1 or 2), points
COLOUR_COUNT = 111  # player, colour, cards (3 or more), points
DEAL_SCORED = 112  # player, points of the deal, total
MOST_POINTS = 113  # winners
MUST_FOLLOW = 130  # player, colour led
