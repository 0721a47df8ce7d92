"""Hints, reasons and the paragraphs of the rules: what they say, what they never tell, and that they fit the moment."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import CHANCE, TABLE, Setup
from tavolo.rules.record import Record
from tavolo_host.display.rule_pages import paragraphs
from tavolo_host.display.what_to_do import State
from tavolo_host.display.words import LANGUAGES, speaking
from tavolo_host.game_parts import display_of, why
from tests.host.display_support import Mirror
from tests.host.heads import decisions, sensible, thought_out
from tests.host.source_support import begun, run_until
from tests.rules.golden_text import record_of, texts_in
from tests.rules.support import read_text

EACH_GAME = pytest.mark.parametrize("name", names())


def reasoned(name: str, seed: int, step: int = 9) -> Iterator[tuple[Any, Any, int, tuple[int, ...], int]]:
    """Every so many decisions of virtual people: rules, position, player, action, the seed that it was thought with."""
    game: Any = load(name)
    count = 0

    def counted(rules: Any, position: Any, player: int, random: Random) -> tuple[int, ...]:
        return sensible(rules, position, player, Random(count))

    for position, player, action in decisions(f"{name} players={game.SEATS[0]} dealt", counted, Random(seed)):
        if count % step == 0:
            yield game, position, player, action, count
        count += 1


@EACH_GAME
def test_a_reason_names_its_figures_and_what_is_done_and_speaks_both_languages(name: str) -> None:
    told = 0
    for game, position, player, action, seed in reasoned(name, 3):
        reasons = []
        for language in LANGUAGES:
            with speaking(language):
                known = game.view(position, player)
                reasons.append(why(game, known, player, action, Random(seed), is_own=True))
        assert len(set(reasons)) == len(LANGUAGES), reasons
        told += bool(re.search(r"\d", reasons[0]))
        assert "{" not in reasons[0], reasons[0]
        assert reasons[0].endswith("."), reasons[0]
    assert told > 3, "no figures"


@EACH_GAME
def test_what_everybody_is_told_names_no_card_that_is_still_held(name: str) -> None:
    for game, position, player, action, seed in reasoned(name, 5):
        hands = getattr(position, "hands", None)
        if game.public(action) != action or not hands:
            continue
        display = display_of(Mirror(Record(Setup(game, position.players)), tuple(range(position.players))))
        assert display is not None
        reason = why(game, game.view(position, player), player, action, Random(seed), is_own=False)
        for card in hands[player]:
            face = display.face(card).name
            if card != game.action_card(action) and " " in face:  # a mere number can be a figure
                assert not re.search(rf"\b{re.escape(face)}\b", reason, re.IGNORECASE), reason


def test_reasons_are_given_for_what_virtual_people_did_and_nobody_else() -> None:
    source = begun("david-goliath players=3", {"ada": 3}, quickened=8.0)
    for _ in range(3):
        run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
        hint = source.hint("ada")
        assert hint is not None
        source.do("ada", hint.choice)
        run_until(source, lambda: source.what_to_do("ada").state == State.WAIT)
    run_until(source, lambda: source.what_to_do("ada").state == State.CHOOSE)
    log = {entry.number: entry for entry in source.mirror.log}
    explained = source.explained()
    assert explained
    assert {entry.seat for number, entry in log.items() if number in explained} == set(source.mirror.seats) - {3}
    for number in list(log)[-80:]:
        assert bool(source.why(number)) == (number in explained), log[number]


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
