"""HTTP for a WSGI server (production layout: granian behind a proxy)."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
os.environ.setdefault("DATABASE_CONNECTIONS", "pool")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
