"""Standing invitations: "I play up to three games of this at this pace". The service seats people
by them (``games.lobby.seating``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, F, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, account_closed
from games.errors import Forbidden, Illegal, NotFound, Refused
from games.lobby import requirements
from games.models import Game, Placement, StandingInvitation
from games.rules.engine import BadOptions, Json
from games.rules.registry import UnknownGameType
from games.stages import stage_visibility
from games.words import texts

#: Invitations per person; and simultaneous games by one of them.
MOST, MOST_GAMES = 10, 10
#: The paces that are possible: people are seated while they are away.
PACES = ("fast", "medium", "slow", "none")


def make(
    user_id: int,
    type_: str,
    players: int,
    pace: str,
    *,
    most: int,
    options: Mapping[str, object] | None = None,
    rated: bool | None = None,
    asks: Mapping[str, object] | None = None,
    friends_only: bool = False,
) -> StandingInvitation:
    """Offer to play up to ``most`` such games at a time; None as ``options`` or ``rated`` means
    any.

    Illegal names the wrong setting; Forbidden for guests and bots, Refused for too many
    invitations.
    """
    all_options = _options(user_id, type_, players, options)
    if pace not in PACES:
        raise Illegal(_("There is no such pace."), "bad_pace")
    if not 1 <= most <= MOST_GAMES:
        raise Illegal(
            _("Choose 1 to %(most)d games at a time.") % {"most": MOST_GAMES}, "bad_number"
        )
    asked = requirements.check_requirements(asks)
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        if user.is_guest:
            raise Forbidden(
                _("Guests cannot have standing invitations. Please keep your account first."),
                "guest",
            )
        if user.is_bot:
            raise Forbidden(
                _("Bots cannot have standing invitations. People invite them to games."), "bot"
            )
        if user.standing_invitations.count() >= MOST:
            raise Refused(
                _("You already have %(most)d standing invitations. Please end one first.")
                % {"most": MOST},
                "too_many",
            )
        return StandingInvitation.objects.create(
            user=user,
            type=type_,
            players=players,
            pace=pace,
            options=all_options,
            rated=rated,
            most=most,
            asks=asked,
            friends_only=friends_only,
        )


def _options(
    user_id: int, type_: str, players: int, options: Mapping[str, object] | None
) -> Json | None:
    try:
        rules = stage_visibility.get(type_, user_id)
    except UnknownGameType:
        raise Illegal(_("There is no such game."), "unknown_type") from None
    if players not in rules.players:
        raise Illegal(
            _("%(game)s is for %(numbers)s players.")
            % {"game": _(rules.name), "numbers": ", ".join(map(str, rules.players))},
            "bad_players",
        )
    if options is None:
        return None
    try:
        return rules.check_options(dict(options))
    except BadOptions as error:
        raise Illegal(texts.own(rules, str(error)), "bad_options") from error


def pause_invitation(user_id: int, invitation_id: int) -> None:
    """Stop seating people by it until it is resumed; running games continue."""
    _change(user_id, invitation_id, paused_at=timezone.now())


def resume_invitation(user_id: int, invitation_id: int) -> None:
    _change(user_id, invitation_id, paused_at=None)


def _change(user_id: int, invitation_id: int, **values: Any) -> None:
    own = StandingInvitation.objects.filter(user=user_id, pk=invitation_id)
    if not own.update(**values):
        raise _missing()


def end_invitation(user_id: int, invitation_id: int) -> None:
    """Delete it; running games continue."""
    deleted, _by_model = StandingInvitation.objects.filter(user=user_id, pk=invitation_id).delete()
    if not deleted:
        raise _missing()


def _missing() -> NotFound:
    return NotFound(_("There is no such standing invitation."))


def list_invitations(user_id: int) -> QuerySet[StandingInvitation]:
    """This person's standing invitations, each with the number of games ``playing`` by it."""
    return StandingInvitation.objects.filter(user=user_id).annotate(playing=_playing())


def find_usable_invitations() -> QuerySet[StandingInvitation]:
    """The invitations by which people can be seated now, as far as their own limits allow.

    Nobody is seated with a bot without being asked.
    """
    on = StandingInvitation.objects.filter(
        paused_at=None, user__is_active=True, user__closes_at=None, user__owner=None
    )
    return on.annotate(playing=_playing()).filter(playing__lt=F("most"))


def _playing() -> Coalesce:
    """How many games of each invitation are running."""
    running = Placement.objects.filter(invitation=OuterRef("pk"), over=False).order_by()
    number = running.values("invitation").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)


def note_placed(game: Game, invitations: Sequence[StandingInvitation]) -> None:
    """Record that these people play this game by their invitations; in the caller's transaction."""
    Placement.objects.bulk_create(
        Placement(game=game, user_id=one.user_id, invitation=one) for one in invitations
    )
    placed = StandingInvitation.objects.filter(pk__in=[one.pk for one in invitations])
    placed.update(placed_at=timezone.now())


def listen_to_closed_accounts() -> None:
    """Delete the invitations of closed accounts; called at the start of each process."""
    account_closed.connect(_forget)


def _forget(user: User, **_signal: Any) -> None:
    StandingInvitation.objects.filter(user=user).delete()
