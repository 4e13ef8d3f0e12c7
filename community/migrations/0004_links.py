import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("community", "0003_news")]

    operations = [
        migrations.AddField(
            model_name="profile",
            name="links",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=200), db_default=[], default=list, size=None
            ),
        ),
    ]
