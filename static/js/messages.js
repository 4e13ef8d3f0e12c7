// A conversation of two people or of a club: new messages appear at once, the newest in view.

import { announce, rememberNotes } from "./announcer.js";
import { isThere, whenThere } from "./attention.js";
import { putInside } from "./differing.js";
import { ask } from "./fetching.js";
import { isComposing } from "./typed.js";
import "./wrote.js";

/** The service's drawing of each part. @type {Map<string, Element>} */
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

/** Fetches the page, which marks new messages as read, and puts in the differences, if somebody is there to read
   them. */
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
// Enter sends; Shift+Enter begins a new line.
write?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
  event.preventDefault();
  write.requestSubmit();
});
