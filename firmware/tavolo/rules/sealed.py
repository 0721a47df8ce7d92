"""Sealed rounds: players choose one or several cards in secret, until all are shown at once.

`sealed` has the cards that each player has chosen and nobody has shown yet, in the order chosen; UNKNOWN is a chosen
card whose content is not known. What a game does with them:

    a choice     (CHOOSE, player, card), publicly (CHOOSE, player): `seal`, which also takes a card again whose content
                 was forgotten, in a power cut or because the same card was sealed twice
    forgotten    the players who must insert their cards again
    all chosen   `forget_doubles`; then chance gives (REVEAL, cards in players' order): `revealed`
    the reveal   checked against what is known: `shown`, which gives the cards by player
"""

UNKNOWN = -1


def seal(sealed: "list[list[int]]", player: int, card: int) -> bool:
    """Add a card to what a player has sealed; return False if it only reveals one that was UNKNOWN.

    That is the first UNKNOWN one, if there is any.
    """
    cards = sealed[player]
    if card != UNKNOWN and UNKNOWN in cards:
        cards[cards.index(UNKNOWN)] = card
        return False
    cards.append(card)
    return True


def forgotten(sealed: "list[list[int]]") -> tuple[int, ...]:
    """Return the players with an UNKNOWN sealed card."""
    return tuple([player for player in range(len(sealed)) if UNKNOWN in sealed[player]])


def known(sealed: "list[list[int]]", player: int) -> "list[int]":
    """Return a player's sealed cards, up to the first UNKNOWN one."""
    cards = sealed[player]
    return cards[: cards.index(UNKNOWN)] if UNKNOWN in cards else cards


def forget_doubles(sealed: "list[list[int]]") -> None:
    """Forget all sealed cards, to be inserted again, if two are the same, which only wrong cards bring about.

    This is checked when all are known: an earlier refusal would reveal what others have sealed.
    """
    cards = [card for own in sealed for card in own]
    if UNKNOWN not in cards and len(set(cards)) < len(cards):
        for own in sealed:
            own[:] = [UNKNOWN] * len(own)


def revealed(sealed: "list[list[int]]") -> "tuple[int, ...] | None":
    """Return all sealed cards in players' order, None if one is UNKNOWN."""
    return None if forgotten(sealed) else tuple([card for own in sealed for card in own])


def shown(sealed: "list[list[int]]", cards: tuple[int, ...]) -> "list[list[int]] | None":
    """Return revealed cards by player; None unless their number fits, all differ, and they match what is known."""
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
