"""Style sheets for renderers that know plain CSS only: colours written out, for a drawing alone.

The drawings of the kit and of the boards take their colours from custom properties, some of which
depend on a class above them (``.seat-2``, ``.band-red``). ``flat`` gives the same rules with
literal values in the light theme, one copy for each such class where that makes a difference.
Rules that only matter on a live page (pseudo-classes, media, layout) are left out.
"""

import re
from collections.abc import Iterator, Mapping

Declarations = dict[str, str]

_KEPT = re.compile(
    r"(fill|stroke|opacity|stop|font|text|letter-spacing|visibility|filter|clip|mask|paint-order)\b"
)
_DROPPED = {"font-variant-numeric", "font-display"}
_FONT = re.compile(r"(?:(?P<weight>\d+) )?(?P<size>[\d.]+\w+)(?:/\S+)? (?P<family>.+)")
_CLASS = re.compile(r"\.[\w-]+")
_COLOURS = {"white": (255, 255, 255), "black": (0, 0, 0), "transparent": (0, 0, 0)}


def flat(*sheets: str, root: str = "") -> str:
    """These style sheets, in order, as plain CSS. Custom properties are taken from ``:root`` and
    from the class ``root`` (``.board-imhotep``), and from single classes for what is inside."""
    rules = [rule for sheet in sheets for rule in _rules(sheet)]
    base: Declarations = {}
    scopes: dict[str, Declarations] = {}
    for selectors, declarations in rules:
        custom = {name: value for name, value in declarations.items() if name.startswith("--")}
        for selector in selectors if custom else ():
            if selector in (":root", root):
                base |= custom
            elif _CLASS.fullmatch(selector):
                scopes.setdefault(selector, {}).update(custom)
    lines = []
    for selectors, declarations in rules:
        drawn = _drawn(declarations)
        if not drawn:
            continue
        for selector in selectors:
            if re.search(r"[:\[]", selector):
                continue
            plain = _resolved(drawn, base)
            lines.append(_line(selector, plain))
            for scope, own in scopes.items():
                inside = _resolved(drawn, base | own)
                if inside != plain:
                    above, _space, last = selector.rpartition(" ")
                    for scoped in (f"{scope} {last}", f"{scope}{last}"):
                        lines.append(_line(f"{above} {scoped}".strip(), inside))
    return "\n".join(line for line in lines if line)


def _line(selector: str, declarations: Declarations) -> str:
    body = ";".join(f"{name}:{value}" for name, value in declarations.items())
    return f"{selector}{{{body}}}" if body else ""


def _rules(sheet: str) -> Iterator[tuple[list[str], Declarations]]:
    """The rules of a sheet outside all at-rules."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    at = 0
    while (opening := sheet.find("{", at)) >= 0:
        closing, depth = opening + 1, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(sheet[closing], 0)
            closing += 1
        head, body = sheet[at:opening].strip(), sheet[opening + 1 : closing - 1]
        if not head.startswith("@"):
            declarations = {
                name.strip(): " ".join(value.split())
                for name, colon, value in (each.partition(":") for each in _split(body, ";"))
                if colon
            }
            yield [each for part in _split(head, ",") for each in _expanded(part)], declarations
        at = closing


def _expanded(selector: str) -> list[str]:
    """``:is(a, b) c`` written out."""
    found = re.search(r":is\(([^()]*)\)", selector)
    if not found:
        return [" ".join(selector.split())]
    return [
        whole
        for each in found[1].split(",")
        for whole in _expanded(selector[: found.start()] + each.strip() + selector[found.end() :])
    ]


def _drawn(declarations: Declarations) -> Declarations:
    """Those that say how a shape or a text is drawn."""
    drawn: Declarations = {}
    for name, value in declarations.items():
        if name == "font" and (font := _FONT.fullmatch(value)):
            drawn |= {f"font-{part}": said for part, said in font.groupdict().items() if said}
        elif _KEPT.match(name) and name not in _DROPPED:
            drawn[name] = value
    return drawn


def _resolved(declarations: Declarations, custom: Mapping[str, str]) -> Declarations:
    """With literal values; without those that name a property that is not there."""
    resolved = {name: _value(value, custom) for name, value in declarations.items()}
    return {name: value for name, value in resolved.items() if "var(" not in value}


def _value(value: str, custom: Mapping[str, str]) -> str:
    value = re.sub(r'url\("(.*?)"\)', r"url(\1)", value)
    while (found := _call(value)) is not None:
        start, end, function, arguments = found
        if function == "var":
            name, default = arguments[0], arguments[1] if len(arguments) > 1 else None
            written = custom.get(name, default)
            if written is None:
                return value
        elif function == "light-dark":
            written = arguments[0]
        else:
            arguments = [_value(argument, custom) for argument in arguments]
            if any("var(" in argument for argument in arguments):
                return value
            written = _mixed(arguments)
        value = value[:start] + written + value[end:]
    return re.sub(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)", r"rgba(\1,\2,\3,\4)", value)


def _call(value: str) -> tuple[int, int, str, list[str]] | None:
    """The first function that is to be worked out: where it stands, its name and arguments."""
    found = re.search(r"(var|light-dark|color-mix)\(", value)
    if not found:
        return None
    end, depth = found.end(), 1
    while depth:
        depth += {"(": 1, ")": -1}.get(value[end], 0)
        end += 1
    arguments = [each.strip() for each in _split(value[found.end() : end - 1], ",")]
    return found.start(), end, found[1], arguments


def _mixed(arguments: list[str]) -> str:
    """``color-mix`` of two opaque colours; in sRGB, which is near enough to oklab for shades."""
    colours, shares = [], []
    for argument in arguments[1:]:
        colour, _space, share = argument.rpartition(" ")
        if not share.endswith("%"):
            colour, share = argument, ""
        colours.append(_rgb(colour))
        shares.append(float(share[:-1]) / 100 if share else None)
    first = (
        shares[0] if shares[0] is not None else 1 - (shares[1] if shares[1] is not None else 0.5)
    )
    return "#" + "".join(
        f"{round(a * first + b * (1 - first)):02x}" for a, b in zip(*colours, strict=True)
    )


def _rgb(colour: str) -> tuple[int, ...]:
    if colour in _COLOURS:
        return _COLOURS[colour]
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return tuple(int(digits[i : i + 2], 16) for i in (0, 2, 4))


def _split(text: str, separator: str) -> list[str]:
    """Split where the separator stands outside parentheses."""
    parts, depth, begin = [], 0, 0
    for i, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == separator and not depth:
            parts.append(text[begin:i])
            begin = i + 1
    return [*parts, text[begin:]]
