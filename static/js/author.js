// The author's page is drawn anew when a file of the game type has changed, and once the server is
// back after it was started again.

const { stampAt } = document.querySelector("[data-stamp-at]").dataset;
let known = /** @type {string | null} */ (null);

async function look() {
  const answer = await fetch(stampAt).catch(() => null);
  const stamp = answer?.ok ? (await answer.json()).stamp : known;
  if (known !== null && stamp !== known) location.reload();
  known = stamp;
  setTimeout(look, 1000);
}

look();
