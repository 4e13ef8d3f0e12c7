#!/usr/bin/python3
"""A bare window of WebKitGTK that WebDriver drives, of any size (MiniBrowser has at least 447 px).

Run by the system's Python, which has GTK, as the "browser" of WebKitWebDriver. From the
environment: WIDTH, HEIGHT, GATHER (a script for the start of each page), STILL (less motion), and
OFF, the features of WebKit to switch off, as older ones lack them.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

DRIVER = os.getppid()


def view() -> "WebKit2.WebView":
    settings = WebKit2.Settings()
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    off = set(os.environ.get("OFF", "").split(","))
    features = WebKit2.Settings.get_all_features()
    for feature in map(features.get, range(features.get_length())):
        if feature.get_identifier() in off:
            settings.set_feature_enabled(feature, False)
    scripts = WebKit2.UserContentManager()
    top, start = WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START
    scripts.add_script(WebKit2.UserScript.new(os.environ["GATHER"], top, start, None, None))
    page = WebKit2.WebView(
        user_content_manager=scripts,
        web_context=context,
        settings=settings,
        is_controlled_by_automation=True,
    )
    window = Gtk.Window(decorated=False)
    window.add(page)
    size = int(os.environ["WIDTH"]), int(os.environ["HEIGHT"])
    window.set_default_size(*size)
    window.resize(*size)
    window.move(0, 0)
    window.show_all()
    page.grab_focus()
    return page


def started(context: "WebKit2.WebContext", session: "WebKit2.AutomationSession") -> None:
    about = WebKit2.ApplicationInfo()
    about.set_name("MiniBrowser")
    session.set_application_info(about)
    session.connect("create-web-view", lambda session: view())


def end_with_driver() -> bool:
    """A driver that is killed leaves its window, whose page would be at work for ever."""
    if os.getppid() != DRIVER:
        Gtk.main_quit()
    return True


if os.environ.get("STILL"):
    Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", started)
GLib.timeout_add(500, end_with_driver)
Gtk.main()
