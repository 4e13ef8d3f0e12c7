from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_conduct")]

    operations = [
        migrations.AlterModelOptions(
            name="act",
            options={
                "ordering": ["-id"],
                "permissions": [
                    ("act_as_user", "May look at the service as somebody else"),
                    ("export_act", "May take the audit log along"),
                ],
                "verbose_name": "act",
                "verbose_name_plural": "audit log",
            },
        ),
    ]
