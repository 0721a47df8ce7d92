"""The paragraphs of a game's page that are about the current moment.

A paragraph begins with an invisible anchor, `<a id="drum"></a>`; its text extends to the next anchor, heading or
numbered step. `GameDisplay.about` returns the anchors of the moment. Words that depend on the options are marked
`<span id="eyes">40 or 50</span>` and contain the default; the game's `rule_words(options, translate)` replaces them by
these names.
"""

import re
from collections.abc import Sequence
from functools import cache

from tavolo.games import manifest
from tavolo.rules.contract import LEAST_OWN
from tavolo_host.runtime.game_folders import folder_of, part_of
from tavolo_host.texts.language import _, spoken
from tavolo_host.texts.options import meaning_of
from tavolo_host.texts.sentences import sentence_case

ANCHOR = re.compile(r'<a id="([\w-]+)"></a>')
VALUE = re.compile(r'<span id="([\w-]+)">([^<]*)</span>')
# The end of a marked text: another anchor, a numbered step, a heading.
NEXT = re.compile(r"^(?=(?:\d+\. +|- +)?<a id=|\d+\. \*\*|#)", re.MULTILINE)


def paragraphs(game_name: str, anchors: Sequence[str], options: Sequence[int] = ()) -> str:
    """Return the text of a game's page at these anchors, in the current language, as Markdown.

    Unknown anchors are skipped. The text fits the `options`, or the defaults without them.
    """
    marked = _marked(game_name, spoken())
    text = "\n\n".join(marked[anchor] for anchor in anchors if anchor in marked)
    rule_words = getattr(part_of(game_name), "rule_words", None) if options else None
    words: dict[str, str] = rule_words(options, _) if rule_words else {}
    return VALUE.sub(lambda found: words.get(found[1], found[2]), text)


def whole(game_name: str, options: Sequence[int]) -> str:
    """Return all paragraphs about moments, for those who read them before a game, and last one's own sheet or board."""
    text = paragraphs(game_name, tuple(_marked(game_name, spoken())), options)
    for option, value in zip(manifest(game_name).OPTIONS, options, strict=True):
        if option.is_printed and value >= LEAST_OWN:
            title = sentence_case(_(meaning_of(game_name, option.name).own))
            lines = part_of(game_name, ".printed").text_of(value).split("\n")
            text += "\n\n".join(["", f"### {title}", "\n".join("    " + line for line in lines)])
    return text


@cache
def _marked(game_name: str, language: str) -> dict[str, str]:
    """Return the marked texts of a game's page, by anchor."""
    page = folder_of(game_name) / f"{language}.md"
    found = {}
    for part in NEXT.split(page.read_text(encoding="utf-8")):
        anchor = ANCHOR.search(part)
        if anchor:
            found[anchor[1]] = _alone(part)
    return found


def _alone(part: str) -> str:
    """Return a part of a page as a text of its own: without list marker, anchor and indentation."""
    text = re.sub(r"^(\d+\.|-) +", "", ANCHOR.sub("", part))
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub(r"!\[[^]]*\]\([^)]*\)", "", text))  # links lead nowhere here
    return re.sub(r"^   (?! )", "", text, flags=re.MULTILINE).strip()
