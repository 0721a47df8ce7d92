"""A sentence of the laptop's own, in English, that remembers what it is made of, to be said in another language later.

Sentences of the board come as numbers (see `tavolo_host.texts.sentences`); these are about the laptop and its cable.
"""

from collections.abc import Callable


class DeferredText(str):
    """An English sentence made of `template` and `values`, which may be such sentences too."""

    template: str
    values: tuple[object, ...]

    __slots__ = ("template", "values")


def deferred(template: str, *values: object) -> DeferredText:
    """Return a sentence; the template is what catalogues translate."""
    sentence = DeferredText(template.format(*values))
    sentence.template, sentence.values = template, values
    return sentence


def together(*sentences: str) -> str:
    """Return several such sentences as one."""
    return sentences[0] if len(sentences) == 1 else deferred(" ".join(["{}"] * len(sentences)), *sentences)


def in_language(sentence: str, translate: Callable[[str], str]) -> str:
    """Return a sentence in another language; one that is not `deferred` is looked up whole."""
    if not isinstance(sentence, DeferredText):
        return translate(sentence)
    values = [in_language(value, translate) if isinstance(value, DeferredText) else value for value in sentence.values]
    return translate(sentence.template).format(*values)
