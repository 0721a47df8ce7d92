"""Who reads of games that were played hears of their turn, of questions and of nudges, and has a way back."""

import pytest
from nicegui import Client, ui
from nicegui.page import page

from tavolo_host.display.parts.preferences import Preferences
from tavolo_host.display.parts.side_page import side_page
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.display.past.call_to_table import LOOK_MS, CallToTable
from tavolo_host.seats.presence import Presence
from tests.sources.source_support import begun, commands_of, run_until


def test_a_page_beside_the_table_calls_who_has_to_act_and_leads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    scripts: list[str] = []
    monkeypatch.setattr(Client, "run_javascript", lambda _, script, **__: scripts.append(script))
    monkeypatch.setattr(ui, "page_title", lambda _: None)
    source = begun("david-goliath players=3", {"ada": 0, "ben": 3})
    presence, client = Presence(source.roster), Client(page("/"), request=None)
    with client:
        with side_page("Games that were played", "history-page"):
            pass
        call = CallToTable(source, presence, "ada", Preferences("en", "Ada"))

    def shown() -> str:
        presence.look(LOOK_MS)
        return str(call._place.content)

    for state, words in ((State.WAIT, ""), (State.CHOOSE, "It is your turn."), (State.ASKED, "You are asked")):
        if state is State.ASKED:
            assert commands_of(source, "ben").ask("abandon") is None
        run_until(source, lambda state=state: source.what_to_do("ada").state is state)  # type: ignore[misc]
        called = shown()
        assert words in called
        assert ('href="/"' in called) == ('tavoloSounds.notice("Your turn", true)' in scripts) == bool(words)
    presence.seen("ada")
    assert commands_of(source, "ben").nudge() is None
    shown()
    assert 'tavoloSounds.nudge("Seat 4 nudges you", true)' in scripts
