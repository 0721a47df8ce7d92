"""The names of the virtual players: the same all evening, and never a visitor's."""

from collections.abc import Mapping

from tavolo.wiring import SEATS

# The first eight sit at seats 1 to 8; the others replace those whose name a visitor has.
NAMES = (
    *("Bruno", "Carla", "Dario", "Elena", "Fabio", "Giulia", "Ivo", "Lucia"),
    *("Marco", "Nina", "Olga", "Paolo", "Rita", "Sandro", "Teresa", "Ugo"),
)


def names_at(visitors: Mapping[int, str]) -> list[str]:
    """Return the name for each seat; `visitors` maps seats to visitors' names, "" for none."""
    taken = {name.casefold() for name in visitors.values()}
    others = [name for name in NAMES[SEATS:] if name.casefold() not in taken]
    names = []
    for seat, name in enumerate(NAMES[:SEATS]):
        if seat in visitors:
            own = visitors[seat]
            is_shared = own and [each.casefold() for each in visitors.values()].count(own.casefold()) > 1
            names.append(f"{own} ({seat + 1})" if is_shared else own)
        else:
            names.append(others.pop(0) if name.casefold() in taken else name)
    return names
