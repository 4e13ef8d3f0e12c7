"""The table of a running or finished game as one person sees it: what the page is drawn from."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from urllib.parse import urlencode

from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from markupsafe import Markup

from games import chat, instructions, present, words
from games.models import ChatMessage, Game, Move, Seat
from games.pages import answers
from games.pages import settings as settings_words
from games.pages.choosing import Choosing, encoded
from games.pages.drawing import (
    PLAIN,
    TOKEN,
    Drawing,
    Region,
    fixed,
    jinja,
    region_names,
    render,
    stylesheet,
)
from games.position import Position, visible_version
from games.rules.engine import Choice, Decision, Json

LOG_VERSIONS = 40
LOG_LINES = 30
URGENT_SECONDS = 12 * 60 * 60
PARTS = ("head", "decision", "since", "players", "result", "scores", "log", "chat",
         "instructions", "about")  # fmt: skip


@dataclass
class Tabletop:
    """One page. ``past``: the position was asked for by its number and is only to be looked at."""

    position: Position
    user_id: int | None
    waiting: int = 0
    prefix: Choice = ()
    on: tuple[str, ...] = ()
    past: bool = False
    eyes: int | None = None
    game: Game = field(init=False)
    _times: dict[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.game = self.position.game
        self.rules = self.position.running()
        self.type = self.rules.rules
        self.people = words.names(self.position.seats)
        self.seat = self.position.seat_of(self.user_id)
        self.me = None if self.seat is None else self.seat.index
        if self.eyes is not None and not (self._all_is_open and self.eyes < len(self.people)):
            self.eyes = None
        self.looking = self.me if self.eyes is None else self.eyes
        self.view = self.rules.view(self.looking)

    @property
    def _all_is_open(self) -> bool:
        """After the end those who have played may look with the eyes of any seat."""
        return self.game.status == Game.Status.FINISHED and self._owned is not None

    # What the frame of the page needs ------------------------------------------------------------

    @property
    def url(self) -> str:
        return reverse("game", args=[self.game.pk])

    @property
    def news_url(self) -> str:
        news = reverse("game-news", args=[self.game.pk])
        asked = {"at": self.position.number if self.past else None, "eyes": self.eyes}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        return f"{news}?{query}" if query else news

    @property
    def next_url(self) -> str:
        return f"{reverse('next')}?after={self.game.pk}"

    @property
    def live(self) -> bool:
        return not self.past

    @property
    def socket(self) -> str:
        return answers.socket(self.game.pk)

    @property
    def seen_url(self) -> str:
        return reverse("game-seen", args=[self.game.pk]) if self.seat and not self.past else ""

    @property
    def name(self) -> str:
        return _(self.type.name)

    @property
    def title(self) -> str:
        """The page's title; it begins with what the reader should know."""
        if self.mine_to_move:
            return "● " + _("%(game)s – your turn") % {"game": self.name}
        return f"{self.name} {self.game.pk}"

    @property
    def version(self) -> int:
        return self.position.version

    @cached_property
    def stamp(self) -> str:
        """Changes whenever the page might."""
        said = ChatMessage.objects.filter(game=self.game).aggregate(last=Max("id"))["last"] or 0
        broken = "!" if self.game.broken_at else ""
        return f"{self.version}.{self.game.status}{broken}.{said}.{self.waiting}"

    @property
    def stylesheet(self) -> str:
        return stylesheet(self.type)

    @property
    def running(self) -> bool:
        return self.game.status == Game.Status.RUNNING and not self.game.broken_at

    @property
    def over(self) -> bool:
        return self.game.status == Game.Status.FINISHED and not self.past

    @property
    def mine_to_move(self) -> bool:
        return self.running and not self.past and self.me in self.to_move

    @property
    def status(self) -> str:
        if self.game.broken_at:
            return _("stopped")
        return str(Game.Status(self.game.status).label)

    @property
    def status_kind(self) -> str:
        if self.game.broken_at:
            return "bad"
        return "good" if self.running else ""

    @property
    def options(self) -> list[str]:
        return settings_words.unusual(self.type, self.game.options)

    @property
    def clock(self) -> str:
        return settings_words.clock(self.game.clock)

    @property
    def private(self) -> bool:
        return self.game.visibility == Game.Visibility.PRIVATE

    @property
    def talking(self) -> bool:
        return bool(self._messages)

    @property
    def may_chat(self) -> bool:
        return self._owned is not None

    @property
    def help(self) -> Markup:
        return fixed(f"{self.type.slug}/help.html") or Markup("<p>{}</p>").format(
            _("There is no help for this game yet.")
        )

    # Regions ------------------------------------------------------------

    def regions(self) -> dict[str, Region]:
        """Every region by name; those of the board begin with ``board-``."""
        shared = {
            "table": self,
            "csrf_input": TOKEN,
            "bar": self._bar(),
            "history": self._history(),
            "since": self._since(),
            "players": self._players_with_goods(),
            "scores": self._scores(),
            "result": self._result(),
            "log_lines": self._log_lines(),
            "log_more": self.version > LOG_VERSIONS or len(self._told) > LOG_LINES,
            "messages": self._messages,
            "instructions": self._instructions(),
            "about": self._about(),
        }
        labels = {"decision": "", "players": _("Players"), "head": ""}
        parts = {
            name: Region(render(f"games/table/{name}.html", **shared), labels.get(name, ""))
            for name in PARTS
        }
        return parts | self._drawing.regions()

    @cached_property
    def board_names(self) -> list[str]:
        return [f"board-{name}" for name in region_names(self.type)] or [PLAIN]

    @property
    def said(self) -> str:
        """What a screen reader is told when the page changed by itself."""
        last = f"{self._told[-1]['text']} " if self._told else ""
        return f"{last}{self._bar()['prompt']}"

    @cached_property
    def to_move(self) -> list[int]:
        return self.rules.to_move() if self.running or self.past else []

    @cached_property
    def _decision(self) -> Decision | None:
        """What is asked of the reader, an answer that may still be changed included."""
        if self.me is None or self.past or not self.running or self.rules.state.held is not None:
            return None
        return self.rules.decision(self.me)

    @cached_property
    def _choosing(self) -> Choosing | None:
        if self._decision is None:
            return None
        return Choosing(self.type, self._decision, self.view, self.people, self.prefix, self.on)

    @cached_property
    def _drawing(self) -> Drawing:
        choosing = self._choosing
        return Drawing(
            rules=self.type,
            view=self.view,
            me=self.looking,
            players=self._players,
            targets=choosing.targets() if choosing else {},
            picked=choosing.picked if choosing else (),
            marked=self._marked(),
        )

    # The decision bar ------------------------------------------------------------

    def _bar(self) -> Json:
        bar: Json = {
            "state": "waiting", "prompt": "", "note": "", "crumbs": [], "choices": [],
            "action": f"{self.url}choose/", "fields": self._fields(), "undo": None,
            "confirm": None, "data": "", "next": self._next(), "rematch": "",
            "take_back": self._can["take_back"],
        }  # fmt: skip
        if self.past:
            return bar | {"prompt": _("You are looking back"), "next": None}
        if self.game.status == Game.Status.FINISHED:
            return bar | {
                "state": "over",
                "prompt": self._headline(),
                "rematch": self._rematch() if self._owned else "",
            }
        if not self.running:
            return bar | {
                "prompt": _("This game is stopped"),
                "note": _(
                    "Something is wrong with it. Nothing is lost, no clock runs, and the "
                    "moderators have been told."
                ),
            }  # fmt: skip
        if self._can["undo"]:
            bar["undo"] = {"action": f"{self.url}undo/", "fields": self._fields()}
        if self.rules.state.held is not None and self.rules.state.held == self.me:
            return bar | {
                "state": "confirm",
                "prompt": _("Your turn is ready. Confirm it?"),
                "note": _("You can still take it back; the others see it when you confirm."),
                "confirm": {"action": f"{self.url}confirm/", "fields": self._fields()},
                "next": None,
            }
        if self._choosing:
            return bar | self._question(self._choosing)
        return bar | {"prompt": self._waiting_for()}

    def _question(self, choosing: Choosing) -> Json:
        decision = choosing.decision
        prompt = words.plain(words.prompt(self.type, decision, self.view), self.people)
        question: Json = {
            "state": "yours",
            "prompt": prompt,
            "next": None,
            "note": self._time_left(),
        }
        if decision.answer is not None:
            question["state"] = "waiting"
            question["next"] = self._next()
            question["note"] = _(
                "Your answer: %(answer)s. You can change it until the others have answered."
            ) % {"answer": choosing.label(decision.answer)}
        if choosing.prefix or choosing.on:
            question["crumbs"] = self._crumbs(choosing)
        chosen = choosing.chosen
        if chosen is not None:
            label = choosing.label(chosen)
            question["choices"] = [{"label": label, "value": encoded(chosen), "kind": "turn"}]
        else:
            question["choices"] = [
                {"label": step.label, "value": step.value}
                if step.choice is not None
                else {"label": step.label, "href": f"{self.url}{step.query}"}
                for step in choosing.steps()
            ]
        data = json.dumps(choosing.data(), ensure_ascii=False, separators=(",", ":"))
        question["data"] = Markup(  # noqa: S704  JSON without what could end the element
            data.replace("<", "\\u003c").replace("&", "\\u0026")
        )
        return question

    def _crumbs(self, choosing: Choosing) -> list[Json]:
        crumbs = [{"label": _("Choose anew"), "href": self.url}]
        for length in range(1, len(choosing.prefix)):
            begin = choosing.prefix[:length]
            query = urlencode({"prefix": encoded(begin)})
            crumbs.append({"label": choosing.label(begin), "href": f"{self.url}?{query}"})
        return crumbs

    def _fields(self) -> Json:
        """What goes with every action: what the reader looked at, and a name for the attempt."""
        asked = self._decision.id if self._decision else "-"
        return {"version": self.version, "key": f"page-{self.version}-{asked}"}

    def _next(self) -> int | None:
        """How many other games wait; None for who has no games."""
        if self.user_id is None:
            return None
        return max(0, self.waiting - (1 if self.mine_to_move else 0))

    def _waiting_for(self) -> str:
        names = [self.people[index] for index in self.to_move]
        return _("Waiting for %(names)s") % {"names": settings_words.listed(names)}

    def _time_left(self) -> Markup:
        clock = self._clock(self.seat) if self.seat else None
        if not clock:
            return Markup("")
        macros = jinja().get_template("kit/table.html").module
        return Markup(macros.clock(clock, "clock-tip-own"))  # type: ignore[attr-defined] # noqa: S704

    @cached_property
    def _owned(self) -> Seat | None:
        """The reader's seat, also while a bot plays it."""
        if self.user_id is None:
            return None
        return next((seat for seat in self.position.seats if seat.user_id == self.user_id), None)

    @cached_property
    def _can(self) -> dict[str, bool]:
        return present.abilities(self.position, self.seat, self.user_id)

    def _rematch(self) -> str:
        """The form for a new game of the same kind with the same people."""
        game = self.game
        others = [
            seat.user.username
            for seat in self.position.seats
            if seat.user and seat.user_id != self.user_id
        ]
        asked = {
            "players": game.players,
            "visibility": Game.Visibility.PRIVATE if others else game.visibility,
            "bots": game.players - 1 - len(others),
            "invite": " ".join(others),
            "clock": game.clock.get("days", 0),
            **{f"option_{name}": chosen for name, chosen in game.options.items()},
        }
        return f"{reverse('game-new', args=[game.type])}?{urlencode(asked)}"

    # Players and points ------------------------------------------------------------

    @cached_property
    def _standing(self) -> list[dict[str, int]] | None:
        # Not from the stored result: the database does not keep the order of its sources.
        return self.rules.standing()

    @cached_property
    def _players(self) -> list[Json]:
        return [self._player(seat) for seat in self.position.seats]

    def _player(self, seat: Seat) -> Json:
        points = self._standing[seat.index] if self._standing else None
        to_move = seat.index in self.to_move
        return {
            "seat": seat.index,
            "name": self.people[seat.index],
            "url": reverse("player", args=[seat.user.username]) if seat.user else "",
            "you": seat.index == self.me,
            "bot": bool(seat.bot),
            "to_move": to_move,
            "online": None if seat.bot else False,
            "score": sum(points.values()) if points is not None else None,
            "score_text": "\n".join(f"{self._source(k)}: {v}" for k, v in (points or {}).items()),
            "rank": seat.rank if self.over else None,
            "clock": self._clock(seat) if to_move and not self.past else None,
        }

    def _players_with_goods(self) -> list[Json]:
        return [
            player | {"goods": goods}
            for player, goods in zip(self._players, self._drawing.goods(), strict=False)
        ]

    def _clock(self, seat: Seat) -> Json | None:
        if seat.deadline is None:
            return None if seat.bot or self.game.clock.get("kind") != "none" else {"deadline": None}
        seconds = (seat.deadline - timezone.now()).total_seconds()
        return {
            "deadline": seat.deadline.isoformat(timespec="seconds"),
            "seconds": seconds,
            "urgent": seconds < URGENT_SECONDS,
            "paused": False,
            "shown": date_format(timezone.localtime(seat.deadline), "DATETIME_FORMAT"),
        }

    def _source(self, name: str) -> str:
        return words.plain(words.source(self.type, name), self.people)

    def _scores(self) -> Json | None:
        standing = self._standing
        if standing is None:
            return None
        sources = list(dict.fromkeys(name for points in standing for name in points))
        return {
            "seats": [
                {
                    "seat": player["seat"],
                    "name": player["name"],
                    "total": player["score"],
                    "rank": player["rank"],
                }
                for player in self._players
            ],
            "rows": [
                {
                    "label": self._source(name),
                    "points": [points.get(name, 0) for points in standing],
                }
                for name in sources
            ],
        }

    def _result(self) -> Json | None:
        result = self.game.result
        if not self.over or not result:
            return None
        places = sorted(self._players, key=lambda player: player["rank"])
        return {
            "headline": self._headline(),
            "places": [
                player | {"resigned": player["seat"] in result.get("resigned", [])}
                for player in places
            ],
            "tie_breakers": [
                {
                    "name": self._source(breaker["name"]),
                    "text": ", ".join(
                        f"{self.people[seat]} {value}"
                        for seat, value in enumerate(breaker["values"])
                    ),
                }
                for breaker in result.get("tie_breakers", [])
            ],
            "eyes": self._other_eyes(),
        }

    def _other_eyes(self) -> list[Json]:
        """Links to what each seat saw, where that differs."""
        if not self._all_is_open:
            return []
        seats = range(len(self.position.seats))
        everybodys = self.rules.view(None)
        if all(self.rules.view(seat) == everybodys for seat in seats):
            return []
        return [
            {
                "name": self.people[seat],
                "current": seat == self.looking,
                "href": f"{self.url}?eyes={seat}",
            }
            for seat in seats
        ]

    def _headline(self) -> str:
        result = self.game.result or {"ranks": []}
        winners = [seat for seat, rank in enumerate(result["ranks"]) if rank == 1]
        if winners == [self.me]:
            return _("You have won!")
        names = settings_words.listed([self.people[seat] for seat in winners])
        if len(winners) > 1:
            return _("%(names)s share the victory") % {"names": names}
        return _("%(name)s has won") % {"name": names}

    # Log, marks, history ------------------------------------------------------------

    @cached_property
    def _own_last(self) -> int | None:
        """The version of the reader's last own move or else of the start; None for watchers."""
        if self.seat is None:
            return None
        own = Move.objects.filter(
            game=self.game,
            seat=self.seat.index,
            tenure=self.seat.tenure_id,
            undone_by=None,
            version__lte=self.version,
        )
        return own.order_by("-version").values_list("version", flat=True).first() or 1

    @cached_property
    def _log(self) -> list[Json]:
        """The last events, oldest first."""
        return present.log(self.position, self.looking, max(0, self.version - LOG_VERSIONS))

    @cached_property
    def _told(self) -> list[Json]:
        """Those of the last events that have words."""
        return [entry for entry in self._log if entry["text"]]

    @cached_property
    def _new(self) -> list[Json]:
        """The events since the reader's last move."""
        if self.past or self._own_last is None:
            return []
        return [entry for entry in self._log if entry["version"] > self._own_last]

    def _marked(self) -> set[str]:
        """What the moves since the reader's last one touched, or else the very last move."""
        table = words.table(self.type)
        if table is None or not self._log:
            return set()
        last = self._log[-1]["number"]
        touched = self._new or [entry for entry in self._log if entry["number"] == last]
        return {name for entry in touched for name in table.marks(entry["kind"], entry["data"])}

    def _line(self, entry: Json, *, new: bool) -> Json:
        return {
            "number": entry["number"],
            "seat": entry["seat"],
            "text": entry["text"],
            "href": f"{self.url}?at={entry['number']}",
            "at": entry["at"],
            "time": self._time(entry["at"]),
            "new": new,
        }

    def _time(self, at: str) -> str:
        """A time in words; several events often share one."""
        if at not in self._times:
            moment = timezone.localtime(datetime.fromisoformat(at))
            self._times[at] = date_format(moment, _("M j, H:i"))
        return self._times[at]

    def _log_lines(self) -> list[Json]:
        fresh = {id(entry) for entry in self._new}
        last = reversed(self._told[-LOG_LINES:])
        return [self._line(entry, new=id(entry) in fresh) for entry in last]

    def _since(self) -> Json | None:
        others = [
            entry for entry in self._new if entry["text"] and entry["version"] != self._own_last
        ]
        if not others or not (self.mine_to_move or self.over):
            return None
        return {"lines": [self._line(entry, new=False) for entry in others]}

    def _history(self) -> Json | None:
        number = self.position.number
        last = self._last_number() if self.past else number
        if last == 0:
            return None

        eyes = "" if self.eyes is None else f"&eyes={self.eyes}"

        def step(to: int, icon: str, label: str, rel: str = "") -> Json:
            there = 0 <= to <= last and to != number
            href = f"{self.url}?at={to}{eyes}" if there else ""
            if self.past and icon == "last":
                href = self.url
            return {"href": href, "icon": icon, "label": label, "rel": rel}

        return {
            "number": number,
            "last": last,
            "past": self.past,
            "steps": [
                step(0, "first", _("To the beginning")),
                step(number - 1, "previous", _("One move back"), "prev"),
                step(number + 1, "following", _("One move on"), "next"),
                step(last, "last", _("To the game as it is now")),
            ],
        }

    def _last_number(self) -> int:
        """The newest move that the reader may know of."""
        version = visible_version(self.game, self.seat)
        live = Q(undone_by=None) | Q(undone_by__gt=version)
        moves = Move.objects.filter(live, game=self.game, version__lte=version)
        return moves.order_by("-version").values_list("number", flat=True).first() or 0

    # Talk, instructions, facts ------------------------------------------------------------

    @cached_property
    def _messages(self) -> list[Json]:
        seats = {seat.user_id: seat.index for seat in self.position.seats if seat.user_id}
        return [
            {
                "seat": seats.get(row.user_id),
                "name": row.user.username,
                "text": row.text,
                "at": row.at.isoformat(timespec="seconds"),
                "time": date_format(timezone.localtime(row.at), _("M j, H:i")),
            }
            for row in chat.messages(self.game.pk)
        ]

    def _instructions(self) -> Json | None:
        return None if self.seat is None or self.past else instructions.of(self.position, self.seat)

    def _about(self) -> Json:
        game = self.game
        facts = [
            (_("Game"), f"{self.name} {game.pk}"),
            (_("Players"), game.players),
            *settings_words.options(self.type, game.options),
            (_("Clock"), self.clock),
            (_("Who may watch"), _("the invited") if self.private else _("everybody")),
            (_("Made by"), game.created_by.username),
        ]
        if game.started_at:
            started = date_format(timezone.localtime(game.started_at), "DATETIME_FORMAT")
            facts.append((_("Started"), started))
        return {
            "facts": facts,
            "seed_hash": game.seed_hash,
            "seed": bytes(game.seed).hex() if game.status == Game.Status.FINISHED else "",
            "may_resign": self._can["resign"],
            "resign_text": _("The game ends at once, and your opponent wins.")
            if game.players == 2
            else _("A bot plays on for you, and you rank below all who stay."),
        }


def whole_log(table: Tabletop) -> list[Json]:
    """Every line of the log, newest first."""
    entries = present.log(table.position, table.me)
    return [table._line(entry, new=False) for entry in reversed(entries) if entry["text"]]
