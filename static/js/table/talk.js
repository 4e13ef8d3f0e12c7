// What people say at the table: the drawer is marked and shows the newest line, and what has just
// come stands in the decision bar, wherever on the page its reader is, until it has been read.

import { decision, table, words } from "./page.js";

const drawer = document.getElementById("chat"); // null on pages without a chat
const others = () => [...table.querySelectorAll("#chat [data-said]")]; // what others have said
const numbers = () => others().map((line) => Number(line.dataset.said));

showReactions();
let newest = Math.max(0, ...numbers()); // the last that the page knows of
let many = table.querySelectorAll("#chat .chat-message").length; // lines, all who speak
let heard = 0; // the one that is not read yet; 0 if there is none
let known = false; // whether we know that it is in view

/** Marks what is new in the drawer. Returns what others wrote, to be read out; a reaction does not count. */
export function noteTalk() {
  showReactions();
  const lines = table.querySelectorAll("#chat .chat-message").length;
  if (lines !== many) showNewest();
  many = lines;
  const fresh = others().filter((line) => Number(line.dataset.said) > newest);
  newest = Math.max(newest, ...numbers());
  if (fresh.length) [heard, known] = [newest, false];
  if (fresh.length && !drawer.open) drawer.classList.add("has-news");
  if (!others().some((line) => Number(line.dataset.said) === heard)) heard = 0; // it was hidden
  watch();
  return fresh.map((line) => said(line).join(": "));
}

function showNewest() {
  for (const box of drawer.querySelectorAll(".chat")) box.scrollTop = box.scrollHeight;
}

const line = () => table.querySelector(`#chat [data-said="${heard}"]`);
/** @param {HTMLElement} line */
const said = (line) => [".log-who", ".chat-text"].map((part) => line.querySelector(part).textContent);

/** In the bar, once more where that was drawn anew. */
export function showHeard() {
  table.querySelector(".decision-heard")?.remove();
  if (!heard || !known) return;
  const link = Object.assign(document.createElement("a"), { href: "#chat", className: "decision-heard" });
  const [who, text] = said(line());
  const name = Object.assign(document.createElement("strong"), { textContent: `${who}: ` });
  link.append(drawer.querySelector("summary .icon").cloneNode(true), name, text);
  link.addEventListener("click", read);
  decision().querySelector(".decision-prompt").append(link);
}

/** @param {Event} event */
function read(event) {
  event.preventDefault();
  event.stopPropagation(); // a click on the bar's words unfolds it
  drawer.open = true;
  showNewest();
  const box = line().closest(".chat");
  box.scrollIntoView({ block: "center" });
  box.focus({ preventScroll: true });
}

// --- Mentioning the shown move: its number is put into the message that is being written ---
/** @param {number} number */
export function mention(number) {
  const field = drawer.querySelector(".chat-form input[name=text]");
  drawer.open = true;
  field.setRangeText(`#${number} `, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
}

// --- It is read as soon as it lies in sight, between what covers the page above and below ---
const sight = new IntersectionObserver(
  (entries) => {
    if (entries.at(-1)?.isIntersecting && document.visibilityState === "visible") forget();
    known = true;
    showHeard();
  },
  { rootMargin: "-64px 0px -112px" },
);

function watch() {
  sight.disconnect();
  if (heard) sight.observe(line());
}

function forget() {
  heard = 0;
  sight.disconnect();
}

document.addEventListener("visibilitychange", watch);
drawer?.addEventListener("toggle", () => {
  drawer.classList.remove("has-news");
  showNewest();
});

// --- Reactions: those of the reader are pressed in. A drawing that many see does not say whose they are, nor which words
// are the reader's own, at which nobody presses anything ---
function showReactions() {
  for (const button of table.querySelectorAll("#chat [data-names]")) {
    button.setAttribute("aria-pressed", String(button.dataset.names.split(", ").includes(words.me)));
  }
  for (const said of table.querySelectorAll("[data-region=onlookers] [data-said]")) {
    if (said.querySelector(".log-who").textContent !== words.me) continue;
    said.querySelector(".react")?.remove();
    delete said.dataset.said;
  }
}

table.addEventListener("click", ({ target }) => {
  const button = target.closest("button.reaction");
  if (!button) return;
  const on = table.querySelector("#react input[name=on]");
  on.value = button.ariaPressed === "true" ? "no" : "yes"; // sent twice it is the same
  const menu = button.closest("details");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus({ preventScroll: true });
});
