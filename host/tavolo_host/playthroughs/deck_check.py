"""Whether a laptop that dealt the cards of a game gave those to which it had committed itself before the first one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tavolo.rules.contract import CHANCE, NO_CARD
from tavolo_host.history.kept_game import KeptAction, KeptGame
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
    if not deck.seed and not kept.ending:
        return f"The laptop deals. The seed of its deck, with SHA-256 {deck.commitment}, is told when the game ends."
    if not deck.seed:
        return f"The laptop dealt, and has never told the seed of its deck, with SHA-256 {deck.commitment}."
    opened = Deck(deck.seed, deck.since)
    if opened.commitment != deck.commitment:
        return (
            f"The seed is that of another deck: its SHA-256 is {opened.commitment}, and {deck.commitment} was shown"
            " before the first card."
        )
    with by_the_rules(kept):
        wrong = _first_wrong(rerun_of(kept, actions), opened, [each.action for each in actions])
    if wrong:
        return wrong
    if deck.since:
        return (
            f"The laptop dealt: all cards after action {deck.since} are those of the deck with SHA-256"
            f" {deck.commitment}. Those before are not checked."
        )
    return f"The laptop dealt: all cards are those of the deck with SHA-256 {deck.commitment}."


def _first_wrong(rerun: Rerun, deck: Deck, actions: Sequence[Action]) -> str:
    """Return in a sentence which action is the first that has other cards than the deck has given, "" for none."""
    game, dealt = rerun.game, HiddenHands(rerun.known.setup, deck)
    for place, action in enumerate(actions):
        if place >= deck.since and game.actor(action) == CHANCE:
            expected = dealt.chance()
            if _shows_anothers(dealt, action):
                return f"Action {place + 1} shows a card that its player did not have."
            if expected and action != expected and (_has_cards(game, action) or _has_cards(game, expected)):
                return f"Action {place + 1} has other cards than the deck to which the laptop had committed itself."
        elif place >= deck.since and game.refusal(dealt.position, action):
            return f"Action {place + 1} is not possible with the cards that its player was dealt."
        dealt.apply(action)
    return ""


def _shows_anothers(dealt: HiddenHands, action: Action) -> bool:
    """Return whether a reveal has cards that its players did not have; after a power cut they may choose again."""
    position, hidden = dealt.position, getattr(dealt.position, "sealed", ())
    showing = [player for player, own in enumerate(hidden) for _ in own]
    if _has_cards(dealt.game, action) or len(action) - 1 != len(showing):
        return False
    return any(card not in hidden[at] + position.hands[at] for at, card in zip(showing, action[1:], strict=True))


def _has_cards(game: "Game", action: Action) -> bool:
    """Return whether an action of chance has cards of the pile, hidden or turned up: a reveal has those of players."""
    return game.public(action) != action or game.action_card(action) != NO_CARD
