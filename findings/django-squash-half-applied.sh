#!/bin/sh
# One migration replaces two (`replaces`), whose files are gone; a database has had only the first of them. This asks
# Django what is left to do there.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet django==5.2.19 2>/dev/null
mkdir -p "$folder/site/shelf/migrations"
cd "$folder/site"
touch shelf/__init__.py shelf/migrations/__init__.py
cat >shelf/models.py <<'PY'
from django.db import models


class Book(models.Model):
    title = models.CharField(max_length=10)
    pages = models.IntegerField(default=0)
PY
cat >settings.py <<'PY'
INSTALLED_APPS = ["shelf"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "site.db"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
PY
cat >shelf/migrations/0001_initial.py <<'PY'
from django.db import migrations, models


class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel("Book", [
            ("id", models.BigAutoField(primary_key=True, auto_created=True, serialize=False, verbose_name="ID")),
            ("title", models.CharField(max_length=10)),
        ]),
    ]
PY
cat >shelf/migrations/0002_pages.py <<'PY'
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shelf", "0001_initial")]
    operations = [migrations.AddField("Book", "pages", models.IntegerField(default=0))]
PY
admin() { "$folder/env/bin/django-admin" "$@" --settings settings --pythonpath . 2>&1; }
admin migrate shelf 0001 >/dev/null
cat >shelf/migrations/0001_all.py <<'PY'
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [("shelf", "0001_initial"), ("shelf", "0002_pages")]
    operations = [
        migrations.CreateModel("Book", [
            ("id", models.BigAutoField(primary_key=True, auto_created=True, serialize=False, verbose_name="ID")),
            ("title", models.CharField(max_length=10)),
            ("pages", models.IntegerField(default=0)),
        ]),
    ]
PY
rm shelf/migrations/0001_initial.py shelf/migrations/0002_pages.py
"$folder/env/bin/python" -c 'import django; print("Django", django.__version__)'
admin migrate --check
echo "migrate --check ends with 0"
admin migrate | tee "$folder/said" | tail -n 1
admin showmigrations shelf
"$folder/env/bin/python" - <<'PY' | tee -a "$folder/said"
import sqlite3
print("columns:", [row[1] for row in sqlite3.connect("site.db").execute("PRAGMA table_info(shelf_book)")])
PY
grep -q "No migrations to apply" "$folder/said"
grep -q "columns: \['id', 'title'\]" "$folder/said"
