"""Which characters can be seen. What cannot be seen in a text of others hides something, or steers a terminal."""

import re
import unicodedata

# Control, format, surrogate, private use, unassigned; separators of lines and paragraphs.
UNSEEN_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
# Unicode's Default_Ignorable_Code_Point beyond those, and characters whose glyphs are blank: fillers of Hangul, Khitan
# and hieroglyphs, the braille pattern and the notehead without a dot, and marks that only select or join glyphs.
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u2d7f\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufffc"
    "\U0001107f\U00013441\U00013442\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)
JOINERS = "\u200c\u200d"
VIRAMA = 9  # the combining class of marks behind which a joiner chooses a letter's form, as in ශ්‍රී
DOUBTFUL = re.compile(r"[^\n\t -~]")


def is_visible(character: str) -> bool:
    """Return whether a character can be seen, or is a space."""
    return unicodedata.category(character) not in UNSEEN_CATEGORIES and not BLANK.match(character)


def joins(before: str, after: str) -> bool:
    """Return whether a joiner between these characters changes what is seen."""
    return unicodedata.combining(before) == VIRAMA and unicodedata.category(after)[0] == "L"


def printable(text: str) -> str:
    r"""Return a text for a terminal or a log: what cannot be seen is escaped, as \x1b; tabs and ends of lines stay."""
    return DOUBTFUL.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    character, text = found[0], found.string
    before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
    if is_visible(character) or (character in JOINERS and before and after and joins(before, after)):
        return character
    return character.encode("unicode_escape").decode()
