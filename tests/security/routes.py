"""All addresses of the service, as Django knows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

#: What Django makes for each model in its admin, alike for all.
_OF_MODELS = re.compile(
    r"admin:(accounts|auth|account|mfa|usersessions|boardgames|community|games|notifications)_\w+_(?:add|history|delete|change|changelist)$"
)


def all_routes() -> Iterator[tuple[str, str]]:
    """Name and pattern of each; several may have one name."""
    yield from _walk(get_resolver().url_patterns, "", "")


def _walk(patterns: list[Any], prefix: str, space: str) -> Iterator[tuple[str, str]]:
    for one in patterns:
        if isinstance(one, URLResolver):
            inner = f"{one.namespace}:" if one.namespace else space
            yield from _walk(one.url_patterns, prefix + str(one.pattern), inner)
        elif isinstance(one, URLPattern):
            name = f"{space}{one.name}" if one.name else f"{space}({prefix}{one.pattern})"
            yield name, prefix + str(one.pattern)


def of_model(name: str) -> bool:
    """Whether this is one of the addresses that the admin has for each model."""
    return bool(_OF_MODELS.match(name)) or name.endswith("<path:object_id>/)")


def address(pattern: str, values: dict[str, Any]) -> str:
    """The pattern with a value in the place of each parameter."""
    path = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", lambda m: str(values[m[1]]), pattern)
    path = re.sub(r"<(?:\w+:)?(\w+)>", lambda m: str(values[m[1]]), path)
    return "/" + path.replace("^", "").replace("$", "")
