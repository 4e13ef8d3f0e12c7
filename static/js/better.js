// What could have been better: while it is being found, the page fetches itself and shows what there is by now.

import { ask } from "./fetching.js";

const EVERY = 3000; // ms

/** Puts what the page has by now in the place of what it had. */
async function grow() {
  const shown = document.querySelector("[data-grows]");
  if (!shown) return;
  const answer = await ask(location.href);
  const text = answer?.ok && (await answer.text().catch(() => ""));
  const found = text && new DOMParser().parseFromString(text, "text/html").getElementById(shown.id);
  if (found) shown.replaceWith(found);
  setTimeout(grow, EVERY);
}

setTimeout(grow, EVERY);
