// The waiting room: shows at once who came in, and the table when the game begins.

import { follow } from "./live.js";

const room = document.querySelector("[data-room]");
const seats = (page) => page.querySelector("[data-room] .card-seats")?.textContent ?? "";

/** Who came or went was on a visible page, and need not be told. */
function tellSeen() {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (!token || document.visibilityState !== "visible") return;
  const body = new URLSearchParams({ version: 0, csrfmiddlewaretoken: token });
  fetch(`${location.pathname}seen/`, { method: "POST", body, keepalive: true }).catch(() => {});
}

async function look() {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (seats(page) !== seats(document)) location.reload();
}

// Whoever joins comes to this page and is announced; so every message is a reason to look.
tellSeen();
document.addEventListener("visibilitychange", tellSeen);
follow(room.dataset.room, look, look);
setInterval(look, 10000);
