"""What browsers do by themselves with forms and fields: what comes back after Back and after a
reload, and where a field stays while the page above it changes."""

import pytest

from games.lobby import open_games
from tests.browser import DESK, PHONE
from tests.engines.conftest import Opener
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# What leaves the page does so when the script has given its answer.
CHOOSE = """() => {
  const field = document.querySelector("form[data-filters] [name=type]");
  field.value = "imhotep";
  setTimeout(() => field.dispatchEvent(new Event("change", { bubbles: true })), 50);
}"""
BACK = "() => void setTimeout(() => history.back(), 50)"
CHOSEN = "() => document.querySelector('form[data-filters] [name=type]')?.value"
ADDRESS = "(part) => location.search.includes(part)"
# As a script leaves a form that it has just sent, or that it is still waiting for.
TURN = """() => {
  for (const button of document.querySelectorAll("form[data-push-state] button")) {
    button.disabled = true;
  }
  window.isOld = true;
  setTimeout(() => location.reload(), 50);
}"""
TURNED = """() => window.isOld === undefined && document.readyState === "complete"
  && document.querySelectorAll("form[data-push-state] button").length > 0"""
DISABLED = "() => document.querySelectorAll('form[data-push-state] button:disabled').length"
# What everybody at a table agrees on lies above the talk; it grows while somebody writes there.
GROW = """async () => {
  const { apply } = await import(document.querySelector("[href*='/table/regions']").href);
  const field = document.querySelector("#chat-text");
  field.closest("details").open = true;
  field.focus();
  field.scrollIntoView({ block: "center" });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
  const before = field.getBoundingClientRect().top;
  const { version, stamp } = document.querySelector("[data-table]").dataset;
  const html = "<p>Everybody is asked.</p>".repeat(9);
  const regions = { agreements: { hash: "other", html } };
  apply({ version: Number(version), stamp, title: document.title, regions });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
  return [before, field.getBoundingClientRect().top, document.activeElement === field];
}"""


@pytest.mark.parametrize("path", ["/my/", "/lobby/"])
def test_after_back_a_lists_filters_say_what_it_shows(window: Opener, path: str) -> None:
    users = [person(name) for name in ("anna", "ben", "cleo")]
    for user in users[:2]:
        open_games.create(user.pk, "bali", 2)
    waits = open_games.create(users[0].pk, "imhotep", 2).game
    open_games.join_game(waits.pk, users[2].pk)
    page = window(DESK)
    page.sign_in(users[2])
    page.open(path)
    page.until(f"() => ({CHOSEN})() === ''")
    page.until("() => document.querySelector('.acts-at-once') !== null")
    page.run(CHOOSE)
    page.until(ADDRESS, "type=imhotep")
    page.until(f"() => ({CHOSEN})() === 'imhotep' && document.readyState === 'complete'")
    page.run(BACK)
    page.until(f"() => !({ADDRESS})('type=imhotep') && ({CHOSEN})() !== undefined")
    page.until(f"() => ({CHOSEN})() === ''")


def test_a_button_that_a_script_has_disabled_can_be_pressed_after_a_reload(window: Opener) -> None:
    page = window(DESK)
    page.sign_in(person("anna"))
    page.open("/notifications/settings/")
    page.run(TURN)
    page.until(TURNED)
    assert page.run(DISABLED) == 0


def test_somebody_who_writes_keeps_the_field_in_place_while_the_page_above_grows(
    window: Opener,
) -> None:
    users = [person(name) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, "bali", 2).game
    open_games.join_game(game.pk, users[1].pk)
    page = window(PHONE)
    page.sign_in(users[0])
    page.open(f"/games/{game.pk}/")
    page.until("() => document.documentElement.dataset.live === 'yes'")
    before, after, has_focus = page.run(GROW)
    assert has_focus
    assert abs(after - before) <= 2
