from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_turns_left"),
    ]

    operations = [
        migrations.AlterField(
            model_name="incident",
            name="kind",
            field=models.CharField(
                choices=[
                    ("reminded", "reminder"),
                    ("vacation", "automatic vacation"),
                    ("overdue", "time ran out, the other players decide"),
                    ("offered", "seat offered"),
                    ("paused", "paused"),
                    ("resumed", "resumed"),
                    ("vote_opened", "vote"),
                    ("vote_closed", "vote closed"),
                    ("cancelled", "cancelled"),
                    ("moderated", "moderator"),
                    ("grace", "extra time after a downtime"),
                    ("lost", "extra time after a lost connection"),
                    ("day_given", "a day more from the opponent"),
                    ("reclocked", "clock changed"),
                    ("broken", "stopped because its rules failed"),
                    ("mended", "mended"),
                    ("left", "left a stopped game"),
                    ("settled", "decided when its time was up"),
                    ("below", "bot played below its level"),
                    ("hint", "hint"),
                ],
                max_length=20,
            ),
        ),
    ]
