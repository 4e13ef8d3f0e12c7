"""Help for beginners: explanations of decisions, and an offer of the lesson.

In a person's first two games of a type each kind of decision is explained once, and while they wait
for a first turn they are offered the lesson. What was explained is stored with the account, which
is read with each seat, so it costs experienced players no statement.
"""

from __future__ import annotations

from accounts import people
from games.lessons import following
from games.models import Game, Seat
from games.rules.engine import Decision
from games.storage import position as storage
from games.storage.position import Position, own_seat

#: Games of a type with explanations.
FIRST_GAMES = 2
#: Stands for the offer of the lesson where a kind of decision would stand.
OFFER = ""


def untold(position: Position, seat: Seat | None, decision: Decision | None) -> bool:
    """Whether this decision has an explanation that its person has not seen and still needs."""
    if seat is None or seat.user is None or decision is None or position.game.lesson:
        return False
    user, slug = seat.user, position.type.slug
    known = {slug, _name(slug, decision.kind)} & set(user.explained)
    return bool(decision.asks.first_time) and user.explain_first and not known


def is_due(position: Position, seat: Seat | None, decision: Decision | None) -> bool:
    """Whether to show the explanation now."""
    if not untold(position, seat, decision):
        return False
    assert seat is not None  # the seat must answer
    assert seat.user_id is not None
    return _is_new(position.game, seat.user_id)


def learns(position: Position, seat: Seat) -> bool:
    """Whether to offer the type's lesson to a player who waits for their first turn.

    They must have played nothing of it, and must not have declined the offer.
    """
    user, game = seat.user, position.game
    if user is None or not user.explain_first or game.practice:
        return False
    slug = position.type.slug
    if any(each == slug or each.startswith(_name(slug, OFFER)) for each in user.explained):
        return False
    return following.is_for(user.pk, slug, besides=game.pk)


def hear(game_id: int, user_id: int, kind: str) -> None:
    """Record that a player of this game has seen an explanation, or the lesson's offer (``OFFER``).

    It is not shown again; after a person's first games no kind of the type is. Nothing happens for
    a kind without an explanation.
    """
    position = storage.load(game_id, user_id)
    own_seat(position, user_id)
    known, slug = position.type.kinds.get(kind), position.type.slug
    if kind == OFFER or (known is not None and known.first_time):
        is_new = _is_new(position.game, user_id)
        people.explained(user_id, _name(slug, kind) if is_new else slug)


def _name(slug: str, kind: str) -> str:
    return f"{slug}.{kind}"


def _is_new(game: Game, user_id: int) -> bool:
    """Whether this is among their first games of the type, without lessons."""
    before = Seat.objects.filter(user=user_id, game__type=game.type, game__lt=game.pk)
    begun = before.filter(game__started_at__isnull=False, game__lesson="")
    return begun[:FIRST_GAMES].count() < FIRST_GAMES
