"""Loads at the start all files that a process would otherwise read when it first needs them.

So a running process never mixes its release with the files of the next one.
"""

from collections.abc import Callable
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.mail import get_connection
from django.template import engines
from django.utils import formats, translation

#: Further loading functions of the apps.
also_load: list[Callable[[], object]] = []


def load() -> None:
    """Load what every process needs.

    That is our templates and the admin's, catalogues and formats of all languages, the mail
    backend, and what the apps add.
    """
    engines["jinja2"]
    for file in _templates_of_the_admin():
        engines["django"].get_template(file)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):  # this reads the catalogues
            formats.get_format("DATE_FORMAT")
    get_connection()  # loads the modules that send e-mail
    for load_more in also_load:
        load_more()


def _templates_of_the_admin() -> list[str]:
    """The names of the admin's templates in the folders of our own apps."""
    folders = [
        Path(app.path, "templates")
        for app in apps.get_app_configs()
        if Path(app.path).parent == settings.BASE_DIR
    ]
    return [
        file.relative_to(folder).as_posix()
        for folder in folders
        for file in sorted((folder / "admin").rglob("*.html"))
    ]
