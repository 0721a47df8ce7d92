"""What the table itself reports, in numbers: why a lamp is red although no rule was broken, and what happened.

The codes share one numbering with those of the games (`tavolo.rules.contract`); the laptop turns them into sentences.
"""

# About a slot.
HAND_IN_SLOT = 20  # seat
TWO_CARDS = 21  # seat
CARD_NOT_CLEAR = 22  # seat: half in, tilted, or not readable with margin
LIFTED_EARLY = 23  # seat
FOREIGN_CARD = 24  # seat: a code that no card of this game has
SEAT_NOT_PLAYING = 25  # seat
NO_GAME_YET = 26  # seat
EMPTY_THE_SLOTS = 28  # seat: after undo, cards have to be taken out first
REFUSED_IN_SECRET = 29  # seat: the reason would reveal something of a sealed card
SEAT_NOT_BY_PHONE = 34  # seat
TAKEN_FROM_THE_LAPTOP = 35  # seat: a card, a lift or a key

# About a seat's chip.
CHIP_IS_LOST = 30  # seat, why
CHIP_IS_BACK = 31  # seat
SEAT_NOT_CALIBRATED = 32  # seat, why (see `calibrating`)
TRIED = 33  # seat, the pads that its card joins, from 0: at the only seat of a table

# About the game as a whole.
WRONG_NUMBER_OF_PLAYERS = 40  # players joined, fewest, most
OPTION_NOT_POSSIBLE = 41  # option (from 1), value
ASKED_FOR_UNDO = 42  # seat, actions
ASKED_TO_ABANDON = 43  # seat
DISAGREED = 44  # seat
UNDONE = 45  # actions gone
CARDS_GO_BACK = 46  # player, cards
NOTHING_TO_UNDO = 47
GAME_IS_RUNNING = 48
NO_GAME_RUNS = 49
UNKNOWN_GAME = 50
EVERYBODY_IS_ASKED = 51
GAME_STARTED = 54
EVERYBODY_AGREED = 55
QUESTION_LAPSED = 56
SEATS_NOT_POSSIBLE = 57
SEATS_MIXED = 74
ASKED_BY_LAPTOP_UNDO = 52  # actions
ASKED_BY_LAPTOP_ABANDON = 53
GAME_RESUMED = 58  # actions
JOURNAL_DAMAGED = 59  # readable records
JOURNAL_IS_FULL = 60
SEALED_CARDS_LOST = 61  # players
RECORDS_MISSING = 62  # unreadable records, readable ones behind them
LAST_RECORD_MISSING = 63
GAME_OF_OTHER_RULES = 64
RECORDS_UNKNOWN = 65  # how many
GAP_REPAIRED = 66  # actions
GAP_NOT_REPAIRED = 67
ASKED_TO_REPAIR = 68  # actions
END_MISSING = 69  # actions that are left
POSITION_NOT_KEPT = 77
OFFER_IS_OLD = 78
ASKED_JUST_NOW = 79  # seconds until a laptop may ask again

# About the selftest.
SELFTEST_RUNS = 70
SELFTEST_IS_OVER = 71
STRIP_NOT_BUILT = 72

# About the maker's settings. "line" is where in the file, 0 for a laptop's request; "setting" is an index of
# `settings.SETTINGS`; "letters" are those that were typed.
SETTINGS_TOLD = 80  # 1 if there is a file, 0 for a board that was never set up
SETTINGS_KEPT = 81
SETTINGS_NOT_WRITTEN = 82
SETTINGS_TOO_LONG = 83  # bytes at most
SETTING_LINE_UNCLEAR = 84  # line, letters
SETTING_UNKNOWN = 85  # line, letters
SETTING_NOT_POSSIBLE = 86  # line, setting, letters
SETTING_TWICE = 87  # line, setting, line of the first
SETTING_NEEDS_A_PANEL = 88  # line
SETTING_TRACK_TOO_SHORT = 97  # line, pixels, least pixels
SETTING_LEAVES_NO_LIGHT = 89  # line, mA, pixels, least mA

# About errors of the firmware itself (`tavolo.maker.rescue`).
RESTARTED = 90
SAFE_MODE = 91
CRASHES_TOLD = 92  # how many there were, whether the board is in safe mode, and keeps a game (2: unknown)
CRASHES_CLEARED = 93
NO_CRASH_LOG = 94
GAME_PUT_ASIDE = 95
GOES_TO_THE_PROMPT = 96
