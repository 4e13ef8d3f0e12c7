// News from other players: a WebSocket sends the changed parts of the page; what does not fit is fetched.

import { unpacks } from "../compressed.js";
import { ask } from "../fetching.js";
import { follow } from "../live.js";
import { stayThere } from "../presence.js";
import { showLost } from "../toasts.js";
import { have, setPresent, speakBy, table, tellHave, tellSeen, words } from "./page.js";
import { has, isOutdated, putIn, putInAndTell } from "./renewing.js";
import { isBusy } from "./sending.js";

const SILENCE = 40000; // ms; the socket of a game says something each 25 s

let isHeard = false; // sends by it; a service before an update does not listen
let newest = 0; // the version that the socket has told of
let asking = /** @type {Promise<boolean> | null} */ (null);
let again = false;

/** A running request may be too early for the news. */
const isBehind = () => again || newest > Number(words.version);

/** Fetches what is new; several calls at once are one or two requests. False where that failed. */
async function refresh() {
  again = true;
  if (isBusy()) return true; // afterwards
  asking ??= catchUp();
  return asking;
}

async function catchUp() {
  try {
    while (isBehind() && !isBusy()) {
      again = false;
      newest = 0;
      if (!(await fetchNews())) return false;
    }
    return true;
  } finally {
    asking = null;
  }
}

async function fetchNews() {
  const address = new URL(words.news, location.href);
  address.searchParams.set("stamp", words.stamp);
  address.searchParams.set("have", have());
  const answer = await ask(address, { headers: { Accept: "application/json" } });
  if (answer?.status === 204) return true;
  if (answer && isBusy()) again = true; // the running request will bring newer news
  else if (answer?.status === 205) location.reload();
  else if (!answer?.ok) return false;
  else {
    const news = await answer.json();
    if (!isOutdated(news)) return putInAndTell(news);
  }
  return true;
}

/** @type {() => unknown} */
let look = refresh; // once the game is followed, again and again until it succeeds

/** Gives false if the page must be fetched. @param {Message} message */
function heard(message) {
  if (message.with === "page" && !isHeard) {
    isHeard = true;
    tellHave();
    tellSeen({ anew: true }); // messages to a dying socket may be lost
  }
  if (message.type === "presence") return setPresent(message.users);
  if (message.type !== "game" && message.type !== "page") return refresh();
  if (!Number.isInteger(message.version)) throw new TypeError("News without a version");
  newest = Math.max(newest, message.version);
  if (isBusy() || asking) return true;
  return message.type === "page" ? takeIn(message) : !isBehind() || refresh();
}

/** In `have` stand the hashes of all that the page then has. @param {News} news */
function takeIn(news) {
  if (isOutdated(news)) return true;
  for (const part of Object.values(news.regions)) part.html = part.html.replaceAll('"TOKEN-OF-THIS-PAGE"', `"${words.token}"`);
  if (putIn(news) && has(news.have)) return true;
  words.stamp = ""; // the page differs from what the service assumed: fetch the wrong parts
  return false;
}

/** @param {boolean} yes */
function connected(yes) {
  document.documentElement.dataset.live = yes ? "yes" : "no";
  isHeard = false;
}

/** To players of a live table with what happens to the clock, and to what was pressed. @param {boolean} yes */
const tellLost = (yes) => showLost(yes, (document.querySelector("time[data-live]") && words.lostLive) || "");

/** Follows a game that is not over. */
export function followGame() {
  if (!words.socket) return tellSeen();
  const address = unpacks ? `${words.socket}${words.socket.includes("?") ? "&" : "?"}with=page` : words.socket;
  const socket = follow(address, heard, refresh, { connected, lost: tellLost, silence: SILENCE });
  look = socket.look;
  stayThere(socket);
  speakBy((data) => isHeard && socket.say(data));
  setTimeout(tellSeen, 2000); // by a request, where the socket has not said it by then
}

table.addEventListener("sent", () => {
  if (isBehind()) look(); // news that came in meanwhile
});
table.addEventListener("wrong", () => {
  again = true; // an answer that could not be put in
});
