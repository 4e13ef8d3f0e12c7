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
from django.utils.dates import WEEKDAYS
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User
from accounts.preferences import time_zones


def _date_input() -> forms.DateInput:
    return forms.DateInput({"type": "date"}, format="%Y-%m-%d")


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
        if not self.instance.language:
            self.initial["language"] = get_language()
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            help_text=_("In which times are shown to you, and in which your calendar runs."),
            choices=_zones_by_region(),
        )


class HoursForm(forms.Form):
    """Night hours, free weekdays, automatic vacation."""

    night_from = forms.TimeField(label=_("Night from"), required=False)
    night_until = forms.TimeField(label=_("until"), required=False)
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Free weekdays"),
        coerce=int,
        choices=list(WEEKDAYS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    automatic = forms.BooleanField(
        label=_("Send me on vacation when my time runs out"),
        help_text=_("Three days, before a seat of yours is lost; at most once in two weeks."),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("night_from", "night_until"):
            self.fields[name].widget = forms.TimeInput({"type": "time"}, format="%H:%M")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (data.get("night_from") is None) != (data.get("night_until") is None):
            self.add_error("night_until", _("A night has a beginning and an end."))
        return data


class DayForm(forms.Form):
    """A single day."""

    day = forms.DateField(label=_("Day"), widget=_date_input())


class VacationForm(forms.Form):
    """From the first day to the last."""

    since = forms.DateField(label=_("First day"), widget=_date_input())
    until = forms.DateField(label=_("Last day"), widget=_date_input())


class TokenForm(forms.ModelForm):
    """A name for a new API token."""

    class Meta:
        model = ApiToken
        fields = ["name", "scope"]
        labels = {"name": _("What is it for?")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scope"].required = False

    def clean_scope(self) -> str:
        return self.cleaned_data["scope"] or ApiToken.Scope.ALL


class CloseForm(forms.Form):
    """Asks for what only the owner of the account knows: the password, where there is one."""

    sure = forms.BooleanField(label=_("Yes, delete my account."))

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
