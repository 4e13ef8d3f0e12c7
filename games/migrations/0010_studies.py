import django.db.models.deletion
import django.utils.timezone
import games.models.game
from django.conf import settings
from django.db import migrations, models

from games.moderation import roles


class Migration(migrations.Migration):
    dependencies = [
        ("community", "0001_initial"),
        ("games", "0009_names_and_used_time"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Study",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("link", "by its link"),
                            ("club", "the club"),
                            ("public", "everybody"),
                        ],
                        default="link",
                        max_length=10,
                        verbose_name="who can read it",
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        default=games.models.game.new_key,
                        help_text="opens it to whoever has the link",
                        max_length=32,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="created"),
                ),
                (
                    "changed_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="changed"),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        help_text="its members can read it",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="community.club",
                        verbose_name="club",
                    ),
                ),
            ],
            options={
                "verbose_name": "study",
                "verbose_name_plural": "studies",
            },
        ),
        migrations.CreateModel(
            name="Chapter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "at",
                    models.PositiveIntegerField(
                        help_text="the move of the game after which it begins"
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=80, verbose_name="title")),
                ("tree", models.JSONField(default=list)),
                ("marks", models.JSONField(default=dict)),
                ("shared", models.BooleanField(default=False)),
                ("key", models.CharField(blank=True, max_length=40)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "study",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chapters",
                        to="games.study",
                    ),
                ),
            ],
            options={
                "verbose_name": "chapter of a study",
                "verbose_name_plural": "chapters of studies",
            },
        ),
        migrations.CreateModel(
            name="StudyComment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("node", models.PositiveIntegerField()),
                ("text", models.TextField(max_length=2000, verbose_name="text")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("edited_at", models.DateTimeField(blank=True, null=True)),
                ("key", models.CharField(blank=True, max_length=40)),
                (
                    "written_by",
                    models.CharField(
                        blank=True,
                        help_text="the author's name in the file it was imported from",
                        max_length=150,
                    ),
                ),
                ("hidden_at", models.DateTimeField(blank=True, null=True, verbose_name="hidden")),
                (
                    "hidden_by_moderator",
                    models.BooleanField(default=False, help_text="only moderators show it again"),
                ),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "chapter",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comments",
                        to="games.chapter",
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
                "verbose_name": "comment in a study",
                "verbose_name_plural": "comments in studies",
            },
        ),
        migrations.CreateModel(
            name="StudyMember",
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
                        choices=[(0, "owner"), (1, "writes"), (2, "reads")]
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "study",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="games.study",
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
            ],
            options={
                "verbose_name": "member of a study",
                "verbose_name_plural": "members of studies",
            },
        ),
        migrations.AddIndex(
            model_name="study",
            index=models.Index(
                condition=models.Q(("visibility", "public")),
                fields=["-changed_at"],
                name="study_listed",
            ),
        ),
        migrations.AddConstraint(
            model_name="study",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("visibility", "club"), _negated=True),
                    ("club__isnull", False),
                    _connector="OR",
                ),
                name="study_of_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="chapter",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("study", "by", "key"),
                name="chapter_once",
            ),
        ),
        migrations.AddIndex(
            model_name="studycomment",
            index=models.Index(fields=["chapter", "node", "id"], name="study_comment_of"),
        ),
        migrations.AddConstraint(
            model_name="studycomment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("chapter", "by", "key"),
                name="study_comment_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="studymember",
            constraint=models.UniqueConstraint(fields=("study", "user"), name="study_member_once"),
        ),
        migrations.AddConstraint(
            model_name="studymember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("role", 0)), fields=("study",), name="study_member_one_owner"
            ),
        ),
        migrations.RunPython(roles.install, migrations.RunPython.noop),
    ]
