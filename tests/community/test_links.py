"""Where people may be found elsewhere: the possible links, and the people who may have and see
them."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import exporting, people
from accounts.company import relationships
from accounts.models import User
from boardgames.refusal import Refusal
from community import links, own_profile
from community.models import Profile
from games.models import Report
from games.moderation import people as moderating
from tests.people import person

Browser = Callable[[User | None], Client]
FACE = "boat blue waves sea"
SENT = {"piece": "boat", "colour": "blue", "pattern": "waves", "ground": "sea", "about": ""}
GEEK = "https://boardgamegeek.com/user/anna"
OWN = "https://anna.example.org/games?all=1#top"


@pytest.fixture
def at_home(anna: User) -> User:
    """She has been here for a while."""
    User.objects.filter(pk=anna.pk).update(date_joined=timezone.now() - own_profile.NEW)
    return anna


@pytest.fixture
def keeper(db: None) -> User:
    return person("keeper", is_staff=True, is_superuser=True)


def show(user: User, *addresses: str, about: str = "") -> None:
    own_profile.save_profile(user.pk, FACE, about, [], addresses)


class TestAnAddress:
    @pytest.mark.parametrize(
        ("address", "name"),
        [
            (GEEK, "BoardGameGeek"),
            ("https://www.boardgamegeek.com/user/anna", "BoardGameGeek"),
            ("https://www.yucata.de/en/Profile/anna", "Yucata"),
            ("https://en.boardgamearena.com/player?id=1", "Board Game Arena"),
            ("https://lichess.org/@/anna", "lichess"),
            (OWN, "anna.example.org"),
            ("https://www.example.org", "example.org"),
            ("https://xn--bcher-kva.example/", "xn--bcher-kva.example"),
            ("https://notyucata.de/", "notyucata.de"),
            ("https://yucata.de.example.org/", "yucata.de.example.org"),
        ],
    )
    def test_a_known_site_has_its_name_and_another_its_host(self, address: str, name: str) -> None:
        assert links.wrong_with([address]) == ""
        assert links.links([address]) == [links.Link(name, address)]

    @pytest.mark.parametrize(
        "address",
        [
            "http://boardgamegeek.com/user/anna",
            "boardgamegeek.com/user/anna",
            "javascript:alert(1)",
            "data:text/html,x",
            "https://",
            "https:///path",
            "https://localhost/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://2130706433/",
            "https://example.org:8443/",
            "https://anna:secret@example.org/",
            "https://yucata.de@example.org/",
            "https://exam ple.org/",
            "https://bücher.example/",
            "https://yucata.dе/",  # its last letter is Cyrillic
            "https://example.org/\u202eevil",
            'https://example.org/"onclick=',
            "https://example.org/<b>",
            "https://example.org\\@yucata.de/",
            "https://-example.org/",
            "https://example..org/",
            "https://example.org./",
            "https://example.org/\0",
            "https://example.org/a\nb",
            "https://example.org/" + "x" * 200,
            "ftp://example.org/",
        ],
    )
    def test_nothing_else_is_linked(self, address: str) -> None:
        assert links.wrong_with(links.cleaned([address]))

    def test_each_stands_once_and_hosts_in_small_letters(self) -> None:
        written = ["", "  HTTPS://Example.ORG/Anna ", "https://example.org/Anna", "  "]
        assert links.cleaned(written) == ["https://example.org/Anna"]

    def test_there_are_three_at_most(self) -> None:
        some = [f"https://example.org/{n}" for n in range(4)]
        assert links.wrong_with(some[:3]) == ""
        assert "3" in links.wrong_with(some)


class TestThePage:
    def test_it_keeps_links_and_shows_them_to_everybody(
        self, as_: Browser, at_home: User, ben: User
    ) -> None:
        browser = as_(at_home)
        assert 'name="link"' in browser.get("/people/me/").content.decode()
        assert browser.post("/people/me/", {**SENT, "link": [GEEK, "", OWN]}).status_code == 303
        assert Profile.objects.get().links == [GEEK, OWN]
        for reader in (None, ben, at_home):
            page = as_(reader).get("/players/anna/").content.decode()
            assert f'<a href="{GEEK}" rel="me nofollow ugc noopener noreferrer">' in page
            assert ">anna.example.org</a>" in page.replace("</svg>", "")
        assert GEEK in browser.get("/people/me/").content.decode()
        browser.post("/people/me/", SENT)
        assert Profile.objects.get().links == []

    @pytest.mark.parametrize(
        "sent", [["http://example.org/"], ["\u202e"], ["x" * 5000], [f"{OWN}{n}" for n in range(9)]]
    )
    def test_nonsense_is_refused_with_the_reason(
        self, as_: Browser, at_home: User, sent: list[str]
    ) -> None:
        show(at_home, OWN)
        answer = as_(at_home).post("/people/me/", {**SENT, "link": sent})
        assert answer.status_code == 422
        assert Profile.objects.get().links == [OWN]

    def test_people_you_blocked_show_none(self, as_: Browser, at_home: User, ben: User) -> None:
        show(at_home, OWN)
        relationships.block(ben, at_home)
        assert OWN not in as_(ben).get("/players/anna/").content.decode()


class TestWhoMay:
    def test_not_who_is_new(self, as_: Browser, anna: User) -> None:
        with pytest.raises(Refusal, match="3 days"):
            show(anna, OWN)
        assert 'name="link"' not in as_(anna).get("/people/me/").content.decode()
        show(anna)

    def test_not_a_guest(self, db: None) -> None:
        guest = people.create_guest("en", "UTC")
        User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - timedelta(days=9))
        with pytest.raises(Refusal, match="Make your account permanent"):
            show(guest, OWN)

    def test_somebody_who_may_not_write_keeps_the_old_ones(
        self, at_home: User, keeper: User
    ) -> None:
        show(at_home, GEEK, OWN)
        moderating.mute(at_home.pk, keeper.pk, 3, "Rude.")
        with pytest.raises(Refusal):
            show(at_home, GEEK, "https://example.org/new")
        show(at_home, OWN)
        assert Profile.objects.get().links == [OWN]


class TestWithTheWords:
    def test_they_are_reported_and_removed(
        self, as_: Browser, at_home: User, ben: User, keeper: User
    ) -> None:
        show(at_home, OWN)
        address = f"/report/words/{at_home.pk}/"
        assert address in as_(ben).get("/players/anna/").content.decode()
        assert OWN in as_(ben).get(address).content.decode()
        as_(ben).post(address, {"reason": "spam", "words": "Look."})
        assert Report.objects.get().words == f"Look.\n\n{OWN}"
        desk = as_(keeper).get(reverse("admin:person-desk", args=[at_home.pk]))
        assert OWN in desk.content.decode()
        moderating.clear_words(at_home.pk, keeper.pk, "No advertising.")
        assert own_profile.words_of(at_home.pk) == ""
        assert as_(ben).get(address).status_code == 404

    def test_the_export_has_them(self, at_home: User) -> None:
        show(at_home, OWN, about="Hello")
        kept = exporting.everything(at_home)["profile"]
        assert kept == {"face": FACE, "about": "Hello", "favourites": [], "links": [OWN]}
