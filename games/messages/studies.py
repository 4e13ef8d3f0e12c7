"""The notification of a new member of a study."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.company import relationships
from accounts.models import User
from games.models import Study, StudyMember
from games.notification_events.kinds import StudyAdded
from notifications import groups
from notifications.content import Words
from notifications.kinds import TOGETHER, Kind, register
from notifications.models import Notification


@register
class StudyAddedKind(Kind[StudyAdded]):
    fact = StudyAdded
    label = gettext_lazy("a friend adds me to a study")
    group = groups.PEOPLE
    heading = gettext_lazy("Studies")
    defaults = TOGETHER
    place = "study"

    def thread(self, notification: Notification) -> str:
        return f"study-{self.read(notification).study}"

    def why_not(self, notification: Notification) -> str:
        fact = self.read(notification)
        if relationships.apart(notification.user_id, fact.by):
            return "apart"
        mine = StudyMember.objects.filter(study=fact.study, user=notification.user_id)
        return "" if mine.exists() else "no member any more"

    def words(self, notification: Notification) -> Words:
        fact = self.read(notification)
        # It may have been deleted since: the number is its name then.
        study = Study.objects.filter(pk=fact.study).first() or Study(pk=fact.study)
        mine = StudyMember.objects.filter(study=study, user=notification.user_id).first()
        writes = mine is not None and mine.role != StudyMember.Role.READER
        about = {"name": User.objects.get(pk=fact.by).username, "study": study.name}
        return Words(
            subject=_("%(name)s has added you to the study “%(study)s”") % about,
            heading=study.name,
            lines=[
                _("You can add choices, comments, and marks there.")
                if writes
                else _("You can read it, and follow live what others write.")
            ],
            button=_("Go to the study"),
            path=reverse("study", args=[study.pk]),
        )
