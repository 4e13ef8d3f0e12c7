"""Stands in for the client of speech-dispatcher, without which Orca waits for a sound device for
ever: writes what would be spoken, a line each, to the file SPOKEN."""

import html
import os
import re


class PunctuationMode:
    ALL, MOST, SOME, NONE = "all", "most", "some", "none"


class DataMode:
    TEXT, SSML = "text", "ssml"


class Priority:
    IMPORTANT, TEXT, MESSAGE = "important", "text", "message"
    NOTIFICATION, PROGRESS = "notification", "progress"


class Scope:
    SELF, ALL = "self", "all"


class CallbackType:
    INDEX_MARK, BEGIN, END = "index_marks", "begin", "end"
    CANCEL, PAUSE, RESUME = "cancel", "pause", "resume"


class SSIPError(Exception): ...


class SSIPCommandError(Exception): ...


class SSIPCommunicationError(Exception): ...


class SpawnError(Exception): ...


def note(words: str) -> None:
    with open(os.environ["SPOKEN"], "a") as file:
        file.write(f"{words}\n")


class SSIPClient:
    """Speaks at once; of what it is set to it keeps nothing."""

    def __init__(self, *given, **named): ...

    def speak(self, text, callback=None, event_types=None):
        words = " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())
        note(words)
        for kind in (CallbackType.BEGIN, CallbackType.END):
            if callback and (event_types is None or kind in event_types):
                callback(kind)

    def char(self, char):
        note(char)

    key = char

    def get_rate(self):
        return 0

    get_pitch = get_volume = get_rate

    def get_language(self):
        return "en"

    def list_output_modules(self):
        return ("none",)

    def list_synthesis_voices(self, *given):
        return (("English", "en", "none"),)

    def __getattr__(self, name):
        """What else one can set, stop or ask for."""
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *given, **named: None


Client = SSIPClient
