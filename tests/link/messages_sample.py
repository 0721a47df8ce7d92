"""Valid and invalid values for every field of every message, made from the table itself. Runs on both Pythons.

As a program it prints what `encode` and `decode` make of them, a line each.
"""

from tavolo.link.codecs import CHOICE, HEX, NUMBERS, PAIRS, PAST, TEXT, WHOLE, WORD, written
from tavolo.link.messages import InvalidMessage, decode, encode, fields_of, kinds
from tests.rules.support import Numbers


def fitting(field, below):
    """A valid value of a field; below(n) -> 0..n-1."""
    form = field[1]
    if form == WHOLE:
        return field[2] + below(min(field[3] - field[2] + 1, 30000))
    if form == HEX:
        return below(16) << 4 * (field[2] - 1) | below(2)
    if form in (NUMBERS, PAST):
        low, high, fewest, most = field[2:]
        numbers = tuple(
            [low + below(min(high - low + 1, 2000)) for _ in range(fewest + below(min(most - fewest, 6) + 1))]
        )
        return numbers if form == NUMBERS else (numbers,) * (1 + below(3))
    if form == CHOICE:
        return field[2 + below(len(field) - 2)]
    if form == PAIRS:
        return tuple([(wanted, "2.0") for wanted in field[3:]]) + (("name", f"v{below(9)}=,-"),)
    return f"w{below(9)}" + (" and more" if form == TEXT else "")


def limits(field):
    """The least and the greatest valid values of a field."""
    form = field[1]
    if form == WHOLE:
        return field[2:4]
    if form == HEX:
        return [0, 16 ** field[2] - 1]
    if form in (NUMBERS, PAST):
        low, high, fewest, most = field[2:]
        found = [(low,) * fewest, (low,) * min(most, 20), (high,) * min(most, 20)]
        return found if form == NUMBERS else [(numbers,) for numbers in found]
    if form == CHOICE:
        return field[2:]
    lowest = "!" if form == WORD else " "
    return [] if form == PAIRS else [lowest, "}" * field[2], lowest * field[2]]


def misfits(field):
    """Invalid values of a field: just outside its range, and of another form."""
    form = field[1]
    if form == WHOLE:
        return [field[2] - 1, field[3] + 1, str(field[2]), float(field[2]), True, None, (field[2],)]
    if form == HEX:
        return [-1, 16 ** field[2], "0" * field[2], 1.0, False, None]
    if form == NUMBERS:
        return _misfit_numbers(field) + [field[2], None, "1,2"]
    if form == PAST:
        return [(numbers,) for numbers in _misfit_numbers(field)] + [(), (1, 2), 7, None, "1,2"]
    if form == CHOICE:
        return ["", field[2] + " ", field[2].upper() + "X", 0, True, None]
    if form == PAIRS:
        pairs = tuple([(wanted, "1") for wanted in field[3:]])
        wrong = [("a", ""), ("", "1"), ("a=b", "1"), ("a b", "1"), ("a", "1 2"), ("a", "città"), ("a", "~"), ("a", 1)]
        too_many = tuple([(f"n{number}", "1") for number in range(field[2] + 1)])
        found = [pairs + (pair,) for pair in wrong] + [pairs + (("a", "1"), ("a", "2")), too_many + pairs]
        return found + [(), None, 5, "a=1"] + ([(("a", "1"),)] if field[3:] else [])
    texts = ["", "x" * (field[2] + 1), "a~", "città", "two\nlines", "\x7f", 5, None]
    return texts + (["a b", " a", "a "] if form == WORD else [])


def _misfit_numbers(field):
    low, high, fewest, most = field[2:]
    fit = (low,) * max(fewest, 1)
    found = [(low - 1,) + fit[1:], fit[:-1] + (high + 1,), (low,) * (most + 1), fit[1:] + (True,), fit[1:] + ("1",)]
    found.append(fit[1:] + (float(low),))
    if fewest:
        found.append((low,) * (fewest - 1))
    return found


def misspellings(field):
    """Invalid texts of a field that a line could carry."""
    form = field[1]
    if form == WHOLE:
        low, high = field[2:4]
        found = [str(low - 1), str(high + 1), "", "x", "1.0", "9" * 200, f"+{high}", f"0{high}", "-0"]
        return found + (["1_0"] if low <= 10 <= high else [])
    if form == HEX:
        digits = field[2]
        found = ["0" * (digits - 1), "0" * (digits + 1), "A" * digits, "g" * digits, "", "-" + "0" * (digits - 1)]
        return found + ["+" + "0" * (digits - 1)]
    if form in (NUMBERS, PAST):
        low, high, fewest, most = field[2:]
        fit = [str(high)] * max(fewest, 1)
        found = [fit[1:] + [each] for each in (str(low - 1), str(high + 1), "", "x", "0" + str(high), "+1", "9" * 150)]
        found.append([str(max(low, 0))] * (most + 1))
        texts = [",".join(each) for each in found]
        texts += ["-" if fewest else "", "--", ",".join(fit) + ","] if fewest else ["--"]
        return texts if form == NUMBERS else texts + [";", ",".join(fit) + ";"]
    if form == CHOICE:
        return ["", field[2] + "x", field[2].upper() + "X", "0"]
    if form == PAIRS:
        wanted = "".join([name + "=1 " for name in field[3:]])
        texts = [wanted + each for each in ("a", "a=", "=1", "a=1 a=2", "a=1  b=2", "a=1 ", " a=1")]
        return texts + [""] + ([] if not wanted else ["a=1"])
    return ["", "x" * (field[2] + 1)]


def payload_with(kind, place, text):
    """The payload of a message whose other fields are valid."""
    numbers = Numbers(7)
    texts = []
    for field in fields_of(kind)[:-1]:
        value = fitting(field, numbers.below)
        texts.append(written(field, value))
    texts[place] = text
    return " ".join(texts)


def values_with(kind, place, value):
    """The values of a message of which only this one may be invalid."""
    numbers = Numbers(7)
    values = [fitting(field, numbers.below) for field in fields_of(kind)[:-1]]
    values[place] = value
    return values


def refusal(call, *arguments):
    """Kind, field and sentence of a refusal; "taken" if it is valid."""
    try:
        call(*arguments)
    except InvalidMessage as problem:
        return f"{problem.kind} {problem.field} {problem}"
    return "taken"


def lines():
    """The results of encode and decode for all of them."""
    for kind in sorted(kinds()):
        numbers = Numbers(len(kind))
        for _ in range(5):
            values = tuple([fitting(field, numbers.below) for field in fields_of(kind)[:-1]])
            payload = encode(kind, *values)
            assert decode(kind, payload) == values, (kind, values, payload)
            yield kind + " " + payload
        for place, field in enumerate(fields_of(kind)[:-1]):
            for value in misfits(field):
                yield refusal(encode, kind, *values_with(kind, place, value))
            for text in misspellings(field):
                yield refusal(decode, kind, payload_with(kind, place, text))


if __name__ == "__main__":
    for line in lines():
        print(line)
