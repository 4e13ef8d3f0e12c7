"""The decision bar: what the reader is asked, and what can be done besides."""

import json
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from markupsafe import Markup

from games import words
from games.models import Game
from games.pages import clocks, points, settings
from games.pages.choosing import Choosing, encoded
from games.pages.drawing import jinja
from games.pages.forms import clock_fields
from games.pages.tabletop import Tabletop
from games.rules.engine import Json


def bar(table: Tabletop) -> Json:
    """What the reader is asked, or for whom the game waits."""
    bar: Json = {
        "state": "waiting", "prompt": "", "note": "", "crumbs": [], "choices": [],
        "action": f"{table.url}choose/", "fields": _fields(table), "undo": None,
        "confirm": None, "data": "", "next": _next(table), "rematch": "",
        "take_back": table.can["take_back"],
    }  # fmt: skip
    if table.past:
        return bar | {"prompt": _("You are looking back"), "next": None}
    if table.game.status == Game.Status.FINISHED:
        return bar | {
            "state": "over",
            "prompt": points.headline(table),
            "rematch": _rematch(table) if table.owned else "",
        }
    if table.game.status == Game.Status.CANCELLED:
        return bar | {
            "state": "over",
            "prompt": _("This game was cancelled"),
            "note": _("It ended without a result; the log says why."),
            "rematch": _rematch(table) if table.owned else "",
        }
    if not table.running:
        return bar | {
            "prompt": _("This game is stopped"),
            "note": _(
                "Something is wrong with it. Nothing is lost, no clock runs, and the "
                "moderators have been told."
            ),
        }  # fmt: skip
    if table.can["undo"]:
        bar["undo"] = {"action": f"{table.url}undo/", "fields": _fields(table)}
    if table.rules.state.held is not None and table.rules.state.held == table.me:
        return bar | {
            "state": "confirm",
            "prompt": _("Your turn is ready. Confirm it?"),
            "note": _("You can still take it back; the others see it when you confirm."),
            "confirm": {"action": f"{table.url}confirm/", "fields": _fields(table)},
            "next": None,
        }
    if table.choosing:
        return bar | _question(table, table.choosing)
    return bar | {"prompt": _waiting_for(table)}


def _question(table: Tabletop, choosing: Choosing) -> Json:
    decision = choosing.decision
    prompt = words.plain(words.prompt(table.type, decision, table.view), table.people)
    question: Json = {
        "state": "yours",
        "prompt": prompt,
        "next": None,
        "note": _time_left(table),
    }
    if decision.answer is not None:
        question["state"] = "waiting"
        question["next"] = _next(table)
        question["note"] = _(
            "Your answer: %(answer)s. You can change it until the others have answered."
        ) % {"answer": choosing.label(decision.answer)}
    if choosing.prefix or choosing.on:
        question["crumbs"] = _crumbs(table, choosing)
    chosen = choosing.chosen
    if chosen is not None:
        label = choosing.label(chosen)
        question["choices"] = [{"label": label, "value": encoded(chosen), "kind": "turn"}]
    else:
        question["choices"] = [
            {"label": step.label, "value": step.value}
            if step.choice is not None
            else {"label": step.label, "href": f"{table.url}{step.query}"}
            for step in choosing.steps()
        ]
    data = json.dumps(choosing.data(), ensure_ascii=False, separators=(",", ":"))
    question["data"] = Markup(  # noqa: S704  JSON without what could end the element
        data.replace("<", "\\u003c").replace("&", "\\u0026")
    )
    return question


def _crumbs(table: Tabletop, choosing: Choosing) -> list[Json]:
    crumbs = [{"label": _("Choose anew"), "href": table.url}]
    for length in range(1, len(choosing.prefix)):
        begin = choosing.prefix[:length]
        query = urlencode({"prefix": encoded(begin)})
        crumbs.append({"label": choosing.label(begin), "href": f"{table.url}?{query}"})
    return crumbs


def _fields(table: Tabletop) -> Json:
    """What goes with every action: what the reader looked at, and a name for the attempt."""
    asked = table.decision.id if table.decision else "-"
    return {"version": table.version, "key": f"page-{table.version}-{asked}"}


def _next(table: Tabletop) -> int | None:
    """How many other games wait; None for who has no games."""
    if table.user_id is None:
        return None
    return max(0, table.waiting - (1 if table.mine_to_move else 0))


def _waiting_for(table: Tabletop) -> str:
    names = [table.people[index] for index in table.to_move]
    return _("Waiting for %(names)s") % {"names": settings.listed(names)}


def _time_left(table: Tabletop) -> Markup:
    clock = clocks.of(table.seat, table.game) if table.seat else None
    if not clock:
        return Markup("")
    macros = jinja().get_template("kit/table.html").module
    return Markup(macros.clock(clock, "clock-tip-own"))  # type: ignore[attr-defined] # noqa: S704


def _rematch(table: Tabletop) -> str:
    """The form for a new game of the same kind with the same people."""
    game = table.game
    others = [
        seat.user.username
        for seat in table.position.seats
        if seat.user and seat.user_id != table.user_id
    ]
    asked = {
        "players": game.players,
        "visibility": Game.Visibility.PRIVATE if others else game.visibility,
        "bots": game.players - 1 - len(others),
        "invite": " ".join(others),
        **clock_fields(game.clock),
        **{f"option_{name}": chosen for name, chosen in game.options.items()},
    }
    return f"{reverse('game-new', args=[game.type])}?{urlencode(asked)}"
