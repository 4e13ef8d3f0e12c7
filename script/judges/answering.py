"""Prints how the service answers by its production settings: `answering.py PATH`, run with their
variables. By https, by http, and to another site's script."""

import json
import sys
from typing import Any
from urllib.parse import urlsplit

import django
from django.conf import settings
from django.http import HttpResponseBase
from django.test import Client


def read_answer(answer: HttpResponseBase, body: str = "") -> dict[str, Any]:
    cookies = [("set-cookie", morsel.OutputString()) for morsel in answer.cookies.values()]
    headers = [(name.lower(), value) for name, value in answer.items()]
    return {"status": answer.status_code, "headers": [*headers, *cookies], "body": body}


def main(path: str) -> None:
    django.setup()
    name = urlsplit(settings.SITE_URL).netloc
    client = Client(SERVER_NAME=name)
    https = {"X-Forwarded-Proto": "https"}
    elsewhere = {**https, "Origin": "https://elsewhere.example"}
    page: Any = client.get(path, secure=True, headers=https)
    other = client.options(path, secure=True, headers=elsewhere)
    answers = {
        "plain": read_answer(client.get(path)),
        "secure": read_answer(page, page.content.decode()),
        "cors": read_answer(other),
    }
    print(json.dumps({"name": name, **answers}))


if __name__ == "__main__":
    main(sys.argv[1])
