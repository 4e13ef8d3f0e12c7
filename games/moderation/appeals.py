"""Appeals: a person asks for a review of a sanction, once for each.

A signed link leads there, because a suspended person cannot sign in. It is in the e-mail about the
sanction, and on the page that a closed account gets when signing in.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Sanction
from accounts.moderation import sanctions
from games.errors import Illegal, Refused
from games.models import Case, Report
from games.moderation.reports import check_words
from games.notification_events import writing


def path(sanction: Sanction) -> str:
    """The page on which the person can appeal."""
    return reverse("appeal", args=[sanctions.signed(sanction)])


def find_appeal(sanction: Sanction) -> Case | None:
    """The appeal against it, if there is one."""
    return Case.objects.filter(about=Case.About.APPEAL, sanction=sanction).first()


def submit_appeal(sanction: Sanction, words: str) -> Report:
    """Store an appeal in the person's own words. Illegal without words, Refused for a second appeal
    and for a sanction that has already been withdrawn."""
    words = check_words(words)
    if not words:
        raise Illegal(_("Explain in a few words why this is wrong."), "no_words")
    if sanction.withdrawn_at:
        raise Refused(_("It has already been withdrawn."), "withdrawn")
    now, kind = timezone.now(), sanction.get_kind_display()
    try:
        with transaction.atomic():
            case = Case.objects.create(
                key=f"{Case.About.APPEAL}/{sanction.pk}",
                about=Case.About.APPEAL,
                person=sanction.user,
                sanction=sanction,
                said=f"{kind}: {sanction.reason}",
                opened_at=now,
            )
            report = Report.objects.create(
                about=Report.About.APPEAL,
                person=sanction.user,
                by=sanction.user,
                reason=Report.Reason.OTHER,
                words=words,
                said=case.said,
                at=now,
                case=case,
            )
            writing.reported(report, now)
    except IntegrityError:
        raise Refused(_("You have already appealed."), "appealed") from None
    return report
