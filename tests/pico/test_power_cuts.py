"""Power cuts in the middle of flash operations and at any instant, with real flash times: nothing accepted is lost,
nothing is played twice. All else about cut journals is tested in `journal/`, on modelled flash.

A card is accepted when its lamp was green on the wire, or when a laptop had the line that reports it. What the board
has kept is read from its flash at the instant of the cut, and reported by the board when it has power again.
"""

from itertools import cycle
from random import Random

import pytest

from tavolo import wiring
from tavolo.games import load
from tavolo.journal.entries import ACTION, BACK, DIGEST_BYTES
from tavolo.journal.journal import Journal
from tavolo.link.frames import LineReader
from tavolo.link.messages import decode
from tavolo.rules.packing import unpacked
from tavolo_host.people.lamp import looks_accepted
from tavolo_host.runtime.source_digests import firmware_digests
from tavolo_host.simulator.clock import Clock
from tavolo_host.simulator.flash import NorFlash
from tests.pico.emulated_back import EmulatedBack
from tests.pico.golden_play import Golden, play_golden
from tests.pico.orders import Card

GAME = "david-goliath"
PLAYED = 2  # cards, before the first cut
FEW = 2  # cards, in the short form
LONGEST_NS = 600_000_000  # from one cut to the next: the board needs 0.4 s to go on, a card 0.3 s
OFTEN = 0.5  # power cuts before a card is played, and once more when its hand leaves


class Outages:
    """A golden playthrough that goes on through power cuts; after each, accepted actions are compared with flash."""

    def __init__(self, back: EmulatedBack) -> None:
        self.back, self.pico = back, back.table.pico
        golden = Golden(load(GAME), 3)
        self.actions = [golden.record.game.public(action) for action in golden.record.actions]
        self.digests = golden.digests
        play_golden(back, golden, decisions=PLAYED)
        self.accepted = self.place = PLAYED + 1  # actions that were seen; the next one
        self._lines = LineReader()
        self.pico.on_serial = self._take_line
        lamps = back.table.hardware.lamps
        meter = lamps.listener
        seats = back.mirror.seats

        def look(start_ns: int, end_ns: int, levels: bytes) -> None:
            meter(start_ns, end_ns, levels)
            for _, player, card in self.actions[self.place : self.place + 1]:
                seat = seats[player]
                green, red, blue = levels[3 * seat : 3 * seat + 3]
                lies_there = [each.code for each in back.table.bodies[seat].cards] == [Card(GAME, card).code]
                if lies_there and looks_accepted((red, green, blue)):
                    self.accepted = max(self.accepted, self.place + 1)

        lamps.listener = look

    def _take_line(self, _: int, data: bytes) -> None:
        for text in self._lines.bodies(data):
            words = text.split(" ", 4)
            if words[0][0] == "m" and words[3] == "act":
                self.accepted = max(self.accepted, decode("act", words[4])[0] + 1)

    def kept(self) -> list[tuple[int, ...]]:
        """Return the actions of the game that are in flash now, read on this side of the cable."""
        flash = NorFlash(Clock(), wiring.JOURNAL_BYTES)
        flash.content[:] = self.pico.read_flash(wiring.JOURNAL_ADDRESS, wiring.JOURNAL_BYTES)
        actions: list[tuple[int, ...]] = []
        for kind, content in Journal(flash, rules=firmware_digests()[1]).reading().entries():
            if kind == ACTION:
                actions.append(unpacked(content[DIGEST_BYTES:]))
            elif kind == BACK:
                del actions[unpacked(content)[0] :]
        return actions

    def put_in(self) -> None:
        """Put the next card into its slot, where it stays until the game has it."""
        _, player, card = self.actions[self.place]
        self.back.put_in(self.back.mirror.seats[player], Card(GAME, card))

    def wait_for_the_cut(self, most: int) -> None:
        """Wait for the power cut, and restore the power; at most that many actions may have been played."""
        self.back.run_until(lambda: not self.pico.is_on)
        self._lines = LineReader()
        kept = self.kept()
        assert self.accepted <= len(kept), "lost"
        assert len(kept) <= most, "played without anybody's doing"
        assert kept == self.actions[: len(kept)]
        self.pico.power_on()

    def see_it_played(self) -> None:
        """Wait until board and laptop have the card, once, and let its hand start to take it out."""
        mirror, place = self.back.mirror, self.place
        self.back.run_until(lambda: mirror.in_step and len(mirror.actions) == place + 1)
        assert mirror.actions == self.actions[: place + 1]
        assert mirror.of_board[place + 1] == mirror.of_mirror[place + 1] == self.digests[place]
        self.back.take_out(mirror.seats[self.actions[place][1]])
        self.place += 1


@pytest.mark.parametrize("cards", [pytest.param(FEW, marks=pytest.mark.short), 100])
@pytest.mark.needs_emulator("a power cut at a chosen moment")
def test_a_game_whose_every_card_loses_power_in_its_flash_operation_goes_on_to_its_end(
    emulated: EmulatedBack, cards: int
) -> None:
    outages = Outages(emulated)
    # In the middle of an operation, behind it, before it, and anywhere in it.
    shares = (0.5, 1.0, 0.0, Random(5).random())
    ways = cycle([(share, times) for times in ("typical", "maximum") for share in shares])
    for _ in outages.actions[outages.place :][:cards]:
        emulated.wait_for_empty_slots()
        share, times = next(ways)
        outages.pico.choose_flash_times(times)
        outages.pico.cut_power_at_operation(outages.pico.operations[-1].number + 1, share)
        outages.put_in()
        outages.wait_for_the_cut(outages.place + 1)
        outages.see_it_played()
    assert emulated.sentences("refusal") == []


@pytest.mark.parametrize(("seed", "times"), [(1, "typical"), (2, "maximum")])
@pytest.mark.needs_emulator("a power cut at a chosen moment")
def test_after_cuts_at_random_instants_the_game_is_the_one_that_was_played(
    emulated: EmulatedBack, seed: int, times: str
) -> None:
    random = Random(seed)
    outages = Outages(emulated)
    pico = outages.pico
    pico.choose_flash_times(times)

    def fails(most: int) -> bool:
        pico.cut_power_at_ns(pico.now_ns + random.randrange(LONGEST_NS))
        outages.wait_for_the_cut(most)
        return random.random() < OFTEN

    while outages.place < len(outages.actions):
        outages.put_in()
        while fails(outages.place + 1):
            emulated.run_ms(random.choice((0, 0, 200)))
        outages.see_it_played()
        if random.random() < OFTEN:
            fails(outages.place)
        emulated.run_until(emulated.are_hands_still)
    assert emulated.sentences("refusal") == []
