"""Where the endpoints of a room are collected."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import ninja
from ninja import Schema


class Router(ninja.Router):
    """Ninja makes a model for each answer of each endpoint, and most of them are alike: that takes
    as long as a quarter of the start of a process that serves the web. Ours share them."""

    def add_api_operation(  # type: ignore[override]
        self,
        path: str,
        methods: list[str],
        view_func: Callable[..., Any],
        *,
        response: Any,
        **more: Any,
    ) -> None:
        super().add_api_operation(path, methods, view_func, **more)
        answers = response if isinstance(response, dict) else {200: response}
        operation = self.path_operations[path].operations[-1]
        operation.response_models = {
            status: schema and _model(schema) for status, schema in answers.items()
        }


@cache
def _model(schema: Any) -> type[Schema]:
    return type("NinjaResponseSchema", (Schema,), {"__annotations__": {"response": schema}})
