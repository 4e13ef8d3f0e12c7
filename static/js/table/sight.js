// What glows and cannot be seen: on a phone, where the bar is a sheet over the board's foot, it is brought out from under
// it; and on each screen an arrow says how much lies further down, and leads there.

import { decision, table } from "./page.js";

const GLOWS = "a.choice:not(.is-chosen)";
let glowed = ""; // the names of what glowed before

/** Where other things glow than before and none of them can be seen whole, the first one comes clear of the sheet. */
export function bringIntoSight() {
  tellBelow();
  const glows = [...table.querySelectorAll(GLOWS)];
  const names = glows.map((link) => link.parentNode.dataset.target).join(" ");
  if (names === glowed) return;
  glowed = names;
  // Its pane comes forward first.
  requestAnimationFrame(() => {
    const inFront = glows.filter((link) => link.isConnected && isInFront(link));
    if (!isSheet() || !isSeen(table.querySelector(".board-regions")) || inFront.some(isClear)) return;
    inFront[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

/** @param {HTMLElement} link */
const isInFront = (link) => !link.closest("[data-pane]:not(.is-forward)") && link.checkVisibility();

const isSheet = () => decision() !== null && getComputedStyle(decision()).position === "fixed";

/** From below the page's head to the sheet. */
function room() {
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return { top, bottom: decision().getBoundingClientRect().top };
}

/** @param {HTMLElement} thing */
function isSeen(thing) {
  const [box, { top, bottom }] = [thing.getBoundingClientRect(), room()];
  return box.top < bottom && box.bottom > top;
}

/** All of it lies in the room, or it fills the room. @param {HTMLElement} thing */
function isClear(thing) {
  const [box, { top, bottom }] = [thing.getBoundingClientRect(), room()];
  return (box.top >= top && box.bottom <= bottom) || (box.top <= top && box.bottom >= bottom);
}

// --- The arrow ---
const arrow = table.querySelector("[data-below]");

/** What glows wholly below what the window shows. */
function below() {
  const bottom = isSheet() ? room().bottom : innerHeight;
  return [...table.querySelectorAll(GLOWS)].filter((link) => isInFront(link) && link.getBoundingClientRect().top > bottom - 8);
}

let isDue = false;

function tellBelow() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    const count = below().length;
    arrow.hidden = !count;
    arrow.querySelector("[data-count]").textContent = String(count);
  });
}

arrow.addEventListener("click", () => {
  const [first] = below();
  first?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: "center", inline: "nearest" });
});
addEventListener("scroll", tellBelow, { passive: true });
addEventListener("resize", tellBelow);
document.addEventListener("click", tellBelow); // another pane, a drawer
