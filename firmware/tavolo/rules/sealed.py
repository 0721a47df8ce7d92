"""Sealed rounds: cards that players choose in secret, one or several each, until all of them are shown at once.

`sealed` has the cards that each player has chosen and nobody has shown, in the order chosen; UNKNOWN stands for one of
which it is only known that it was chosen. What a game does with them:

    a choice     (CHOOSE, player, card), publicly (CHOOSE, player): `seal`, which also takes the content of a card that
                 was forgotten, by a power cut or because the same card lay twice
    forgotten    the players whose cards are asked for again
    all chosen   `forget_doubles`; then chance gives (REVEAL, cards in players' order): `revealed`
    the reveal   held against what is known: `shown`, which gives the cards by player
"""

UNKNOWN = -1


def seal(sealed: "list[list[int]]", player: int, card: int) -> bool:
    """Add a card to what a player has sealed; return False when that tells only what a card is that lay there already.

    A card whose content is UNKNOWN is known in place of the first that is not.
    """
    cards = sealed[player]
    if card != UNKNOWN and UNKNOWN in cards:
        cards[cards.index(UNKNOWN)] = card
        return False
    cards.append(card)
    return True


def forgotten(sealed: "list[list[int]]") -> tuple[int, ...]:
    """Return the players of whose sealed cards one is not known."""
    return tuple([player for player in range(len(sealed)) if UNKNOWN in sealed[player]])


def known(sealed: "list[list[int]]", player: int) -> "list[int]":
    """Return what a player has sealed, up to the first card that is not known."""
    cards = sealed[player]
    return cards[: cards.index(UNKNOWN)] if UNKNOWN in cards else cards


def forget_doubles(sealed: "list[list[int]]") -> None:
    """Forget all, to be asked for again, when the same card was sealed twice, which only wrong cards bring about.

    That is looked at when everything is known: a refusal before would tell of what others have sealed.
    """
    cards = [card for own in sealed for card in own]
    if UNKNOWN not in cards and len(set(cards)) < len(cards):
        for own in sealed:
            own[:] = [UNKNOWN] * len(own)


def revealed(sealed: "list[list[int]]") -> "tuple[int, ...] | None":
    """Return all sealed cards in players' order, None when one is not known."""
    return None if forgotten(sealed) else tuple([card for own in sealed for card in own])


def shown(sealed: "list[list[int]]", cards: tuple[int, ...]) -> "list[list[int]] | None":
    """Return revealed cards by player; None unless they are so many, all different, and those that are known."""
    if len(set(cards)) != len(cards):
        return None
    found, end = [], 0
    for own in sealed:
        part = list(cards[end : end + len(own)])
        end += len(own)
        if part != own and (end > len(cards) or any([have not in (UNKNOWN, card) for have, card in zip(own, part)])):
            return None
        found.append(part)
    return found if end == len(cards) else None
