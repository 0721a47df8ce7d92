"""What the page says at a virtual table, where nobody needs to hear of slots, keys, boards and cables.

From the words for a real table to those for a virtual one; "" where there is nothing to say.
"""

VIRTUAL_WORDS = {
    # the laptop and its board
    "As soon as the board answers, the game continues from its state.": "The game goes on as soon as it answers again.",
    "Connected to board {} at {}.": "",
    "If this message stays, restart the program; the board loses nothing.": (
        "If this message stays, restart the program."
    ),
    "In step with the board.": "",
    "Looking for a board at {}.": "",
    "The board does not answer, so you see its last known state: check its cable and its power.": (
        "The table does not answer, so you see its last known state."
    ),
    "The board has lost your secret choice: put it in again.": "Your secret choice was lost: choose it again.",
    "The board is connected.": "",
    "The board is not connected yet.": "The table is not ready yet: try again in a moment.",
    "The connection to {} is lost; looking for the board again.": "",
    "The laptop and the board differ: the laptop is asking the board for the whole game.": (
        "One moment: the page is catching up with the table."
    ),
    "The table is next.": "One moment …",
    "This page may differ from the table: the laptop is asking the board for the whole game again.": (
        "One moment: the page is catching up with the table."
    ),
    "Waiting for the board at {} to answer.": "",
    "Waiting for the board.": "The table is being set up.",
    # slots and keys
    "a question is open: every seat has to answer it first, with its keys.": (
        "a question is open: everybody has to answer it first."
    ),
    "not everybody agreed to the laptop's last request: it may ask again in {0} seconds; a seat may ask at any time.": (
        "not everybody agreed to the last request: ask again in {0} seconds."
    ),
    "the laptop asks to abandon the game: press ✓ at every seat to agree.": "everybody is asked to abandon the game.",
    "the laptop asks to take {0} back: press ✓ at every seat to agree.": "everybody is asked to take {0} back.",
    "{0} asks to abandon the game: press ✓ at every seat to agree.": "{0} asks to abandon the game.",
    "{0} asks to take {1} back: press ✓ at every seat to agree.": "{0} asks to take {1} back.",
    "{0} is not ready yet: leave its slot empty and its keys untouched for a moment.": "{0} is not ready yet.",
    "{0}: first take the cards out of the slots.": "{0}: one moment, the cards that were played are being taken back.",
    "{0}: that is a hand in the slot, not a card. Nothing is played.": "{0}: that was no card. Nothing is played.",
    "{0}: the card is not fully in. Push it down to the stop.": "{0}: the card slipped. Play it again.",
    "{0}: there are two cards in the slot. Take both out, and put one in.": "{0}: one card at a time.",
    # games
    "first turn up a card from the draw pile and put it into any slot.": (
        "first, a card is turned up from the draw pile."
    ),
    "put the first card of the draw pile into any slot": "the first card is turned up",
    "put the first tiles of the rows into any slot": "the first tiles of the rows are turned up",
}
