"""The Jinja2 environment of all our templates, including those of boards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache, partial
from sys import getsizeof
from types import BuiltinFunctionType, MethodType
from typing import Any, ClassVar
from weakref import WeakSet

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import (
    get_language,
    get_language_info,
    gettext,
    ngettext,
    npgettext,
    pgettext,
)
from jinja2 import (
    BaseLoader,
    Environment,
    Template,
    TemplateNotFound,
    Undefined,
    pass_context,
    select_autoescape,
)
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from boardgames.http.addresses import path
from boardgames.web import notices, scripts
from boardgames.words import dates, lettering, numbers, package_translations


def url(name: str, *args: Any, **kwargs: Any) -> str:
    """`{{ url("game", id=7) }}`: the path of a named page."""
    return reverse(name, kwargs=kwargs) if kwargs else path(name, *args)


@pass_context
def translated(where: Context, message: str, /, **values: object) -> str:
    """`{{ _("Seat %(number)d", number=seat) }}`: the message in the reader's language.

    Jinja's own does the same, but copies all names of the template at every call within a loop.
    """
    return _translated(get_language(), where, message, values)


def _translated(
    language: str | None, where: Context, message: str, values: dict[str, object]
) -> str:
    if not values:
        return _unchanging(language, _package(where), message, where.eval_ctx.autoescape)
    return _pattern(language, _package(where), message, where.eval_ctx.autoescape) % values


def _package(where: Context) -> str:
    """The package that a template belongs to: game packages have translations of their own."""
    return (where.name or "").partition("/")[0]


@pass_context
def numbered(where: Context, one: str, many: str, n: int, /, **values: object) -> str:
    """`{{ ngettext("%(num)d stone", "%(num)d stones", n) }}`."""
    said = package_translations.translate_plural(_package(where), one, many, n)
    pattern = Markup(said) if where.eval_ctx.autoescape else said  # noqa: S704  ours
    return pattern % {"num": n, **values}


class _InOneLanguage:
    """`_` for a template in one language that is known beforehand."""

    def __init__(self, language: str | None) -> None:
        self.language = language

    @pass_context
    def __call__(self, where: Context, message: str, /, **values: object) -> str:
        return _translated(self.language, where, message, values)


@cache
def in_one_language(language: str | None) -> dict[str, Any]:
    """`_` for a template that is entirely in the active language.

    Looking the language up takes longer than the translation.
    """
    return {"_": _InOneLanguage(language)}


@lru_cache(10_000)
def _pattern(language: str | None, package: str, message: str, escaping: bool) -> str:
    """The message in ``language``, which is the active one: an argument, so that it can be
    cached."""
    said = package_translations.translate(package, message)
    return Markup(said) if escaping else said  # noqa: S704  ours


@lru_cache(10_000)
def _unchanging(language: str | None, package: str, message: str, escaping: bool) -> str:
    return _pattern(language, package, message, escaping) % {}


def _plain(data: Any) -> Any:
    """Replaces plain data (``games.pages.drawing.reading``) in a template's JSON."""
    if not hasattr(data, "plain"):
        raise TypeError(f"{type(data).__name__} is not plain data")
    return data.plain()


#: Our own text as Markup, without checking its type.
markup: Callable[[str], Markup] = partial(str.__new__, Markup)

#: How a template's `thing.name` is looked up, by the type of the thing; a KeyError if missing.
quickly: dict[type, Callable[[Any, str], Any]] = {}


_NAMES_OF_DICTS = frozenset(dir(dict))  # `items()` of data is the method
quickly[dict] = dict.__getitem__

#: The key in a template's context of a further mapping, of which only requested names are read.
MORE = "more_"


class _Context(Context):
    """Looks last into the mapping that is passed as ``MORE``."""

    def call(self, callee: Any, *args: Any, **kwargs: Any) -> Any:
        """Call something from a template.

        Jinja first asks each callable what it wants to be passed, which takes longer than most
        macros.
        """
        kind = type(callee)
        if kind is _Macro:
            args = (self.eval_ctx, *args)
        elif kind is _InOneLanguage:
            args = (self, *args)
        elif kind not in _TAKE_NOTHING_MORE:
            return super().call(callee, *args, **kwargs)
        if kwargs:
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
        return callee(*args, **kwargs)

    def resolve_or_missing(self, key: str) -> Any:
        found = self.vars.get(key, missing)
        if found is missing:
            given = self.parent
            found = given.get(key, missing)
            if found is missing and MORE in given:
                return given[MORE].get(key, missing)
        return found


class _Macro(Macro):
    """Jinja's macro, which marks its text as safe three times."""

    def _invoke(self, arguments: list[Any], autoescape: bool) -> str:
        text: str = self._func(*arguments)
        return text if not autoescape or type(text) is Markup else markup(text)


#: Types that contain nothing else, so that a call with them can be cached.
_PLAIN = frozenset({str, Markup, int, float, bool, type(None)})


def _are_plain(values: Collection[Any]) -> bool:
    """Whether all values are plain; so are tuples of plain values."""
    if _PLAIN.issuperset(map(type, values)):
        return True
    return all(
        type(value) in _PLAIN or (type(value) is tuple and _are_plain(value)) for value in values
    )


#: Bytes of macros' cached results, and the overhead of each beside its text.
MOST, _BESIDE = 30_000_000, 400


class _KeptMacro:
    """A macro that always gives the same for the same arguments in the same language.

    It was imported without context: pieces and icons are drawn a hundred times on one board. Only
    calls with plain arguments are cached: anything else, such as a form, would stay in memory with
    everything it refers to.
    """

    _all: ClassVar[WeakSet[_KeptMacro]] = WeakSet()
    _bytes: ClassVar[int] = 0

    def __init__(self, macro: Macro) -> None:
        self._macro = macro
        self._kept = lru_cache(5000, typed=True)(self._counted)
        self._all.add(self)

    def _counted(self, *args: Any, **kwargs: Any) -> Any:
        """Call it for the first time, and count the size of its result.

        The size is limited over all macros. Beyond it all caches are emptied, so entries that were
        evicted meanwhile need not be counted.
        """
        given = self._macro(*args, **kwargs)
        _KeptMacro._bytes += _BESIDE + 2 * getsizeof(given)  # the arguments are part of it
        if _KeptMacro._bytes > MOST:
            _KeptMacro._bytes = 0
            for macro in [*self._all]:
                macro._kept.cache_clear()
        return given

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if _are_plain(args) and _are_plain(kwargs.values()):
            return self._kept(*args, **kwargs)
        return self._macro(*args, **kwargs)


#: Kinds of callables that never want a context, an environment or the like.
_TAKE_NOTHING_MORE = frozenset({_KeptMacro, partial, type, BuiltinFunctionType, MethodType})


def escaped(value: Any) -> str:
    """The escaped form of a value in a page."""
    kind = type(value)
    if kind is str:
        return _escape_inner(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int or kind is float:
        return str(value)
    return "" if kind is Undefined else escape(value)


class _Template(Template):
    """A template that caches the results of its macros, in each language."""

    @classmethod
    def _from_namespace(cls, environment: Environment, namespace: Any, globals: Any) -> Template:
        # Jinja would wrap each value and each macro's text once more.
        namespace |= {"escape": escaped, "Macro": _Macro}
        return super()._from_namespace(environment, namespace, globals)

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Render like Jinja, but free the context at once.

        Macros refer to the context and it refers to them, so each drawing would wait for the
        garbage collector with all of its data.
        """
        given = dict(*args, **kwargs)
        if "_" not in given:
            given |= in_one_language(get_language())
        context = self.new_context(given)
        try:
            return self.environment.concat(self.root_render_func(context))
        except Exception:  # noqa: BLE001  Jinja raises it again, with the template's line
            self.environment.handle_exception()
        finally:
            context.vars, context.parent = {}, {}

    def make_module(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,
    ) -> TemplateModule:
        """The same for a template that another one imports with its context.

        Its macros know what they need of each other without it.
        """
        context = self.new_context(vars, shared, locals)
        module = TemplateModule(self, context)
        context.vars = {}
        return module

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        # No template has globals of its own, so ``ctx`` need not be searched for them.
        speaks = ctx.parent.get("_") if ctx else None
        language = speaks.language if type(speaks) is _InOneLanguage else get_language()
        modules: dict[str | None, TemplateModule] = vars(self).setdefault("_in_language", {})
        if language not in modules:
            module = self.make_module(in_one_language(language))
            for name, value in vars(module).items():
                if isinstance(value, Macro):
                    setattr(module, name, _KeptMacro(value))
            modules[language] = module
        return modules[language]


class _Environment(Environment):
    template_class = _Template
    context_class = _Context

    def getattr(self, obj: Any, attribute: str) -> Any:
        find = quickly.get(type(obj))
        if find is not None and attribute not in _NAMES_OF_DICTS:
            try:
                return find(obj, attribute)
            except KeyError:  # Jinja would look twice more
                return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)


class _AsItLiesNow(BaseLoader):
    """All templates in memory, so that pages stay consistent while another release replaces the
    files.

    The file names are kept for error messages.
    """

    def __init__(self, loader: BaseLoader, env: Environment) -> None:
        self._read = {name: loader.get_source(env, name)[:2] for name in loader.list_templates()}

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, None]:
        if template not in self._read:
            raise TemplateNotFound(template)
        return (*self._read[template], None)

    def list_templates(self) -> list[str]:
        return sorted(self._read)


def environment(**options: Any) -> Environment:
    # Everything is escaped except text/plain: e-mails, downloads.
    options["autoescape"] = select_autoescape(disabled_extensions=("txt",), default=True)
    env = _Environment(
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"],
        cache_size=-1,  # as many as there are
        trim_blocks=True,
        lstrip_blocks=True,
        **options,
    )
    if env.loader and not env.auto_reload:
        env.loader = _AsItLiesNow(env.loader, env)
    env.policies["ext.i18n.trimmed"] = True
    env.policies["json.dumps_kwargs"] = {"sort_keys": True, "default": _plain}
    env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
    )
    env.globals["_"] = env.globals["gettext"] = translated
    env.globals["ngettext"] = numbered
    env.filters["date"] = dates.format_date
    env.filters["moment"] = dates.moment
    env.filters["tenths"] = numbers.tenths
    env.filters["within"] = lettering.within

    def sprite() -> str:
        """The pieces that every page may use, the same in every language; see kit/pieces.html."""
        drawn: str = env.get_template("kit/pieces.html").module.sprite()  # type: ignore[attr-defined]
        return drawn

    env.globals["sprite"] = sprite if settings.DEBUG else cache(sprite)
    env.globals.update(
        url=url,
        static=static if settings.DEBUG else cache(static),
        preload=scripts.preload if settings.DEBUG else cache(scripts.preload),
        language=get_language,
        language_info=get_language_info,
        languages=settings.LANGUAGES,
        DEBUG=settings.DEBUG,
        notices=notices.links,
        contact=notices.contact,
        milliseconds=dates.milliseconds,
        RELEASE=settings.RELEASE,
        SITE_NAME=settings.SITE_NAME,
        SITE_URL=settings.SITE_URL,
        WEBSOCKET_URL=settings.WEBSOCKET_URL,
    )
    return env
