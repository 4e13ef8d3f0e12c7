// In a frame of the author's pages amounts are filled in as at a table, and things on the board lead on
// in the same position. The choice then appears on the whole workbench; without one nothing is sent.

import { tellMissing } from "./table/giving.js";
import { markAsking } from "./tips.js";

tellMissing(document.body);
markAsking(document.body);

document.addEventListener("submit", (event) => {
  if (event.target.getAttribute("action")) event.target.target = "_top";
  else event.preventDefault();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a.choice");
  if (!link) return;
  event.preventDefault();
  const query = new URLSearchParams(location.search);
  for (const name of ["prefix", "on"]) query.delete(name);
  const further = new URLSearchParams(link.getAttribute("href") ?? "");
  const whole = [...document.querySelectorAll("button[name='choice']")].find(
    (button) => button.value === further.get("prefix"),
  );
  if (whole?.form?.getAttribute("action")) {
    whole.click();
    return;
  }
  for (const [name, value] of further) query.append(name, value);
  location.search = String(query);
});

document.body.classList.add("is-ready"); // until then nothing on the board can be pressed (author.css)
