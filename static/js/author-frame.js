// In a frame of the author's pages amounts are filled in as at a table, and things on the board lead on
// in the same position. What is chosen lies on the whole workbench then; where there is none, nothing is sent.

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
  for (const [name, value] of new URLSearchParams(link.getAttribute("href") ?? "")) query.append(name, value);
  location.search = String(query);
});
