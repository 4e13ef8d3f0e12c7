// The pages of cases: keys for the buttons, the reason in the sentence on what will happen, and how
// many cases are chosen in the list. Everything works without it.

import { letterOf } from "./letters.js";

document.addEventListener("keydown", (event) => {
  const letter = event.repeat ? "" : letterOf(event);
  if (!/^[123n]$/.test(letter)) return;
  const button = document.querySelector(`[data-key="${letter}"]`);
  if (!button) return;
  event.preventDefault(); // Firefox may search for what is typed
  button.click();
});

const decision = document.querySelector("#decision");

function quote() {
  const chosen = decision.querySelector("[name=reason]:checked")?.closest("label");
  for (const place of decision.querySelectorAll("[data-reason]")) {
    const words = document.createElement("q");
    words.textContent = chosen?.textContent.trim();
    place.replaceChildren(...(chosen ? [": ", words] : []));
  }
}

if (decision) {
  decision.addEventListener("change", quote);
  quote();
}

const list = document.querySelector(".case-list");

function count() {
  const chosen = list.querySelectorAll("[name=case]:checked").length;
  list.querySelector("[data-chosen]").textContent = String(chosen);
}

if (list?.querySelector("[data-chosen]")) {
  list.addEventListener("change", count);
  count();
}
