"""How people show themselves: faces, words, favourites, and another name."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import exporting, names, people, renaming
from accounts.models import FormerName, User
from accounts.moderation import sanctions
from boardgames.refusal import Refusal
from community import faces, own_profile
from community.models import Profile
from games.errors import Refused
from games.models import Report
from games.moderation import people as moderating
from tests.people import person

Browser = Callable[[User | None], Client]
FACE = {"piece": "boat", "colour": "blue", "pattern": "waves", "ground": "sea"}


@pytest.fixture
def keeper(db: None) -> User:
    return person("keeper", is_staff=True, is_superuser=True)


class TestAFace:
    def test_there_is_one_by_lot_until_one_is_chosen(self, anna: User, ben: User) -> None:
        assert faces.find_faces([anna.pk])[anna.pk] == faces.by_lot(anna.pk)
        own_profile.save_profile(anna.pk, "boat blue waves sea", "", [])
        found = faces.find_faces([anna.pk, ben.pk])
        assert found[anna.pk] == faces.Face("boat", "blue", "waves", "sea")
        assert found[ben.pk] == faces.by_lot(ben.pk)

    @pytest.mark.parametrize(
        "text", ["", "boat", "boat blue waves", "boat blue waves sea sea", "sea waves blue boat"]
    )
    def test_what_cannot_be_drawn_is_none(self, text: str) -> None:
        assert faces.read_face(text) is None

    def test_it_is_seen_where_the_name_stands(self, as_: Browser, anna: User, ben: User) -> None:
        own_profile.save_profile(ben.pk, "boat blue waves sea", "Mostly evenings.", ["bali"])
        page = as_(anna).get("/players/ben/").content.decode()
        assert "face-sea" in page
        assert "Mostly evenings." in page
        assert "favourite games" in page
        assert "#boat" in as_(anna).get("/people/").content.decode()
        assert "#boat" in as_(anna).get("/messages/ben/").content.decode()

    def test_all_that_can_be_chosen_is_drawn(self) -> None:
        drawn = Path("static/kit/faces.svg").read_text()
        colours = Path("static/css/faces.css").read_text()
        for name in (*faces.PIECES, *faces.PATTERNS[1:]):
            assert f'id="{name}"' in drawn
        for name in (*faces.COLOURS, *faces.GROUNDS):
            assert f".face-{name} " in colours
        assert len(drawn) < 8000


class TestThePage:
    def test_it_keeps_what_is_chosen(self, as_: Browser, anna: User) -> None:
        browser = as_(anna)
        assert browser.get("/people/me/").status_code == 200
        sent = {**FACE, "about": " Hello \r\n\r\n there ", "favourite": ["bali", "chess"]}
        answer = browser.post("/people/me/", sent)
        assert answer["Location"] == "/players/anna/"
        profile = Profile.objects.get()
        assert (profile.face, profile.about) == ("boat blue waves sea", "Hello\nthere")
        assert profile.favourites == ["bali"]

    def test_a_lot_is_not_kept_and_nothing_written_is_lost(self, as_: Browser, anna: User) -> None:
        page = as_(anna).post("/people/me/", {**FACE, "about": "Hello", "lot": "1"})
        assert page.status_code == 200
        assert "Hello" in page.content.decode()
        assert not Profile.objects.exists()

    @pytest.mark.parametrize(
        "sent", [{}, {**FACE, "piece": "dragon"}, {**FACE, "about": "x" * 301}, {"piece": "\1"}]
    )
    def test_nonsense_is_refused(self, as_: Browser, anna: User, sent: dict[str, str]) -> None:
        assert as_(anna).post("/people/me/", sent).status_code == 422
        assert not Profile.objects.exists()

    def test_it_is_for_members(self, as_: Browser, db: None) -> None:
        for address in ("/people/me/", "/people/me/name/"):
            assert as_(None).post(address, FACE).status_code == 302
        assert as_(None).get("/people/me/name/").status_code == 405

    def test_somebody_who_may_not_write_keeps_the_old_words(self, anna: User, keeper: User) -> None:
        own_profile.save_profile(anna.pk, "boat blue waves sea", "Old words", [])
        moderating.mute(anna.pk, keeper.pk, 3, "Rude.")
        assert sanctions.why_muted(anna.pk)
        with pytest.raises(Refusal):
            own_profile.save_profile(anna.pk, "boat blue waves sea", "New words", [])
        own_profile.save_profile(anna.pk, "hut blue waves sea", "Old words", [])
        own_profile.save_profile(anna.pk, "hut blue waves sea", "", [])


class TestWords:
    def test_they_are_reported_and_removed(
        self, as_: Browser, anna: User, ben: User, keeper: User
    ) -> None:
        address = f"/report/words/{ben.pk}/"
        assert as_(anna).get(address).status_code == 404, "there are none"
        own_profile.save_profile(ben.pk, "boat blue waves sea", "Buy my boats", [])
        assert "Buy my boats" in as_(anna).get(address).content.decode()
        assert as_(None).get(address).status_code == 302
        as_(anna).post(address, {"reason": "spam", "words": ""})
        report = Report.objects.get()
        assert (report.person, report.words) == (ben, "Buy my boats")
        moderating.clear_words(ben.pk, keeper.pk, "No advertising.")
        assert own_profile.profile_of(ben.pk).about == ""
        with pytest.raises(Refused):
            moderating.clear_words(ben.pk, keeper.pk, "Once more.")

    def test_they_leave_with_the_account_and_with_its_export(self, anna: User) -> None:
        own_profile.save_profile(anna.pk, "boat blue waves sea", "Hello", ["bali"])
        renaming.rename(anna, "Annika")
        anna.refresh_from_db()
        kept = exporting.everything(anna)
        assert kept["profile"] == {
            "face": "boat blue waves sea", "about": "Hello", "favourites": ["bali"], "links": [],
        }  # fmt: skip
        assert [row["name"] for row in kept["former_names"]] == ["anna"]  # type: ignore[attr-defined]


@pytest.mark.django_db(transaction=True)
def test_a_closed_account_leaves_no_face_and_no_name(anna: User) -> None:
    own_profile.save_profile(anna.pk, "boat blue waves sea", "Hello", [])
    renaming.rename(anna, "Annika")
    people.close_account(anna)
    assert not Profile.objects.exists()
    assert not FormerName.objects.exists()


class TestAnotherName:
    def test_it_can_be_taken_once_in_ninety_days(self, as_: Browser, anna: User) -> None:
        browser = as_(anna)
        assert browser.post("/people/me/name/", {"name": "Annika"}).status_code == 303
        anna.refresh_from_db()
        assert anna.username == "Annika"
        assert "can choose another name from" in browser.get("/people/me/").content.decode()
        with pytest.raises(Refusal, match="You can choose another name from"):
            renaming.rename(anna, "Anneke")
        FormerName.objects.update(at=timezone.now() - renaming.LASTS)
        renaming.rename(anna, "Anneke")

    @pytest.mark.parametrize(
        "name", ["", "a", "admin", "BEN", "anna", "x" * 31, "a b", "former-player-3"]
    )
    def test_some_names_cannot_be_taken(self, anna: User, ben: User, name: str) -> None:
        with pytest.raises(Refusal):
            renaming.rename(anna, name)
        assert not FormerName.objects.exists()

    def test_nobody_takes_an_old_name_for_a_while(
        self, client: Client, anna: User, ben: User
    ) -> None:
        renaming.rename(anna, "Annika")
        with pytest.raises(Refusal):
            renaming.rename(ben, "ANNA")
        form = {"username": "Anna", "email": "new@example.org", "password1": "a-quiet-harbour-8"}
        client.post("/accounts/signup/", form)
        assert not User.objects.filter(username__iexact="anna").exists()
        FormerName.objects.update(at=timezone.now() - renaming.LASTS - timedelta(hours=1))
        renaming.rename(ben, "anna")

    def test_you_may_return_to_your_old_name(self, anna: User) -> None:
        renaming.rename(anna, "Annika")
        FormerName.objects.update(at=timezone.now() - renaming.LASTS)
        anna.refresh_from_db()
        renaming.rename(anna, "anna")

    def test_guests_keep_their_account_first(self, db: None) -> None:
        guest = people.create_guest("en", "UTC")
        assert names.could_be(guest.username)
        with pytest.raises(Refusal):
            renaming.rename(guest, "Somebody")

    def test_moderators_find_who_it_was(
        self, as_: Browser, anna: User, ben: User, keeper: User
    ) -> None:
        renaming.rename(anna, "Annika")
        browser = as_(keeper)
        found = browser.get("/admin/accounts/formername/?q=ANNA").content.decode()
        assert "Annika" in found
        assert "Annika" not in browser.get("/admin/accounts/formername/?q=ann").content.decode()
        assert as_(ben).get("/admin/accounts/formername/").status_code == 302
        desk = browser.get(reverse("admin:person-desk", args=[anna.pk])).content.decode()
        assert "Former names: anna" in desk
