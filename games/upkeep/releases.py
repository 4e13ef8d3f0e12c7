"""Requests to the operator to bring a game type to its next stage, and the answers."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Illegal, Refused
from games.models import Package, ReleaseRequest
from games.models.packages import Stage
from games.moderation.reports import check_words
from games.upkeep import maintainers, telling

Answer = ReleaseRequest.Answer
#: The stages that follow a stage.
NEXT = {Stage.ALPHA: (Stage.BETA, Stage.PUBLISHED), Stage.BETA: (Stage.PUBLISHED,)}


def stages_after(package: Package) -> list[tuple[str, str]]:
    """The stages that can be requested, with their names."""
    names = {Stage.BETA: _("a beta"), Stage.PUBLISHED: _("published")}
    return [(each.value, names[each]) for each in NEXT.get(Stage(package.stage), ())]


def request_release(slug: str, user_id: int, stage: str, words: str) -> ReleaseRequest:
    """Request a stage; Illegal for one that does not follow, Refused while a request is open."""
    package, now = maintainers.package(slug, user_id), timezone.now()
    if stage not in dict(stages_after(package)):
        raise Illegal(_("The game cannot go to that stage from its present one."), "bad_stage")
    said = check_words(words)
    try:
        with transaction.atomic():
            made = ReleaseRequest.objects.create(
                type=slug, stage=stage, words=said, by_id=user_id, at=now
            )
            telling.release_asked(made, now)
    except IntegrityError:
        raise Refused(
            _("The operator has already been asked. Please wait for the answer."), "asked"
        ) from None
    return made


def answer_request(request_id: int, answer: str, reply: str) -> ReleaseRequest:
    """Store the operator's answer; granting it sets the stage.

    Refused for a request that is already answered.
    """
    now = timezone.now()
    with transaction.atomic():
        asked = ReleaseRequest.objects.select_for_update(of=("self",)).get(pk=request_id)
        if asked.answer:
            raise Refused(_("This request has already been answered."), "answered")
        asked.answer, asked.reply, asked.answered_at = Answer(answer), reply, now
        asked.save(update_fields=["answer", "reply", "answered_at"])
        if asked.answer == Answer.GRANTED:
            Package.objects.filter(pk=asked.type).update(stage=asked.stage)
        telling.release_answered(asked, now)
    return asked


def last_request(slug: str) -> ReleaseRequest | None:
    return ReleaseRequest.objects.filter(type=slug).first()
