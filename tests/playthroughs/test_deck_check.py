"""What `tavolo replay` says of the deck from which a laptop has dealt a game."""

from dataclasses import replace
from random import Random

import pytest

from tavolo.games import load, names
from tavolo.rules.contract import CHANCE, NO_CARD, TABLE, Setup
from tavolo_host.history.kept_game import ABANDONED, OPEN, OVER, KeptAction, KeptDeck, KeptGame, KeptPlayer
from tavolo_host.people.hidden_hands import Action, Deck, HiddenHands
from tavolo_host.playthroughs.deck_check import deck_verdict
from tavolo_host.playthroughs.game_text import games_in, text_of
from tavolo_host.runtime.source_digests import firmware_digests

WITH_CARDS = [name for name in names() if load(name).CARDS]
MOST = 90  # actions


def dealt_game(name: str, seed: int = 1) -> HiddenHands:
    """A game by chance, whose cards come from a deck."""
    game, random = load(name), Random(seed)
    dealt = HiddenHands(Setup(game, game.SEATS[0]), Deck.shuffled(random))
    while len(dealt.actions) < MOST and (acting := game.to_act(dealt.position)):
        player = random.choice(acting)
        action = dealt.chance() if player == CHANCE else random.choice(game.legal(dealt.position, player))
        dealt.apply(action or ())
    return dealt


def kept(dealt: HiddenHands, ending: str = ABANDONED) -> KeptGame:
    outcome = dealt.game.outcome(dealt.position) or ()
    people = tuple(KeptPlayer(player, player, "") for player in range(dealt.setup.players))
    ending = OVER if outcome and ending else ending
    assert dealt.deck
    deck = KeptDeck(dealt.deck.commitment, dealt.deck.seed if ending else "", dealt.deck.since)
    setup = dealt.setup.text().replace(" dealt", " table")
    rules = firmware_digests()[1]
    about = 0.0, 1.0 if ending else None, ending, len(dealt.actions), rules, "0a0b", False, outcome, ()
    return KeptGame(1, 1, dealt.game.NAME, setup, *about, people, deck)


def played(actions: list[Action]) -> list[KeptAction]:
    return [KeptAction(action, 0) for action in actions]


def is_dealt(dealt: HiddenHands, action: Action) -> bool:
    game = dealt.game
    has_cards = game.public(action) != action or game.action_card(action) != NO_CARD
    return game.actor(action) == CHANCE and has_cards


@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_game_dealt_from_its_deck_is_told_as_such_abandoned_or_not(name: str) -> None:
    dealt = dealt_game(name)
    verdict = deck_verdict(kept(dealt), played(dealt.actions))
    assert verdict == f"The laptop dealt: all cards are those of the deck with SHA-256 {kept(dealt).deck.commitment}."
    assert any(is_dealt(dealt, action) for action in dealt.actions)


@pytest.mark.parametrize("name", WITH_CARDS)
def test_every_card_in_another_place_is_found(name: str) -> None:
    dealt, found = dealt_game(name), 0
    for place, action in enumerate(dealt.actions):
        game = dealt.game
        if not is_dealt(dealt, action):
            continue
        hidden = len(action) - len(game.public(action))
        cards = action[-hidden:] if hidden else action[-1:]
        position = dealt.before(place)
        others = [(*action[: -len(cards)], *cards[:-1][::-1], cards[-1])] if len(cards) > 2 else []
        pile = [card for card in range(100) if card not in cards]
        others += [(*action[: -len(cards)], *cards[:-1], card) for card in pile]
        possible = [other for other in others if other != action and game.refusal(position, other) is None]
        if not possible:
            continue  # it was the last one of the pile
        forged, found = possible[0], found + 1
        verdict = deck_verdict(kept(dealt), played([*dealt.actions[:place], forged]))
        assert verdict.startswith(f"Action {place + 1} has other cards than the deck"), forged
    assert found > (0 if name == "david-goliath" else 3)


def test_a_deck_that_is_opened_as_another_one_is_found() -> None:
    dealt = dealt_game(WITH_CARDS[0])
    honest = kept(dealt)
    assert honest.deck
    other = Deck.shuffled(Random(7))
    forged = honest._replace(deck=honest.deck._replace(seed=other.seed))
    told = deck_verdict(forged, played(dealt.actions))
    assert told.startswith(f"The seed is that of another deck: its SHA-256 is {other.commitment}, and")
    both = honest._replace(deck=KeptDeck(other.commitment, other.seed))
    assert deck_verdict(both, played(dealt.actions)).startswith("Action 1 has other cards")


def test_cards_that_were_not_dealt_at_all_are_found() -> None:
    dealt = dealt_game("david-goliath")
    public = [dealt.game.public(action) for action in dealt.actions]
    assert deck_verdict(kept(dealt), played(public)).startswith("Action 1 has other cards")


@pytest.mark.parametrize("name", ["bambuti", "tanz-der-hornochsen"])
def test_a_reveal_with_a_card_that_its_player_did_not_have_is_found(name: str) -> None:
    dealt = dealt_game(name)
    game, found = dealt.game, 0
    for place, action in enumerate(dealt.actions):
        sealed, position = [card for own in dealt.before(place).sealed for card in own], dealt.before(place)
        if game.actor(action) != CHANCE or not sealed or list(action[1:]) != sealed:
            continue
        others = {*range(game.CARDS)}.difference(sealed, position.hands[0])
        forged = [(action[0], card, *action[2:]) for card in others]
        for each in (each for each in forged if game.refusal(game.view(position, TABLE), each) is None):
            verdict = deck_verdict(kept(dealt), played([*dealt.actions[:place], each]))
            assert verdict == f"Action {place + 1} shows a card that its player did not have.", each
            found += 1
    assert found > 10


def test_of_an_open_game_the_commitment_alone_is_told() -> None:
    dealt = dealt_game("bambuti")
    told = deck_verdict(kept(dealt, OPEN), played(dealt.actions))
    assert told.endswith("is told when the game ends.")
    assert dealt.deck
    assert dealt.deck.commitment in told
    assert dealt.deck.seed not in told
    assert deck_verdict(kept(dealt)._replace(deck=None), played(dealt.actions)) == ""


def test_of_a_game_that_went_on_elsewhere_the_cards_since_then_are_checked() -> None:
    dealt = dealt_game("yellowstone-park")
    later = HiddenHands(dealt.setup, replace(Deck.shuffled(Random(9)), since=20))
    for action in dealt.actions[:20]:
        later.apply(action)
    while len(later.actions) < 60:
        acting = later.game.to_act(later.position)
        later.apply(later.chance() if acting == (CHANCE,) else later.game.legal(later.position, acting[0])[0])
    assert "all cards after action 20 are those" in deck_verdict(kept(later), played(later.actions))
    assert deck_verdict(kept(later), played(dealt.actions)).startswith("Action ")


@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_games_text_has_its_deck_and_comes_back_with_it(name: str) -> None:
    dealt = dealt_game(name)
    text = text_of(kept(dealt), played(dealt.actions))
    assert dealt.deck
    assert f"\n# deck: {dealt.deck.commitment}\n# seed: {dealt.deck.seed}\n" in text
    ((read, actions),) = games_in(text.encode())
    assert read.deck == kept(dealt).deck
    assert deck_verdict(read, actions) == deck_verdict(kept(dealt), played(dealt.actions))
    assert dealt.deck.seed not in text_of(kept(dealt, OPEN), played(dealt.actions))


def test_an_ended_game_without_its_seed_is_told() -> None:
    dealt = dealt_game("bambuti")
    kept_game = kept(dealt)
    assert kept_game.deck
    hidden = kept_game._replace(deck=kept_game.deck._replace(seed=""))
    assert "has never told the seed of its deck" in deck_verdict(hidden, played(dealt.actions))


def test_from_which_action_on_cards_are_the_decks_is_a_part_of_the_commitment() -> None:
    dealt = dealt_game("bambuti")
    kept_game = kept(dealt)
    assert kept_game.deck
    forged = kept_game._replace(deck=kept_game.deck._replace(since=90))
    assert "another deck" in deck_verdict(forged, played(dealt.actions))


@pytest.mark.parametrize("name", WITH_CARDS)
def test_a_card_that_its_player_was_not_dealt_is_found(name: str) -> None:
    dealt, game = dealt_game(name), load(name)
    for place, action in enumerate(dealt.actions):
        player, card = game.actor(action), game.action_card(action)
        hands = dealt.before(place).hands
        if player == CHANCE or card == NO_CARD or card not in (hands[player] or ()):
            continue
        strange = next(each for each in range(game.CARDS) if all(each not in (hand or ()) for hand in hands))
        forged = tuple(strange if value == card and at else value for at, value in enumerate(action))
        told = deck_verdict(kept(dealt), played([*dealt.actions[:place], forged]))
        assert told == f"Action {place + 1} is not possible with the cards that its player was dealt."
        return
    raise AssertionError("nobody has played a card")
