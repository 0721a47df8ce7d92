"""For tests of the journal at the whole table: a game in flash, what happens to it, and what is reported."""

from functools import cache

from tavolo import wiring
from tavolo_host.simulator.flash import NorFlash
from tests.table.evening import Evening

ERASING_MS = 15_000  # of quiet in the lobby, in which all sectors are erased ahead


def flash_of(evening: Evening) -> NorFlash:
    flash: NorFlash = evening.table.hardware.journal_flash
    return flash


@cache
def _flash_after(actions: int) -> tuple[bytes, bytes]:
    """The flash, the journal's and its index's, after a game of this many actions."""
    evening = Evening(seed=5, laptop=False)
    evening.run_ms(ERASING_MS)
    evening.start(3)
    evening.play_actions(actions)
    return bytes(flash_of(evening).content), bytes(evening.table.hardware.journal_index.content)


def an_evening(actions: int = 40, laptop: bool = True) -> Evening:
    """A table that resumes a game of this many actions, all known to a laptop; virtual players are off."""
    evening = Evening(seed=5, laptop=laptop)
    flash_of(evening).content[:], evening.table.hardware.journal_index.content[:] = _flash_after(actions)
    lose_power(evening)
    if laptop:
        evening.run_until(lambda: bool(evening.mirror.in_step) and evening.mirror.actions == played(evening))
    return evening


def lose_power(evening: Evening) -> None:
    """Switch the power off and on, and wait until the board has resumed what it could."""
    evening.table.power_cycle()
    while evening.board.referee.replay:
        evening.step()


def damage(evening: Evening, page: int, pages: int = 1) -> None:
    """Make what is on pages of the game's first sector unreadable."""
    begin = evening.board.journal._sector * wiring.SECTOR_BYTES + page * wiring.PAGE_BYTES
    flash_of(evening).content[begin : begin + pages * wiring.PAGE_BYTES] = bytes(pages * wiring.PAGE_BYTES)


def damaged_evening(page: int = 3, pages: int = 1, laptop: bool = True) -> tuple[Evening, list[tuple[int, ...]]]:
    """A table that has lost these pages and then its power, -1 for the last; and the actions before."""
    evening = an_evening(laptop=laptop)
    before = played(evening)
    damage(evening, last_page(evening) if page < 0 else page, pages)
    lose_power(evening)
    return evening, before


def damage_start(evening: Evening) -> None:
    """Flip a bit of the start, in either sector that has it."""
    for sector in (evening.board.journal._before, evening.board.journal._sector):
        flash_of(evening).content[sector * wiring.SECTOR_BYTES + 60] ^= 1


def last_page(evening: Evening) -> int:
    """The last written page, counted from the game's first."""
    journal = evening.board.journal
    pages = wiring.SECTOR_BYTES // wiring.PAGE_BYTES
    return int((journal.ring.sector - journal._sector) * pages + journal.ring.used[journal.ring.sector]) - 1


def played(evening: Evening) -> list[tuple[int, ...]]:
    play = evening.board.referee.play
    return list(play.record.actions) if play else []


def numbers_told(evening: Evening) -> list[tuple[int, ...]]:
    """What the board has reported about the whole table."""
    return [entry.numbers for entry in evening.mirror.log if entry.kind == "note" and entry.numbers]
