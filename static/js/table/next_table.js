// The next table of an arena opens by itself from the end of a game there, a moment after it was found.

import { call } from "../calling.js";
import { ask } from "../fetching.js";
import { follow } from "../live.js";
import { toast } from "../toasts.js";

const MOMENT = 5000; // ms between the words about it and the table; so long again while the reader writes
const PAUSE = 1500; // ms between two requests, and up to half as many more, so that not all ask at once

let isFollowed = false;

/** @param {HTMLElement} result of a game that is over */
export function openNextTable(result) {
  const place = /** @type {HTMLElement | null} */ (result.querySelector("[data-next-table]"));
  if (!place || isFollowed) return;
  isFollowed = true;
  const { nextTable, socket, said } = place.dataset;
  let found = "";
  let timer = 0;

  const open = () => {
    if (document.activeElement?.matches("textarea, input")) setTimeout(open, MOMENT);
    else location.assign(found);
  };

  /** False if nothing came. */
  async function look() {
    clearTimeout(timer);
    timer = 0;
    const answer = await ask(nextTable ?? "", { headers: { Accept: "application/json" } });
    if (!answer?.ok) return false;
    const { table } = await answer.json();
    if (table && !found) {
      found = table;
      call();
      toast(said ?? "", MOMENT / 1000, table);
      setTimeout(open, MOMENT);
    }
    return true;
  }

  follow(socket ?? "", () => {
    timer ||= setTimeout(look, PAUSE * (1 + Math.random() / 2));
  }, look);
}
