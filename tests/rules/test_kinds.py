"""How single values are written and read: words that are counted, sets of them, and cards of several colours."""

from tavolo.rules.kinds import NUMBER, one_of, some_of, suits
from tests.rules.support import refused

COLUMN = one_of("A column", "abc")
PLACES = some_of("A place", ("hand", "pile", "board"))
CARD = suits("A card reads like green-12", ("blue", "green"), 12)


def test_written_values_are_read_back():
    for kind, texts in (
        (NUMBER, {0: "0", 7: "7", -1: "-1"}),
        (COLUMN, {0: "a", 2: "c"}),
        (PLACES, {1: "hand", 2: "pile", 3: "hand+pile", 7: "hand+pile+board"}),
        (CARD, {0: "blue-1", 11: "blue-12", 12: "green-1", 23: "green-12"}),
    ):
        for value, text in texts.items():
            assert (kind[0](value), kind[1](text)) == (text, value), text


def test_a_text_of_another_kind_is_refused_in_a_sentence():
    for kind, sentence, texts in (
        (NUMBER, "{} is not a whole number.", ("x", "1.5")),
        (COLUMN, "A column is one of a b c, not {}.", ("d", "ab", "A")),
        (PLACES, "A place is one of hand pile board, not {}.", ("box",)),
        (CARD, "A card reads like green-12, not {}.", ("green", "green-0", "green-13", "green-01", "red-1", "1-green")),
    ):
        for text in texts:
            assert refused(kind[1], text) == sentence.format(text), text
    assert refused(NUMBER[1], "") == "Nothing is not a whole number."
    assert refused(PLACES[1], "hand+").endswith("not nothing.")
