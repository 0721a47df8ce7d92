"""The games' pages for players, a few paragraphs at a time: those that are about one moment of a game.

A paragraph is marked by an anchor at its beginning, which people who read the page do not see: `<a id="drum"></a>`.
What is marked goes on to the next anchor, heading or step of how it is played. A game says by `GameDisplay.about`
which anchors are about the present moment. Where the words depend on the options, the page has what is usual, marked
`<span id="eyes">40 or 50</span>`, and the game's words may have `rule_words(options, translate)`, by these names.
"""

import re
from collections.abc import Sequence
from functools import cache

from tavolo_host.runtime.game_folders import folder_of, part_of
from tavolo_host.texts.language import _, spoken

ANCHOR = re.compile(r'<a id="([\w-]+)"></a>')
VALUE = re.compile(r'<span id="([\w-]+)">([^<]*)</span>')
# Where something that is not about the same begins: another anchor, a step of how it is played, a heading.
NEXT = re.compile(r"^(?=(?:\d+\. +|- +)?<a id=|\d+\. \*\*|#)", re.MULTILINE)


def paragraphs(game_name: str, anchors: Sequence[str], options: Sequence[int] = ()) -> str:
    """Return what a game's page says at these anchors, in the language that is spoken now, as Markdown.

    What the page has no anchor for is left out. It is what holds with the `options`, or is usual without them.
    """
    marked = _marked(game_name, spoken())
    text = "\n\n".join(marked[anchor] for anchor in anchors if anchor in marked)
    rule_words = getattr(part_of(game_name), "rule_words", None) if options else None
    words: dict[str, str] = rule_words(options, _) if rule_words else {}
    return VALUE.sub(lambda found: words.get(found[1], found[2]), text)


@cache
def _marked(game_name: str, language: str) -> dict[str, str]:
    """Return by its anchor what is marked on a game's page."""
    page = folder_of(game_name) / f"{language}.md"
    found = {}
    for part in NEXT.split(page.read_text(encoding="utf-8")):
        anchor = ANCHOR.search(part)
        if anchor:
            found[anchor[1]] = _alone(part)
    return found


def _alone(part: str) -> str:
    """Return a part of a page as it can stand by itself: no item of a list, nothing marked, nothing indented."""
    text = re.sub(r"^(\d+\.|-) +", "", ANCHOR.sub("", part))
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"!\[[^]]*\]\([^)]*\)", "", text))  # links lead nowhere here
    return re.sub(r"^   (?! )", "", text, flags=re.MULTILINE).strip()
