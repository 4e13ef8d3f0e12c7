"""Boards as the table page draws them, for players with odd names."""

from typing import Any

from games.pages.drawing.board import Drawing
from games.pages.table.view.choosing import Choosing
from games.rules.engine import Game, Json

NAMES = ['A"<b>nna</b>', "Benedikt & Söhne mit sehr langem Namen", "Çelik", "Bot 4"]


def drawing(game: Game[Any], seat: int | None, view: Json | None = None) -> Drawing:
    """The board as the table page would draw it; seat None is a spectator."""
    view = game.view(seat) if view is None else view
    decision = None if seat is None else game.decision(seat)
    choosing = Choosing(game.rules, decision, view, NAMES) if decision else None
    players = [
        {"seat": i, "name": NAMES[i], "to_move": i in game.to_move(), "score": 0, "bot": i == 3}
        for i in range(game.players)
    ]
    return Drawing(
        rules=game.rules,
        view=view,
        me=seat,
        players=players,
        targets=choosing.targets() if choosing else {},
        picked=(),
        marked=(),
    )


def html(drawn: Drawing) -> str:
    return "".join([region.html for region in drawn.regions().values()] + drawn.goods())
