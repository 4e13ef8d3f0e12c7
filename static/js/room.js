// The waiting room: shows new players at once, and the table when the game starts. A live game calls everybody first.

import { isThere, whenThere } from "./attention.js";
import { call } from "./calling.js";
import { ask } from "./fetching.js";
import { follow } from "./live.js";
import { stayThere } from "./presence.js";
import { post } from "./posting.js";
import { tab } from "./remembered.js";
import "./sharing.js";
import { showLost } from "./toasts.js";

const room = document.querySelector("[data-room]");
const isLive = "liveTable" in room.dataset;
const parts = (/** @type {Document} */ page) => [
  ...page.querySelectorAll("[data-room] .card-seats, .room-invited li, [data-ready] h2"),
];
const people = (/** @type {Document} */ page) => parts(page).map((part) => part.textContent).join();

/** The changes were on a page with a present reader, so they need no notification. */
function tellSeen() {
  const token = document.querySelector("input[name=csrfmiddlewaretoken]")?.value;
  if (!token || !isThere()) return;
  const body = new URLSearchParams({ version: "0", csrfmiddlewaretoken: token });
  post(`${location.pathname}seen/`, body, { keepalive: true });
}

/** False if the page could not be loaded. */
async function look() {
  if (document.visibilityState !== "visible" && !isLive) return true;
  const answer = await ask(location.href);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (people(page) !== people(document)) location.reload();
  return true;
}

/** The ready check: also players who look at another page are called, once. */
function callToReady() {
  const by = document.querySelector("[data-ready]:has(form)")?.dataset.ready;
  if (!by) return;
  document.title = `(!) ${document.title.replace(/^\(\d+\) /, "")}`;
  if (tab.get("ready") === by) return;
  tab.set("ready", by);
  call();
}

// A player who joins opens this page and is announced, so every message is a reason to look.
tellSeen();
whenThere(tellSeen);
callToReady();
const socket = follow(room.dataset.room, look, look, { lost: showLost });
stayThere(socket);
setInterval(socket.look, isLive ? 3000 : 10000);
