// What goes to the server and comes from it. Of forms and choices nothing is lost, nothing is done twice; when one is
// through, the table hears the event "sent".

import { follow, unpacks } from "../live.js";
import { restart, show } from "./deciding.js";
import { decision, have, say, setPresent, speakBy, table, tellSeen, words } from "./page.js";
import { apply } from "./regions.js";
import { showSent } from "./showing.js";

let busy = false;

/** Something is on its way. */
export const isBusy = () => busy;

/** Sends a form's data until there is an answer; resolves to whether it was accepted. */
export async function deliver(url, data) {
  setBusy(true);
  try {
    return await attempt(url, data);
  } finally {
    setBusy(false);
  }
}

function setBusy(on) {
  busy = on;
  decision()?.setAttribute("aria-busy", String(on));
  if (!on) table.dispatchEvent(new Event("sent"));
}

async function attempt(url, data) {
  let wait = 1000;
  for (;;) {
    data.set("have", have());
    const body = new URLSearchParams(data); // read in a sixth of the time of a form in parts
    const headers = { Accept: "application/json" };
    const answer = await fetch(url, { method: "POST", body, headers }).catch(() => null);
    if (answer && answer.status !== 503) return receive(answer);
    // Away or busy: the same form again, with the same key, so it counts once.
    say(words.offline);
    await Promise.race([pause(wait), connection()]);
    wait = Math.min(wait * 2, 30000);
  }
}

const pause = (time) => new Promise((go) => setTimeout(go, time));
const connection = () => new Promise((go) => addEventListener("online", go, { once: true }));

async function receive(answer) {
  if (answer.status === 205) {
    location.assign(location.pathname);
    return true;
  }
  const news = await answer.json().catch(() => null);
  if (news?.to) {
    location.assign(news.to); // to sign in, or to the game that has just begun
    return false;
  }
  if (!news?.regions) {
    say(words.failed);
    show();
    return false;
  }
  if (answer.ok && isOutdated(news)) {
    location.reload();
    return true;
  }
  say(news.message);
  apply(news);
  tellHave();
  if (!answer.ok) restart();
  return answer.ok;
}

// A whole choice is sent as the form in the bar would send it; none while another is on its way.
table.addEventListener("chosen", ({ detail: choice }) => {
  if (busy) return;
  const form = decision().querySelector("form.decision-choices");
  const body = new FormData(form);
  body.set("choice", JSON.stringify(choice));
  showSent();
  deliver(form.getAttribute("action"), body);
});

// --- News from the others: they come by WebSocket with what has changed of the page; what does not fit is fetched ---
let socket = null;
let isHeard = false; // what is said by it; a service of before an update hears nothing
let newest = 0; // the version that the socket has told of
let asking = null;
let again = false;

/** What is under way may have been too early for the news. */
const isBehind = () => again || newest > Number(words.version);

/** Fetches what is new; several calls at once are one or two requests. */
function refresh() {
  if (isBusy() || asking) {
    again = true;
    return;
  }
  again = false;
  newest = 0;
  asking = fetchNews().finally(() => {
    asking = null;
    if (isBehind() && !isBusy()) refresh();
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
  else if (answer.ok) {
    const news = await answer.json();
    if (isOutdated(news)) location.reload();
    else {
      apply(news);
      tellHave();
    }
  }
}

// While one release follows another both may answer, so a page is not loaded anew again and again.
const RENEWED_AT_MOST = 60000;

/** What comes was made by another release than this page and its scripts: load it anew, but while nothing is typed. */
function isOutdated(news) {
  const { activeElement } = document;
  const typing = activeElement?.matches("textarea, input") && activeElement.value;
  if (news.release === words.release || typing) return false;
  if (Date.now() - Number(sessionStorage.getItem("renewed")) < RENEWED_AT_MOST) return false;
  sessionStorage.setItem("renewed", Date.now());
  return true;
}

function heard(message) {
  if (message.with === "page" && !isHeard) {
    isHeard = true;
    tellHave();
    tellSeen({ anew: true }); // what was said to a socket that was dying may be lost
  }
  if (message.type === "presence") setPresent(message.users);
  else if (message.type === "page") takeIn(message);
  else if (message.type !== "game") refresh();
  else {
    newest = Math.max(newest, message.version);
    if (isBehind() && !isBusy() && !asking) refresh();
  }
}

/** news: as `apply` takes it, and in `have` the hashes of all that the page then has. */
function takeIn(news) {
  newest = Math.max(newest, news.version);
  if (isBusy() || asking) return;
  if (isOutdated(news)) return location.reload();
  for (const part of Object.values(news.regions)) part.html = part.html.replaceAll('"TOKEN-OF-THIS-PAGE"', `"${words.token}"`);
  apply(news);
  const mine = new Set(have().split(","));
  if (news.have.split(",").every((part) => mine.has(part))) return;
  words.stamp = ""; // it had something else than the service believed: ask for what is wrong
  refresh();
}

/** The service sends by the socket what the page lacks. */
const tellHave = () => isHeard && socket.say({ have: have(), version: Number(words.version) });

function connected(yes) {
  document.documentElement.dataset.live = yes ? "yes" : "no";
  isHeard = false;
}

/** Follows the game, where it goes on. */
export function followGame() {
  if (!words.socket) return tellSeen();
  const address = unpacks ? `${words.socket}${words.socket.includes("?") ? "&" : "?"}with=page` : words.socket;
  socket = follow(address, heard, refresh, connected);
  speakBy((data) => isHeard && socket.say(data));
  setTimeout(tellSeen, 2000); // by a request, where the socket has not said it by then
}

table.addEventListener("sent", () => {
  if (isBehind()) refresh(); // news that came in meanwhile
});
