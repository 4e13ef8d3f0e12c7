"""Forms for people's own data."""

from itertools import groupby
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User
from accounts.preferences import Keys
from accounts.zones import time_zones


class ProfileForm(forms.ModelForm):
    """Language, time zone, how turns end, explanations, betas, and which ``keys`` work in this
    browser."""

    keys = forms.ChoiceField(
        label=_("Single-key shortcuts (letter or digit) work"),
        help_text=_(
            "At a table, for example n for the next choice; “?” lists them all. A screen "
            "reader may need these keys itself. The setting applies to this browser."
        ),
        choices=Keys.choices,
        required=False,
    )

    class Meta:
        model = User
        fields = ["language", "time_zone", "confirm_turns", "explain_first", "wants_betas"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.language:
            self.initial["language"] = get_language()
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            help_text=_("We show times in this zone, and your calendar follows it."),
            choices=_zones_by_region(),
        )


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


class BotForm(forms.Form):
    """A name for a new bot."""

    name = forms.CharField(
        label=_("Name"),
        max_length=26,
        help_text=_("We add “-bot”, so that everybody sees what it is."),
    )


class CloseForm(forms.Form):
    """Asks for the password, which only the owner knows, if the account has one."""

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
