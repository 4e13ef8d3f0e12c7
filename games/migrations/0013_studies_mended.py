from django.db import migrations, models


def number_nodes(apps, schema_editor):
    chapter = apps.get_model("games", "Chapter")
    for one in chapter.objects.exclude(tree=[]).only("tree").iterator():
        last = max(node["id"] for node in one.tree)
        chapter.objects.filter(pk=one.pk, last_node__lt=last).update(last_node=last)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_plans"),
    ]

    operations = [
        migrations.AddField(
            model_name="chapter",
            name="last_node",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="the highest number that a node of it has had",
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="form_key",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the idempotency key of the person who started it",
                max_length=40,
            ),
        ),
        migrations.AddField(
            model_name="study",
            name="titles_removed",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="moderators have removed its titles for good",
            ),
        ),
        migrations.RunPython(number_nodes, migrations.RunPython.noop),
    ]
