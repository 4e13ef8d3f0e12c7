import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("community", "0002_profile"),
    ]

    operations = [
        migrations.CreateModel(
            name="News",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "published_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="published"),
                ),
                (
                    "told",
                    models.BooleanField(
                        default=True,
                        help_text="Once, when it is published.",
                        verbose_name="also under everybody's bell",
                    ),
                ),
            ],
            options={
                "verbose_name": "news of the operator",
                "verbose_name_plural": "news of the operator",
                "ordering": ["-published_at", "-id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("published_at__isnull", False)),
                        fields=["-published_at"],
                        name="news_published",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="NewsText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=settings.LANGUAGES, max_length=10, verbose_name="language"
                    ),
                ),
                ("title", models.CharField(max_length=120, verbose_name="title")),
                ("text", models.TextField(max_length=5000, verbose_name="text")),
                (
                    "news",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="texts",
                        to="community.news",
                    ),
                ),
            ],
            options={
                "verbose_name": "text",
                "verbose_name_plural": "texts",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("news", "language"), name="news_text_once")
                ],
            },
        ),
    ]
