"""A release is served whole: what a process reads from files at the first need is read at its
start, so that it does not meet the files of another release that is laid over this one."""

from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.template import engines
from django.utils import translation


def load() -> None:
    """The sources of our pages' templates, the admin's templates of ours, and all catalogues."""
    engines["jinja2"]
    for file in _templates_of_the_admin():
        engines["django"].get_template(file)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):  # which reads the catalogues
            pass


def _templates_of_the_admin() -> list[str]:
    """Their names below the folders of our own apps."""
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
