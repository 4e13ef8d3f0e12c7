// News from the others: heard of by WebSocket, fetched by HTTP.

import { follow } from "../live.js";
import { have, table, words } from "./page.js";
import { setPresent } from "./presence.js";
import { apply } from "./regions.js";
import { isBusy } from "./sending.js";

let asking = null;
let again = false;

/** Fetches what is new; several calls at once are one or two requests. */
function refresh() {
  if (isBusy() || asking) {
    again = true;
    return;
  }
  again = false;
  asking = fetchNews().finally(() => {
    asking = null;
    if (again && !isBusy()) refresh();
  });
}

async function fetchNews() {
  const address = new URL(words.news, location.href);
  address.searchParams.set("stamp", words.stamp);
  address.searchParams.set("have", have());
  const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer || answer.status === 204) return;
  if (isBusy()) again = true; // what is being sent will bring newer news
  else if (answer.status === 205) location.reload();
  else if (answer.ok) apply(await answer.json());
}

function heard(message) {
  if (message.type === "presence") setPresent(message.users);
  else if (message.type !== "game" || message.version > Number(words.version)) refresh();
}

function connected(yes) {
  document.documentElement.dataset.live = yes ? "yes" : "no";
}

/** Follows the game, where it goes on. */
export function followGame() {
  if (words.socket) follow(words.socket, heard, refresh, connected);
}

table.addEventListener("sent", () => {
  if (again) refresh(); // news that came in meanwhile
});
