// Sends forms and choices to the server. None is lost and none counts twice; when it has arrived, the table gets the
// event "sent".

import { announce } from "../announcer.js";
import { restAfter } from "../fetching.js";
import { post } from "../posting.js";
import { forgetTyped, keepAllTyped } from "../typed.js";
import { free, restart, show } from "./deciding.js";
import { decision, have, say, table, words } from "./page.js";
import { isOutdated, putInAndTell } from "./renewing.js";
import { showSent } from "./showing.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
const LONG = 60000; // without an answer: the reader is told more
const AWAY = [502, 503, 504];

let busy = false;

/** Something is being sent. */
export const isBusy = () => busy;

/** Sends a form's data until there is an answer; resolves to whether it was accepted. refused: called where it was not.
    @param {string} url @param {FormData} data */
async function deliver(url, data, refused = () => {}) {
  setBusy(true);
  try {
    return await receive(await answered(url, data), refused);
  } catch (error) {
    console.error(error);
    say(words.failed);
    table.dispatchEvent(new Event("wrong"));
    return false;
  } finally {
    setBusy(false);
  }
}

/** @param {boolean} on */
function setBusy(on) {
  busy = on;
  decision()?.setAttribute("aria-busy", String(on));
  if (!on) table.dispatchEvent(new Event("sent"));
}

/** The answer. The form is sent repeatedly until it comes, with the same key, so that it counts once.
    @param {string} url @param {FormData} data */
async function answered(url, data) {
  let wait = FIRST_WAIT;
  let told = "";
  let isLong = false;
  /** @type {(value?: unknown) => void} */
  let goOn = () => {};
  /** @param {string} text @param {Way} [way] */
  const tell = (text, way) => {
    if (text !== told) say(text, way);
    told = text;
  };
  const tellMore = () => tell(words.stuck, { label: words.again, go: hurry });
  const hurry = () => {
    tell(words.trying);
    goOn();
  };
  const lasting = setTimeout(() => {
    isLong = true;
    addEventListener("beforeunload", stay);
    tellMore();
  }, LONG);
  try {
    for (;;) {
      const answer = await send(url, data);
      if (answer && !AWAY.includes(answer.status)) return answer;
      if (isLong) tellMore();
      else tell(answer ? words.busy : words.offline);
      const asked = new Promise((go) => (goOn = go));
      await Promise.race([pause(Math.max(wait, restAfter(answer))), asked, answer ? asked : connection()]);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  } finally {
    clearTimeout(lasting);
    removeEventListener("beforeunload", stay);
  }
}

/** @param {string} url @param {FormData} data */
function send(url, data) {
  data.set("have", have());
  return post(url, data);
}

/** @param {number} time */
const pause = (time) => new Promise((go) => setTimeout(go, time));
const connection = () => new Promise((go) => addEventListener("online", go, { once: true }));
/** @param {Event} event */
const stay = (event) => event.preventDefault(); // the browser asks whether to leave

/** @param {Response} answer @param {() => unknown} refused */
async function receive(answer, refused) {
  if (answer.status === 205) {
    await leave(() => location.assign(location.pathname));
    return true;
  }
  const news = await answer.json().catch(() => null);
  if (answer.ok && news?.to) {
    await leave(() => location.assign(news.to)); // to the game that has just begun
    return false;
  }
  if (!answer.ok || !news?.regions) refused();
  if (news?.to) return signIn(news);
  if (!news?.regions) {
    say(news?.message || words.failed);
    show();
    return false;
  }
  if (answer.ok && !kept.length && isOutdated(news)) return true;
  say(news.message);
  if (!putInAndTell(news)) table.dispatchEvent(new Event("wrong"));
  if (!answer.ok) restart();
  return answer.ok;
}

// Sends a complete choice like the form in the bar; not while another one is being sent.
table.addEventListener("chosen", async ({ detail: choice }) => {
  if (busy) return;
  const form = decision().querySelector("form.decision-choices");
  const body = new FormData(form);
  body.set("choice", JSON.stringify(choice));
  showSent();
  const isDone = await deliver(form.getAttribute("action"), body);
  if (isDone && form.isConnected) restart(); // the same answer again: nothing has come that would begin anew
  if (isDone && free() && !table.matches(".is-lesson")) table.dispatchEvent(new CustomEvent("chosen", { detail: free() }));
});

// --- What is said at the table while something else is on its way is kept, and sent afterwards ---
/** @type {{form: HTMLFormElement, data: FormData}[]} */
const kept = [];

/** Sends a form as it is filled in now. @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
export function submit(form, submitter) {
  const data = new FormData(form, submitter);
  if ("clear" in form.dataset) {
    form.reset();
    kept.push({ form, data });
    sendKept();
  } else if (!busy) deliver(form.getAttribute("action"), data).then((isDone) => isDone && noteDone(form, data));
}

/** A message at the table is read out to its author, as to the others.
    @param {HTMLFormElement} form @param {FormData} data */
function noteDone(form, data) {
  forgetTyped(form);
  for (const field of form.querySelectorAll("textarea")) {
    if (field.value.trim() === field.defaultValue.trim()) field.value = field.defaultValue; // it is kept without blank ends
  }
  if (form.matches(".chat-form, .chat-quick")) announce(`${words.wrote} ${data.get("text")}`);
}

async function sendKept() {
  showKept();
  const next = busy ? null : kept.shift();
  if (!next) return;
  const { form, data } = next;
  if (await deliver(form.getAttribute("action"), data, () => giveBack(form, data))) noteDone(form, data);
}

table.addEventListener("sent", sendKept);

/** A refused message can be corrected; it comes before newer text.
    @param {HTMLFormElement} form @param {FormData} data */
function giveBack(form, data) {
  for (const box of form.querySelectorAll("input:not([type=hidden])")) box.value = [data.get(box.name), box.value].filter(Boolean).join(" ");
}

/** The session has ended. Where the page cannot go, what was typed would be lost.
    @param {{ message: string, to: string }} news */
function signIn({ message, to }) {
  for (const { form, data } of kept.splice(0).reverse()) giveBack(form, data);
  showKept();
  if (keepAllTyped()) location.assign(to);
  else say(message);
  return false;
}

function showKept() {
  const line = table.querySelector("[data-waiting]");
  const said = kept.map(({ data }) => data.get("text")).filter(Boolean); // a reaction is not announced
  if (!line) return;
  line.textContent = busy && said.length ? `${words.kept} ${said.join(" · ")}` : "";
  announce(line.textContent, "kept");
}

/** Leaves the page once the waiting messages are sent. @param {() => void} go */
async function leave(go) {
  await Promise.all(kept.splice(0).map(({ form, data }) => post(form.getAttribute("action"), data)));
  go();
}
