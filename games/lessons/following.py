"""Taking a lesson: begin it, choose, let the others choose, go back, and leave it to play on.

A lesson is a real game for one person on the first seat. The other seats act by ordinary moves, in
the way that the lesson says, right after the pupil.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.bots import playing
from games.errors import GameError, NotFound, Refused
from games.lessons import practice, script
from games.lessons.script import Script
from games.lobby import limits
from games.models import BY_HAND, Game, Seat, Tenure
from games.moves import actions, rollback, seat_holders
from games.rules import registry
from games.rules.engine import IllegalChoice
from games.rules.engine.lessons import PUPIL, Lesson
from games.stages import stage_visibility
from games.storage import position as storage
from games.storage.position import Position, locked, own_seat


class NotMeant(GameError):
    """The choice is legal, but not the one that the lesson is about."""

    status = 409
    code = "not_meant"

    def __init__(self, choice: Sequence[object], text: str = "") -> None:
        self.choice = tuple(choice)
        super().__init__(
            text or _("That is possible too, but the lesson shows something else here.")
        )


def has_lesson(type_: str) -> bool:
    """Whether a game type has a lesson."""
    return any(rules.slug == type_ and script.lessons(rules) for rules in registry.all())


def is_for(user_id: int, type_: str, besides: int | None = None) -> bool:
    """Whether a lesson of this type suits this person.

    There must be one, and they must have begun neither it nor a game of the type, ``besides`` the
    one that they are about to play.
    """
    if not has_lesson(type_):
        return False
    begun = Seat.objects.filter(user=user_id, game__type=type_, game__started_at__isnull=False)
    return not begun.exclude(game=besides).exists()


def further(user_id: int, type_: str) -> Lesson | None:
    """The next lesson of a type, for a person who knows the first: one that they are not taking."""
    known = list(script.lessons(registry.get(type_)).values())
    begun = Game.objects.filter(practice=True, created_by=user_id, type=type_).exclude(lesson="")
    names = set(begun.values_list("lesson", flat=True))
    return next((lesson for lesson in known[1:] if lesson.name not in names), None)


def list_begun(user_id: int) -> set[tuple[str, str]]:
    """The lessons that this person has begun, by type and name."""
    begun = Game.objects.filter(practice=True, created_by=user_id).exclude(lesson="")
    return set(begun.values_list("type", "lesson"))


def list_running(user_id: int) -> dict[tuple[str, str], int]:
    """The games of the lessons that this person is in, by type and name."""
    running = Game.objects.filter(
        practice=True, created_by=user_id, status=Game.Status.RUNNING, broken_at=None
    ).exclude(lesson="")
    rows = running.order_by("pk").values_list("type", "lesson", "pk")
    return {(type_, name): game_id for type_, name, game_id in rows}


def begin_lesson(user_id: int, type_: str, name: str = "", *, anew: bool = False) -> Position:
    """The person's game of this lesson; without ``name`` the first lesson of its type.

    It is the one they are in; if there is none, or with ``anew``, a new one. NotFound if there is
    no such lesson; TooMany for too many new games within an hour.
    """
    lesson = _lesson(user_id, type_, name)
    going = Game.objects.filter(
        practice=True, created_by=user_id, type=type_, lesson=lesson.name,
        status=Game.Status.RUNNING, broken_at=None,
    ).order_by("-pk")  # fmt: skip
    current = going.values_list("pk", flat=True).first()
    if current is not None and not anew:
        return storage.load(current, user_id)
    with transaction.atomic(durable=True):
        limits.count_act("new game", user_id)
        going.update(status=Game.Status.CANCELLED)
        position = _new(user_id, type_, lesson)
    return _let_others_choose(position.game.pk, user_id)


def choose(
    game_id: int,
    user_id: int,
    choice: Sequence[object],
    *,
    version: int,
    key: str = "",
    anyway: bool = False,
) -> Position:
    """Make the pupil's choice.

    NotMeant for a legal choice that the lesson is not about; with ``anyway`` it is made, if the
    lesson can continue after it. Otherwise like ``actions.choose``.
    """
    here = storage.load(game_id, user_id)
    seat = own_seat(here, user_id)
    course = find_script(here)
    if version >= seat.asked_version:  # an older form was sent before, or comes too late
        _check_meant(here, course, choice, anyway=anyway)
    actions.choose(game_id, user_id, choice, version=version, key=key)
    return _let_others_choose(game_id, user_id)


def _check_meant(here: Position, course: Script, choice: Sequence[object], *, anyway: bool) -> None:
    decision = here.running().decision(PUPIL)
    step = course.choices[here.number] if here.number < len(course.choices) else None
    if decision is None or step is None or script.is_meant(step, choice):
        return
    try:
        taken = decision.find(choice)
    except IllegalChoice as error:
        raise actions.NotOffered(error) from error
    if not (anyway and can_go_on_after(here, course, taken)):
        raise NotMeant(taken)


def can_go_on_after(here: Position, course: Script, choice: Sequence[object]) -> bool:
    """Whether the lesson can be played to its end after this choice of the pupil."""
    again = here.running().copy()
    again.choose(PUPIL, choice)
    return course.goes_on(again, here.number + 1)


def continue_lesson(game_id: int, user_id: int) -> Position:
    """Let the other seat act, and continue up to the next text."""
    here = storage.load(game_id, user_id)
    own_seat(here, user_id)
    course = find_script(here)
    _choose_for(here, course)
    return _let_others_choose(game_id, user_id)


def play_for_pupil(game_id: int, user_id: int) -> Position:
    """Make the choice that the lesson asks of the pupil."""
    here = storage.load(game_id, user_id)
    own_seat(here, user_id)
    course = find_script(here)
    if here.number >= len(course.choices):
        raise Refused(_("The lesson is over."), "over")
    step = course.choices[here.number]
    taken = script.meant(here.running(), step)
    if step.seat != PUPIL or taken is None:
        raise Refused(_("There is nothing to choose here."), "nothing_to_show")
    actions.choose(game_id, user_id, taken, version=here.version)
    return _let_others_choose(game_id, user_id)


def back(game_id: int, user_id: int) -> tuple[Position, int]:
    """Go back to before the last choice: the position, and the place in the texts there.

    Refused at the beginning.
    """
    with locked(game_id, user_id=user_id) as position:
        own_seat(position, user_id)
        course = find_script(position)
        earlier = [frame for frame in course.frames if frame.made < position.number]
        if position.game.status != Game.Status.RUNNING or not position.number or not earlier:
            raise Refused(_("This is the beginning of the lesson."), "at_the_beginning")
        rollback.rewind(position, earlier[-1].made)
    return position, len(course.beside(earlier[-1].made)) - 1


def leave_lesson(game_id: int, user_id: int) -> Position:
    """Play on from here as in any practice game, with bots on the other seats."""
    with locked(game_id, user_id=user_id) as position:
        game = position.game
        own_seat(position, user_id)
        find_script(position)
        game.lesson = ""
        game.save(update_fields=["lesson"])
        for seat in position.seats:
            if seat.bot == BY_HAND:
                seat_holders.change_holder(
                    position, seat, game.rules.best_bot, Tenure.Reason.REPLACED
                )
    playing.wake(position)
    return position


def _lesson(user_id: int, type_: str, name: str) -> Lesson:
    try:
        known = script.lessons(stage_visibility.get(type_, user_id))
    except registry.UnknownGameType:
        raise NotFound from None
    lesson = known.get(name) if name else next(iter(known.values()), None)
    if lesson is None:
        raise NotFound
    return lesson


def _new(user_id: int, type_: str, lesson: Lesson) -> Position:
    rules = registry.get(type_)
    game = Game.objects.create(
        type=type_, options=rules.check_options(dict(lesson.options)), players=lesson.players,
        rules_version=rules.version, clock=practice.CLOCK, practice=True, lesson=lesson.name,
        stage=stage_visibility.trial(type_), visibility=Game.Visibility.PRIVATE,
        created_by_id=user_id, seed=lesson.secret,
    )  # fmt: skip
    seats = [Seat(game=game, index=index, bot=BY_HAND) for index in range(lesson.players)]
    seats[PUPIL].user, seats[PUPIL].bot = User.objects.get(pk=user_id), ""
    Seat.objects.bulk_create(seats)
    position = Position(game, seats, None, 0, 0)
    actions.start_game(position, by_lot=False)
    return position


def find_script(position: Position) -> Script:
    """The script of a lesson's game; Refused for any other game."""
    course = script.find_script(position)
    if course is None:
        raise Refused(_("This game is not a lesson."), "no_lesson")
    return course


def _choose_for(here: Position, course: Script) -> bool:
    """Make the lesson's next choice for another seat; False if it is the pupil's turn or
    impossible."""
    step = course.choices[here.number] if here.number < len(course.choices) else None
    if step is None or step.seat == PUPIL:
        return False
    decision, taken = here.running().decision(step.seat), script.meant(here.running(), step)
    if decision is None or taken is None:
        return False
    return actions.by_bot(here.game.pk, step.seat, decision.id, taken, final=True)


def _let_others_choose(game_id: int, user_id: int) -> Position:
    """Make the choices without a text; the position after them, as the pupil sees it."""
    while True:
        here = storage.load(game_id, user_id)
        course = script.find_script(here)
        if course is None or not course.runs_on(here.number) or not _choose_for(here, course):
            return here
