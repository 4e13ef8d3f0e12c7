"""Checks that pointing words, such as "above your wood", agree with the drawing.

A step of a lesson says by ``lies`` what its words mean; names of things may do so, too, for things
with the same name. The JavaScript here is run in a window by ``browser``.
"""

from __future__ import annotations

import re

#: Words that point, by the place they mean.
POINTING = {
    "above": re.compile(r"(?<!from )\babove\b|\b(upper|top) (row|edge|field|corner)\b", re.I),
    "below": re.compile(r"\bbelow\b|\b(lower|bottom) (row|edge|field|corner)\b", re.I),
    "left": re.compile(r"\bleft (of|edge|column|field|corner)\b|\bto the left\b", re.I),
    "right": re.compile(r"\bright (of|edge|column|field|corner)\b|\bto the right\b", re.I),
    "middle": re.compile(r"\bmiddle\b", re.I),
}

#: The entries [thing, where, others] that are wrong, by the middles of the drawn things. Without
#: others the thing must be at that edge of its drawing; "middle" is between all of them. A name
#: that begins with a dot is a class.
ASTRAY = """lies => {
  const find = (name) =>
    document.querySelector(name.startsWith(".") ? name : `[data-target="${CSS.escape(name)}"]`);
  const box = (name) => find(name)?.getBoundingClientRect();
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const between = (at, ends) => Math.min(...ends) < at && at < Math.max(...ends);
  const isSo = (thing, where, others) => {
    if (!box(thing) || others.some((other) => !box(other))) return false;
    const [x, y] = middle(box(thing));
    const points = others.map((other) => middle(box(other)));
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    if (where === "middle") return between(x, xs) || between(y, ys);
    const edge = find(thing).closest("svg.board").getBoundingClientRect();
    const [part, up] = [(x - edge.x) / edge.width, (y - edge.y) / edge.height];
    return {
      left: xs.length ? xs.every((other) => x < other - 2) : part < 0.25,
      right: xs.length ? xs.every((other) => x > other + 2) : part > 0.75,
      above: ys.length ? ys.every((other) => y < other - 2) : up < 0.35,
      below: ys.length ? ys.every((other) => y > other + 2) : up > 0.65,
    }[where];
  };
  return lies.filter((each) => !isSo(...each));
}"""

#: The things whose name says where they are among those with the same name, and that are elsewhere.
MISNAMED = """() => {
  const sides = { left: ["x", 1], right: ["x", -1], upper: ["y", 1], lower: ["y", -1] };
  const alike = (thing) => thing.dataset.target.replaceAll(/\\d+/g, "");
  const things = [...document.querySelectorAll("[data-target][data-name]")]
    .filter((thing) => thing.getClientRects().length);
  return things.filter((thing) => {
    const said = thing.dataset.name.match(/(?<!the )\\b(left|right|upper|lower) (?!over)[a-z]/i);
    if (!said) return false;
    const [axis, sign] = sides[said[1].toLowerCase()];
    const at = (each) => each.getBoundingClientRect()[axis] * sign;
    const others = things.filter((each) => alike(each) === alike(thing) && each !== thing);
    return others.some((each) => at(each) < at(thing) - 2)
      || (others.length > 0 && !others.some((each) => at(each) > at(thing) + 2));
  }).map((thing) => [thing.dataset.target, thing.dataset.name]);
}"""


def pointing(message: str) -> set[str]:
    """The places where a sentence says that something is."""
    bare = re.sub(r"\{[^}]*\}", "…", message)
    return {where for where, words in POINTING.items() if words.search(bare)}
