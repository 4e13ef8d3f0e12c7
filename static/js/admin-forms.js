// Forms of the admin: somebody may have signed in elsewhere in this browser since the page came. They are sent with a token
// that is still valid, and only by the reader of the page; else they stay as they are, and a note above says what to do.

import { isStored } from "./clock.js";
import { renewTokens } from "./posting.js";
import { askReader } from "./reader.js";

const note = document.querySelector("[data-stale]");
const cookie = () => document.cookie.split("; ").find((one) => one.startsWith("csrftoken="));

document.documentElement.dataset.reader = note.dataset.stale;

/** With which the page's tokens were made. */
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

/** @param {string} text @param {string} [href] where to sign in, in another tab: this one keeps what was written */
function say(text, href) {
  const words = document.createElement(href ? "a" : "span");
  if (href) Object.assign(words, { href, target: "_blank" });
  words.textContent = text;
  note.replaceChildren(words);
  note.hidden = false;
  note.scrollIntoView({ block: "center" });
}
