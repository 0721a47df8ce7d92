"""What the board publishes: a game as it happens, to a laptop that joins late, or was away."""

import pytest

from tavolo.link import messages
from tavolo.link.channel import QUEUE, Channel
from tavolo.link.frames import LineReader
from tavolo.link.publisher import Publisher
from tavolo.link.telemetry import LOBBY, NO_QUESTION, REFRESH_MS, TRIAL
from tavolo.rules.contract import GAME_IS_OVER, Setup
from tavolo.rules.record import Record
from tavolo.seat.states import IS_NOT_BUILT
from tavolo_host.board.client import PENDING_MS
from tavolo_host.board.view import LostRecords, Preview, Question, View, Waiting
from tavolo_host.texts.sentences import sentence
from tests.link.link_support import Bench, Board, Cable, identity
from tests.play.test_play import SEAL, TURN_UP, SealedGame


def met(cable: Cable | None = None) -> Bench:
    """A board and a laptop that have exchanged hello."""
    bench = Bench(cable=cable)
    bench.run(200)
    return bench


def begun(actions: int = 0, bench: Bench | None = None) -> Bench:
    """A board that has played this many actions at once; without a `bench` its laptop has not connected yet."""
    bench = bench or Bench()
    bench.board.start()
    for _ in range(actions):
        assert bench.board.act()
    return bench


def is_in_step_after(bench: Bench, milliseconds: int) -> bool:
    bench.run(milliseconds)
    return bench.in_step()


def test_a_whole_game_is_repeated_with_equal_digests_after_every_action() -> None:
    bench = begun(0, met())
    bench.run(100)
    while bench.board.act():
        assert is_in_step_after(bench, 50), bench.laptop.mirror.status
    mirror = bench.laptop.mirror
    assert mirror.result
    assert [entry for entry in mirror.log if entry.kind == "event"][-1].sentence == mirror.result
    assert mirror.seats == (0, 2, 4, 6)


def test_actions_while_a_laptop_catches_up_are_not_lost() -> None:
    bench = begun(40)
    while bench.board.act():
        bench.run(10)
    assert is_in_step_after(bench, 300)
    assert bench.laptop.mirror.result


def test_at_most_one_line_is_written_in_a_tick() -> None:
    bench = begun(60)
    assert {line.count(b"\n") for line in lines_of(bench, 1000)} == {1}
    assert bench.in_step()


def test_the_fields_of_an_action_are_parsed_before_the_first_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_parsed", {})
    met()
    assert "act" in messages._parsed


def test_a_laptop_catches_up_on_more_actions_than_the_queue_holds() -> None:
    bench = begun(0, met())
    bench.run(100)
    for _ in range(QUEUE + 20):
        assert bench.board.act()
    assert is_in_step_after(bench, 1000)


def test_every_action_is_logged_once_however_often_the_laptop_reconnects() -> None:
    bench = begun(0, met())
    for count in range(30):
        bench.board.act()
        bench.run(50)
        if count % 7 == 0:
            bench.cable.pull()
            bench.run(700)
    assert bench.in_step()
    once = Record(bench.board.setup)
    wanted = [event for action in bench.board.script[:30] for event in once.apply(action)]
    assert [entry.numbers for entry in bench.laptop.mirror.log if entry.kind == "event"] == wanted


def test_undo_takes_the_mirror_back() -> None:
    bench = begun(20, met())
    bench.run(500)
    bench.board.undo(7)
    assert is_in_step_after(bench, 50)
    assert len(bench.laptop.mirror.actions) == 13
    bench.board.act()
    assert is_in_step_after(bench, 50)


def test_a_laptop_that_connects_during_an_undo_gets_the_right_digest() -> None:
    bench = begun(30)
    record = bench.board.record
    assert record is not None
    record.rewind(20)
    while record.replay_one():
        bench.run(200)
    bench.board.publisher.undone(record)
    assert is_in_step_after(bench, 300)
    assert "trouble" not in [entry.kind for entry in bench.laptop.mirror.log]


def test_an_abandoned_game_is_gone_on_the_laptop_too() -> None:
    bench = begun(1, met())
    bench.run(100)
    bench.board.publisher.abandoned()
    bench.run(100)
    mirror = bench.laptop.mirror
    assert (mirror.position, mirror.status) == (None, "No game is being played.")
    assert mirror.log[-1].sentence == "The game was abandoned."


def test_refusals_and_troubles_are_logged_with_seat_and_reason() -> None:
    bench = met()
    bench.board.publisher.note_of("refused", 4, (GAME_IS_OVER,))
    bench.board.publisher.note_of("trouble", 2, (20, 2))
    bench.board.publisher.note((47,))
    bench.run(100)
    found = [(entry.kind, entry.seat, entry.numbers, entry.sentence) for entry in bench.laptop.mirror.log[-3:]]
    assert found == [
        ("refusal", 4, (GAME_IS_OVER,), sentence((GAME_IS_OVER,))),
        ("trouble", 2, (20, 2), sentence((20, 2))),
        ("note", None, (47,), sentence((47,))),
    ]


def test_a_flood_of_troubles_leaves_room_for_the_game() -> None:
    bench = met()
    for _ in range(200):
        bench.board.publisher.note_of("trouble", 2, (20, 2))
    assert bench.board.channel.room() >= QUEUE // 4
    bench.board.publisher.answer(1, True, (47,))
    assert bench.board.channel.room() == QUEUE // 4 - 1


def test_slots_and_previews_are_sent_dropped_and_sent_to_a_new_laptop() -> None:
    bench = begun(1)
    publisher, mirror = bench.board.publisher, bench.laptop.mirror
    publisher.choosing(0, 1, 3, bench.board.script[1])
    bench.run(300)
    assert mirror.view.choosing == {0: Preview(1, 3, bench.board.script[1])}
    publisher.telemetry.slot(3, 4, False)
    publisher.choosing(0, 2, 3, bench.board.script[1])
    bench.run(50)
    assert mirror.view.slots == bytes((0, 0, 0, 4, 0, 0, 0, 0))
    assert mirror.view.choosing[0] == Preview(2, 3, bench.board.script[1])
    publisher.choosing(0, 0, 0, None)
    bench.run(50)
    assert mirror.view.choosing == {}


def test_lost_telemetry_is_repeated_within_three_seconds() -> None:
    bench = met()
    bench.board.publisher.telemetry.slot(3, 4, False)
    bench.board.step(10)
    bench.board.step(10)
    assert bench.cable.end_of_laptop is not None
    assert b" slots 0,0,0,4,0,0,0,0 00 00 00 00 0*" in bench.cable.end_of_laptop.unread
    bench.cable.end_of_laptop.unread = b""
    bench.run(2700)
    assert bench.laptop.mirror.view.slots[3] == 4


def test_all_telemetry_for_the_lights_is_sent_when_it_changes() -> None:
    bench = met()
    publisher, mirror = bench.board.publisher, bench.laptop.mirror
    assert not mirror.view.is_lobby
    publisher.telemetry.slot(6, 1, True)
    publisher.telemetry.reseal((2, 5))
    publisher.telemetry.lost(5000, (2,))
    publisher.telemetry.show(LOBBY, ((4, 1), 3, 2, -1))
    publisher.telemetry.show(TRIAL, (0b101001011, 0b100))
    publisher.telemetry.question(1, (1, 4, 6), (4,), 4, 17)
    bench.run(100)
    view = mirror.view
    assert (view.slots[6], view.troubled, view.seats_to_reseal()) == (1, bytes((0, 0, 0, 0, 0, 0, 1, 0)), (2, 5))
    assert (view.lost_records, view.is_lobby, view.lobby) == (LostRecords(64, (2,)), True, Waiting((4, 1), 3, 2, -1))
    assert view.question == Question("abandon", (1, 4, 6), (False, True, False), 4, 17)
    publisher.telemetry.question(NO_QUESTION)
    publisher.telemetry.reseal(())
    for seat in range(1, 8):
        publisher.telemetry.slot(seat, IS_NOT_BUILT, False)
    bench.run(30)
    publisher.telemetry.show(TRIAL, (-1, 0))
    bench.run(50)
    assert (view.question, view.seats_to_reseal(), any(view.troubled), view.trial()) == (None, (), False, (-1, 0))
    bench.cable.pull()
    bench.run(20)
    assert mirror.view == View(mirror.record, mirror.seats)
    bench.run(1000)
    view = mirror.view
    assert (view.slots[1], view.lobby.joined, view.trial()) == (IS_NOT_BUILT, (4, 1), (-1, 0))
    publisher.telemetry.slot(1, 0, False)
    publisher.telemetry.show(TRIAL, None)  # with a second seat there is no trial any more
    bench.run(2 * REFRESH_MS)
    assert view.trial() is None


def lines_of(bench: Bench, milliseconds: int) -> list[bytes]:
    """The bytes that a board writes in this time, tick by tick."""
    told = []
    for _ in range(milliseconds // 10):
        bench.board.step(10)
        end = bench.cable.end_of_laptop
        told.append(end.unread if end else b"")
        bench.laptop.step(10)
    return [line for line in told if line]


def telemetry_of(bench: Bench, milliseconds: int) -> list[str]:
    """The kinds of the telemetry that a board writes in this time."""
    bodies = LineReader().bodies(b"".join(lines_of(bench, milliseconds)))
    return [body.split(" ")[1] for body in bodies if body[0] == "t"]


def test_only_telemetry_that_matters_is_repeated() -> None:
    bench = met()
    publisher = bench.board.publisher
    publisher.telemetry.show(LOBBY, ((), 0, -1, 0))
    bench.run(100)
    assert telemetry_of(bench, REFRESH_MS) == ["slots", "lobby"]
    for seat in range(1, 8):
        publisher.telemetry.slot(seat, IS_NOT_BUILT, False)
    publisher.telemetry.show(TRIAL, (-1, 0))
    bench.run(100)
    assert sorted(telemetry_of(bench, REFRESH_MS)) == ["lobby", "slots", "trial"]
    bench.board.start()
    bench.run(100)
    assert telemetry_of(bench, 2 * REFRESH_MS) == ["slots", "slots"]
    publisher.telemetry.question(0, (0, 2, 4, 6), ())
    bench.run(100)
    assert telemetry_of(bench, 2 * REFRESH_MS) == ["slots", "question"] * 2
    publisher.telemetry.question(NO_QUESTION)
    assert telemetry_of(bench, 6 * REFRESH_MS).count("question") == 1
    assert not bench.laptop.mirror.view.is_lobby


def test_the_lobby_after_a_game_is_sent_to_a_new_laptop() -> None:
    bench = begun(1)
    bench.board.publisher.telemetry.show(LOBBY, ((0, 2), 1, -1, 0))
    bench.run(300)
    mirror = bench.laptop.mirror
    assert (len(mirror.actions), mirror.view.is_lobby, mirror.view.lobby) == (1, True, Waiting((0, 2), 1))
    bench.board.publisher.telemetry.show(LOBBY, ((0,), 1, -1, 0))
    bench.board.step(10)  # this line waits for a tick without other messages
    bench.board.publisher.note((47,))
    bench.board.start()
    bench.run(300)
    assert not mirror.view.is_lobby


def test_notes_from_before_a_laptop_connects_follow_the_game() -> None:
    bench = begun()
    for reason in ((47,), (58, 0)):
        bench.board.publisher.queue_note(reason)
    bench.run(3000, laptop=False)
    bench.run(300)
    notes = [entry for entry in bench.laptop.mirror.log if entry.kind == "note"]
    assert [entry.numbers for entry in notes[-2:]] == [(47,), (58, 0)]
    assert "David" in notes[-3].sentence


def bytes_told(card: int, joins_late: bool) -> bytes:
    """All that a board writes while a secret choice is previewed, made and published, live or afterwards."""
    cable = Cable()
    publisher = Publisher(Channel(cable.board), identity())
    laptop_end = cable.open("")
    laptop = Channel(laptop_end, 7)
    record = Record(Setup(SealedGame(), 2))
    record.apply((TURN_UP, 40))
    publisher.started(record, (0, 1))
    told = b""
    for moment in range(300):
        if moment == (0 if joins_late else 100):
            publisher.choosing(1, card % 3, card % 5 + 1, (SEAL, 1, card))
            record.apply((SEAL, 1, card))
            publisher.acted(record, (SEAL, 1, card))
            publisher.choosing(0, card % 3, card % 5 + 1, (SEAL, 0, card))
        publisher.step(10)
        told += laptop_end.unread
        sessions = laptop.sessions
        laptop.step(10)
        if sessions != laptop.sessions:
            laptop.send("hello", "protocol=4.0")
    return told


def test_a_secret_choice_leaves_no_trace_in_the_bytes_that_are_sent() -> None:
    for joins_late in (False, True):
        told = bytes_told(17, joins_late)
        assert b"0,1*" in told
        assert told == bytes_told(63, joins_late)


def test_hello_has_the_boards_identity() -> None:
    told = "protocol=4.4 firmware=f1 rules=r1 board=board-7 boot=boot-1 seats=ff calibration=- phones=00"
    assert met().laptop.port.board == dict(pair.split("=") for pair in told.split())


def test_hello_is_sent_again_only_when_seats_or_calibration_change() -> None:
    bench = met()
    for seats, hellos in ((255, 0), (254, 1), (254, 0)):
        bench.board.publisher.introduce(seats, "-")
        assert sum(b" hello " in line for line in lines_of(bench, 200)) == hellos


def heard_from(board: Board, cable: Cable, hello: str) -> list[str]:
    """What a laptop receives from a board that plays, after this hello or none."""
    laptop = Channel(cable.open(""), 7)
    heard: list[str] = []
    for moment in range(300):
        board.step(10)
        heard += [f"{kind} {rest}" for kind, rest in laptop.step(10)]
        if moment == 10 and hello:
            laptop.send("hello", hello)
        if moment == 50:
            board.start()
            board.act()
            board.publisher.note_of("trouble", 2, (20, 2))
            board.publisher.offer("pace", 1, 2, 3, 4)
    assert laptop.ready
    return heard


def test_a_laptop_of_another_major_version_is_refused_and_gets_nothing_more() -> None:
    cable = Cable()
    hello, *more = heard_from(Board(cable.board), cable, "protocol=1.0 rules=-")
    assert hello.startswith("hello ")
    assert more == ["refused 4.4"]


def test_a_laptop_gets_nothing_before_its_hello() -> None:
    bench = begun(0, met())
    bench.run(100)
    bench.cable.pull()
    assert heard_from(bench.board, bench.cable, "") == []


def test_a_laptop_of_another_minor_version_is_accepted() -> None:
    cable = Cable()
    heard = heard_from(Board(cable.board), cable, "protocol=4.7 colour=blue")
    assert [line.split()[0] for line in heard][:2] == ["hello", "abandoned"]


def test_a_request_unknown_to_an_older_board_is_not_waited_for() -> None:
    bench = met()
    undo, walk = bench.laptop.ask("undo", 3, 4), bench.laptop.ask("walk", 0, 0, 20)
    bench.board.channel.send("unknown", "walk")
    bench.run(100)
    assert (walk.accepted, walk.sentence) == (False, "The board does not understand the request.")
    assert undo.accepted is None
    assert bench.laptop.mirror.log[-1].sentence == "The board does not know the message “walk”."


def test_requests_reach_the_board_once_and_are_answered() -> None:
    bench = met()
    undo = bench.laptop.ask("undo", 3, 4)
    new = bench.laptop.ask("new", (0, 2, 4), "david-goliath players=3 table")
    dance = bench.laptop.ask("dance")
    walk = bench.laptop.ask("walk", 3, 0, 20)
    bench.run(100)
    assert bench.board.asked == [
        ("undo", (1, 3, 4)),
        ("new", (2, (0, 2, 4), "david-goliath players=3 table")),
    ]
    assert undo.accepted is None
    bench.board.publisher.answer(1, False, (47,))
    bench.board.publisher.answer(2, True, (54,))
    bench.run(100)
    assert (undo.accepted, undo.sentence) == (False, sentence((47,)))
    assert (new.accepted, new.sentence) == (True, sentence((54,)))
    assert (dance.accepted, dance.sentence) == (False, "There is no message “dance”.")
    assert (walk.accepted, walk.sentence) == (False, "For “strip” the link takes only a whole number from 0 to 2.")


def test_a_request_without_an_answer_times_out() -> None:
    bench = met()
    undo = bench.laptop.ask("undo", 3, 4)
    bench.run(PENDING_MS)
    assert (undo.accepted, undo.sentence) == (False, "The board did not answer.")


def test_a_request_lost_on_the_cable_is_reported_unanswered() -> None:
    bench = met()
    undo = bench.laptop.ask("undo", 3, 4)
    bench.cable.pull()
    bench.run(50)
    assert undo.accepted is False
    assert undo.sentence == "The connection was lost before the board answered."
    assert bench.laptop.ask("undo", 3, 4).sentence == "There is no board to ask: none is connected."


def test_messages_have_the_documented_lengths() -> None:
    bench = begun(60)
    told = lines_of(bench, 600)
    bench.board.act()
    (act,) = [line for line in lines_of(bench, 100) if b" act " in line]
    snapshot = [line for line in told if any(word in line for word in (b" start ", b" past ", b" whole "))]
    assert (len(act), len(snapshot), sum(map(len, snapshot))) == (47, 5, 639)
