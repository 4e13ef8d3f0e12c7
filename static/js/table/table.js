// The table: choices by board and bar, sending them, and keeping the page true.
// Everything here is a shortcut over links and forms that work without it.

import { thingsAt } from "../pointing.js";
import "./card.js";
import { back, begin, isOpen, narrowBy, pick } from "./deciding.js";
import { tellMissing } from "./giving.js";
import { followHistory } from "./history.js";
import "./keys.js";
import { lightLines } from "./lighting.js";
import { followGame } from "./news.js";
import { table } from "./page.js";
import "./panes.js";
import { tellSeen } from "./presence.js";
import { recap } from "./recap.js";
import { refocus } from "./regions.js";
import { deliver, isBusy } from "./sending.js";

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

/** The targets that a click may mean: the one that glows; else all that lie there. */
function meant(event) {
  const link = event.target.closest("a.choice");
  const byKey = event.detail === 0;
  if (link && (byKey || !link.matches(".is-chosen"))) return [link.parentNode.dataset.target];
  return thingsAt(event, "[data-target]").map((thing) => thing.dataset.target);
}

function clickOne(event, targets) {
  if (isBusy()) {
    event.preventDefault();
    return;
  }
  const onLink = event.target.closest("a.choice");
  const taken = targets.find(pick);
  if (!taken) return;
  event.preventDefault();
  if (onLink) refocus(taken);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && back()) event.preventDefault();
  // A link in a drawing answers to the space bar as a button does.
  const link = event.target instanceof Element && event.target.closest("svg a.choice");
  if (link && event.key === " ") {
    event.preventDefault();
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
});

table.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  if (isBusy()) return;
  const done = await deliver(form.getAttribute("action"), new FormData(form, event.submitter));
  if (done && "clear" in form.dataset) form.reset();
});

begin();
tellMissing(table);
lightLines();
followHistory();
recap();
tellSeen();
followGame();
