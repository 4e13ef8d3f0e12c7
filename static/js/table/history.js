// The links to earlier positions show them on the board, without another page; the address follows.

import { goTo, isOpen, newest, open, step } from "./film.js";
import { table } from "./page.js";

const LINKS = ".table-history a[href], .log-number a[href]";

/** The move that a link leads to; null for the game as it is now. */
function moveOf(link) {
  const at = new URL(link.href).searchParams.get("at");
  return at === null ? null : Number(at);
}

function address(number) {
  const url = new URL(location.href);
  for (const name of ["prefix", "on", "at"]) url.searchParams.delete(name);
  if (number !== null) url.searchParams.set("at", number);
  history.replaceState(history.state, "", url);
}

function look(number, how = {}) {
  const all = Array.from({ length: newest() + 1 }, (_, each) => each);
  open(all, { from: number, shown: address, ...how });
}

export function followHistory() {
  table.addEventListener("click", (event) => {
    const link = event.target.closest(LINKS);
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const number = moveOf(link);
    if (number === null) return; // the page of today
    event.preventDefault();
    if (!isOpen()) look(number);
    else if (link.rel) step(link.rel === "prev" ? -1 : 1);
    else goTo(number);
  });
  table.addEventListener("film-over", () => address(null));
  const asked = new URLSearchParams(location.search).get("at");
  if (asked !== null) look(Number(asked));
}

