// Compares a new drawing of the service with the one before and puts in only the differences. Changes by the reader or
// a script elsewhere stay, and screen readers are not disturbed.

const NAMES = ["data-piece", "data-target", "id"]; // with another one it is another thing

/** live: what the page shows of `before`; fresh: what it is to show.
    @param {Element} live @param {Element} before @param {Element} fresh */
export function putInside(live, before, fresh) {
  const [here, was, now] = [live, before, fresh].map((each) => [...each.childNodes]);
  if (here.length !== was.length) return live.replaceChildren(...now.map(copy));
  const isSame = (/** @type {number} */ at) => was.at(at)?.isEqualNode(now.at(at) ?? null) ?? false;
  const least = Math.min(was.length, now.length);
  let [first, last] = [0, 0]; // so many at the beginning and at the end are the same
  while (first < least && isSame(first)) first += 1;
  while (last < least - first && isSame(-1 - last)) last += 1;
  const next = here[here.length - last] ?? null;
  for (const [at, node] of now.slice(first, now.length - last).entries()) {
    const old = first + at < was.length - last ? was[first + at] : null;
    if (!old) live.insertBefore(copy(node), next);
    else putOver(here[first + at], old, node);
  }
  for (const node of here.slice(now.length - last, here.length - last)) node.remove();
}

/** @param {any} live @param {any} before @param {any} fresh */
function putOver(live, before, fresh) {
  if (before.isEqualNode(fresh)) return;
  if (!isOne(live, before, fresh)) return live.replaceWith(copy(fresh));
  for (const { name } of before.attributes) if (!fresh.hasAttribute(name)) live.removeAttribute(name);
  for (const each of fresh.attributes) {
    if (before.getAttribute(each.name) !== each.value) live.setAttributeNode(each.cloneNode());
  }
  putInside(live, before, fresh);
}

/** Whether they draw the same thing. @param {Node[]} all */
function isOne(...all) {
  if (!all.every((each) => each instanceof Element && each.nodeName === all[0].nodeName)) return false;
  const [, before, fresh] = /** @type {Element[]} */ (all);
  return NAMES.every((name) => before.getAttribute(name) === fresh.getAttribute(name));
}

/** @param {Node} node */
const copy = (node) => node.cloneNode(true);
