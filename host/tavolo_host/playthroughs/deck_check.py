"""Whether a laptop that dealt the cards of a game gave those to which it had committed itself before the first one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo_host.history.kept_game import KeptAction, KeptDeck, KeptGame
from tavolo_host.people.hidden_hands import Action, Deck, HiddenHands
from tavolo_host.playthroughs.game_text import Rerun, by_the_rules, rerun_of

if TYPE_CHECKING:
    from tavolo.rules.game import Game


def deck_verdict(kept: KeptGame, actions: Sequence[KeptAction]) -> str:
    """Return in a sentence whether a game's cards are those of its deck; "" for a game that was dealt by hand.

    That the deck was shuffled fairly is more than this can show. Raises DamagedGame as `by_the_rules`.
    """
    deck = kept.deck
    if deck is None:
        return ""
    if not deck.seed:
        return f"The laptop deals. Its deck, with SHA-256 {deck.commitment}, is opened when the game ends."
    opened = Deck(deck.seed, deck.since)
    if opened.commitment != deck.commitment:
        return (
            f"The deck that was opened is another one: its SHA-256 is {opened.commitment}, and {deck.commitment} was"
            " shown before the first card."
        )
    with by_the_rules(kept):
        wrong = _first_other(rerun_of(kept, actions), opened, [each.action for each in actions])
    if wrong is not None:
        return f"Action {wrong + 1} has other cards than the deck to which the laptop had committed itself."
    return _words(deck)


def _words(deck: KeptDeck) -> str:
    since = f" after action {deck.since}" if deck.since else ""
    return f"The laptop dealt: all cards{since} are those of the deck with SHA-256 {deck.commitment}."


def _first_other(rerun: Rerun, deck: Deck, actions: Sequence[Action]) -> int | None:
    """Return the place of the first action of chance that has other cards than the deck, None if there is none."""
    game, dealt = rerun.game, HiddenHands(rerun.known.setup, deck)
    for place, action in enumerate(actions):
        if place >= deck.since and game.actor(action) == CHANCE:
            expected = dealt.chance()
            if expected and action != expected and (_has_cards(game, action) or _has_cards(game, expected)):
                return place
        dealt.apply(action)
    return None


def _has_cards(game: "Game", action: Action) -> bool:
    """Return whether an action of chance has cards of the pile, hidden or turned up: a reveal has those of players."""
    return game.public(action) != action or game.action_card(action) != NO_CARD
