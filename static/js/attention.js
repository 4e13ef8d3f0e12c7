// Whether somebody is at the page: it is visible, and was used a moment ago. What a page shows to nobody does not count
// as seen.

const STAYS = 180000; // ms after the last sign of life
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "touchstart", "focus"];

let signAt = performance.now();
/** @type {Set<() => unknown>} */
const waiting = new Set();

export const isThere = () => document.visibilityState === "visible" && performance.now() - signAt < STAYS;

/** Calls it each time somebody comes to the page, or back to it. @param {() => unknown} act */
export function whenThere(act) {
  waiting.add(act);
}

function sign() {
  const wasThere = isThere();
  signAt = performance.now();
  if (!wasThere && isThere()) for (const act of waiting) act();
}

for (const way of SIGNS) addEventListener(way, sign, { capture: true, passive: true });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  signAt = performance.now();
  for (const act of waiting) act();
});
