"""Form fields that tell sighted and blind people which field is wrong and where to correct it."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import BoundField
from django.forms.renderers import DjangoTemplates

#: A radio button cannot be wrong by itself: its group is marked.
_NEVER_WRONG = "radio"


class Field(BoundField):
    """A field of any form."""

    @property
    def is_first_wrong(self) -> bool:
        """Whether this is the first wrong field of a refused form."""
        wrong = self.form.errors
        return (
            self.name in wrong and NON_FIELD_ERRORS not in wrong and next(iter(wrong)) == self.name
        )

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Any = None) -> dict[str, Any]:
        """Attributes of the widget: the first wrong field has the focus.

        Required fields are not marked as wrong before anything is typed, as browsers do.
        """
        built: dict[str, Any] = super().build_widget_attrs(attrs, widget)
        kind = getattr(widget or self.field.widget, "input_type", "")
        if kind == _NEVER_WRONG:
            built.pop("aria-invalid", None)
        elif built.get("required"):
            built.setdefault("aria-invalid", "false")
        if self.is_first_wrong and not self.use_fieldset:
            built["autofocus"] = True
        return built


class Renderer(DjangoTemplates):
    """Django's own, with such fields."""

    bound_field_class = Field
