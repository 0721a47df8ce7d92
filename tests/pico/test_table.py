"""The table's firmware on real MicroPython: what `tests/host` shows of it on CPython, on the emulated Pico."""

from tavolo import palette
from tavolo.cards import code_of
from tests.pico.pico_evening import PicoEvening

SHORT_GAME = 14  # actions


def test_the_board_starts_by_itself_says_hello_and_has_calibrated_every_seat() -> None:
    with PicoEvening(seed=1) as evening:
        board = evening.companion.port.board
        assert (board["protocol"], board["seats"]) == ("1.0", "ff")
        assert board["calibration"] != "-"
        assert evening.sentences("trouble") == []


def test_a_game_is_started_with_keys_and_played_with_equal_digests() -> None:
    with PicoEvening(seed=3) as evening:
        evening.start(3)
        evening.play_actions(SHORT_GAME)
        assert evening.mirror.in_step is True
        assert evening.company.record.actions[1:] == evening.mirror.actions[1:]
        assert evening.company.record.digest() == evening.mirror.record.digest()
        assert evening.sentences("refusal") == evening.sentences("trouble") == []


def test_wrong_cards_and_hands_are_refused_and_nothing_is_played() -> None:
    with PicoEvening(seed=4) as evening:
        evening.start(3)
        evening.play_actions(3)
        evening.hold_people_still()
        evening.run_ms(1000)
        before = evening.mirror.record.digest()
        seat = evening.seat_to_play()
        evening.put_in(seat, evening.mirror.actions[1][2])
        assert evening.lamp_colours(seat) == {palette.RGB[palette.REFUSED], palette.RGB[palette.OFF]}
        evening.take_out(seat)
        evening.put_code_in(seat, code_of("tanz-der-hornochsen", 3))
        evening.take_out(seat)
        evening.put_in(seat, evening.hand(seat)[0], stop_at_mm=14.0)
        evening.take_out(seat)
        evening.body(seat).hand = 1.0
        evening.body(seat).feel()
        evening.run_ms(1500)
        assert [sentence.split(": ")[-1] for _, sentence in evening.refusals()][1:] == [
            "this card does not belong to this game."
        ]
        assert [sentence.split(": ")[1].split(",")[0] for sentence in evening.sentences("trouble")] == [
            "the card is not quite in. Push it down to the stop.",
            "that is a hand in the slot",
        ]
        assert evening.mirror.record.digest() == before
        assert evening.mirror.in_step is True


def test_the_game_goes_on_while_the_port_is_open_and_unread_and_while_it_is_unplugged() -> None:
    with PicoEvening(seed=5) as evening:
        evening.start(3)
        evening.play_actions(3)
        companion, evening.companion = evening.companion, None
        evening.run_ms(20_000)  # the port stays open, and nobody reads
        evening.companion = companion
        evening.table.pico.unplug()
        evening.companion = None
        evening.run_ms(20_000)
        evening.table.pico.plug_in()
        evening.companion = companion
        evening.run_until(lambda: bool(evening.mirror.in_step) and len(evening.mirror.actions) > 8, 60_000)
        evening.play_actions(len(evening.mirror.actions) + 1)
        assert evening.company.record.digest() == evening.mirror.record.digest()


def test_a_game_resumes_after_power_cuts_in_the_middle_of_flash_operations() -> None:
    with PicoEvening(seed=6) as evening:
        evening.start(3)
        pico = evening.table.pico
        for _ in range(5):
            evening.play_actions(len(evening.mirror.actions) + 2)
            length = len(evening.mirror.actions)
            pico.cut_power_at_operation(pico.operations[-1].number + 1)
            evening.run_until(lambda: not pico.is_on, 60_000)
            pico.power_on()
            evening.run_until(lambda: bool(evening.mirror.in_step), 30_000)
            assert length <= len(evening.mirror.actions) <= length + 1
        evening.play_actions(len(evening.mirror.actions) + 3)
        assert evening.mirror.in_step is True


def test_the_same_evening_twice_takes_the_same_nanoseconds_and_bytes() -> None:
    def evening_of(seed: int) -> tuple[object, ...]:
        trace: list[tuple[int, bytes]] = []
        with PicoEvening(seed) as evening:
            evening.table.pico.on_serial = lambda now_ns, data: trace.append((now_ns, data))
            evening.start(3)
            evening.play_actions(3)
            operations = [(each.kind, each.address, each.start_ns) for each in evening.table.pico.operations]
            return trace, operations, evening.table.pico.now_ns

    assert evening_of(7) == evening_of(7)
