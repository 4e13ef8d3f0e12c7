"""What people fill in about themselves."""

from itertools import groupby
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User
from accounts.preferences import time_zones


class LoginForm(allauth_forms.LoginForm):
    """allauth's, in our words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignupForm(allauth_forms.SignupForm):
    """allauth's; of two people who want one name at the same instant, one is told."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("This is how others see you.")
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _(
            "For your password and, if you want, to tell you when it is your turn. Nobody sees it."
        )
        self.fields["password1"].help_text = _(
            "At least 8 characters, not only digits, and nothing that many people use."
        )

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            messages.error(request, gettext("Somebody was faster and took this name."))
            return None, redirect(request.get_full_path())
        return user, response


class ProfileForm(forms.ModelForm):
    """Language, time zone and how turns end."""

    class Meta:
        model = User
        fields = ["language", "time_zone", "confirm_turns"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            help_text=_("In which deadlines and times are shown to you."),
            choices=_zones_by_region(),
        )


class TokenForm(forms.ModelForm):
    """A name for a new API token."""

    class Meta:
        model = ApiToken
        fields = ["name"]
        labels = {"name": _("What is it for?")}


class CloseForm(forms.Form):
    """Asks for what only the owner of the account knows: the password, where there is one."""

    sure = forms.BooleanField(label=_("Yes, delete my account. I know that it cannot be undone."))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.has_usable_password():
            self.fields["password"] = forms.CharField(
                label=_("Your password"),
                strip=False,
                widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
            )
            self.order_fields(["password", "sure"])

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password


def _zones_by_region() -> list[tuple[str, Any]]:
    """Choices for a select: "UTC", then places under their regions."""
    groups: list[tuple[str, Any]] = []
    for region, names in groupby(time_zones(), key=lambda name: name.partition("/")[0]):
        places = [(name, name.partition("/")[2].replace("_", " ") or name) for name in names]
        groups.append((region, places) if region != "UTC" else places[0])
    return groups
