// The waiting room: shows at once who came in, and the table when the game begins.
"use strict";

(() => {
  const room = document.querySelector("[data-room]");
  if (!room) return;
  const content = (page) => page.querySelector("[data-room] .card-seats")?.textContent ?? "";

  async function look() {
    if (document.visibilityState !== "visible") return;
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (content(page) !== content(document)) location.reload();
  }

  setInterval(look, 10000);
  document.addEventListener("visibilitychange", look);
})();
