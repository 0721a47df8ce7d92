"""What a visitor has chosen: kept in the browser, safe to show, and readable in each theme."""

import re
from itertools import product
from pathlib import Path

import pytest
from nicegui import Client

from tavolo.rules.contract import Setup
from tavolo_host.display.live.log_panel import log_html
from tavolo_host.display.live.sounds import sound_of
from tavolo_host.display.parts.moment import Moment
from tavolo_host.display.parts.preferences import Preferences, keeping
from tavolo_host.display.parts.source import SlotState
from tavolo_host.display.parts.what_to_do import State
from tavolo_host.people.names import NAMES, names_at
from tavolo_host.players.settings import PACES, USUAL_PACE
from tavolo_host.seats.presence import Presence
from tavolo_host.texts.names import clean_name
from tests.seats.forged_events import OpenPage
from tests.sources.source_support import run_until, source_of
from tests.table.evening import DAVID

STYLE = Path(__file__).parents[3] / "host" / "tavolo_host" / "display" / "static" / "page.css"
READABLE = 4.5  # the contrast of text that WCAG 2 AA wants


def test_preferences_are_read_from_cookies_and_invalid_ones_count_as_none() -> None:
    kept = {
        "language": "it",
        "name": "Ada%20%C3%A8",
        "theme": "light",
        "sound": "on",
        "pace": "slow",
        "level": "strong",
    }
    assert Preferences.read(kept, "en") == Preferences("it", "Ada è", "light", True, "slow", "strong")
    wrong = dict.fromkeys(kept, "<script>")
    assert Preferences.read(wrong, "it") == Preferences("it", "<script>")
    assert Preferences.read({}, "") == Preferences("en")


@pytest.mark.parametrize("name", ["Ada'; alert(1); '", "a;b=c", "è ✓", "\\'", "</script>"])
def test_whatever_a_name_is_the_browser_keeps_it_and_runs_none_of_it(name: str) -> None:
    script = keeping("name", name)
    assert script.count("'") == 2
    kept = script.split("=", 2)[2].split(";")[0]
    assert re.fullmatch(r"[\w%.~-]*", kept)
    assert Preferences.read({"name": kept}, "").name == clean_name(name)


def test_a_browser_that_has_kept_the_name_of_a_person_who_was_renamed_does_not_bring_it_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripts: list[str] = []
    monkeypatch.setattr(Client, "run_javascript", lambda _client, script, **_: scripts.append(script))
    source = source_of(Setup(DAVID, 3))
    presence, roster = Presence(source.roster), source.roster

    def opened_with(name: str) -> tuple[OpenPage, str]:
        return OpenPage(source, presence, "ben", name), roster.visitor_names.name_of("ben")

    opened, _ = opened_with("Ben")
    roster.visitor_names.rename("ben", "Benno")
    with opened.client:
        opened.page.look()
    roster.visitor_names.rename("Benno", "Benedikt")
    assert opened_with("Ben")[1] == opened_with("BEN")[1] == "Benedikt", "its cookie is from before"
    told = [script for script in scripts if script.startswith("document.cookie = 'name=")]
    assert [told[0], told[-1]] == [keeping("name", "Benno"), keeping("name", "Benedikt")]
    with opened.client:
        opened.page._prefer("name", "Ben")
    assert opened_with("Ben")[1] == "Ben", "it was chosen again"
    roster.visitor_names.rename("Ben", "")
    assert opened_with("Ben")[1] == ""


def test_the_log_tells_the_new_name_of_who_is_here_and_of_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "run_javascript", lambda *_, **__: None)
    source = source_of(Setup(DAVID, 3))
    OpenPage(source, Presence(source.roster), "ben", "Ben")
    source.roster.visitor_names.rename("BEN", "Benno")
    source.roster.visitor_names.rename("Zoe", "Clara")
    told = [str(entry.sentence) for entry in source.mirror.log]
    assert [words for words in told if "now" in words] == ["BEN is called Benno now."]


def test_virtual_people_are_never_called_as_a_visitor_is_and_two_visitors_can_be_told_apart() -> None:
    assert names_at({}) == list(NAMES[:8])
    names = names_at({3: "bruno", 4: "", 6: "Zoe", 7: "zoe"})
    assert names[3:5] == ["bruno", ""]
    assert names[6:] == ["Zoe (7)", "zoe (8)"]
    assert len({name.casefold() for name in names}) == 8
    assert names_at({}, ["carla"])[1] == NAMES[8], "no bot has the name of a person who watches"
    assert names_at({}, NAMES) == list(NAMES[:8])
    crowd = names_at({seat: NAMES[7 - seat] for seat in range(7)})
    assert len(set(crowd)) == 8


def test_people_are_called_by_their_names_in_rows_sentences_and_log() -> None:
    source = source_of(Setup(DAVID, 3))
    source.visitors.visitor_names.set_name("ada", "Ada & <i>")
    source.visitors.sit("ada", 3)
    run_until(source, lambda: source.companion.connected)
    source.start(3)
    run_until(source, lambda: "Waiting for Ada & <i>." in source.what_to_do("eve").sentence)
    names = [view.name for view in source.seats()]
    assert [player.name for player in Moment.of(source, "eve").players] == ["Bruno", "Ada & <i>", "Giulia"]
    assert names == ["Bruno", "", "", "Ada & <i>", "", "Giulia", "", ""]
    log = log_html(source.mirror.log, names)
    assert "Bruno leads" in log
    assert "<i>" not in log
    assert "Seat 1 leads" in " ".join(entry.sentence for entry in source.mirror.log)  # the laptop's own log keeps seats
    source.visitors.stand("ada")
    assert source.seats()[3].name == "Elena"
    source.close()


def colours(theme: str) -> dict[str, str]:
    """What the page's colours are in a theme: those of the dark one, unless it has its own."""
    style = STYLE.read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for block in (":root", f"body.body--{theme}"):
        rules = re.search(rf"^{re.escape(block)} {{(.*?)^}}", style, re.MULTILINE | re.DOTALL)
        found |= dict(re.findall(r"--([\w-]+): (#\w{6});", rules[1])) if rules else {}
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_text_is_readable_on_every_ground_in_both_themes(theme: str) -> None:
    of = colours(theme)
    inks = ("ink", "ink-soft", "brass", "bright", "warm", "good", "warn", "violet")
    pairs = [*product(inks, ("room", "room-high", "panel", "raised", "button")), ("on-brass", "brass")]
    pairs += [*product(("ink", "bright"), ("chosen", "chosen-high", "won")), ("ink-faint", "panel")]
    for ink, ground in pairs:
        lighter, darker = sorted((luminance(of[ink]), luminance(of[ground])), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= READABLE, (ink, ground)


def test_changes_of_card_and_turn_sound_and_nothing_else_does() -> None:
    assert sound_of(None, State.CHOOSE, None, SlotState.ACCEPTED) == ""
    assert sound_of(State.WAIT, State.CHOOSE, SlotState.EMPTY, SlotState.EMPTY) == "turn"
    assert sound_of(State.CHOOSE, State.CHOOSE, SlotState.EMPTY, SlotState.EMPTY) == ""
    assert sound_of(State.WAIT, State.WAIT, SlotState.READ, SlotState.ACCEPTED) == "accepted"
    assert sound_of(State.WAIT, State.WAIT, SlotState.SETTLING, SlotState.REFUSED) == "refused"
    assert sound_of(State.WAIT, State.WAIT, SlotState.REFUSED, SlotState.REFUSED) == ""
    assert sound_of(State.WAIT, State.OVER, SlotState.READ, SlotState.ACCEPTED) == "over"
    assert sound_of(State.WAIT, State.WAIT, None, None) == ""


def test_people_take_their_time_by_the_pace_that_was_chosen() -> None:
    taken = {}
    for chosen in PACES:
        source = source_of(Setup(DAVID, 3))
        source.visitors.set_pace(chosen)
        run_until(source, lambda source=source: source.companion.connected)  # type: ignore[misc]
        source.start(3)
        run_until(source, lambda source=source: len(source.mirror.actions) > 12)  # type: ignore[misc]
        taken[chosen] = source.table.clock.now_us
        source.close()
    assert USUAL_PACE == "normal"
    assert 1.3 < taken["slow"] / taken["normal"] < 3.0
    assert taken["instant"] < taken["quick"] < 0.8 * taken["normal"]
