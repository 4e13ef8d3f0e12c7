// A list of games: its filters act at once, and what happens elsewhere is shown without loading the page again.

import { refreshDeadlines } from "./deadlines.js";

const filters = document.querySelector("[data-filters]");
filters?.classList.add("acts-at-once");
filters?.addEventListener("change", () => filters.requestSubmit());

/** Fetches the page and puts its list in place of this one, unless somebody is at a control in it. */
async function renew() {
  const shown = document.querySelector("[data-list]");
  if (!shown || document.visibilityState !== "visible" || shown.contains(document.activeElement)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const list = page.querySelector("[data-list]");
  if (list) shown.replaceWith(list);
  refreshDeadlines();
}

document.addEventListener("counted", renew);
