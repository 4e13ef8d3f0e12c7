"""Everything a page can do, a program can do, or the document of the API says why not."""

from __future__ import annotations

import re
from pathlib import Path

from games.api import api
from tests.security.routes import all_routes

DOCUMENT = Path("docs/api.md")


def rows() -> dict[str, str]:
    """What the table says of each page, by its name."""
    table = DOCUMENT.read_text().partition("\n## Pages and endpoints\n")[2]
    found: dict[str, str] = {}
    for pages, said in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.M)[1:]:
        if set(pages) <= {"-", " "}:
            continue
        for page in pages.split(", "):
            assert page not in found, f"{page} is there twice"
            found[page] = said
    return found


def endpoints() -> set[str]:
    return {
        operation.view_func.__name__
        for router in api._get_bound_routers()
        for view in router.path_operations.values()
        for operation in view.operations
    }


def test_each_address_of_a_page_is_in_the_table_and_nothing_else() -> None:
    pages = {name for name, _pattern in all_routes() if not name.startswith(("api:", "admin:"))}
    pages -= {name for name in pages if name.startswith("(")}
    assert {"games", "player", "messages", "game-choose"} <= pages
    assert set(rows()) - pages == set()
    assert pages - set(rows()) == set()


def test_the_table_names_endpoints_that_there_are_or_gives_a_reason() -> None:
    for page, said in rows().items():
        named = set(re.findall(r"`(\w+)`", said))
        assert named <= endpoints(), page
        assert named or len(said.split()) >= 2, page


def test_no_page_waits_for_its_endpoint() -> None:
    assert [page for page, said in rows().items() if "not yet" in said] == []


def test_each_endpoint_does_what_some_page_does() -> None:
    named = {name for said in rows().values() for name in re.findall(r"`(\w+)`", said)}
    only_for_programs = {"entry", "make_token", "show_question", "openapi", "api-root"}
    only_for_programs |= {"show_schema", "show_newest_schema"}
    assert endpoints() - named - only_for_programs == set()
