"""Service worker, manifest and push notifications in a real browser.

Chromium subscribes at a push service on the internet, which no test should need; so the browser's
own ``subscribe`` is replaced by one that gives keys of ours, and what our service sends to the push
service that stands here is handed to the browser as it would hand on a message.
"""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser as WholeBrowser
from playwright.sync_api import Page, Worker, expect

from games.lobby import open_games
from notifications import push
from notifications.models import PushSubscription, Webhook
from notifications.webhooks import hooks
from tests.browser import DESK, PHONE, People, launch, picture, run_axe, shared
from tests.elsewhere import Elsewhere
from tests.notifications.browsers import Browser
from tests.people import person, sign_in

SETTINGS = "/notifications/settings/"

SUBSCRIBE = """(form) => {
  let mine = null;
  const subscription = {
    endpoint: form.endpoint,
    toJSON: () => ({endpoint: form.endpoint, keys: {p256dh: form.p256dh, auth: form.auth}}),
    unsubscribe: async () => sessionStorage.setItem("subscribed", ""),
  };
  PushManager.prototype.subscribe = async (options) => {
    sessionStorage.setItem("subscribed", options.applicationServerKey);
    return subscription;
  };
  PushManager.prototype.getSubscription = async () =>
    sessionStorage.getItem("subscribed") ? subscription : null;
}"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[WholeBrowser]:
    """With messages of the system."""
    browser = launch(shared.playwright, whole=True)
    yield browser
    browser.close()


def worker(page: Page) -> Worker:
    """The service worker, active."""
    page.evaluate("navigator.serviceWorker.register('/sw.js')")
    page.evaluate(
        """async () => {
          const {active} = await navigator.serviceWorker.ready;
          while (active.state !== "activated") await new Promise((done) => setTimeout(done, 20));
        }"""
    )
    return page.context.service_workers[0]


def deliver(page: Page, site: str, of: Worker, data: str, title: str) -> None:
    """As the browser does when its push service has something for us, until ``title`` is shown.

    Chromium loses one now and then that comes this way, however long one waits; what is tested is
    what we do with one that came. Coming twice changes nothing: its tag is the same.
    """
    for _ in range(5):
        _hand_over(page, site, data)
        for _ in range(40):
            if any(each["title"] == title for each in shown(of)):
                return
            of.evaluate("new Promise((done) => setTimeout(done, 50))")
    raise AssertionError(shown(of))


def _hand_over(page: Page, site: str, data: str) -> None:
    session = page.context.new_cdp_session(page)
    numbers: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: numbers.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _look in range(200):
        if numbers:
            break
        page.wait_for_timeout(50)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site, "registrationId": numbers[-1], "data": data},
    )
    session.detach()


def shown(of: Worker) -> list[dict[str, Any]]:
    """What stands on the screen."""
    found: list[dict[str, Any]] = of.evaluate(
        """async () => (await self.registration.getNotifications()).map((each) => ({
            title: each.title, body: each.body, tag: each.tag, path: each.data.path,
            renotify: each.renotify,
        }))"""
    )
    return found


pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.xdist_group("installed"),  # one whole browser
]


def test_a_device_says_yes_and_gets_a_message_that_leads_to_the_game(
    people: People, site: str, service: Elsewhere
) -> None:
    anna = person("anna")
    phone = Browser(service.url("/send/phone"))
    page = people.page(PHONE)
    page.context.grant_permissions(["notifications"], origin=site)
    page.add_init_script(f"({SUBSCRIBE})({json.dumps(phone.form)})")
    sign_in(page, anna, site)
    page.goto(SETTINGS)
    page.get_by_role("button", name="Get push notifications on this device").click()
    expect(page.get_by_text("this device", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Get push notifications")).to_be_hidden()
    assert page.evaluate("sessionStorage.getItem('subscribed')") == push.public_key()

    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("A notification is on its way")).to_be_visible()
    message = phone.read(service.got[0])
    of = worker(page)
    deliver(page, site, of, json.dumps(message), message["title"])
    assert shown(of) == [
        {
            "title": "This is how notifications look",
            "body": "Push notifications reach this device.",
            "tag": "test",
            "path": "/my/",
            "renotify": True,
        }
    ]

    page.get_by_role("group", name="Your devices").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Get push notifications on this device")).to_be_visible()
    assert not PushSubscription.objects.exists()
    assert page.evaluate("sessionStorage.getItem('subscribed')") == ""


def test_somebody_who_signs_out_gets_no_more_on_this_device(
    people: People, site: str, service: Elsewhere
) -> None:
    phone = Browser(service.url("/send/phone"))
    page = people.page()
    page.context.grant_permissions(["notifications"], origin=site)
    page.add_init_script(f"({SUBSCRIBE})({json.dumps(phone.form)})")
    sign_in(page, person("anna"), site)
    page.goto(SETTINGS)
    page.get_by_role("button", name="Get push notifications on this device").click()
    expect(page.get_by_text("this device", exact=True)).to_be_visible()
    page.locator("summary", has_text="Menu").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('subscribed')") == ""


def test_messages_of_one_game_replace_each_other_and_open_it(people: People, site: str) -> None:
    page = people.page()
    page.context.grant_permissions(["notifications"], origin=site)
    page.goto("/")
    of = worker(page)
    first = {"title": "First", "body": "", "path": "/games/7/", "tag": "game-7", "renotify": False}
    deliver(page, site, of, json.dumps(first), "First")
    deliver(page, site, of, json.dumps({**first, "title": "Second"}), "Second")
    deliver(page, site, of, json.dumps({**first, "title": "Other", "tag": "game-8"}), "Other")
    assert {each["title"] for each in shown(of)} == {"Second", "Other"}

    # A click that is no person's may open no window, so this is as far as a test can look.
    opened = of.evaluate(
        """async () => {
          const [notification] = await self.registration.getNotifications({tag: "game-7"});
          const opened = [];
          Object.defineProperty(self, "clients", {value: {
            matchAll: async () => [],
            openWindow: async (url) => opened.push(String(url)),
          }});
          const event = new NotificationEvent("notificationclick", {notification});
          self.dispatchEvent(event);
          await new Promise((done) => setTimeout(done, 200));
          return opened;
        }"""
    )
    assert opened == [f"{site}/games/7/"]
    assert [each["tag"] for each in shown(of)] == ["game-8"]


def test_a_click_goes_to_the_page_that_is_open(people: People, site: str) -> None:
    page = people.page()
    page.context.grant_permissions(["notifications"], origin=site)
    page.goto("/lobby/")
    of = worker(page)
    lobby_news = {"title": "Lobby", "path": "/lobby/", "tag": "lobby"}
    deliver(page, site, of, json.dumps(lobby_news), "Lobby")
    focused = of.evaluate(
        """async () => {
          const [notification] = await self.registration.getNotifications();
          const focused = [];
          WindowClient.prototype.focus = async function () { focused.push(this.url); };
          self.dispatchEvent(new NotificationEvent("notificationclick", {notification}));
          await new Promise((done) => setTimeout(done, 200));
          return focused;
        }"""
    )
    assert focused == [f"{site}/lobby/"]


@pytest.mark.parametrize("data", ["", "nonsense", "null", "[]"])
def test_a_damaged_message_is_shown_all_the_same(people: People, site: str, data: str) -> None:
    """A browser takes the permission away from a site that shows nothing."""
    page = people.page()
    page.context.grant_permissions(["notifications"], origin=site)
    page.goto("/")
    of = worker(page)
    deliver(page, site, of, data, "Reihum")


def test_without_a_connection_a_page_says_so_and_goes_on_by_itself(
    people: People, site: str
) -> None:
    page = people.page(PHONE)
    page.goto("/lobby/")
    worker(page)
    page.reload()
    page.context.set_offline(True)
    page.goto("/games/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Source Sans')
    picture(page, "offline-phone")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="You are offline")).to_be_hidden()
    assert page.url == f"{site}/games/"
    kept = page.evaluate("caches.open('offline').then((shelf) => shelf.keys())")
    assert len(kept) == 5


def test_it_can_be_installed(people: People) -> None:
    page = people.page(PHONE)
    page.goto("/")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert json.loads(found["data"])["display"] == "standalone"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Chromium never installs from a private window, which is what tests run in.
    assert [each["errorId"] for each in errors] in ([], ["in-incognito"])


@pytest.mark.parametrize(
    ("language", "looks"),
    [
        ("en", ((PHONE, "light"), (DESK, "dark"))),
        ("de", ((PHONE, "dark"), (DESK, "light"))),
    ],
    ids=["en", "de"],
)
def test_the_settings_fit_and_are_accessible(
    people: People,
    site: str,
    language: str,
    looks: tuple[tuple[tuple[int, int], Literal["light", "dark"]], ...],
) -> None:
    anna = person("anna", language=language)
    ben = person("ben")
    game = open_games.join_game(open_games.create(anna.pk, "imhotep", 2).game.pk, ben.pk).game
    for name in ("Firefox, Android", "Chrome, Windows"):
        row = PushSubscription.objects.create(
            user=anna, endpoint=f"https://push.example.org/{name}", device=name
        )
    row.last_used_at = row.created_at + timedelta(hours=2)
    row.save()
    hooks.add(anna, "json", "https://example.org/reihum", game.pk)
    hooks.add(anna, "discord", "https://discord.com/api/webhooks/12/abcdef", None)
    Webhook.objects.create(
        user=anna,
        form="slack",
        url="https://hooks.slack.com/services/T0/B0/xyz",
        off_at=row.created_at,
        off_reason="404 no_service",
    )
    page = people.page()
    sign_in(page, anna, site)
    page.goto(SETTINGS)
    for (width, height), scheme in looks:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        look = f"{language}-{scheme}-{width}"
        picture(page, f"telling-settings-{look}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, look
        violations = run_axe(page).response["violations"]
        found = [(each["id"], each["nodes"][0]["html"][:300]) for each in violations]
        assert found == [], look


RENEW = """async ([old, form]) => {
  const before = {
    endpoint: old,
    options: {applicationServerKey: new Uint8Array([4, 1, 2, 3]).buffer},
    unsubscribe: async () => {},
  };
  PushManager.prototype.getSubscription = async () => before;
  PushManager.prototype.subscribe = async (options) => ({
    toJSON: () => ({endpoint: form.endpoint, keys: {p256dh: form.p256dh, auth: form.auth}}),
  });
  await renewForKey();
}"""


def test_the_worker_renews_a_subscription_that_was_made_for_another_key(
    people: People, service: Elsewhere
) -> None:
    old, new = Browser(service.url("/send/old")), Browser(service.url("/send/new"))
    device = old.subscribe(person("anna"))
    PushSubscription.objects.update(vapid_key="of-before")
    page = people.page()
    page.goto("/games/")
    worker(page).evaluate(RENEW, [old.endpoint, new.form])
    device.refresh_from_db()
    assert (device.endpoint, device.vapid_key) == (new.endpoint, push.public_key())
