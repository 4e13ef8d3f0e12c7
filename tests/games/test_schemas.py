"""The API's description is made of the forms by which answers are built."""

import subprocess
import sys
from typing import Any, get_args

import pytest
from django.conf import settings
from django.test import Client
from typing_extensions import get_type_hints, is_typeddict

from games.api import schemas
from games.clocks import kinds
from games.live import chat, presence
from games.showing import data
from games.showing.forms import About, Form

ROOMS = (data, chat, presence)
FORMS: set[Any] = {form for room in ROOMS for form in vars(room).values() if is_typeddict(form)}
#: Those that are shown as parts of others.
PARTS: set[Any] = {Form, data.PublicGame, chat.Message, presence.Present}


@pytest.mark.parametrize("form", sorted(FORMS - PARTS, key=repr))
def test_each_form_of_an_answer_is_described_with_all_its_words(client: Client, form: Any) -> None:
    described = client.get("/api/v1/openapi.json").json()["components"]["schemas"][form.__name__]
    hints = get_type_hints(form, include_extras=True)
    assert set(described["properties"]) == set(hints)
    assert described["additionalProperties"] is False
    assert described.get("description", "").split() == (form.__doc__ or "").split()
    for name, hint in hints.items():
        (whole,) = get_args(hint) if name in form.__optional_keys__ else (hint,)
        for about in get_args(whole)[1:]:
            if isinstance(about, About):
                assert about.keywords.items() <= described["properties"][name].items()


def test_an_entry_of_the_log_has_the_fields_of_its_schema() -> None:
    assert set(data.LogEntry.__struct_fields__) == set(schemas.LogEntry.model_fields)


def test_a_clock_has_the_numbers_of_all_kinds() -> None:
    fields = {name for kind in kinds.KINDS.values() for name in kind.__struct_fields__}
    assert set(schemas.Clock.model_fields) == fields | {"kind"}


@pytest.mark.slow
def test_what_answers_are_made_of_is_loaded_without_what_describes_them() -> None:
    """Workers do, and need neither the second that Pydantic takes nor its megabytes."""
    code = (
        "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'boardgames.settings'; "
        "django.setup(); import games.tasks, games.live.chat, games.showing.snapshot; "
        "print('pydantic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"
