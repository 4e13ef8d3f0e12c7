// A line of the log lights what it is about: by a click, or when the link to its position has the focus.

import { table } from "./page.js";

let told = null;

function light(line) {
  const before = told;
  unlight();
  if (!line || line === before) return;
  told = line;
  told.classList.add("is-told");
  for (const name of told.dataset.lights.split(" ")) {
    for (const thing of table.querySelectorAll(`[data-target="${CSS.escape(name)}"]`)) thing.classList.add("is-lit");
  }
  table.querySelector(".is-lit")?.scrollIntoView({ block: "nearest" });
}

/** Nothing is lit any more. */
function unlight() {
  told?.classList.remove("is-told");
  told = null;
  for (const thing of table.querySelectorAll(".is-lit")) thing.classList.remove("is-lit");
}

export function lightLines() {
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("a, button")) light(target.closest("[data-lights]"));
  });
  table.addEventListener("focusin", ({ target }) => {
    const line = target.closest("[data-lights]");
    if (line && line !== told && target.matches(":focus-visible")) light(line);
  });
}
