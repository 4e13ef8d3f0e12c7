// What the others have done since the reader's last move, played on the board when the page opens.

import { open } from "./film.js";
import { table } from "./page.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

const button = () => table.querySelector("[data-recap]");

function play() {
  const numbers = button().dataset.recap.split(" ").map(Number);
  open(numbers, { running: true, fleeting: true });
}

export function recap() {
  table.addEventListener("click", ({ target }) => target.closest("[data-recap]") && play());
  if (!button()) return;
  if (still.matches) button().closest("details").open = true; // the list, instead
  else if ("unseen" in button().dataset && document.visibilityState === "visible") play();
}
