// A conversation, of two or of a club: what others write is shown at once, and the newest is in sight.

import { announce, rememberNotes } from "./announcer.js";
import { isThere, whenThere } from "./attention.js";
import { putInside } from "./differing.js";
import { ask } from "./fetching.js";
import { isComposing } from "./typed.js";
import "./wrote.js";

/** What the service has drawn of each part. @type {Map<string, Element>} */
const drawn = new Map();
for (const name of ["[data-talk]", "[data-conversations]"]) {
  const part = document.querySelector(name);
  if (part) drawn.set(name, /** @type {Element} */ (part.cloneNode(true)));
}
const write = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-write]"));

/** The newest is at the end. */
function toTheEnd() {
  const talk = document.querySelector("[data-talk]");
  if (talk) talk.scrollTop = talk.scrollHeight;
}

/** Fetches the page, which reads what is new, and puts in what differs: while somebody is there to read it. */
async function renew() {
  if (!isThere()) return;
  const answer = await ask(location.href);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const [name, before] of drawn) {
    const [shown, fresh] = [document.querySelector(name), page.querySelector(name)];
    if (!fresh) continue;
    const newNotes = rememberNotes(shown);
    putInside(shown, before, fresh);
    drawn.set(name, fresh);
    for (const note of newNotes()) announce(note);
  }
  toTheEnd();
}

toTheEnd();
document.addEventListener("rung", renew);
whenThere(renew);
// Enter sends, with a shift it begins a new line.
write?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
  event.preventDefault();
  write.requestSubmit();
});
