// The table: choices by board and bar, sending them, and keeping the page up to date.
// Everything here is a shortcut; links and forms work without it.

import { announce } from "../announcer.js";
import { thingsAt } from "../tips.js";
import "./ahead.js";
import { begin, isOpen, narrowBy, pick } from "./deciding.js";
import { showEnd } from "./ending.js";
import "./explaining.js";
import { refocus } from "./focus.js";
import { tellMissing } from "./giving.js";
import { followHistory, lightLines, recap } from "./history.js";
import { followGame } from "./hearing.js";
import { tellHours } from "./hours.js";
import "./keys.js";
import { LINKS, table } from "./page.js";
import "./panes.js";
import "./roving.js";
import { isBusy, submit } from "./sending.js";
import { openKept } from "./strips.js";

table.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!isOpen()) return;
  const targets = meant(event);
  const barLink = event.target.closest(".decision-choices a[href]");
  if (targets.length) clickOne(event, targets);
  else if (barLink) {
    event.preventDefault();
    narrowBy(new URL(barLink.href).searchParams);
  }
});

/** The targets that a click may mean: the one that glows, or would begin another choice; else all that lie there.
    @param {From<MouseEvent>} event */
function meant(event) {
  const link = event.target.closest(LINKS);
  const byKey = event.detail === 0;
  if (!link || (!byKey && link.matches(".is-chosen"))) return thingsAt(event, "[data-target]").map((thing) => thing.dataset.target);
  const glowing = !byKey && link.matches(".instead") && glowingAt(event);
  return [(glowing || link).closest("[data-target]").dataset.target];
}

/** What would begin another choice may lie upon what glows. @param {MouseEvent} point @returns {Element | undefined} */
function glowingAt({ clientX: x, clientY: y }) {
  return document.elementsFromPoint(x, y).map((each) => each.closest("a.choice:not(.is-chosen)")).find(Boolean);
}

/** @param {From<MouseEvent>} event @param {string[]} targets */
function clickOne(event, targets) {
  if (isBusy()) {
    event.preventDefault();
    return;
  }
  const onLink = event.target.closest(LINKS);
  const taken = targets.find(pick);
  if (!taken) return;
  event.preventDefault();
  if (onLink) refocus(taken);
}

table.addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  event.preventDefault();
  submit(event.target, event.submitter);
});

tellHours();
openKept();
showEnd();
begin();
tellMissing(table, announce);
lightLines();
followHistory();
recap();
followGame();
