"""The laptop's own sentences, in English, which can be translated later.

The board's sentences come as numbers (see `tavolo_host.texts.sentences`); these are about the laptop and its cable.
"""

from collections.abc import Callable


class DeferredText(str):
    """An English sentence made from `template` and `values`, which may be deferred texts themselves."""

    template: str
    values: tuple[object, ...]

    __slots__ = ("template", "values")


def deferred(template: str, *values: object) -> DeferredText:
    """Return a sentence whose template the catalogues translate."""
    sentence = DeferredText(template.format(*values))
    sentence.template, sentence.values = template, values
    return sentence


def together(*sentences: str) -> str:
    """Join several sentences."""
    return sentences[0] if len(sentences) == 1 else deferred(" ".join(["{}"] * len(sentences)), *sentences)


def in_language(sentence: str, translate: Callable[[str], str]) -> str:
    """Translate a sentence; one that is not `deferred` is looked up as a whole."""
    if not isinstance(sentence, DeferredText):
        return translate(sentence)
    values = [in_language(value, translate) if isinstance(value, DeferredText) else value for value in sentence.values]
    return translate(sentence.template).format(*values)
