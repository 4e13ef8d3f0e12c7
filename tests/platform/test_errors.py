"""Error pages for people, error objects for programs."""

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from boardgames import urls


def busy(request: HttpRequest) -> HttpResponse:
    raise OperationalError("canceling statement due to lock timeout")


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


def malformed(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


VIEWS = {"busy": busy, "broken": broken, "malformed": malformed, "forbidden": forbidden}
STATUS = {"busy": 503, "broken": 500, "malformed": 400, "forbidden": 403, "nowhere": 404}
urlpatterns = [
    *(
        path(f"{prefix}{name}", view)
        for name, view in VIEWS.items()
        for prefix in ("", "api/v1/x/")
    ),
    *urls.urlpatterns,
]
handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(("name", "status"), STATUS.items())
def test_a_page_says_what_to_do(visitor: Client, name: str, status: int) -> None:
    answer = visitor.get(f"/{name}", headers={"Accept-Language": "de"})
    assert answer.status_code == status
    assert '<html lang="de"' in answer.content.decode()
    assert "Startseite" in answer.content.decode()


@pytest.mark.parametrize(("name", "status"), STATUS.items())
def test_a_program_gets_json(visitor: Client, name: str, status: int) -> None:
    answer = visitor.get(f"/api/v1/x/{name}")
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"code", "message"}


def test_busy_says_when_to_come_back(visitor: Client) -> None:
    assert visitor.get("/busy")["Retry-After"] == "5"


def test_an_old_form_says_so() -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    answer = client.post("/accounts/login/", {"login": "x"})
    assert answer.status_code == 403
    assert "This page is out of date" in answer.content.decode()
