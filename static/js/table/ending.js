// The end of a game: the last scoring is shown on the board before the result. Once per game the winner's pieces fall
// and the points count up. Any press ends it.

import { device } from "../remembered.js";
import { offerSharing } from "../sharing.js";
import { count } from "./counting.js";
import { openNextTable } from "./next_table.js";
import { table } from "./page.js";

const LASTS = 2000;
const STAYS = 4000; // how long the board is shown
const KEPT = 50; // games whose end has been seen here
const still = matchMedia("(prefers-reduced-motion: reduce)");

const result = () => table.querySelector(".result");

export const isOver = () => result() !== null;

const boardTop = () => table.querySelector(".tabletop-board").getBoundingClientRect().top;

/** To be called before the page changes; gives a function that scrolls the board back to where it was in the window, for the
    result stands above it. */
export function whereBoardWas() {
  const top = boardTop();
  return () => scrollBy({ top: boardTop() - top, behavior: "instant" });
}

let isComing = false; // to the result, in a moment

/** Brings the reader to the result, after what the last move scored, from anywhere on the page. A reader who writes or
    moves somewhere in that moment stays there. */
export function comeToEnd() {
  isComing = true;
  let hasGone = false;
  const go = () => (hasGone = true);
  for (const way of WAYS) addEventListener(way, go, { passive: true });
  setTimeout(() => {
    for (const way of WAYS) removeEventListener(way, go);
    isComing = false;
    const isWriting = document.activeElement?.matches("textarea, input");
    if (!hasGone && !isWriting) result()?.scrollIntoView({ behavior: still.matches ? "instant" : "smooth" });
    showEnd();
  }, STAYS);
}

const WAYS = ["wheel", "touchmove", "keydown"];

/** Whether its end is new here; from now on it is not. @param {string} game */
function isNew(game) {
  const seen = device.get("ended").split(" ").filter(Boolean);
  if (seen.includes(game)) return false;
  device.set("ended", [...seen, game].slice(-KEPT).join(" "));
  return true;
}

/** Shows a finished game, one that just ended or was over at the page's load. */
export function showEnd() {
  const box = result();
  if (!box || isComing) return;
  offerSharing();
  openNextTable(box);
  if (!isNew(box.dataset.ended) || still.matches) return;
  for (const number of box.querySelectorAll("[data-counts]")) count(number);
  box.classList.add("is-new");
  const over = () => {
    box.classList.remove("is-new");
    removeEventListener("pointerdown", over, true);
    removeEventListener("keydown", over, true);
  };
  addEventListener("pointerdown", over, true);
  addEventListener("keydown", over, true);
  setTimeout(over, LASTS);
}
