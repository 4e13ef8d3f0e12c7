// On a phone, where the bar is a sheet over the board's foot, what glows is brought out from under it.

import { decision, table } from "./page.js";

const GLOWS = "a.choice:not(.is-chosen)";
let glowed = ""; // the names of what glowed before

/** Where other things glow than before and none of them can be seen whole, the first one comes clear of the sheet. */
export function bringIntoSight() {
  const glows = [...table.querySelectorAll(GLOWS)];
  const names = glows.map((link) => link.parentNode.dataset.target).join(" ");
  if (names === glowed) return;
  glowed = names;
  // Its pane comes forward first.
  requestAnimationFrame(() => {
    const inFront = glows.filter((link) => link.isConnected && !link.closest("[data-pane]:not(.is-forward)"));
    if (!isSheet() || !isSeen(table.querySelector(".board-regions")) || inFront.some(isClear)) return;
    inFront[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

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
