"""The signed-in user of a request, for pages behind a sign-in."""

from typing import cast

from django.http import HttpRequest

from accounts.models import User


def current_user(request: HttpRequest) -> User:
    return cast(User, request.user)
