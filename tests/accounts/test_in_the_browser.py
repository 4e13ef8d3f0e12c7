"""The account pages in a real browser: they work, they are accessible, they fit a phone."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser import DESK, PHONE, People, picture, run_axe
from tests.people import PASSWORD, person

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def looks_right(page: Page, name: str) -> None:
    picture(page, f"accounts-{name}")
    # What a press has led to may be arriving.
    page.wait_for_load_state("load")
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, f"{name} scrolls sideways"
    found = run_axe(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.smoke
def test_somebody_signs_up_and_looks_around(people: People) -> None:
    page = people.page(language="de-DE")
    page.goto("/accounts/signup/")
    looks_right(page, "signup-desk")
    page.get_by_label("Name").fill("Dora")
    page.get_by_label("E-Mail-Adresse").fill("dora@example.org")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Registrieren").click()
    expect(page.get_by_role("link", name="Adresse bestätigen")).to_be_visible()
    dora = User.objects.get(username="Dora")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert (dora.language, dora.time_zone) == ("de", zone)
    page.get_by_role("link", name="Adresse bestätigen").click()
    page.get_by_role("button", name="Ja, bestätigen").click()
    assert dora.confirmed_email == "dora@example.org"
    page.goto("/accounts/profile/")
    expect(page.get_by_text("bestätigt", exact=True)).to_be_visible()
    looks_right(page, "profile-desk")


def test_a_guest_without_scripts(people: People) -> None:
    page = people.page(PHONE, scripts=False)
    page.goto("/accounts/login/?next=/accounts/profile/")
    page.get_by_role("link", name="Play as guest").click()
    page.get_by_role("button", name="Play as guest").click()
    expect(page.get_by_text("You are playing as a guest.")).to_be_visible()
    assert User.objects.get().time_zone == "UTC"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pages_fit_a_phone_and_are_accessible(people: People, dark: bool) -> None:
    person("anna")
    page = people.page(PHONE, dark=dark)
    kind = "dark" if dark else "light"
    for name in ("signup", "guest", "login"):
        page.goto(f"/accounts/{name}/")
        looks_right(page, f"{name}-phone-{kind}")
    page.get_by_label("Name or e-mail address").fill("anna")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    looks_right(page, f"login-wrong-phone-{kind}")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    for name in ("profile", "email", "tokens", "sessions", "2fa", "delete", "password/change"):
        page.goto(f"/accounts/{name}/")
        looks_right(page, f"{name.replace('/', '-')}-phone-{kind}")
    page.goto("/calendar/")
    page.get_by_label("Sunday").check()
    page.get_by_label("Night starts at").fill("22:00")
    page.get_by_role("button", name="Save").click()
    looks_right(page, f"calendar-wrong-phone-{kind}")
    page.get_by_label("until").fill("07:00")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Something has come up").click()
    looks_right(page, f"calendar-phone-{kind}")
    page.goto("/accounts/tokens/")
    page.get_by_label("What is it for?").fill("my program")
    page.get_by_role("button", name="Create a token").click()
    looks_right(page, f"token-new-phone-{kind}")
    page.goto("/accounts/2fa/totp/activate/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_alt_text("QR code with your secret key")).to_be_visible()
    looks_right(page, f"totp-phone-{kind}")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.goto("/players/anna/")
    looks_right(page, f"player-desk-{kind}")
    for name in ("tokens", "sessions", "delete"):
        page.goto(f"/accounts/{name}/")
        looks_right(page, f"{name}-desk-{kind}")
