// The analysis of moves: while it runs, the page fetches itself and shows the results so far. Only differences are put
// in, and new results are read out.

import { announce, rememberNotes } from "./announcer.js";
import { putInside } from "./differing.js";
import { ask } from "./fetching.js";

const EVERY = 3000; // ms

const shown = document.getElementById("better");
let drawn = /** @type {Element} */ (shown.cloneNode(true)); // the service's last answer

/** Puts in the results so far. */
async function grow() {
  const answer = await ask(location.href);
  const text = answer?.ok && (await answer.text().catch(() => ""));
  const found = text && new DOMParser().parseFromString(text, "text/html").getElementById(shown.id);
  if (found) putIn(found);
  if (drawn.matches("[data-grows]")) setTimeout(grow, EVERY);
}

/** @param {Element} found */
function putIn(found) {
  const newNotes = rememberNotes(shown);
  putInside(shown, drawn, found);
  drawn = found;
  for (const note of newNotes()) announce(note);
}

setTimeout(grow, EVERY);
