"""Lets a moderator see a running game from one seat; each look is logged."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from accounts.current_user import current_user
from accounts.moderation import audit
from games.models import Game
from games.moderation import interest
from games.moderation.desk import check_permissions
from games.pages.table.act.answering import draw_page
from games.pages.table.reader import Reader
from games.pages.table.view.choosing import Choosing
from games.pages.table.view.tabletop import Tabletop
from games.storage.position import as_seen, newest
from games.words import table_package, texts

#: How many of a seat's choices are listed.
NAMED = 30


class Moderator(Reader):
    """A person without a seat who sees everything that a seat sees."""

    @property
    def all_is_open(self) -> bool:
        return True


class Looking(Tabletop):
    """The page for a moderator, which also says what the seat is asked."""

    @property
    def looked_at(self) -> tuple[str, str]:
        """What the seat is asked, and its choices."""
        reader, asked = self.reader, None
        if reader.running and reader.rules.state.held is None and reader.looking is not None:
            asked = reader.rules.decision(reader.looking)
        if asked is None:
            return _("This seat has nothing to decide now"), super().looked_at[1]
        choosing = Choosing(reader.type, asked, reader.view, reader.people)
        question = texts.plain(table_package.prompt(reader.type, asked, reader.view), reader.people)
        if asked.answer is not None:
            answer = choosing.label(asked.answer)
            return question, _("The seat has answered: %(answer)s") % {"answer": answer}
        steps = choosing.steps()
        labels = [step.label for step in steps[:NAMED]] + ["…"] * (len(steps) > NAMED)
        return question, _("The seat can choose: %(choices)s") % {"choices": "; ".join(labels)}


def look(request: HttpRequest, game_id: int, index: int) -> HttpResponse:
    """Show a moderator the table as a seat sees it. Refused to anyone who has played there: they
    would know too much. A moderator who has looked cannot take a seat of the game."""
    check_permissions(request)
    user_id = int(request.user.pk or 0)
    game = get_object_or_404(Game.objects.defer("state", "seed"), pk=game_id)
    if interest.party_to_game(user_id, game_id):
        raise PermissionDenied(_("You have played at this table. Another moderator has to look."))
    seat = get_object_or_404(game.seats.select_related("user"), index=index)
    found = newest(game_id)
    if found is None or found.rules is None:
        raise Http404
    position = as_seen(found, found.seat_of(None if seat.bot else seat.user_id))
    audit.write(
        current_user(request),
        audit.LOOK,
        person=seat.user,
        game=game_id,
        after={"seat": index + 1, "move": position.number},
    )
    reader = Moderator(position, None, past=True, eyes=index)
    message = _("You see the table as %(name)s does, as a moderator. This is logged.")
    return draw_page(request, Looking(reader), "", message % {"name": reader.people[index]})
