"""WebKit, the engine of Safari: WebKitGTK's window on a screen that nobody sees."""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from PIL import Image, ImageGrab
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser import PATIENCE
from tests.engines.windows import GATHER, Size, Window

DRIVER = "/usr/bin/WebKitWebDriver"
OUR_WINDOW = Path(__file__).with_name("webkit_window.py")
#: Of keys whose names in the DOM are not those of WebDriver.
KEYS = {"Escape": Keys.ESCAPE, "ArrowLeft": Keys.LEFT, "ArrowRight": Keys.RIGHT} | {
    "ArrowUp": Keys.UP, "ArrowDown": Keys.DOWN, "Enter": Keys.ENTER, "Tab": Keys.TAB,
    "Home": Keys.HOME, "End": Keys.END, "Backspace": Keys.BACKSPACE, "Space": Keys.SPACE,
}  # fmt: skip


class Screen:
    """An X server without a screen, ended by `close`."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        self._process = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writing),
                "-screen",
                "0",
                "1600x1000x24",
                "-nolisten",
                "tcp",
            ],
            pass_fds=[writing],
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            self.name = f":{told.readline().strip()}"

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(10)


class WebKitWindow(Window):
    engine = "webkit"

    def __init__(
        self, screen: Screen, url: str, size: Size, *, still: bool, off: str = "", first: str = ""
    ) -> None:
        """Without the features that are ``off``; the script ``first`` runs first in each page."""
        super().__init__(url, size)
        self.screen = screen
        environment = {
            **os.environ,
            "DISPLAY": screen.name,
            "WIDTH": str(size[0]),
            "HEIGHT": str(size[1]),
            "GATHER": first + GATHER,
            "OFF": off,
            "STILL": "yes" if still else "",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",  # it has none where root runs it
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        }
        options = Options()
        options.binary_location = str(OUR_WINDOW)
        options.add_argument("--automation")
        self.driver = webdriver.WebKitGTK(options=options, service=Service(DRIVER, env=environment))
        self.driver.set_script_timeout(30)
        self.cookies: dict[str, str] = {}

    def open(self, path: str) -> None:
        if self.cookies:  # they are set where the window is at the site
            if not self.driver.current_url.startswith(self.url):
                self.driver.get(f"{self.url}/healthz")
            for name, value in self.cookies.items():
                self.driver.add_cookie({"name": name, "value": value, "path": "/"})
            self.cookies.clear()
        self.driver.get(self.url + path)

    def run(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(f"return ({script})(...arguments)", *given)

    def look(self, script: str, *given: Any) -> Any:
        try:
            return self.run(script, *given)
        except WebDriverException:
            if self.driver.execute_script("return document.readyState") == "complete":
                return self.run(script, *given)
            return None

    def click(self, selector: str) -> None:
        """Looks for it again where it was drawn anew in between."""
        end = time.monotonic() + PATIENCE / 1000
        while True:
            try:
                self.driver.find_element(By.CSS_SELECTOR, selector).click()
            except WebDriverException as error:
                if time.monotonic() > end:
                    raise AssertionError(f"webkit: {selector}: {error}") from error
                time.sleep(0.1)
            else:
                return

    def click_at(self, x: float, y: float) -> None:
        hand = ActionChains(self.driver, duration=0)
        hand.w3c_actions.pointer_action.move_to_location(int(x), int(y)).click()
        hand.perform()

    def write(self, selector: str, text: str) -> None:
        field = self.driver.find_element(By.CSS_SELECTOR, selector)
        field.clear()
        field.send_keys(text)

    def key(self, name: str) -> None:
        self.driver.switch_to.active_element.send_keys(KEYS.get(name, name))

    def picture(self) -> Image.Image:
        # Its driver never answers where a page fits its window; the screen has it too.
        return ImageGrab.grab(bbox=(0, 0, *self.size), xdisplay=self.screen.name).convert("RGB")

    def set_cookie(self, name: str, value: str) -> None:
        self.cookies[name] = value

    def close(self) -> None:
        with suppress(WebDriverException):
            self.driver.quit()
