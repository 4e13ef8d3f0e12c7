// What the pointer means on a board.
// While a board asks, its choices alone take the pointer, also where something lies upon them
// (board.css). Everything else on it is found by its place.

/** The things under the pointer that match, the topmost first. */
export function thingsAt(event, selector) {
  if (!(event.target instanceof Element)) return [];
  const board = event.target.closest(".board:has(a.choice)");
  if (!board) return [event.target.closest(selector)].filter(Boolean);
  const things = [...board.querySelectorAll(selector)];
  return things.filter((thing) => covers(thing, event)).reverse();
}

function covers(thing, { clientX: x, clientY: y }) {
  const box = thing.getBoundingClientRect();
  return box.left < x && x < box.right && box.top < y && y < box.bottom;
}
