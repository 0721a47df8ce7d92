"""A phone that was out of reach when its admission ended: back in reach, it asks for the invitation by itself."""

from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.browser.evenings_of_phones import LAN, Wireless
from tests.browser.in_chromium import PATIENCE_MS, PHONE, browser, open_page, started, tavolo

__all__ = ["browser", "started"]


def test_a_phone_that_was_removed_while_it_was_out_of_reach_asks_for_the_invitation(browser: Browser) -> None:
    network = Wireless()
    with tavolo("play", "kuh-vadis", "--lan-address", LAN) as address:
        host = browser.new_context(locale="en-GB").new_page()
        open_page(host, address)
        host.get_by_role("button", name="Invite").first.click()
        letters = host.locator(".invite-letters").inner_text()
        proxy = {"server": network.url, "bypass": "<-loopback>"}
        phone = browser.new_context(viewport=PHONE, locale="en-GB", proxy=proxy).new_page()  # type: ignore[arg-type]
        phone.set_default_timeout(PATIENCE_MS)
        phone.goto(f"http://{LAN}:{urlsplit(address).port}/?join={letters}&name=Ada")
        expect(phone.get_by_role("region", name="What to do")).to_be_visible()
        network.cut()
        host.get_by_role("button", name="Remove Ada", exact=True).click()
        host.get_by_role("button", name="Yes, remove Ada").click()
        expect(host.get_by_role("button", name="Yes, remove Ada")).to_have_count(0)
        expect(phone.locator("#popup")).to_have_attribute("aria-hidden", "false")
        network.is_cut = False
        expect(phone.get_by_label("The four letters at the table")).to_be_visible()
    network.close()
