// How many games wait, in the head of the page and in a table's bar.

import { call } from "./calling.js";

const next = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-next-game]"));

export const waitingBadge = document.querySelector('.site-nav a[href="/my/"] .count');

/** @param {HTMLElement} badge @param {number} count */
export function putCount(badge, count) {
  if (!badge) return;
  badge.childNodes[0].nodeValue = String(count);
  const { one, several } = badge.lastElementChild?.dataset ?? {};
  if (one && several) badge.lastElementChild.textContent = ` ${count === 1 ? one : several}`;
  badge.hidden = !count;
}

const isLiveTable = () => document.querySelector(".decision time[data-live]") !== null;

let waiting = Number.parseInt(waitingBadge?.textContent, 10) || 0;

/** @param {number} count */
export function showWaiting(count) {
  if (count > waiting && !isLiveTable()) call(); // which calls by itself: these numbers come late
  waiting = count;
  putCount(waitingBadge, count);
  next?.classList.toggle(next.dataset.nextGame, count > 0);
  showOthers();
}

/** In a table's bar: how many games wait beside this one. */
export function showOthers() {
  for (const link of document.querySelectorAll("[data-others]")) {
    const others = Math.max(0, waiting - Number(link.dataset.others));
    link.querySelector("[data-count]").textContent = String(others);
    link.hidden = !others;
    link.nextElementSibling.hidden = others > 0;
  }
}
