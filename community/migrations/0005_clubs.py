import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Clubs, their members, who would like to be one, and their talk."""

    dependencies = [
        ("accounts", "0015_name_parts"),
        ("community", "0004_links"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                (
                    "entry",
                    models.CharField(
                        choices=[
                            ("open", "open to all"),
                            ("request", "by request"),
                            ("invitation", "by invitation"),
                        ],
                        default="request",
                        max_length=10,
                        verbose_name="who may join",
                    ),
                ),
                ("sign", models.CharField(blank=True, max_length=40)),
                (
                    "about",
                    models.TextField(blank=True, max_length=500, verbose_name="about the club"),
                ),
                (
                    "rules",
                    models.TextField(blank=True, max_length=1000, verbose_name="house rules"),
                ),
                (
                    "languages",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=8), default=list, size=None
                    ),
                ),
                ("size", models.PositiveIntegerField(default=0, verbose_name="members")),
                (
                    "founded_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="founded"),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "indexes": [
                    models.Index(
                        condition=models.Q(
                            ("closed_at", None), models.Q(("entry", "invitation"), _negated=True)
                        ),
                        fields=["-size", "id"],
                        name="club_listed",
                    ),
                    django.contrib.postgres.indexes.GinIndex(
                        models.Func(
                            models.F("name"),
                            function="name_parts",
                            output_field=django.contrib.postgres.fields.ArrayField(
                                base_field=models.TextField(), size=None
                            ),
                        ),
                        fastupdate=False,
                        name="club_name_parts",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Upper("name"),
                        condition=models.Q(("closed_at", None)),
                        name="club_name_any_case",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Candidate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asks", "asks to join"),
                            ("invited", "invited"),
                            ("out", "removed"),
                        ],
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("words", models.CharField(blank=True, max_length=200, verbose_name="words")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        help_text="who invited or removed them",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="candidates",
                        to="community.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "candidate of a club",
                "verbose_name_plural": "candidates of clubs",
                "indexes": [models.Index(fields=["club", "state", "id"], name="candidate_state")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="candidate_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.PositiveSmallIntegerField(
                        choices=[(0, "owner"), (1, "officer"), (2, "member")],
                        default=2,
                        verbose_name="role",
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("read_to", models.BigIntegerField(default=0, help_text="number of a message")),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="community.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clubs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "member of a club",
                "verbose_name_plural": "members of clubs",
                "indexes": [models.Index(fields=["club", "role", "id"], name="club_member_order")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="club_member_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("role", 0)),
                        fields=("club",),
                        name="club_member_one_owner",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=1000, verbose_name="text")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("hidden_at", models.DateTimeField(blank=True, null=True, verbose_name="hidden")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="talk",
                        to="community.club",
                    ),
                ),
                (
                    "hidden_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
            ],
            options={
                "verbose_name": "message to a club",
                "verbose_name_plural": "messages to clubs",
                "indexes": [
                    models.Index(fields=["club", "id"], name="club_message_of"),
                    models.Index(fields=["at"], name="club_message_at"),
                ],
            },
        ),
    ]
