"""What scripts keep in cookies the server keeps: Safari forgets a script's after a week."""

from django.test import Client

from accounts.models import User

DAY = 24 * 60 * 60
PAGE = {"Sec-Fetch-Dest": "document"}


def test_theme_and_time_zone_are_set_again_with_each_page(client: Client, db: None) -> None:
    client.cookies["theme"], client.cookies["time_zone"] = "dark", "Europe%2FBerlin"
    response = client.get("/", headers=PAGE)
    for name, value in ("theme", "dark"), ("time_zone", "Europe%2FBerlin"):
        assert response.cookies[name].value == value
        assert response.cookies[name]["max-age"] > 300 * DAY


def test_they_are_set_by_nothing_else_and_not_where_there_are_none(
    client: Client, db: None
) -> None:
    assert "theme" not in client.get("/", headers=PAGE).cookies
    client.cookies["theme"] = "dark"
    assert "theme" not in client.get("/sw.js", headers={"Sec-Fetch-Dest": "serviceworker"}).cookies
    client.cookies["theme"] = "x" * 5000
    assert "theme" not in client.get("/", headers=PAGE).cookies


def test_which_letters_act_is_kept_from_the_settings_on(client: Client, anna: User) -> None:
    client.force_login(anna)
    page = client.get("/accounts/profile/").content.decode()
    assert '<option value="alone" selected>' in page
    form = {"language": "en", "time_zone": "UTC"}
    client.cookies["keys"] = "none"
    chosen = client.post("/accounts/profile/", {**form, "keys": "alt"}, headers=PAGE)
    kept = chosen.cookies["keys"]
    assert (kept.value, kept["max-age"] > 300 * DAY) == ("alt", True)
    assert '<option value="alt" selected>' in client.get("/accounts/profile/").content.decode()
    assert client.get("/", headers=PAGE).cookies["keys"].value == "alt"
    assert "keys" not in client.post("/accounts/profile/", form).cookies
    assert "keys" not in client.post("/accounts/profile/", {**form, "keys": "all"}).cookies
    client.cookies["keys"] = "nonsense"
    assert '<option value="alone" selected>' in client.get("/accounts/profile/").content.decode()


def test_somebody_who_hides_where_they_are_has_no_time_zone_of_iceland(
    client: Client, db: None
) -> None:
    client.cookies["time_zone"] = "Atlantic%2FReykjavik"
    client.post("/accounts/guest/", {"next": "/"})
    assert User.objects.get().time_zone == "UTC"


def test_a_browser_without_cookies_is_told_so(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post("/accounts/login/", {"login": "anna", "password": "x"})
    assert page.status_code == 403
    assert "Your browser sent no cookies" in page.content.decode()
    client.cookies["csrftoken"] = "a" * 32
    page = client.post("/accounts/login/", {"login": "anna", "password": "x"})
    assert "This page is out of date" in page.content.decode()
