"""The preview of a resumed game, shown while the journal is read: right or absent, and never final."""

from random import Random

import pytest

from tavolo.journal import entries
from tavolo.journal.journal import Journal
from tavolo.play.resume_preview import ResumePreview, resume_preview_of
from tavolo.play.resuming import Replay
from tavolo.rules.contract import TABLE, Setup
from tavolo.rules.record import Record
from tavolo_host.simulator.flash import NorFlash
from tests.journal.evenings import damage
from tests.journal.evenings import played as actions_of
from tests.journal.test_positions import (
    EVERY,
    Keeper,
    a_flash,
    assert_same,
    longest,
    often,
    played,
    positions,
    rewritten,
)
from tests.table.evening import Evening

DARK = (0, 0, 0)


def seen_in(flash: NorFlash, setup: Setup) -> ResumePreview | None:
    """The previewed position, once all of its actions are applied."""
    resume_preview = resume_preview_of(Journal(flash, len(flash.content)).reading(), setup)
    while resume_preview and resume_preview.step():
        pass
    return resume_preview


@EVERY
def test_the_preview_is_the_position_after_all_actions_wherever_the_power_failed(name: str) -> None:
    dealt = longest(name)
    random = Random(1)
    keeper = Keeper(Setup(dealt.game, dealt.setup.players, dealt.setup.options), a_flash())
    public = [dealt.game.public(action) for action in dealt.actions[:-1]]
    seen = looks = 0
    while looks < 60:
        for _ in range(random.randrange(30)):
            if len(keeper.table.actions) < len(public):
                keeper.act(public[len(keeper.table.actions)])
        if keeper.table.actions and (len(keeper.table.actions) == len(public) or random.random() < 0.4):
            keeper.take_back(random.randrange(len(keeper.table.actions)))
        looks += len(keeper.kept) > 1
        resume_preview = seen_in(keeper.flash, keeper.table.setup)
        if resume_preview is not None:
            seen += len(keeper.kept) > 1
            assert resume_preview.is_right
            assert resume_preview.count == len(keeper.table.actions)
            assert dealt.game.position_text(resume_preview.position) == dealt.game.position_text(keeper.table.position)
    assert seen > 30


@EVERY
def test_a_previewed_game_resumes_like_any_other(name: str) -> None:
    keeper = played(name, 390)
    records = []
    for is_seen in (True, False):
        record = Record(keeper.table.setup)
        replay = Replay(Journal(keeper.flash, len(keeper.flash.content)), record)
        assert replay.resume_preview
        if not is_seen:
            replay.resume_preview, replay._is_previewing = None, False
        while replay.go_on():
            pass
        records.append(record)
    assert_same(records[0], keeper.table)
    assert_same(records[1], keeper.table)


def test_an_unclear_end_has_no_preview() -> None:
    keeper = played("david-goliath", 300)
    whole = bytes(keeper.flash.content)
    at, end = positions(keeper.flash)[-1]
    behind = end + entries.LEAST  # within the next action
    assert seen_in(keeper.flash, keeper.table.setup)
    for place in (end - 6, at + 3, behind, behind + 4):
        keeper.flash.content[place] ^= 4
        resume_preview = seen_in(keeper.flash, keeper.table.setup)
        assert resume_preview is None or not resume_preview.is_right
        keeper.flash.content[:] = whole


def test_a_wrong_position_or_a_missing_action_has_no_preview() -> None:
    keeper = played("david-goliath", 300)
    whole = bytes(keeper.flash.content)
    at, end = positions(keeper.flash)[-1]
    game = keeper.table.game
    right = game.position_text(game.view(keeper.table.position, TABLE))
    for place in range(entries.CONTENT_AT + 2, end - at - 4):
        rewritten(keeper.flash, at, end, lambda data, place=place: data.__setitem__(place, data[place] ^ 1))
        resume_preview = seen_in(keeper.flash, keeper.table.setup)
        if resume_preview and resume_preview.is_right and resume_preview.count == len(keeper.table.actions):
            assert game.position_text(resume_preview.position) == right  # a bit without a meaning
        keeper.flash.content[:] = whole
    following = end + entries.behind(whole[end:], 0)
    rewritten(keeper.flash, end, following, lambda data: data.__setitem__(3, data[3] ^ 1))
    assert seen_in(keeper.flash, keeper.table.setup) is None


def a_long_evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    often(monkeypatch)
    evening = Evening(seed=3, laptop=False)
    evening.run_ms(12_000)  # in which sectors are erased ahead
    evening.start(3)
    evening.play_actions(45)
    evening.hold_people_still()
    return evening


def test_the_lights_show_the_game_before_all_of_it_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = a_long_evening(monkeypatch)
    evening.table.power_cycle()
    referee = evening.board.referee
    position_text = referee.play.record.game.position_text
    early = []
    while referee.replay:
        evening.table.step()
        if referee.replay and any(pixel != DARK for pixel in evening.table.hardware.field.pixels):
            early.append(position_text(evening.board.showing.picture.stage.position))
    assert early
    assert set(early) == {position_text(referee.play.record.position)}


def test_a_preview_is_withdrawn_when_something_before_it_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = a_long_evening(monkeypatch)
    whole = len(actions_of(evening))
    damage(evening, 3)
    field = evening.table.hardware.field
    evening.table.power_cycle()
    seen = []
    while evening.board.referee.replay:
        evening.table.step()
        seen.append(any(pixel != DARK for pixel in field.pixels))
    ahead = evening.board.showing.picture.stage.position
    evening.run_ms(1000)
    record = evening.board.referee.play.record
    assert len(record.actions) < whole
    assert evening.board.referee.gap_repair is not None
    assert any(seen)
    assert evening.board.showing.picture.stage.position is record.position is not ahead
