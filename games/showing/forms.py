"""What the API's description needs to know of the typed dicts that are its answers.

Pydantic finds it by name and is not loaded here: processes that never describe the API, such as
workers, start a second sooner and with 9 MB less.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from typing_extensions import TypedDict


class About:
    """JSON Schema keywords for a field, first its description."""

    def __init__(self, description: str = "", **keywords: Any) -> None:
        self.keywords = {"description": description, **keywords} if description else keywords

    def __get_pydantic_json_schema__(
        self, schema: Any, form_of: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        return {**form_of(schema), **self.keywords}


class Form(TypedDict):
    """A form without further fields."""


Form.__pydantic_config__ = {"extra": "forbid"}  # type: ignore[attr-defined]

#: As ``isoformat`` writes it.
Moment = Annotated[str, About(format="date-time")]
