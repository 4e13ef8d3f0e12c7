"""Style sheet values in the form that renderers for plain CSS understand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tinycss2.color4 import parse_color

Tokens = list[Any]  # nodes of tinycss2; custom properties by name
Properties = Mapping[str, Tokens]  # custom ones, by their names

#: Pixels of a ``rem``, as in browsers.
REM = 16


class UntranslatableError(Exception):
    """A value that has no plain form here."""


def plain(value: Tokens, custom: Properties) -> str:
    """The value with literal colours."""
    return "".join(_written(token, custom) for token in value).strip()


def font(value: Tokens, custom: Properties) -> dict[str, str]:
    """The ``font`` shorthand as one property for each of its parts, without the line height."""
    words = [token for token in value if token.type not in ("whitespace", "comment")]
    parts: dict[str, str] = {}
    while words and "font-size" not in parts:
        word = words.pop(0)
        written = plain([word], custom)
        if word.type == "ident":
            parts["font-weight" if written == "bold" else "font-style"] = written
        elif word.type == "number":
            parts["font-weight"] = written
        elif " " not in written:
            parts["font-size"] = written
    if words and words[0] == "/":
        del words[:2]
    if not words:
        raise UntranslatableError
    return {**parts, "font-family": plain(value[value.index(words[0]) :], custom)}


def split(tokens: Iterable[Any]) -> list[Tokens]:
    """The parts between the commas."""
    parts: list[Tokens] = [[]]
    for one in tokens:
        if one == ",":
            parts.append([])
        else:
            parts[-1].append(one)
    return parts


def _written(token: Any, custom: Properties) -> str:
    match token.type:
        case "whitespace":
            return " "
        case "comment":
            return ""
        case "dimension" if token.lower_unit == "rem":
            return f"{token.value * REM:g}px"
        case "function":
            return _worked_out(token, custom)
        case _:
            written: str = token.serialize()
            return written


def _worked_out(function: Any, custom: Properties) -> str:
    arguments = split(function.arguments)
    match function.lower_name:
        case "var":
            name, *default = arguments
            tokens = custom.get(plain(name, {}), default[0] if default else None)
            if tokens is None:
                raise UntranslatableError
            return plain(tokens, custom)
        case "light-dark":
            return plain(arguments[0], custom)
        case "url":
            return f"url({''.join(token.value for token in function.arguments)})"
        case "color-mix":
            return _mixed(arguments[1:], custom)
        case name:
            red, green, blue, alpha = _colour(f"{name}({plain(function.arguments, custom)})")
            return f"rgba({red},{green},{blue},{alpha:g})"


def _mixed(arguments: list[Tokens], custom: Properties) -> str:
    """``color-mix`` of two opaque colours; in sRGB, which is near enough to oklab for shades."""
    if len(arguments) != 2:
        raise UntranslatableError
    colours, shares = [], list[float | None]()
    for argument in arguments:
        share = next((token for token in argument if token.type == "percentage"), None)
        shares.append(share.value / 100 if share else None)
        colour = plain([token for token in argument if token is not share], custom)
        colours.append(_colour(colour)[:3])
    first, second = shares
    if first is None:
        first = 0.5 if second is None else 1 - second
    return "#" + "".join(
        f"{round(a * first + b * (1 - first)):02x}" for a, b in zip(*colours, strict=True)
    )


def _colour(written: str) -> tuple[int, int, int, float]:
    colour = parse_color(written)
    if colour is None or colour.space not in ("srgb", "hsl", "hwb"):
        raise UntranslatableError
    red, green, blue, alpha = colour.to("srgb")
    return round(red * 255), round(green * 255), round(blue * 255), alpha
