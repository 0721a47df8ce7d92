"""Which characters can be seen. Text of others may hide something, forge a line, or steer the terminal it is shown on."""

import re
import unicodedata

# Control, format, surrogate, private use, unassigned.
UNSEEN_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn")
# Unicode's Default_Ignorable_Code_Point beyond those, and characters whose glyphs are blank: fillers of Hangul, Khitan
# and hieroglyphs, the braille pattern and the notehead without a dot, and marks that only select or join glyphs.
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u2d7f\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffc"
    "\U0001107f\U00013441\U00013442\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)


def is_visible(character: str) -> bool:
    """Return whether a character can be seen, or is a space."""
    return unicodedata.category(character) not in UNSEEN_CATEGORIES and not BLANK.match(character)
