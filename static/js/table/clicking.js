// Clicks, keys and forms at the table.

import { back, isOpen, narrowBy, pick } from "./deciding.js";
import { refocus } from "./focus.js";
import { table } from "./page.js";
import { deliver, isBusy } from "./sending.js";

table.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (!isOpen()) return;
  const thing = event.target.closest("[data-target]");
  const barLink = event.target.closest(".decision-choices a[href]");
  if (thing) clickThing(event, thing.dataset.target);
  else if (barLink) {
    event.preventDefault();
    narrowBy(new URL(barLink.href).searchParams);
  }
});

function clickThing(event, target) {
  if (isBusy()) {
    event.preventDefault();
    return;
  }
  const wasLink = event.target.closest("a.choice");
  if (!pick(target)) return;
  event.preventDefault();
  if (wasLink) refocus(target);
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
