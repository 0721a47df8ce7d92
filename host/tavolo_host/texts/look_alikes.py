"""Which names look alike: one would pass for another person's at the same table.

Letters of other scripts that have the shape of a Latin one are those of Unicode's UTS #39 for Greek, Cyrillic, Armenian
and what phoneticians write; other scripts are told apart by letting no word mix two of them.
"""

import re
import unicodedata

from tavolo_host.texts.names import name_key

SHAPES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜаеѕіјкмнорстухүһԁԛԝӏԍΑΒΕΖΗΙΚΜΝΟΡΤΥΧανικορτυχϲϳγօոսցհԼՕՏՍɑɡıɩɪȷƖǀ|",
    "ABESIJKMHOPCTYXYGQWaesijkmhopctyxyhdqwlgABEZHIKMNOPTYXavikoptuxcjyonugqLOSUagiiijlll",
)
SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")
PAIRS = (("0", "o"), ("1", "l"), ("rn", "m"), ("vv", "w"))
# Scripts that are written together, as by UTS #39; Latin may be with them.
TOGETHER = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "LATIN"}
WORD = re.compile(r"[^\W\d_]+")


def looks_like(one: str, other: str) -> bool:
    """Return whether two names, neither "", would be taken for each other."""
    return name_key(one) == name_key(other) or bool(_shapes(one) & _shapes(other) - {""})


def mixes_scripts(name: str) -> bool:
    """Return whether a word of a name has letters of scripts that are not written together."""
    words = WORD.findall(unicodedata.normalize("NFKC", name))
    return any(len(scripts := {_script(letter) for letter in word}) > 1 and not scripts <= TOGETHER for word in words)


def _script(letter: str) -> str:
    return re.split("[ -]", unicodedata.name(letter, "?"))[0]


def _shapes(name: str) -> frozenset[str]:
    """Return what is seen of a name without marks between letters: a capital I is an l, or an i in small letters."""
    line = unicodedata.normalize("NFKC", name)
    return frozenset({_shape(line.replace("I", "l").replace("І", "l").replace("Ι", "l")), _shape(line)})


def _shape(line: str) -> str:
    shaped = "".join(_small_capital(each) for each in line.translate(SHAPES) if unicodedata.category(each)[0] in "LMNS")
    shaped = shaped.casefold()
    for written, seen in PAIRS:
        shaped = shaped.replace(written, seen)
    return unicodedata.normalize("NFC", shaped)


def _small_capital(letter: str) -> str:
    found = SMALL_CAPITAL.fullmatch(unicodedata.name(letter, ""))
    return found[1] if found else letter
