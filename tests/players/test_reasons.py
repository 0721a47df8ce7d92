"""Hints, reasons and the paragraphs of the rules: what they say, and that they fit the moment."""

import re
from itertools import islice
from typing import Any

import pytest

from tavolo.games import names
from tavolo.rules.contract import CHANCE, TABLE
from tavolo.rules.record import Record
from tavolo_host.display.parts.game_display import display_of
from tavolo_host.display.parts.rule_pages import paragraphs
from tavolo_host.display.parts.source import LOG_SHOWN
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.people.hidden_hands import HiddenHands
from tavolo_host.players.of_game import choose, why
from tavolo_host.players.reasons import Reason
from tavolo_host.texts.language import LANGUAGES, speaking
from tavolo_host.texts.language import _ as translate
from tavolo_host.texts.playthrough import record_of, texts_in
from tavolo_host.texts.sentences import choice
from tests.display.display_support import Mirror
from tests.players.deciding import thought_out
from tests.rules.support import read_text
from tests.sources.source_support import begun, run_until

EACH_GAME = pytest.mark.parametrize("name", names())
STRIDE = 9  # decisions from one that is looked at to the next
SECOND_PERSON = re.compile(r"\b(you|yours?|tu|te|ti|tu[aeo]|tuoi|hai|puoi|devi)\b", re.IGNORECASE)


def reason(dealt: HiddenHands, player: int, action: tuple[int, ...], language: str = "en") -> Reason:
    _, known, _, random, _ = dealt.moment(player, "")
    with speaking(language):
        return why(dealt.game, known, player, action, random)


@EACH_GAME
def test_a_reason_says_in_words_what_decided_with_the_figures_apart(name: str) -> None:
    told, said = 0, set()
    for dealt, player in islice(thought_out(name), 0, None, STRIDE):
        game = dealt.game
        _, known, _, random, _ = dealt.moment(player, "")
        action = choose(game, known, player, random)

        for number, each in enumerate(game.legal(known, player)):  # any may be looked back at, and by anybody
            language = [*LANGUAGES][number % len(LANGUAGES)]
            with speaking(language):
                called = choice(game, known, each, translate)
            told_of = reason(dealt, player, each, language)
            assert told_of.words
            assert not SECOND_PERSON.search(f"{told_of.words} {told_of.figures}"), told_of
            assert not told_of.words.startswith(f"{called}:"), "a button's words are for who presses it"
        words, figures = zip(*[reason(dealt, player, action, language) for language in LANGUAGES], strict=True)
        assert len(set(words)) == len(LANGUAGES), words
        told += bool(re.search(r"\d", figures[0]))
        said.add(re.sub(r"[\d−+]+", "", words[0]))
        assert not re.search(r"%|\d\.\d|points (ahead|behind)|worth \d|\{", words[0]), "an estimate among the words"
        assert all(text.endswith(".") and "{" not in text for text in (words[0], figures[0] or ".")), (words, figures)
    assert told > 3, "no figures"
    assert len(said) > 2, "always the same"


def test_reasons_are_given_for_virtual_players_only() -> None:
    source = begun("david-goliath players=3", {"ada": 3}, quickened=8.0)
    for _ in range(3):
        run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
        hint = source.tutor.hint("ada")
        assert hint is not None
        source.do("ada", hint.choice)
        run_until(source, lambda: source.what_to_do("ada").state == State.WAIT)
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
    log = {entry.number: entry for entry in source.mirror.log}
    explained = source.tutor.explained()
    assert explained
    assert {entry.seat for number, entry in log.items() if number in explained} == set(source.mirror.seats) - {3}
    for number in list(log)[-LOG_SHOWN:]:
        reason = source.tutor.why(number)
        assert reason is not None
        assert bool(reason.words) == (number in explained), log[number]


def test_a_sealed_choice_has_no_reason_before_it_is_shown() -> None:
    for dealt, _ in thought_out("tanz-der-hornochsen"):
        game: Any = dealt.game
        if game.REVEAL in [action[0] for action in dealt.actions]:
            break
        for place, action in enumerate(dealt.actions):
            assert dealt.is_open(place) == (game.public(action) == action)
    own = [place for place, action in enumerate(dealt.actions) if game.actor(action) != CHANCE]
    assert own
    assert all(dealt.is_open(place) for place in own)


@EACH_GAME
def test_every_moment_of_a_game_has_its_paragraphs_in_every_language(name: str) -> None:
    seen: set[str] = set()
    for text in texts_in(read_text(f"golden/{name}.txt")):
        whole = record_of(text)
        record = Record(whole.setup)
        for action in [None, *whole.actions]:
            if action is not None:
                record.apply(action)
            position = record.game.view(record.position, TABLE)
            mirror: Any = Mirror(record, tuple(range(position.players)))
            display = display_of(mirror)
            assert display is not None
            anchors = display.about(mirror)
            seen |= {*anchors}
            assert anchors
    for language in LANGUAGES:
        with speaking(language):
            for anchor in seen:
                paragraph = paragraphs(name, [anchor])
                assert len(paragraph) > 40, f"{anchor} is not marked in {language}.md of {name}"
                assert "<a " not in paragraph
            assert "◀" not in paragraphs(name, sorted(seen)), "keys of the table are nothing for the page"
    assert len(seen) > 1
