"""The names of the virtual players: the same all evening, and never like a visitor's."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from tavolo.wiring import SEATS
from tavolo_host.texts.look_alikes import looks_like
from tavolo_host.texts.names import name_key

# The first eight sit at seats 1 to 8; the others replace those whose name a visitor has.
NAMES = (
    *("Bruno", "Carla", "Dario", "Elena", "Fabio", "Giulia", "Ivo", "Lucia"),
    *("Marco", "Nina", "Olga", "Paolo", "Rita", "Sandro", "Teresa", "Ugo"),
)


def names_at(visitors: Mapping[int, str], watching: Collection[str] = ()) -> list[str]:
    """Return the name for each seat; `visitors` maps seats to visitors' names, "" for none, and others are watching."""
    return [*_names_at(tuple(visitors.items()), tuple(watching))]


@lru_cache(maxsize=64)  # every look of every page asks several times
def _names_at(visitors: tuple[tuple[int, str], ...], watching: tuple[str, ...]) -> list[str]:
    given = dict(visitors)
    taken = [name for name in (*given.values(), *watching) if name]
    others = (name for name in NAMES[SEATS:] if not _is_like(name, taken))
    names = []
    for seat, name in enumerate(NAMES[:SEATS]):
        if seat in given:
            own = given[seat]
            is_shared = own and sum(name_key(own) == name_key(each) for each in given.values()) > 1
            names.append(f"{own} ({seat + 1})" if is_shared else own)
        else:
            names.append(next(others, name) if _is_like(name, taken) else name)
    return names


def _is_like(name: str, taken: Collection[str]) -> bool:
    return any(looks_like(name, each) for each in taken)
