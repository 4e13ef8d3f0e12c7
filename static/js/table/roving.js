// Each part of the board is one stop of the Tab key, and so are the answers in the bar, what is impossible now, the players,
// the log and the talk. Within it the arrows go on: to the sides through all its things in reading order, up and down from
// one that can be chosen to the next.

import { table } from "./page.js";

const PARTS = '.decision-choices, .decision-refusals, [data-region^="board-"], [data-region="players"], .log-box, .log[tabindex], .chat, .tree-rows';
const NATURAL = "a[href], button, summary, input";
const THINGS = `${NATURAL}, [role="img"]:is([aria-label], [aria-labelledby])`;
const CHOICE = "a.choice:not(.is-chosen)";
/** @type {{[key: string]: (things: HTMLElement[], at: number) => HTMLElement | undefined}} */
const WAYS = {
  ArrowRight: (things, at) => things[at + 1],
  ArrowLeft: (things, at) => things[at - 1],
  ArrowDown: (things, at) => things.slice(at + 1).find(isNext(things)),
  ArrowUp: (things, at) => things.slice(0, Math.max(at, 0)).findLast(isNext(things)),
  Home: (things) => things[0],
  End: (things) => things.at(-1),
};

/** @param {HTMLElement[]} things */
function isNext(things) {
  const some = things.some((thing) => thing.matches(CHOICE));
  return (/** @type {HTMLElement} */ thing) => !some || thing.matches(CHOICE);
}

/** What is there to go to; what lies in a thing belongs to it. @param {HTMLElement} part */
function thingsIn(part) {
  return [...part.querySelectorAll(THINGS)].filter((thing) => !thing.parentElement.closest(THINGS) || thing.matches(NATURAL));
}

/** Where the keys enter a part: at the last focus, else at its first choice. @param {HTMLElement[]} things */
function entryOf(things) {
  return things.find((thing) => thing === document.activeElement) ?? things.find((thing) => thing.matches(CHOICE)) ?? things.find(isThere);
}

/** Looks at all the parts before it changes any: the page is laid out once. @param {Iterable<HTMLElement>} parts */
function arrange(parts) {
  const found = [...parts].map((part) => {
    const things = thingsIn(part);
    return { things, entry: part.tabIndex === 0 ? undefined : entryOf(things) }; // what scrolls is entered as a whole
  });
  for (const { things, entry } of found) {
    for (const thing of things) {
      const index = thing === entry ? 0 : -1;
      if (thing.getAttribute("tabindex") !== String(index)) thing.tabIndex = index;
    }
  }
}

/** @param {HTMLElement} thing */
const isThere = (thing) => thing.checkVisibility();

let isDue = false;

/** Only keys need it, so it waits until there is nothing else to do, or a key is pressed. */
function arrangeLater() {
  if (isDue) return;
  isDue = true;
  if ("requestIdleCallback" in window) requestIdleCallback(arrangeNow, { timeout: 1000 });
  else setTimeout(arrangeNow, 200);
}

function arrangeNow() {
  if (!isDue) return;
  isDue = false;
  arrange(table.querySelectorAll(PARTS));
}

document.addEventListener("keydown", arrangeNow, { capture: true });
table.addEventListener("focusin", ({ target }) => {
  const part = target.closest(PARTS);
  if (part) arrange([part]);
});

/** The things of the current part, and the thing that a key leads to from there; null for another key.
    @param {From<KeyboardEvent>} event */
function onTheWay({ key, target }) {
  const part = WAYS[key] && target.closest(PARTS);
  if (!part) return null;
  const things = thingsIn(part).filter(isThere);
  return WAYS[key](things, things.indexOf(target));
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target instanceof Element && event.target.matches("input, textarea, select")) return;
  const thing = onTheWay(event);
  if (!thing) return;
  thing.focus();
  event.preventDefault();
});

new MutationObserver(arrangeLater).observe(table, { subtree: true, childList: true });
arrangeLater();
