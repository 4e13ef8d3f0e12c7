"""The content of a game's page: the service's own regions and those of the game type."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.pages.drawing.board import Drawing
from games.pages.drawing.drawing_cache import Drawn
from games.pages.drawing.reading import Whole
from games.pages.drawing.regions import TOKEN, Region
from games.pages.drawing.rendering import render, render_kept
from games.pages.table import points
from games.pages.table.after import ending
from games.pages.table.after.growth import growth
from games.pages.table.after.my_result import my_result
from games.pages.table.after.points_history import points_history
from games.pages.table.lesson.first_time import Shown, first_time
from games.pages.table.lesson.lesson import seats
from games.pages.table.lines import draw_lines
from games.pages.table.story import Story, history
from games.pages.table.view import about, agreements, live_clocks
from games.pages.table.view.bar import Bar, bar
from games.pages.table.view.hint import hint
from games.pages.table.view.tabletop import Tabletop
from games.showing.instructions import describe_instructions

PARTS = ("result", "reasons", "own", "head", "decision", "plan", "first_time", "agreements",
         "hint", "since",
         "players", "scores", "keep", "log", "earlier", "chat", "onlookers", "later", "notes",
         "instructions", "menu", "about")  # fmt: skip
#: The size of the drawing of the points, on wide screens and on phones.
SIZES = ((560, 280), (366, 236))
#: Further parts of a lesson's page.
TAUGHT = ("course", "speech", "course_ways")
OF_THE_READER = ("going_on", "looking", "may_put_off", "moderates", "notes", "over", "past",
                 "plan", "private", "try_url", "two_talks", "url", "writes")  # fmt: skip
OF_THE_TABLE = (
    *("better_url", "clock", "keep_url", "next_url", "options", "play_on_url", "reactions"),
    *("status", "status_kind", "called", "study_url", "ways_on"),
)


def sentences(said: Iterable[str]) -> str:
    """Sentences one after another, each with an audible end."""
    return " ".join(text if text.endswith((".", "!", "?", "…")) else f"{text}." for text in said)


@dataclass
class Content:
    """Everything that is shown of one table.

    For a ``script`` the board is drawn without the possible choices, which the script lights: so it
    is the same whether or not the reader must choose.
    """

    table: Tabletop
    script: bool = False

    @cached_property
    def _bar(self) -> Bar:
        shown = bar(self.table)
        if shown.clocks:
            shown.news = live_clocks.news(self._agreements, self._story)
        return shown

    @cached_property
    def _agreements(self) -> agreements.Agreements:
        return agreements.agreements(self.table.reader)

    @cached_property
    def _story(self) -> Story:
        return Story(self.table.reader)

    @cached_property
    def _first_time(self) -> Shown | None:
        return first_time(self.table.reader)

    @property
    def said(self) -> str:
        """The question as a screen reader says it.

        The page reads events from its log (`static/js/table/happenings.js`).
        """
        if self.table.lesson:  # it says itself what is asked
            return ""
        why = [self._first_time["text"]] if self._first_time else []
        return sentences([self._bar.prompt, *why])

    @property
    def told(self) -> str:
        """What the newest move did, in the words of the log."""
        return sentences(self._story.of_move(self.table.reader.position.number))

    @property
    def moved(self) -> list[str]:
        """The pieces that the last moves moved, in order."""
        return self._story.moved()

    def frame(self) -> dict[str, object]:
        """Further parts of the page for a script."""
        table, reader = self.table, self.table.reader
        return {
            "version": reader.version,
            "stamp": table.stamp,
            "release": settings.RELEASE,
            "title": table.title,
            "mine": reader.mine_to_move,
            "said": self.said,
            "number": reader.position.number,
            "told": self.told,
            "passed": self._story.is_pass(self.table.reader.position.number),
            "play_on": table.play_on_url,
            "moved": self.moved,
        }

    def regions(self) -> dict[str, Region]:
        """Every region by name; those of the board begin with ``board-``."""
        reader, story = self.table.reader, self._story
        # Not from the stored result: the database does not keep the order of its sources.
        standing = reader.rules.standing()
        players = points.players(reader, standing)
        for player in players:
            player["planned"] = player["you"] and reader.answers_ahead
        drawing = self._drawing(players)
        scores = points.scores(reader, standing, players)
        newest, earlier = story.lines()
        shared = {
            "table": self._frame_of_parts(),
            "game_id": reader.game.pk,
            "csrf_input": TOKEN,
            "bar": vars(self._bar),
            "history": history(reader),
            "since": story.since(),
            "players": Whole(
                {**player, "goods": goods}
                for player, goods in zip(players, drawing.goods(), strict=False)
            ),
            "scores": scores,
            **self._end(players, scores),
            "newest": draw_lines(newest),
            "earlier": draw_lines(earlier, day=newest[-1].date if newest else ""),
            "messages": reader.messages,
            "onlookers": reader.onlookers,
            "instructions": self._instructions(),
            "agreements": self._agreements,
            "hint": hint(reader),
            "first_time": self._first_time,
            "menu": agreements.menu(reader),
            "about": about.describe_game(reader),
        }
        names: tuple[str, ...] = PARTS
        if lesson := self.table.lesson:
            names += TAUGHT
            shared |= {"taught": vars(lesson.taught()), "seats": seats(reader)}
        labels = {"decision": "", "players": _("Players"), "head": ""}
        parts = {name: Region(self._part(name, shared), labels.get(name, "")) for name in names}
        return parts | drawing.regions()

    def _end(self, players: list[points.Player], scores: points.Scores | None) -> dict[str, object]:
        """The content about a finished game."""
        table, reader = self.table, self.table.reader
        if not reader.over:
            return dict.fromkeys(("result", "growth", "stages", "own", "share"))
        known = points_history(reader)
        return {
            "result": ending.result(reader, players, scores, known),
            "growth": [growth(known.stages, *size) for size in SIZES],
            "stages": known.stages,
            "own": my_result(reader),
            "share": {"picture": table.picture_url, "link": table.shared_url},
        }

    def _part(self, name: str, data: Mapping[str, object]) -> Drawn:
        template = f"games/table/{name}.html"
        if self._game is None:
            return Drawn(render(template, **data))
        return render_kept(self._game, self._locale, template, data)

    @cached_property
    def _game(self) -> int | None:
        """The number of the game if its drawings are cached.

        Those of past positions are not, and none are while templates are being developed.
        """
        reader = self.table.reader
        return None if reader.past or settings.DEBUG else reader.game.pk

    @property
    def _locale(self) -> tuple[str, str]:
        """The active language and time zone."""
        return self.table.reader.language, self.table.reader.zone

    def _frame_of_parts(self) -> dict[str, object]:
        """Everything that the parts read of the table."""
        table, reader = self.table, self.table.reader
        known = {name: getattr(reader, name) for name in OF_THE_READER}
        return known | {name: getattr(table, name) for name in OF_THE_TABLE}

    def _drawing(self, players: list[points.Player]) -> Drawing:
        reader, choosing = self.table.reader, self.table.choosing
        return Drawing(
            rules=reader.type,
            view=reader.view,
            me=reader.looking,
            players=players,
            targets=choosing.targets() if choosing and not self.script else {},
            picked=choosing.picked if choosing else (),
            marked=self._story.marked(),
            game=self._game,
            reader=self._locale,
        )

    def _instructions(self) -> Mapping[str, object] | None:
        reader = self.table.reader
        if reader.seat is None or reader.past:
            return None
        found = describe_instructions(
            reader.position, reader.seat, reader.beside.instructions, reader.view
        )
        left = reader.shown_plans
        if found is None and not left:
            return None
        standing, offers = (found["standing"], found["offers"]) if found else ([], [])
        return {"standing": Whole(standing), "offers": Whole(offers), "plans": Whole(left)}
