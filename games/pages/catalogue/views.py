"""The start page, the catalogue, and a page for each game type."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings as site
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.current_user import current_user
from accounts.entering import guests
from boardgames.drawing import raster
from boardgames.http import dictionaries
from boardgames.http.addresses import path
from community.models import Club
from games.errors import GameError, NotFound
from games.lessons import following
from games.lobby import lists, open_games, presets
from games.models import Game
from games.pages import inputs, settings
from games.pages.answers import member, reader, refusable, see
from games.pages.catalogue import samples
from games.pages.catalogue.forms import NewGameForm
from games.pages.drawing import dictionary
from games.pages.drawing.rendering import fixed, stylesheet
from games.pages.learning import lesson_cards
from games.pages.lists.cards import cards, type_card, types, with_points
from games.pages.lists.rows import picture_address
from games.pages.lists.watched import draw_watched
from games.rules import registry
from games.rules.engine import Rules
from games.rules.engine.levels import EASY, LEVELS
from games.showing import levels
from games.stages import stage_visibility
from games.upkeep import maintainers
from games.words import texts

#: On the start page: games to join, and how many recent games are searched for one of each type.
WAITING, NEWEST = 3, 24
OPEN_OF_TYPE = 6
#: The fields of a new game to which a refusal belongs.
FIELDS = {"unknown_user": "invite", "bad_name": "name", "muted": "name"}


@require_safe
def show_start(request: HttpRequest) -> HttpResponse:
    """The start page: what this is, what can be played; members go straight to their games."""
    if request.user.is_authenticated:
        return redirect("my")
    waiting = lists.positions(lists.looking_for_players("", None)[:WAITING])
    newest = {game.type: game for game in reversed(lists.running("", None)[:NEWEST])}
    rules_here = stage_visibility.types(None)
    running = lists.positions(newest.values())
    context = {
        "levels": _all_levels(rules_here),
        "types": [{**type_card(rules), **_pictured(rules)} for rules in rules_here],
        "open_games": cards(waiting, None),
        "watched": draw_watched(),
        "running": [
            {**card, "picture": picture_address(position.game)}
            for card, position in zip(with_points(cards(running, None)), running, strict=True)
        ],
    }
    return render(request, "games/start.html", context)


def _all_levels(types: Iterable[Rules[Any]]) -> list[tuple[str, str, list[str]]]:
    """The levels that some game type offers in its smallest game, the weakest first, each with its
    name and the types."""
    offered = {rules.slug: rules.levels.offered(min(rules.players)) for rules in types}
    found = [(level, [slug for slug in offered if level in offered[slug]]) for level in LEVELS]
    return [(level, str(levels.NAMES[level]), slugs) for level, slugs in found if slugs]


def _pictured(rules: Rules[Any]) -> dict[str, object]:
    """The board in mid-game, once it is drawn, and how long a game takes."""
    drawn = samples.BOARD in samples.list_pictures(rules)
    address = path("game-sample", rules.slug) + f"?{samples.version(rules)}-{get_language()}"
    return {"board": address if drawn else "", "facts": samples.facts(rules)[:1]}


@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """Every game type that the reader may see."""
    return render(request, "games/catalogue.html", {"types": types(request.user.pk)})


@require_safe
def game_type(request: HttpRequest, slug: str) -> HttpResponse:
    """A game type: what it is, how it is played, and its open games."""
    rules = _rules(request, slug)
    joinable = lists.looking_for_players(slug, request.user.pk)[:OPEN_OF_TYPE]
    context = {
        "type": type_card(rules),
        "stage": stage_visibility.trial(slug),
        "maintains": maintainers.packages(request.user.pk or 0).filter(pk=slug).exists(),
        "levels": levels.choices(rules, min(rules.players)),
        "lessons": lesson_cards(rules),
        "options": [
            {"label": settings.label(rules, option), "help": texts.own(rules, option.help)}
            for option in rules.options
        ],
        "facts": samples.facts(rules),
        "steps": [texts.own(rules, step.text) for step in samples.steps(rules)],
        "pictures": samples.list_pictures(rules),
        "drawn_as": f"{samples.version(rules)}-{get_language()}",
        "help": fixed(f"{slug}/help.html"),
        "stylesheet": stylesheet(rules),
        "open_games": cards(lists.positions(joinable), request.user.pk),
    }
    return render(request, "games/type.html", context)


@require_safe
def sample(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """A picture for a type's page: the board in mid-game, or a first step."""
    name = samples.BOARD if number is None else str(number)
    drawn = samples.read_picture(_rules(request, slug), name, get_language() or "en")
    if drawn is None:
        raise Http404("there is no such picture")
    return _image(drawn)


def _image(drawn: bytes) -> HttpResponse:
    return HttpResponse(drawn, "image/png", headers={"Cache-Control": "public, max-age=86400"})


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture of a type for link previews: its board once it is drawn, otherwise the site's."""
    drawn = samples.read_picture(_rules(request, slug), samples.BOARD, get_language() or "en")
    return redirect("app-icon", "app", 512) if drawn is None else _image(raster.card(drawn))


@require_safe
def dictionary_of_tables(
    request: HttpRequest, slug: str, language: str, game_id: int
) -> HttpResponse:
    """The dictionary by which a browser can decompress all tables of that type and language.

    It does not depend on the game, which need not exist.
    """
    rules = _rules(request, slug)
    found = dictionary.of_type(rules, language) if language in dict(site.LANGUAGES) else None
    if found is None:
        raise Http404
    return dictionaries.answer(request, found, reverse("game", args=[game_id]))


@require_POST
@refusable
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a game against bots, in which the reader moves first; a stranger becomes a guest.

    A level that is not on offer is replaced by the strongest one below, and a message says so. With
    ``offer`` strangers and guests who are new to the type are offered its lesson first.
    """
    rules = _rules(request, request.POST.get("type", ""))
    if request.POST.get("offer") and _is_offered_a_lesson(request, rules.slug):
        level = urlencode({"level": request.POST.get("level", EASY)})
        return see(f"{path('learn-first', rules.slug)}?{level}")
    if not request.user.is_authenticated:
        refusal = guests.make_guest(request)
        if refusal:
            return refusal
    few, wanted = min(rules.players), request.POST.get("level", EASY)
    level = _level(rules, few, wanted)
    position = open_games.create(
        reader(request),
        rules.slug,
        few,
        clock={"kind": "none"},
        visibility=Game.Visibility.PRIVATE,
        bots=few - 1,
        level=level,
        first=True,
    )
    if wanted != level and wanted in LEVELS:
        messages.info(request, _said_of_levels(rules, few, level))
    return see("game", position.game.pk)


def _is_offered_a_lesson(request: HttpRequest, slug: str) -> bool:
    if not request.user.is_authenticated:
        return following.has_lesson(slug)
    return request.user.is_guest and following.is_for(reader(request), slug)


@require_safe
def learn_first(request: HttpRequest, slug: str) -> HttpResponse:
    """The offer of a type's lesson before a first game; one press skips it."""
    rules = _rules(request, slug)
    if not following.has_lesson(slug):
        return see("game-type", slug)
    level = request.GET.get("level", "")
    context = {"type": type_card(rules), "level": level if level in LEVELS else EASY}
    return render(request, "games/learn_first.html", context)


def _level(rules: Rules[Any], players: int, wanted: str) -> str:
    offered = rules.levels.offered(players)
    below = LEVELS[: LEVELS.index(wanted) + 1] if wanted in LEVELS else ()
    return next((level for level in reversed(below) if level in offered), offered[0])


def _said_of_levels(rules: Rules[Any], players: int, level: str) -> str:
    return _(
        "%(game)s with %(players)d players has bots at these levels: %(levels)s. You play "
        "against: %(level)s."
    ) % {
        "game": _(rules.name),
        "players": players,
        "levels": settings.join_names([name for _value, name in levels.choices(rules, players)]),
        "level": levels.NAMES[level],
    }


@require_http_methods(["GET", "HEAD", "POST"])
@member
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings of a new game, in which its creator has a seat."""
    rules, circle, club = _rules(request, slug), _circle(request), _club(request)
    named = not current_user(request).is_guest
    if request.method == "POST":
        form = NewGameForm(rules, request.POST, named=named)
        if form.is_valid():
            try:
                position = open_games.create(
                    reader(request), slug, club=club.pk if club else None, **form.game()
                )
            except GameError as error:
                form.add_error(FIELDS.get(error.code), str(error))
            else:
                if circle is not None:
                    presets.save_preset(reader(request), circle, slug, form.game())
                return see("game", position.game.pk)
    else:
        form = NewGameForm(rules, initial=_asked_for(request), named=named)
    context = {"type": type_card(rules), "form": form, "club": club}
    return render(request, "games/new.html", context, status=422 if form.errors else 200)


def _circle(request: HttpRequest) -> int | None:
    """The reader's circle of friends that the address names, if any."""
    asked = inputs.number(request.GET.get("circle", ""), 18)
    if asked is not None:
        try:
            presets.check_circle(reader(request), asked)
        except NotFound as error:
            raise Http404(str(error)) from error
    return asked


def _club(request: HttpRequest) -> Club | None:
    """The reader's club that the address names, if any."""
    asked = inputs.number(request.GET.get("club", ""), 18)
    if asked is None:
        return None
    mine = Club.objects.filter(pk=asked, members__user=reader(request), closed_at=None).first()
    if mine is None:
        raise Http404
    return mine


def _asked_for(request: HttpRequest) -> dict[str, object]:
    """Settings that a link proposes, for instance the link for a rematch."""
    return {
        name: value == "True" if value in ("True", "False") else value
        for name, value in request.GET.items()
    }


def _rules(request: HttpRequest, slug: str) -> Rules[Any]:
    try:
        return stage_visibility.get(slug, request.user.pk)
    except registry.UnknownGameType as error:
        raise Http404(str(error)) from error
