// What could have been better: while it is being found, the page fetches itself and shows what there is by now. Only what
// differs is put in, and what has been found is read out.

import { announce, rememberNotes } from "./announcer.js";
import { putInside } from "./differing.js";
import { ask } from "./fetching.js";

const EVERY = 3000; // ms

const shown = document.getElementById("better");
let drawn = /** @type {Element} */ (shown.cloneNode(true)); // what the service had by then

/** Puts in what the page has by now. */
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
