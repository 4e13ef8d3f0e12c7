"""What people put into their calendars."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _


def _date_input() -> forms.DateInput:
    return forms.DateInput({"type": "date"}, format="%Y-%m-%d")


class HoursForm(forms.Form):
    """Night hours, free weekdays, automatic vacation."""

    night_from = forms.TimeField(label=_("Night starts at"), required=False)
    night_until = forms.TimeField(label=_("until"), required=False)
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Free weekdays"),
        coerce=int,
        choices=list(WEEKDAYS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    automatic = forms.BooleanField(
        label=_("Start a vacation when my time runs out"),
        help_text=_("Three days of vacation, before you lose a seat. At most once in two weeks."),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("night_from", "night_until"):
            self.fields[name].widget = forms.TimeInput({"type": "time"}, format="%H:%M")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (data.get("night_from") is None) != (data.get("night_until") is None):
            self.add_error("night_until", _("Enter both the start and the end of your night."))
        return data


class DayForm(forms.Form):
    """A single day."""

    day = forms.DateField(label=_("Day"), widget=_date_input())


class VacationForm(forms.Form):
    """From the first day to the last."""

    since = forms.DateField(label=_("First day"), widget=_date_input())
    until = forms.DateField(label=_("Last day"), widget=_date_input())
