"""A person who thinks a decision about them wrong asks once for a review, by another moderator."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Sanction, User
from accounts.moderation import sanctions
from games.errors import Illegal, Refused
from games.models import Case
from games.moderation import appeals, cases, people
from games.moderation.cases import Decision
from notifications import planning
from notifications.kinds import kind_of
from notifications.models import Notification
from tests.moderation.conftest import in_group
from tests.people import PASSWORD

WORDS = "It was my brother, who had my phone"


@pytest.fixture
def ban(mo: User, ben: User) -> Sanction:
    return people.impose(ben.pk, mo.pk, "ban", "Insults")


@pytest.fixture
def nora(db: None) -> User:
    return in_group("nora", "Moderators")


def appealed(sanction: Sanction) -> Case:
    case = appeals.submit_appeal(sanction, WORDS).case
    assert case is not None
    return case


@pytest.mark.slow
def test_it_waits_in_the_same_queue_but_not_for_somebody_who_decided(
    client: Client, ban: Sanction, mo: User, nora: User
) -> None:
    case = appealed(ban)
    assert (list(cases.list_open_cases(mo.pk)), list(cases.list_open_cases(nora.pk))) == (
        [],
        [case],
    )
    with pytest.raises(Refused):
        cases.dismiss(case.pk, mo.pk)
    with pytest.raises(Refused):
        cases.decide(case.pk, mo.pk, Decision(remove=True))
    planning.plan_due()
    assert [row.user for row in Notification.objects.filter(kind="reported")] == [nora]
    client.force_login(nora)
    page = client.get(f"/admin/games/case/{case.pk}/").content.decode()
    assert WORDS in page
    assert "Withdraw it, close, next" in page
    assert WORDS in client.get("/admin/games/case/").content.decode()


def test_there_is_one_for_each_sanction(ban: Sanction, mo: User, nora: User, ben: User) -> None:
    with pytest.raises(Illegal):
        appeals.submit_appeal(ban, "  ")
    cases.dismiss(appealed(ban).pk, nora.pk)
    with pytest.raises(Refused):
        appeals.submit_appeal(ban, "Once more")
    appealed(people.impose(ben.pk, mo.pk, "warning", "Something else"))


def test_a_granted_appeal_ends_the_sanction_and_the_person_is_told(
    ban: Sanction, nora: User, ben: User
) -> None:
    case = appealed(ban)
    cases.decide(case.pk, nora.pk, Decision(remove=True, words="We are sorry"))
    assert not sanctions.closing(ben.pk)
    ben.refresh_from_db()
    assert ben.is_active
    told = Notification.objects.get(user=ben, kind="appeal_decided")
    assert told.due_at > told.created_at
    cases.take_back_decision(case.pk, nora.pk)
    assert sanctions.closing(ben.pk) == ban
    ben.refresh_from_db()
    assert not ben.is_active


def test_somebody_who_cannot_sign_in_appeals_after_proving_the_password(
    client: Client, ban: Sanction, ben: User
) -> None:
    form = {"login": "ben", "password": "wrong"}
    assert b"/appeal/" not in client.post("/accounts/login/", form).content
    answer = client.post("/accounts/login/", {**form, "password": PASSWORD})
    page = f"/appeal/{sanctions.signed(ban)}/"
    assert page in answer.content.decode()
    assert "Insults" in client.get(page).content.decode()
    assert client.post(page, {"words": ""}).status_code == 422
    assert client.post(page, {"words": WORDS}).status_code == 303
    assert "Another moderator" in client.get(page).content.decode()
    assert client.post(page, {"words": WORDS}).status_code == 409
    assert Case.objects.get().reports.get().by == ben


def test_the_letter_of_a_sanction_leads_there(ban: Sanction, ben: User) -> None:
    told = Notification.objects.get(user=ben, kind="sanctioned")
    assert kind_of(told).words(told).path == f"/appeal/{sanctions.signed(ban)}/"


def test_a_link_that_is_not_ours_leads_nowhere(client: Client, ban: Sanction) -> None:
    for wrong in ("1", sanctions.signed(ban)[:-1] + "x", f"{ban.pk}:abc"):
        assert client.get(f"/appeal/{wrong}/").status_code == 404
