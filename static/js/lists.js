// A list of games: filters act at once, and changes elsewhere appear without loading the page again.

import { refreshDeadlines } from "./deadlines.js";
import { ask } from "./fetching.js";

const AGAIN = 15000; // ms until a failed request for a list is repeated

const filters = document.querySelector("form[data-filters]");
filters?.classList.add("acts-at-once");
filters?.addEventListener("change", (event) => {
  // On a phone several filters are set in a sheet, then "Show" is pressed.
  const sheet = event.target instanceof Element && event.target.closest("details > *");
  if (!(sheet && matchMedia("(max-width: 44rem)").matches)) filters.requestSubmit();
});

// For a page from the browser's store: the filters show again what its list contains.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) filters?.reset();
});

let again = 0;

/** Fetches the page and replaces the list, unless one of its controls has the focus. */
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
