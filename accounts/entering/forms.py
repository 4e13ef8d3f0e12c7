"""The forms for getting an account, and for signing in again."""

from typing import Any

from allauth.account import forms as allauth_forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class LoginForm(allauth_forms.LoginForm):
    """allauth's form with our texts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignupForm(allauth_forms.SignupForm):
    """allauth's form; if two people ask for one name at the same instant, one is refused."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("Other players see this name.")
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _(
            "We use it for new passwords and, if you want, to tell you when it is your "
            "turn. No other player sees it."
        )
        self.fields["password1"].help_text = _(
            "At least 8 characters, not only digits, and not a password that many people use."
        )

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            messages.error(request, gettext("Somebody has just taken this name."))
            return None, redirect(request.get_full_path())
        return user, response
