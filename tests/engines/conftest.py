"""Each test that asks for ``window`` runs in three engines: Chromium, Firefox and WebKit."""

from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest

from script.browser import missing, must_be_whole
from tests.browser import DESK, FIREFOX, launch, launch_firefox, shared
from tests.engines.webkit import Screen, WebKitWindow
from tests.engines.windows import PlaywrightWindow, Size, Window

#: What each needs, as script/browser.py names it.
ENGINES = {
    "chromium": (),
    "firefox": (FIREFOX,),
    "webkit": ("webkit2gtk-driver", "python3-gi gir1.2-webkit2-4.1", "xvfb"),
}

Opener = Callable[..., Window]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests in one engine share a process, which starts it once."""
    if "engine" in metafunc.fixturenames:
        each = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ENGINES]
        metafunc.parametrize("engine", each, scope="function")


@cache
def lacking(engine: str) -> list[str]:
    lacks = missing()
    return [packages for packages in ENGINES[engine] if packages in lacks]


def need(engine: str) -> None:
    """Leaves the test out on a machine without this engine, and says what is missing; continuous
    integration leaves none out."""
    if lacks := lacking(engine):
        words = f"no {engine} without {', '.join(lacks)}, which script/browser.py installs"
        (pytest.fail if must_be_whole() else pytest.skip)(words)


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture
def window(site: str, engine: str, request: pytest.FixtureRequest) -> Iterator[Opener]:
    """Opens windows, each with cookies of its own, in the engine of this test; an error of a
    script in the page that is left open fails the test."""
    need(engine)
    opened: list[Window] = []

    def opener(
        size: Size = DESK, *, dark: bool = False, motion: bool = False, language: str = "en"
    ) -> Window:
        one: Window
        if engine == "webkit":
            screen = request.getfixturevalue("screen")
            one = WebKitWindow(screen, site, size, still=not motion)
            one.set_cookie("django_language", language)
        else:
            start = (
                partial(launch, scroll_bars=True)
                if engine == "chromium"
                else partial(launch_firefox, motion=motion)
            )
            browser = shared.another(f"{engine} {motion}", start)
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                locale=language,
                reduced_motion="no-preference" if motion else "reduce",
            )
            one = PlaywrightWindow(engine, context, site, size)
        opened.append(one)
        if dark:
            one.set_cookie("theme", "dark")
        return one

    yield opener
    wrong = [error for one in opened for error in one.wrong]
    for one in opened:
        one.close()
    assert wrong == []
