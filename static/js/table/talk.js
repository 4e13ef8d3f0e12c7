// What people say at the table: the drawer is marked and shows the newest line, and what has just
// come stands in the decision bar, wherever on the page its reader is, until it has been read.

import { decision, table } from "./page.js";

const drawer = document.getElementById("chat");
const others = () => [...table.querySelectorAll("#chat [data-said]")]; // what others have said
const numbers = () => others().map((line) => Number(line.dataset.said));

let newest = Math.max(0, ...numbers()); // the last that the page knows of
let heard = 0; // the one that is not read yet; 0 if there is none
let known = false; // whether that one lies in sight has been found out

/** There is something new in the drawer. Returns what others have said, to be read out. */
export function noteTalk() {
  if (!drawer.open) drawer.classList.add("has-news");
  showNewest();
  const fresh = others().filter((line) => Number(line.dataset.said) > newest);
  newest = Math.max(newest, ...numbers());
  if (fresh.length) [heard, known] = [newest, false];
  if (!others().some((line) => Number(line.dataset.said) === heard)) heard = 0; // it was hidden
  watch();
  return fresh.map((line) => said(line).join(": ")).join(" ");
}

function showNewest() {
  const box = drawer.querySelector(".chat");
  if (box) box.scrollTop = box.scrollHeight;
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
  drawer.scrollIntoView({ block: "center" });
  drawer.querySelector(".chat").focus({ preventScroll: true });
}

// --- A move that one looks at is mentioned: its number is put into what one writes ---
/** @param {number} number */
export function mention(number) {
  const field = drawer.querySelector(".chat-form input[name=text]");
  drawer.open = true;
  field.setRangeText(`#${number} `, field.selectionStart, field.selectionEnd, "end");
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
drawer.addEventListener("toggle", () => {
  drawer.classList.remove("has-news");
  showNewest();
});
