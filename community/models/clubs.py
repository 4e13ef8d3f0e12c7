"""Clubs: their members, candidates and messages. docs/community.md."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

#: The pieces of a club's name in the index, made like those of people's names.
CLUB_NAME_PARTS = Func(
    F("name"), function="name_parts", output_field=ArrayField(models.TextField())
)


class Club(models.Model):
    """People who play together. A closed club stays, with its games, for its former members.

    ``sign`` is drawn like a face, ``size`` is the number of members. Clubs by invitation are secret
    to everybody else.
    """

    class Entry(models.TextChoices):
        OPEN = "open", _("open to all")
        REQUEST = "request", _("by request")
        INVITATION = "invitation", _("by invitation")

    name = models.CharField(_("name"), max_length=40)
    entry = models.CharField(_("who may join"), max_length=10, choices=Entry, default=Entry.REQUEST)
    sign = models.CharField(max_length=40, blank=True)
    about = models.TextField(_("about the club"), max_length=500, blank=True)
    rules = models.TextField(_("house rules"), max_length=1000, blank=True)
    languages = ArrayField(models.CharField(max_length=8), default=list)
    size = models.PositiveIntegerField(_("members"), default=0)
    founded_at = models.DateTimeField(_("founded"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints = [
            # Unique among public clubs: refusing a name reveals no secret one.
            models.UniqueConstraint(
                Upper("name"),
                condition=Q(closed_at=None) & ~Q(entry="invitation"),
                name="club_name_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["-size", "id"],
                name="club_listed",
                condition=Q(closed_at=None) & ~Q(entry="invitation"),
            ),
            GinIndex(CLUB_NAME_PARTS, name="club_name_parts", fastupdate=False),
        ]

    def __str__(self) -> str:
        return self.name


class ClubMember(models.Model):
    """A member of a club; ``read_to`` is the last message that was read."""

    class Role(models.IntegerChoices):
        OWNER = 0, pgettext_lazy("of a club", "owner")
        OFFICER = 1, _("officer")
        MEMBER = 2, _("member")

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="clubs")
    role = models.PositiveSmallIntegerField(_("role"), choices=Role, default=Role.MEMBER)
    since = models.DateTimeField(default=timezone.now)
    read_to = models.BigIntegerField(default=0, help_text="number of a message")

    class Meta:
        verbose_name = _("member of a club")
        verbose_name_plural = _("members of clubs")
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="club_member_once"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role=0), name="club_member_one_owner"
            ),
        ]
        indexes = [models.Index(fields=["club", "role", "id"], name="club_member_order")]

    def __str__(self) -> str:
        return f"user {self.user_id} in club {self.club_id}"


class Candidate(models.Model):
    """A person who asks to join, is invited, or was removed and may return only by invitation."""

    class State(models.TextChoices):
        ASKS = "asks", _("has asked to join")
        INVITED = "invited", _("invited")
        OUT = "out", _("removed")

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="candidates")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    state = models.CharField(_("state"), max_length=10, choices=State)
    words = models.CharField(_("words"), max_length=200, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, db_index=False, related_name="+",
        help_text="who invited or removed them",
    )  # fmt: skip
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("candidate of a club")
        verbose_name_plural = _("candidates of clubs")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="candidate_once")]
        indexes = [models.Index(fields=["club", "state", "id"], name="candidate_state")]

    def __str__(self) -> str:
        return f"user {self.user_id}, club {self.club_id}: {self.state}"


class ClubMessage(models.Model):
    """A message of a member to the club."""

    club = models.ForeignKey(Club, models.CASCADE, db_index=False, related_name="talk")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField(_("text"), max_length=1000)
    at = models.DateTimeField(_("at"), default=timezone.now)
    hidden_at = models.DateTimeField(_("hidden"), null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, db_index=False, related_name="+",
        verbose_name=_("by"),
    )  # fmt: skip
    hidden_by_moderator = models.BooleanField(
        default=False, db_default=False, help_text="only moderators show it again"
    )

    class Meta:
        verbose_name = _("message to a club")
        verbose_name_plural = _("messages to clubs")
        indexes = [
            models.Index(fields=["club", "id"], name="club_message_of"),
            models.Index(fields=["at"], name="club_message_at"),
        ]

    def __str__(self) -> str:
        return f"message {self.pk} to club {self.club_id}"
