# One image for web, worker and beat; compose.yaml says which is which.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN useradd --system --create-home --home-dir /srv/boardgames boardgames
WORKDIR /srv/boardgames/app
COPY requirements.txt .
RUN pip install --no-deps -r requirements.txt

COPY . .
# `prepare --files` needs no database: translations and static files are part of the image.
RUN mkdir var && chown boardgames: var \
    && BOARDGAMES_ENV=production SECRET_KEY=unused VAPID_PRIVATE_KEY=unused DATABASE_URL=postgresql:///none \
       REDIS_URL=redis://none python manage.py prepare --files \
    && chown -R boardgames: var
USER boardgames

ENV BOARDGAMES_ENV=production DATABASE_CONNECTIONS=pool \
    PROMETHEUS_MULTIPROC_DIR=/srv/boardgames/app/var/metrics
EXPOSE 8000
CMD ["uvicorn", "boardgames.asgi:application", "--host", "0.0.0.0", "--port", "8000", \
     "--workers", "2", "--ws-max-size", "16384", "--ws-ping-interval", "20", \
     "--timeout-keep-alive", "75", "--timeout-graceful-shutdown", "10", "--no-access-log", "--no-proxy-headers", \
     "--no-server-header", "--log-config", "boardgames/uvicorn.json"]
