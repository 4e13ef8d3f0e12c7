"""Studies of finished games: members, chapters, comments. docs/studies.md."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, new_key


class Study(models.Model):
    """Games that people look at together. ``version`` rises with every change of it."""

    class Visibility(models.TextChoices):
        LINK = "link", _("by its link")
        CLUB = "club", _("the club")
        PUBLIC = "public", _("everybody")

    title = models.CharField(_("title"), max_length=80)
    visibility = models.CharField(
        _("who can read it"), max_length=10, choices=Visibility, default=Visibility.LINK
    )
    key = models.CharField(
        max_length=32, default=new_key, help_text="opens it to whoever has the link"
    )
    club = models.ForeignKey(
        "community.Club", models.PROTECT, null=True, blank=True, related_name="+",
        verbose_name=_("club"), help_text="its members can read it",
    )  # fmt: skip
    form_key = models.CharField(
        max_length=40, blank=True, default="", db_default="",
        help_text="the idempotency key of the person who started it",
    )  # fmt: skip
    titles_removed = models.BooleanField(
        default=False, db_default=False, help_text="moderators have removed its titles for good"
    )
    version = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("of a game", "study")
        verbose_name_plural = _("studies")
        constraints = [
            models.CheckConstraint(
                condition=~Q(visibility="club") | Q(club__isnull=False), name="study_of_club"
            ),
        ]
        indexes = [
            models.Index(
                fields=["-changed_at"], name="study_listed", condition=Q(visibility="public")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.pk})"

    @property
    def name(self) -> str:
        """Its title; its number if moderators have removed that."""
        return self.title or gettext("Study %(number)d") % {"number": self.pk}


class StudyMember(models.Model):
    """A person's part in a study; everybody else only reads it."""

    class Role(models.IntegerChoices):
        OWNER = 0, pgettext_lazy("of a study", "owner")
        WRITER = 1, pgettext_lazy("of a study", "writes")
        READER = 2, pgettext_lazy("of a study", "reads")

    study = models.ForeignKey(Study, models.CASCADE, db_index=False, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    role = models.PositiveSmallIntegerField(choices=Role)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("member of a study")
        verbose_name_plural = _("members of studies")
        constraints = [
            models.UniqueConstraint(fields=["study", "user"], name="study_member_once"),
            models.UniqueConstraint(
                fields=["study"], condition=Q(role=0), name="study_member_one_owner"
            ),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} in study {self.study_id}"


class Chapter(models.Model):
    """A position of a game, and a tree of the choices that could follow.

    ``tree`` is a games.trees.tree.Tree as data; ``marks`` has those of each node, by its number.
    ``last_node`` is the highest number that a node has had: a removed one's is not used again.
    ``shared``: a player of a private game shows it to all who can read the study. ``key`` is the
    idempotency key of the person who added it.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="chapters")
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    at = models.PositiveIntegerField(help_text="the move of the game after which it begins")
    title = models.CharField(_("title"), max_length=80, blank=True)
    tree = models.JSONField(default=list)
    last_node = models.PositiveIntegerField(
        default=0, db_default=0, help_text="the highest number that a node of it has had"
    )
    marks = models.JSONField(default=dict)
    shared = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, db_index=False, related_name="+"
    )
    key = models.CharField(max_length=40, blank=True)

    class Meta:
        verbose_name = _("chapter of a study")
        verbose_name_plural = _("chapters of studies")
        constraints = [
            models.UniqueConstraint(
                fields=["study", "by", "key"], condition=~Q(key=""), name="chapter_once"
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id} after move {self.at}, study {self.study_id}"


class Judgement(models.Model):
    """What programs think of a seat's choices at a node of a chapter, found step by step.

    ``found`` are the choices that look best, after so many ``steps``; ``best`` is the one that is
    surely better than the others. ``working`` is what has been tried so far. Until ``until`` a
    process is working on the next step, for which there were so many ``tries``. ``imported`` ones
    are what a file says: no program of this site has found them.
    """

    chapter = models.ForeignKey(Chapter, models.CASCADE, db_index=False, related_name="judgements")
    node = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    steps = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    working = models.JSONField(null=True, blank=True)
    found = models.JSONField(default=list)
    best = models.JSONField(null=True, blank=True)
    puzzle = models.BooleanField(
        default=False, help_text="readers look for the best choice themselves"
    )
    imported = models.BooleanField(
        default=False, db_default=False, help_text="a file says so; not found by this site"
    )

    class Meta:
        verbose_name = _("judgement")
        verbose_name_plural = _("judgements")
        constraints = [
            models.UniqueConstraint(fields=["chapter", "node", "seat"], name="judgement_once"),
        ]
        indexes = [
            models.Index(fields=["asked_at"], name="judgement_due", condition=Q(done_at=None)),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} at node {self.node} of chapter {self.chapter_id}"


class StudyComment(models.Model):
    """What somebody writes about a node of a chapter; the node 0 is the position it begins with."""

    chapter = models.ForeignKey(Chapter, models.CASCADE, db_index=False, related_name="comments")
    node = models.PositiveIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("by")
    )
    text = models.TextField(_("text"), max_length=2000)
    at = models.DateTimeField(_("at"), default=timezone.now)
    edited_at = models.DateTimeField(null=True, blank=True)
    key = models.CharField(max_length=40, blank=True)
    written_by = models.CharField(
        max_length=150, blank=True, help_text="the author's name in the file it was imported from"
    )
    hidden_at = models.DateTimeField(_("hidden"), null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, db_index=False, related_name="+",
        verbose_name=_("by"),
    )  # fmt: skip
    hidden_by_moderator = models.BooleanField(
        default=False, help_text="only moderators show it again"
    )

    class Meta:
        verbose_name = _("comment in a study")
        verbose_name_plural = _("comments in studies")
        constraints = [
            models.UniqueConstraint(
                fields=["chapter", "by", "key"], condition=~Q(key=""), name="study_comment_once"
            ),
        ]
        indexes = [models.Index(fields=["chapter", "node", "id"], name="study_comment_of")]

    def __str__(self) -> str:
        return f"comment {self.pk} on chapter {self.chapter_id}, node {self.node}"
