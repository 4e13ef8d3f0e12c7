import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_plans_sealed"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Judgement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("node", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("steps", models.PositiveSmallIntegerField(default=0)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("working", models.JSONField(blank=True, null=True)),
                ("found", models.JSONField(default=list)),
                ("best", models.JSONField(blank=True, null=True)),
                (
                    "puzzle",
                    models.BooleanField(
                        default=False, help_text="readers look for the best choice themselves"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "chapter",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="judgements",
                        to="games.chapter",
                    ),
                ),
            ],
            options={
                "verbose_name": "judgement",
                "verbose_name_plural": "judgements",
                "indexes": [
                    models.Index(
                        condition=models.Q(("done_at", None)),
                        fields=["asked_at"],
                        name="judgement_due",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("chapter", "node", "seat"), name="judgement_once"
                    )
                ],
            },
        ),
    ]
