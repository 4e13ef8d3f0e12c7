from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL, F, Func, Index, Q, UniqueConstraint
from django.db.models.functions import Upper
from django.utils import timezone

from boardgames.database.tables import ID, USER, create_table

REPLACED = """
    0002_profile 0003_news 0004_links 0005_clubs 0006_hidden_by_moderator 0007_secret_names
"""


class Migration(migrations.Migration):
    initial = True
    replaces = [("community", name) for name in REPLACED.split()]
    dependencies = [("accounts", "0001_initial")]
    operations = [
        create_table(
            "Club",
            {
                "id": ID,
                "name": models.CharField("name", max_length=40),
                "entry": models.CharField(
                    "who may join",
                    max_length=10,
                    default="request",
                    choices=[
                        ("open", "open to all"),
                        ("request", "by request"),
                        ("invitation", "by invitation"),
                    ],
                ),
                "sign": models.CharField(max_length=40, blank=True),
                "about": models.TextField("about the club", max_length=500, blank=True),
                "rules": models.TextField("house rules", max_length=1000, blank=True),
                "languages": ArrayField(models.CharField(max_length=8), default=list),
                "size": models.PositiveIntegerField("members", default=0),
                "founded_at": models.DateTimeField("founded", default=timezone.now),
                "closed_at": models.DateTimeField("closed", null=True, blank=True),
            },
            verbose_name="club",
            verbose_name_plural="clubs",
            indexes=[
                Index(
                    fields=["-size", "id"],
                    name="club_listed",
                    condition=Q(closed_at=None) & ~Q(entry="invitation"),
                ),
                GinIndex(
                    Func(
                        F("name"),
                        function="name_parts",
                        output_field=ArrayField(models.TextField()),
                    ),
                    name="club_name_parts",
                    fastupdate=False,
                ),
            ],
            constraints=[
                UniqueConstraint(
                    Upper("name"),
                    name="club_name_once",
                    condition=Q(closed_at=None) & ~Q(entry="invitation"),
                )
            ],
        ),
        create_table(
            "ClubMember",
            {
                "id": ID,
                "club": models.ForeignKey(
                    "community.club", CASCADE, db_index=False, related_name="members"
                ),
                "user": models.ForeignKey(USER, CASCADE, related_name="clubs"),
                "role": models.PositiveSmallIntegerField(
                    "role", default=2, choices=[(0, "owner"), (1, "officer"), (2, "member")]
                ),
                "since": models.DateTimeField(default=timezone.now),
                "read_to": models.BigIntegerField(default=0, help_text="number of a message"),
            },
            verbose_name="member of a club",
            verbose_name_plural="members of clubs",
            indexes=[Index(fields=["club", "role", "id"], name="club_member_order")],
            constraints=[
                UniqueConstraint(fields=("club", "user"), name="club_member_once"),
                UniqueConstraint(
                    fields=("club",), name="club_member_one_owner", condition=Q(role=0)
                ),
            ],
        ),
        create_table(
            "Candidate",
            {
                "id": ID,
                "club": models.ForeignKey(
                    "community.club", CASCADE, db_index=False, related_name="candidates"
                ),
                "user": models.ForeignKey(USER, CASCADE, related_name="+"),
                "state": models.CharField(
                    "state",
                    max_length=10,
                    choices=[
                        ("asks", "has asked to join"),
                        ("invited", "invited"),
                        ("out", "removed"),
                    ],
                ),
                "words": models.CharField("words", max_length=200, blank=True),
                "by": models.ForeignKey(
                    USER,
                    SET_NULL,
                    null=True,
                    db_index=False,
                    related_name="+",
                    help_text="who invited or removed them",
                ),
                "at": models.DateTimeField(default=timezone.now),
            },
            verbose_name="candidate of a club",
            verbose_name_plural="candidates of clubs",
            indexes=[Index(fields=["club", "state", "id"], name="candidate_state")],
            constraints=[UniqueConstraint(fields=("club", "user"), name="candidate_once")],
        ),
        create_table(
            "ClubMessage",
            {
                "id": ID,
                "club": models.ForeignKey(
                    "community.club", CASCADE, db_index=False, related_name="talk"
                ),
                "by": models.ForeignKey(USER, CASCADE, related_name="+"),
                "text": models.TextField("text", max_length=1000),
                "at": models.DateTimeField("at", default=timezone.now),
                "hidden_at": models.DateTimeField("hidden", null=True, blank=True),
                "hidden_by": models.ForeignKey(
                    USER, SET_NULL, null=True, db_index=False, related_name="+", verbose_name="by"
                ),
                "hidden_by_moderator": models.BooleanField(
                    default=False, db_default=False, help_text="only moderators show it again"
                ),
            },
            verbose_name="message to a club",
            verbose_name_plural="messages to clubs",
            indexes=[
                Index(fields=["club", "id"], name="club_message_of"),
                Index(fields=["at"], name="club_message_at"),
            ],
        ),
        create_table(
            "Conversation",
            {
                "id": ID,
                "at": models.DateTimeField(default=timezone.now),
            },
            verbose_name="conversation",
            verbose_name_plural="conversations",
        ),
        create_table(
            "Side",
            {
                "id": ID,
                "conversation": models.ForeignKey(
                    "community.conversation", CASCADE, related_name="sides"
                ),
                "user": models.ForeignKey(USER, CASCADE, db_index=False, related_name="+"),
                "other": models.ForeignKey(USER, CASCADE, related_name="+"),
                "request": models.BooleanField(default=False),
                "listed": models.BooleanField(default=False),
                "unread": models.BooleanField(default=False),
                "read_to": models.BigIntegerField(default=0, help_text="number of a message"),
                "deleted_to": models.BigIntegerField(default=0, help_text="number of a message"),
                "last_at": models.DateTimeField(default=timezone.now),
            },
            verbose_name="side of a conversation",
            verbose_name_plural="sides of conversations",
            indexes=[
                Index(fields=["user", "-last_at"], name="side_listed", condition=Q(listed=True)),
                Index(fields=["user"], name="side_unread", condition=Q(unread=True)),
            ],
            constraints=[UniqueConstraint(fields=("user", "other"), name="side_once")],
        ),
        create_table(
            "PrivateMessage",
            {
                "id": ID,
                "conversation": models.ForeignKey(
                    "community.conversation", CASCADE, db_index=False, related_name="messages"
                ),
                "by": models.ForeignKey(USER, CASCADE, related_name="private_messages"),
                "text": models.TextField(max_length=2000, blank=True),
                "quick": models.CharField(max_length=20, blank=True),
                "at": models.DateTimeField(default=timezone.now),
            },
            verbose_name="private message",
            verbose_name_plural="private messages",
            ordering=["id"],
            indexes=[
                Index(fields=["conversation", "id"], name="private_message_of"),
                Index(fields=["at"], name="private_message_at"),
            ],
        ),
        create_table(
            "News",
            {
                "id": ID,
                "published_at": models.DateTimeField("published", null=True, blank=True),
                "told": models.BooleanField(
                    "also notify everybody under the bell",
                    default=True,
                    help_text="Once, when it is published.",
                ),
            },
            verbose_name="news from the operator",
            verbose_name_plural="news from the operator",
            ordering=["-published_at", "-id"],
            indexes=[
                Index(
                    fields=["-published_at"],
                    name="news_published",
                    condition=Q(published_at__isnull=False),
                )
            ],
        ),
        create_table(
            "NewsText",
            {
                "id": ID,
                "news": models.ForeignKey(
                    "community.news", CASCADE, db_index=False, related_name="texts"
                ),
                "language": models.CharField("language", max_length=10, choices=settings.LANGUAGES),
                "title": models.CharField("title", max_length=120),
                "text": models.TextField("text", max_length=5000),
            },
            verbose_name="text",
            verbose_name_plural="texts",
            ordering=["id"],
            constraints=[UniqueConstraint(fields=("news", "language"), name="news_text_once")],
        ),
        create_table(
            "Profile",
            {
                "user": models.OneToOneField(
                    USER, CASCADE, primary_key=True, related_name="+", serialize=False
                ),
                "face": models.CharField(max_length=40, blank=True),
                "about": models.TextField("about yourself", max_length=300, blank=True),
                "favourites": ArrayField(models.CharField(max_length=40), default=list),
                "links": ArrayField(models.CharField(max_length=200), default=list, db_default=[]),
            },
            verbose_name="profile",
            verbose_name_plural="profiles",
        ),
    ]
