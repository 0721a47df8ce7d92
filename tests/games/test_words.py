"""Every game has words for its rules' numbers and for its options, and none for others."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from tavolo.games import folder_of, load, manifest, module_of, names
from tavolo.play import reasons
from tavolo.rules import contract
from tavolo.rules.record import Record
from tavolo_host.runtime.game_folders import part_of
from tavolo_host.texts import common
from tavolo_host.texts.language import LANGUAGES, _, speaking
from tavolo_host.texts.options import Kind, meaning_of
from tavolo_host.texts.playthrough import record_of, texts_in
from tavolo_host.texts.sentences import HUNDRED, choice, chosen, question, sentence

MOST_NUMBERS = 20  # behind a code


def numbers_of(*modules: ModuleType) -> set[int]:
    """Return the numbers that are constants of some modules."""
    named = [value for module in modules for name, value in vars(module).items() if name.isupper() and name[0] != "_"]
    return {value for value in named if type(value) is int}


def codes_of(name: str) -> set[int]:
    """Return the codes that a game names in a module of their own, or else among other numbers in its rules."""
    if (Path(module_of(name).__file__).parent / "events.py").exists():
        return numbers_of(module_of(name, ".events"))
    return {number for number in numbers_of(module_of(name, ".rules")) if number >= HUNDRED}


def is_a_sentence(code: int) -> bool:
    """Return whether a code's words begin with a capital and end with a full stop."""
    text = sentence((code, *[0] * MOST_NUMBERS))
    return text[0] == text[0].upper() and text.endswith((".", "?"))


@pytest.mark.parametrize("name", names())
def test_a_game_has_words_for_each_of_its_codes_and_options_and_for_no_others(name: str) -> None:
    words, options = part_of(name), [option.name for option in load(name).OPTIONS]
    assert {code // HUNDRED * HUNDRED for code in codes_of(name)} == {manifest(name).CODES}
    assert all(is_a_sentence(code) for code in codes_of(name))
    for option in options:
        assert meaning_of(name, option)
    unknown = words.TEMPLATES.keys() - codes_of(name) | words.OPTIONS.keys() - set(options)
    assert not unknown, f"host/tavolo_host/games/{folder_of(name)}/__init__.py has words for what is not: {unknown}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_each_value_of_an_option_has_words_of_its_own_and_none_asks_to_count_from_nought(
    name: str, language: str
) -> None:
    people = [f"Person {'abcdefgh'[player]}" for player in range(load(name).SEATS[1])]
    with speaking(language):
        for option in load(name).OPTIONS:
            meaning, values = meaning_of(name, option.name), range(option.low, option.high + 1)
            told = [meaning.in_words(value, _, people) for value in values]
            assert len(set(told)) == len(values), option.name
            for words in (_(meaning.title), *told, *(meaning.choice(value, _, people) for value in values)):
                assert words
                assert not re.search(r"-\d|[{}]|\b(from|da|counted|contando) [01]\b", words), words
            if meaning.kind is Kind.PLAYER:
                assert all(any(person in words for person in people) for words in told[-option.low :])


@pytest.mark.parametrize("name", names())
def test_every_legal_action_has_a_name_of_its_own(name: str) -> None:
    game, golden = load(name), Path(__file__).parents[1] / "rules" / "golden" / f"{name}.txt"
    for text in texts_in(golden.read_text(encoding="utf-8")):
        played = record_of(text)
        record = Record(played.setup)
        for action in played.actions:
            for player in game.to_act(record.position):
                known = game.view(record.position, player)
                may = game.legal(known, player) if player != contract.CHANCE else []
                called = [choice(game, known, each) for each in may]
                assert len(set(called)) == len(called), called
                assert all(word[:1] == word[:1].upper() for word in called)
                told = [chosen(game, known, each) for each in may]
                assert len(set(told)) == len(told), told
                assert not [words for words in told if re.match("“?(choose|show|mark|keep [a-h0-9])", words)], (
                    "after a verb"
                )
                assert not may or question(game, known, may[0])[-1] in ".?"
            record.apply(action)


def test_codes_common_to_all_games_have_words_and_no_others() -> None:
    assert {number for number in numbers_of(contract, reasons) if 0 < number < HUNDRED} == set(common.TEMPLATES)
    assert all(is_a_sentence(code) for code in common.TEMPLATES)
