// A list of games: its filters act at once, and what happens elsewhere is shown without loading the page again.

import { refreshDeadlines } from "./deadlines.js";
import { ask } from "./fetching.js";

const AGAIN = 15000; // ms until a list that could not be had is asked for anew

const filters = document.querySelector("form[data-filters]");
filters?.classList.add("acts-at-once");
filters?.addEventListener("change", (event) => {
  // In the sheet of a phone one sets several and then presses "Show".
  const sheet = event.target instanceof Element && event.target.closest("details > *");
  if (!(sheet && matchMedia("(max-width: 44rem)").matches)) filters.requestSubmit();
});

// Back to a page that the browser had stored: the filters say again what its list shows.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) filters?.reset();
});

let again = 0;

/** Fetches the page and puts its list in place of this one, unless somebody is at a control in it. */
async function renew() {
  clearTimeout(again);
  const shown = document.querySelector("[data-list]");
  if (!shown || document.visibilityState !== "visible" || shown.contains(document.activeElement)) return;
  const answer = await ask(location.href);
  const text = answer?.ok && (await answer.text().catch(() => ""));
  if (!text) {
    again = setTimeout(renew, AGAIN);
    return;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const list = page.querySelector("[data-list]");
  if (list) shown.replaceWith(list);
  refreshDeadlines();
}

document.addEventListener("counted", renew);
