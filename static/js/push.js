// Push notifications on the settings page: allows them for this browser, and marks its row.

import { announce } from "./announcer.js";
import { post } from "./posting.js";

const part = document.querySelector("[data-push]");
const form = part.querySelector('form[data-push-state="off"]');
const problem = part.querySelector("[data-push-problem]");
const apple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Which of the parts is shown: absent, install, denied, off; none where this device is on. @param {string} state */
function show(state) {
  for (const each of part.querySelectorAll("[data-push-state]")) {
    each.hidden = each.dataset.pushState !== state;
  }
}

/** @param {string} text */
function complain(text) {
  problem.textContent = text;
  problem.hidden = !text;
  announce(text);
}

/** @param {PushSubscription} subscription */
async function mark(subscription) {
  const bytes = new TextEncoder().encode(subscription.endpoint);
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Not one that was made for an earlier key of ours. @param {PushSubscription} subscription */
function isOurs(subscription) {
  const key = subscription.options?.applicationServerKey;
  return !key || encoded(key) === part.dataset.push.replace(/=+$/, "");
}

/** In base64url. @param {ArrayBuffer} key */
function encoded(key) {
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function look() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return show(apple ? "install" : "absent");
  }
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  const row = subscription && isOurs(subscription) && part.querySelector(`[data-device="${await mark(subscription)}"]`);
  if (row) {
    row.querySelector("[data-push-here]").hidden = false;
    row.querySelector("[data-push-remove] form").addEventListener("submit", () => {
      subscription.unsubscribe();
    });
    return show("");
  }
  return show(Notification.permission === "denied" ? "denied" : "off");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  complain("");
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    await add();
  } finally {
    button.disabled = false;
  }
});

async function add() {
  if ((await Notification.requestPermission()) === "denied") return show("denied");
  let subscription;
  try {
    await navigator.serviceWorker.register(part.dataset.pushWorker);
    const registration = await navigator.serviceWorker.ready;
    subscription = await subscribed(registration.pushManager);
  } catch (/** @type {any} */ error) {
    return complain(`${problem.dataset.pushRefused} (${error.message})`);
  }
  const { endpoint, keys } = subscription.toJSON();
  const body = new FormData(form);
  for (const [name, value] of Object.entries({ endpoint, ...keys })) body.set(name, String(value));
  const answer = await post(form.action, body);
  if (answer?.status === 201) return location.reload();
  const words = await answer?.json().catch(() => null);
  return complain(words?.message ?? problem.dataset.pushNoAnswer);
}

/** A subscription for another key (the site has a new one) is cancelled first.
    @param {PushManager} manager */
async function subscribed(manager) {
  const options = { userVisibleOnly: true, applicationServerKey: part.dataset.push };
  try {
    return await manager.subscribe(options);
  } catch (/** @type {any} */ error) {
    if (error.name !== "InvalidStateError") throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  }
}

look();
