"""The Jinja2 environment of all our templates, boards included."""

import datetime
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import (
    get_language,
    get_language_info,
    gettext,
    ngettext,
    npgettext,
    pgettext,
)
from jinja2 import Environment, pass_eval_context, select_autoescape
from jinja2.nodes import EvalContext
from markupsafe import Markup

from boardgames import notices


def url(name: str, *args: Any, **kwargs: Any) -> str:
    """`{{ url("game", id=7) }}`: the path of a named page."""
    return reverse(name, args=args or None, kwargs=kwargs or None)


def date(moment: datetime.date, format: str = "DATE_FORMAT") -> str:
    """`{{ game.created_at | date }}`: in the reader's language, a moment in his time zone too."""
    return date_format(
        localtime(moment) if isinstance(moment, datetime.datetime) else moment, format
    )


@pass_eval_context
def translated(where: EvalContext, message: str, /, **values: object) -> str:
    """`{{ _("Seat %(number)d", number=seat) }}`: the message in the reader's language.

    Jinja's own does the same, but copies all names of the template at every call within a loop.
    """
    language = get_language()
    if not values:
        return _unchanging(language, message, where.autoescape)
    return _pattern(language, message, where.autoescape) % values


@lru_cache(10_000)
def _pattern(language: str | None, message: str, escaping: bool) -> str:
    """A message in the language that is active, which is ``language``: so it can be kept."""
    return Markup(gettext(message)) if escaping else gettext(message)  # noqa: S704  ours


@lru_cache(10_000)
def _unchanging(language: str | None, message: str, escaping: bool) -> str:
    return _pattern(language, message, escaping) % {}


def environment(**options: Any) -> Environment:
    # Everything is escaped but text/plain: e-mails, downloads.
    options["autoescape"] = select_autoescape(disabled_extensions=("txt",), default=True)
    env = Environment(  # noqa: S701  see above
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"],
        trim_blocks=True,
        lstrip_blocks=True,
        **options,
    )
    env.policies["ext.i18n.trimmed"] = True
    env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
    )
    env.globals["_"] = env.globals["gettext"] = translated
    env.filters["date"] = date

    def sprite() -> str:
        """The pieces that every page may use; see kit/pieces.html. The same in every language."""
        drawn: str = env.get_template("kit/pieces.html").module.sprite()  # type: ignore[attr-defined]
        return drawn

    env.globals["sprite"] = sprite if settings.DEBUG else cache(sprite)
    env.globals.update(
        url=url,
        static=static,
        language=get_language,
        language_info=get_language_info,
        languages=settings.LANGUAGES,
        DEBUG=settings.DEBUG,
        notices=notices.links,
        RELEASE=settings.RELEASE,
        SITE_NAME=settings.SITE_NAME,
        SITE_URL=settings.SITE_URL,
        WEBSOCKET_URL=settings.WEBSOCKET_URL,
    )
    return env
