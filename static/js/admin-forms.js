// Forms of the admin. Somebody may have signed in elsewhere in this browser since the page came, so they are sent with
// a valid token, and only by the page's reader. Otherwise they stay, and a note above says what to do.

import { isStored } from "./clock.js";
import { renewTokens } from "./posting.js";
import { askReader } from "./reader.js";

const note = document.querySelector("[data-stale]");
const cookie = () => document.cookie.split("; ").find((one) => one.startsWith("csrftoken="));

document.documentElement.dataset.reader = note.dataset.stale;

/** The cookie by which the page's tokens were made. */
let known = isStored ? "" : cookie();
/** @type {HTMLFormElement | null} */
let sure = null; // it is sent as it is

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || form === sure || known === cookie()) return;
  event.preventDefault();
  sendOrKeep(form, event.submitter);
});

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function sendOrKeep(form, submitter) {
  const reader = await askReader({ stays: "yes" });
  if (!reader?.same) {
    say(reader?.message ?? note.dataset.offline, reader?.to);
    return;
  }
  renewTokens(reader.token);
  [known, sure] = [cookie(), form];
  form.requestSubmit(submitter);
  sure = null;
}

/** @param {string} text @param {string} [href] where to sign in, in another tab, so that this one keeps the text */
function say(text, href) {
  const words = document.createElement(href ? "a" : "span");
  if (href) Object.assign(words, { href, target: "_blank" });
  words.textContent = text;
  note.replaceChildren(words);
  note.hidden = false;
  note.scrollIntoView({ block: "center" });
}
