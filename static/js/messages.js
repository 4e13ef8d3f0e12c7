// A conversation, of two or of a club: what others write is shown at once, and the newest is in sight.

import { isThere, whenThere } from "./attention.js";
import { ask } from "./fetching.js";
import { isComposing } from "./typed.js";

const parts = ["[data-talk]", "[data-conversations]"];
const write = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-write]"));

/** The newest is at the end. */
function toTheEnd() {
  const talk = document.querySelector("[data-talk]");
  if (talk) talk.scrollTop = talk.scrollHeight;
}

/** Fetches the page, which reads what is new, and puts its parts in place of these: while somebody is there to read it. */
async function renew() {
  if (!isThere()) return;
  const answer = await ask(location.href);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of parts) {
    const [now, then] = [page.querySelector(part), document.querySelector(part)];
    if (now && then && now.textContent !== then.textContent) then.replaceWith(now);
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
