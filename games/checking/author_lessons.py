"""A game type's lessons on the author's pages: each step's words beside its board, in both
languages."""

from __future__ import annotations

from functools import partial
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.checking.drawn import players_of
from games.checking.positions import PEOPLE
from games.checking.workbench import fresh
from games.lessons import script, telling
from games.lessons.script import Frame, Script
from games.pages.drawing.board import Drawing
from games.pages.drawing.regions import panes
from games.pages.drawing.rendering import render as render_alone
from games.pages.drawing.rendering import stylesheet
from games.rules import registry
from games.rules.engine import Decision, Game, Rules, Text
from games.rules.engine.lessons import PUPIL, Lesson, Said
from games.words import table_package, texts


def lesson_of(slug: str, name: str) -> tuple[Rules[Any], Lesson]:
    try:
        rules = fresh.latest(slug).rules
        return rules, script.lessons(rules)[name]
    except (registry.UnknownGameType, KeyError):
        raise Http404 from None


def play_course(rules: Rules[Any], course: Script) -> list[Game[Any]]:
    """The game at the beginning and after each choice, up to one that is impossible."""
    lesson = course.lesson
    options = rules.check_options(dict(lesson.options))
    games = [rules.new(lesson.players, options, lesson.secret)]
    for step in course.choices:
        again = games[-1].copy()
        taken = script.meant(again, step)
        if taken is None:
            break
        again.choose(step.seat, taken)
        games.append(again)
    return games


def describe_frame(rules: Rules[Any], frame: Frame, games: list[Game[Any]]) -> dict[str, Any]:
    """A frame's text in the active language."""
    game, step = games[frame.made], frame.step
    known = telling.facts(game, games[frame.made - 1] if frame.after else None)
    say, decision = partial(_say, rules.slug, known=known), _asked(frame, game)
    found: dict[str, Any] = {
        "heading": say(frame.speech.title),
        "text": say(frame.speech.text),
        "brought": [
            (_plain(table_package.source(rules, n)), of) for n, of in known.brought().items()
        ],
    }
    if decision is not None:
        labels = (
            table_package.label(rules, decision, choice, game.view(PUPIL))
            for choice, _s in step.also
        )
        found["do"] = say(step.do)
        found["also"] = [
            (_plain(label), say(said)) for label, (_c, said) in zip(labels, step.also, strict=True)
        ]
    if frame.after or step.after is None:
        found["knows"] = say(step.knows)
    return found


def _asked(frame: Frame, game: Game[Any]) -> Decision | None:
    return game.decision(PUPIL) if frame.asks else None


def _say(package: str, said: Said, known: telling.Facts) -> str:
    return texts.plain(telling.filled(said, known), PEOPLE, package) if said else ""


def _plain(text: Text) -> str:
    return texts.plain(text, PEOPLE)


def things(rules: Rules[Any], frame: Frame, game: Game[Any]) -> list[str]:
    """The things on the board that a frame mentions."""
    decision, choice = _asked(frame, game), frame.step.choice or ()
    if decision is None:
        return list(frame.step.points)
    path = (table_package.target(rules, decision, choice[: n + 1]) for n in range(len(choice)))
    return [*frame.step.points, *filter(None, path)]


@require_safe
def show_lessons(request: HttpRequest, slug: str) -> HttpResponse:
    """Every lesson, step by step."""
    try:
        rules = fresh.latest(slug).rules
    except registry.UnknownGameType:
        raise Http404 from None
    language = _language(request)
    with translation.override(language):
        lessons = [_listed(rules, lesson) for lesson in script.lessons(rules).values()]
    context = {
        "type": rules,
        "lessons": lessons,
        "shown_in": language,
        "codes": [code for code, _name in settings.LANGUAGES],
        "width": 390 if request.GET.get("width") == "390" else 1440,
    }
    return render(request, "games/author_lessons.html", context)


def _listed(rules: Rules[Any], lesson: Lesson) -> dict[str, Any]:
    course = Script(lesson)
    games = play_course(rules, course)
    frames = [frame for frame in course.frames if frame.made < len(games)]
    return {
        "name": lesson.name,
        "title": texts.own(rules, lesson.title),
        "minutes": lesson.minutes,
        "frames": [describe_frame(rules, frame, games) for frame in frames],
        "broken": len(games) <= len(course.choices),
    }


@require_safe
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": ["'self'"]})  # type: ignore[arg-type]
def board(request: HttpRequest, slug: str, name: str, number: int) -> HttpResponse:
    """The board at one frame, as the pupil sees it, with what it mentions lit."""
    rules, lesson = lesson_of(slug, name)
    course = Script(lesson)
    games = play_course(rules, course)
    if number >= len(course.frames) or course.frames[number].made >= len(games):
        raise Http404
    frame = course.frames[number]
    game = games[frame.made]
    with translation.override(_language(request)):
        drawing = Drawing(
            rules=rules,
            view=game.view(PUPIL),
            me=PUPIL,
            players=players_of(game, PUPIL),
            targets={},
            picked=(),
            marked=set(things(rules, frame, game)),
        )
        regions = drawing.regions()
        drawn = render_alone(
            "games/author_board.html",
            type=rules,
            theme="light",
            language=translation.get_language(),
            stylesheet=stylesheet(rules),
            regions=regions,
            panes=panes(rules, regions),
            goods=list(zip(PEOPLE, drawing.goods(), strict=False)),
        )
    return HttpResponse(drawn)


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


urlpatterns = [
    path("<slug:slug>/lessons/", show_lessons, name="author-lessons"),
    path("<slug:slug>/lessons/<slug:name>/<int:number>/", board, name="author-lesson-board"),
]
