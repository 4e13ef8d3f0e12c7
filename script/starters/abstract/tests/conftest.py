"""Django is set up as the service sets it up for its own tests; no database is needed."""

import os

import django

os.environ.setdefault("BOARDGAMES_ENV", "test")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
django.setup()
