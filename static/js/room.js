// The waiting room: shows at once who came in, and the table when the game begins.
"use strict";

(() => {
  const room = document.querySelector("[data-room]");
  if (!room) return;
  const seats = (page) => page.querySelector("[data-room] .card-seats")?.textContent ?? "";

  async function look() {
    if (document.visibilityState !== "visible") return;
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (seats(page) !== seats(document)) location.reload();
  }

  // Whoever joins comes to this page and is announced; so every message is a reason to look.
  window.live.follow(room.dataset.room, look, look);
  setInterval(look, 10000);
})();
