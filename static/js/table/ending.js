// The end of a game: once for each game the winner's pieces fall and the points are counted up. Any press ends it.

import { offerSharing } from "../sharing.js";
import { count } from "./counting.js";
import { table } from "./page.js";

const LASTS = 2000;
const KEPT = 50; // games whose end has been seen here
const still = matchMedia("(prefers-reduced-motion: reduce)");

const result = () => table.querySelector(".result");

/** Whether its end is new here; from now on it is not. @param {string} game */
function isNew(game) {
  const seen = (localStorage.getItem("ended") ?? "").split(" ").filter(Boolean);
  if (seen.includes(game)) return false;
  localStorage.setItem("ended", [...seen, game].slice(-KEPT).join(" "));
  return true;
}

/** A game that is over is shown, now or since the page was loaded. */
export function showEnd() {
  const box = result();
  if (!box) return;
  offerSharing();
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
