# One image for web, worker and beat; compose.yaml says which is which. The service runs as a user
# who owns nothing in here but the folder of the access log, and writes to /tmp alone where that is no
# volume, so the root may be read-only with a tmpfs there.
# BASE may be another Debian with Python and pip.
ARG BASE=docker.io/library/python:3.13-slim
ARG NODE=docker.io/library/node:24-slim

# The rules as compiled modules (docs/engine.md): only this stage has a compiler.
FROM $BASE AS compiled
WORKDIR /srv/boardgames/app
RUN apt-get update && apt-get install --yes --no-install-recommends gcc python3-dev
COPY requirements-compile.txt ./
RUN python -m venv --without-pip /compile \
    && pip --python /compile/bin/python install --no-deps --no-cache-dir -r requirements-compile.txt
COPY games/__init__.py games/
COPY games/rules games/rules
RUN /compile/bin/python -m games.rules.compiler

# What joins the scripts of the pages (docs/pages.md), also in an image with a game package on top.
FROM $NODE AS joiner
WORKDIR /joiner
COPY package.json package-lock.json ./
RUN if ! command -v npm; then apt-get update && apt-get install --yes --no-install-recommends npm; fi \
    && npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM $BASE AS built
WORKDIR /srv/boardgames/app
COPY requirements.txt requirements-watching.txt ./
# WATCHING=requirements-watching.txt adds what SENTRY_DSN and OTEL_EXPORTER_OTLP_ENDPOINT need.
ARG WATCHING=
RUN python -m venv --without-pip ../venv \
    && pip --python ../venv/bin/python install --no-deps --no-cache-dir -r requirements.txt \
        ${WATCHING:+-r "$WATCHING"} \
    # Of Babel's thousand languages two are ours.
    && find ../venv -path '*/babel/locale-data/*' ! -name 'root.dat' ! -name 'de*' ! -name 'en*' -delete
COPY . .
COPY --from=compiled /srv/boardgames/app/games/rules games/rules
COPY --from=joiner /joiner/node_modules node_modules
# The folder is named, so that what is prepared here as root is what the service reads.
# `prepare --files` needs no database: translations and static files are part of the image.
# What only a running service needs is none of the image's: its keys are made up, and forgotten.
RUN key="$(../venv/bin/python -c 'import secrets; print(secrets.token_urlsafe(48))')" \
    && BOARDGAMES_ENV=production BOARDGAMES_HOME=/srv/boardgames/var SECRET_KEY="$key" \
    VAPID_PRIVATE_KEY="$(printf %.42s "$key")A" DATABASE_URL=postgresql:///none REDIS_URL=redis://none \
    ../venv/bin/python manage.py prepare --files \
    && ../venv/bin/python -m compileall -q . \
    && chmod -R a+rX /srv/boardgames

FROM $BASE
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent boardgames
COPY --from=built /srv/boardgames /srv/boardgames
# A volume that is mounted here is the service's to write to: the access log.
RUN install -d -o boardgames -g boardgames -m 700 /srv/boardgames/access
# PIP_PYTHON: what an image on top of this one installs gets to where the service looks.
ARG VERSION=1.0.0
LABEL org.opencontainers.image.title=reihum org.opencontainers.image.version=$VERSION
ENV PATH=/srv/boardgames/venv/bin:$PATH PIP_PYTHON=/srv/boardgames/venv/bin/python \
    PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    BOARDGAMES_ENV=production BOARDGAMES_HOME=/srv/boardgames/var DATABASE_CONNECTIONS=pool \
    PROMETHEUS_MULTIPROC_DIR=/tmp/metrics WEB_SOCKETS=/tmp/web BOARDGAMES_VERSION=$VERSION
WORKDIR /srv/boardgames/app
USER 10001:10001
EXPOSE 8000
CMD ["python", "-m", "boardgames.http.uvicorn", "boardgames.asgi:application", "--host", "0.0.0.0", "--port", "8000", \
     "--http", "boardgames.http.affinity:Protocol", "--workers", "2", "--ws-max-size", "16384", "--ws-ping-interval", "20", \
     "--timeout-keep-alive", "75", "--timeout-graceful-shutdown", "10", "--no-access-log", "--no-proxy-headers", \
     "--ws-per-message-deflate", "false", "--no-server-header", "--log-config", "boardgames/uvicorn.json"]
