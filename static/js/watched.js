// The live table that is worth watching: asked for again and again while somebody may see it.

import { ask } from "./fetching.js";

const EVERY = 5000; // ms

const place = /** @type {HTMLElement} */ (document.querySelector("[data-watched]"));
let shown = place.innerHTML.trim();

async function renew() {
  if (document.visibilityState !== "visible" || place.contains(document.activeElement)) return;
  const answer = await ask(place.dataset.watched);
  if (!answer?.ok) return;
  const drawn = (await answer.text()).trim();
  if (drawn === shown) return;
  shown = drawn;
  place.innerHTML = drawn;
}

setInterval(renew, EVERY);
