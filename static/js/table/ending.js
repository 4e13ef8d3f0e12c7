// The end of a game: once for each game the winner's pieces fall and the points are counted up. Any press ends it.

import { offerSharing } from "../sharing.js";
import { table } from "./page.js";

const LASTS = 2000;
const COUNTED = 1200;
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
  const stop = [play(box), ...[...box.querySelectorAll("[data-counts]")].map(count)];
  const over = () => {
    for (const each of stop) each();
    removeEventListener("pointerdown", over, true);
    removeEventListener("keydown", over, true);
  };
  addEventListener("pointerdown", over, true);
  addEventListener("keydown", over, true);
  setTimeout(over, LASTS);
}

/** @param {HTMLElement} box */
function play(box) {
  box.classList.add("is-new");
  return () => box.classList.remove("is-new");
}

/** From nothing up to what it says. @param {HTMLElement} number */
function count(number) {
  const points = number.textContent;
  const began = performance.now();
  let running = true;
  const step = (/** @type {number} */ now) => {
    if (!running) return;
    const part = Math.min(1, (now - began) / COUNTED);
    number.textContent = part < 1 ? String(Math.round(Number(points) * part)) : points;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  return () => {
    running = false;
    number.textContent = points;
  };
}
