from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

MAKE = """
CREATE FUNCTION name_parts(name text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(lower(name), at, 3)), '{}')
  FROM generate_series(1, length(name) - 2) AS at
$$
"""


class Migration(migrations.Migration):
    """People are found by a part of their name, by an index over its pieces of three letters."""

    atomic = False
    dependencies = [("accounts", "0014_sanction_withdrawn")]

    operations = [
        migrations.RunSQL(MAKE, "DROP FUNCTION name_parts(text)"),
        AddIndexConcurrently(
            model_name="user",
            index=GinIndex(
                models.Func(
                    models.F("username"),
                    function="name_parts",
                    output_field=ArrayField(models.TextField()),
                ),
                fastupdate=False,  # names are looked for far more often than they change
                name="user_name_parts",
            ),
        ),
    ]
