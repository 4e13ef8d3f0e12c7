"""Who may read from a standby, and what is believed of those who say what they have changed;
`tests/faults/test_replica.py` has a real one."""

import subprocess
from collections.abc import Callable

import pytest
from django.core.signing import TimestampSigner
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from boardgames.database import replica, rows
from boardgames.http import late
from tests.platform.test_settings import told

STANDBY = "postgresql://a@standby/c"
SHOWN = (
    "*(f'{name}={each[\"HOST\"]}' for name, each in s.DATABASES.items()),"
    " 'boardgames.http.late.follow_changes' in s.MIDDLEWARE_FOR_PROGRAMS"
)


def test_web_processes_alone_read_from_it_and_without_it_nothing_changes() -> None:
    both = {"DATABASE_URL": "postgresql://a@primary/c", "DATABASE_REPLICA_URL": STANDBY}
    web = told(SHOWN, **both, DATABASE_CONNECTIONS="pool").split()
    assert web == ["default=primary", "replica=standby", "True"]
    for others in ("keep", "fresh"):
        alone = told(SHOWN, **both, DATABASE_CONNECTIONS=others).split()
        assert alone == ["default=primary", "False"]
    with pytest.raises(subprocess.CalledProcessError) as failed:
        told(SHOWN, DATABASE_REPLICA_URL="http://standby", DATABASE_CONNECTIONS="pool")
    assert "DATABASE_REPLICA_URL must begin with postgresql://" in failed.value.stderr


def needed(request: HttpRequest) -> int:
    """Of a standby, for this request."""
    found: list[int] = []

    def answer(_request: HttpRequest) -> HttpResponse:
        found.append(replica._needed.get())
        return HttpResponse()

    late.follow_changes(answer)(request)
    return found[0]


def test_what_somebody_says_to_have_changed_is_believed_only_as_we_signed_it() -> None:
    ours = late._signer.sign("4711")
    foreign = TimestampSigner(salt="elsewhere").sign("4711")
    for said, position in (
        (ours, 4711),
        (ours.replace("4711", "1"), 0),
        (foreign, 0),
        (late._signer.sign("none"), 0),
        ("", 0),
        ("\x00,;", 0),
    ):
        by_program = RequestFactory().get("/", headers={late.HEADER: said})
        by_page = RequestFactory().get("/")
        by_page.COOKIES[late.COOKIE] = said
        assert needed(by_program) == needed(by_page) == position
    assert replica._needed.get() == 0


@pytest.mark.django_db
def test_who_changes_something_is_told_where_the_log_is_by_page_and_by_program() -> None:
    answer: Callable[[HttpRequest], HttpResponse] = lambda _request: HttpResponse()  # noqa: E731
    ask = late.follow_changes(answer)
    assert late.COOKIE not in ask(RequestFactory().get("/")).cookies
    page = ask(RequestFactory().post("/"))
    said = page.cookies[late.COOKIE]
    assert said["httponly"]
    assert said["samesite"] == "Lax"
    assert int(late._signer.unsign(said.value)) > 0
    program = ask(RequestFactory().post("/", headers={"authorization": "Bearer x"}))
    assert late.COOKIE not in program.cookies
    assert int(late._signer.unsign(program[late.HEADER])) >= int(late._signer.unsign(said.value))


@override_settings(DATABASE_REPLICA_URL=STANDBY)
def test_what_the_standby_does_not_know_or_may_not_answer_is_asked_of_the_primary(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def view() -> str:
        monkeypatch.setattr(rows, "connections", {"default": Idle()})
        asked.append(rows.alias())
        with rows.at_primary():
            assert rows.alias() == "default"
        if asked[-1] == "replica":
            raise Http404
        return "found"

    monkeypatch.setattr(replica, "refusal", lambda: "")
    assert late.may_be_late(view)() == "found"
    assert asked == ["replica", "default"]
    monkeypatch.setattr(replica, "refusal", lambda: "late")
    assert late.answered(view) == "found"
    assert asked[2:] == ["default"]


class Idle:
    """A connection without a transaction."""

    in_atomic_block = False
