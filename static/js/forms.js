// Forms are sent with a valid token, and only while the reader is still the page's. Text is sent only once that is
// certain.

import { isStored } from "./clock.js";
import { renewTokens } from "./posting.js";
import { askReader } from "./reader.js";
import { toast } from "./toasts.js";
import { forgetTyped, isTyped, keepAllTyped } from "./typed.js";

const cookie = () => document.cookie.split("; ").find((one) => one.startsWith("csrftoken="));

/** The cookie by which the page's tokens were made. */
let known = isStored ? "" : cookie();
/** @type {HTMLFormElement | null} */
let sure = null; // it is sent as it is
let isAsking = false; // a second press sends nothing

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || form === sure) return;
  if (known === cookie() && !isTyped(form)) return;
  event.preventDefault();
  sendOrKeep(form, event.submitter);
});

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function sendOrKeep(form, submitter) {
  if (isAsking) return;
  isAsking = true;
  const isGood = await canSend(form);
  isAsking = false;
  if (!isGood) return;
  sure = form;
  form.requestSubmit(submitter);
  sure = null;
}

/** Whether a form can be sent; otherwise its reader is told why not. @param {HTMLFormElement} form */
export async function canSend(form) {
  const reader = await askReader();
  if (!reader && isTyped(form)) toast(document.documentElement.dataset.offline);
  if (!reader) return !isTyped(form); // the browser says it
  if (reader.same) {
    renewTokens(reader.token);
    known = cookie();
    forgetTyped(form);
    return true;
  }
  if (reader.to && keepAllTyped()) location.assign(reader.to);
  else toast(reader.message, 30, reader.to || location.href);
  return false;
}
