// Tells people who hear the page what happens. This is the only place that is read out when it changes. It is outside
// of everything that is swapped, and speaks once the page has stopped changing: during many changes screen readers drop
// messages.

const REST = 500; // ms in which nothing changes
const PATIENCE = 4000; // ms; a page that keeps changing is spoken over
const KEPT = 3; // old texts are removed late: one that is removed at once may not be read out

const place = document.querySelector("[data-announcer]");
/** @type {{ text: string, about: string }[]} */
let waiting = [];
let since = 0; // when the first of them came
let timer = 0;

/** Says this after everything that waits. about: its subject; a waiting text about the same is dropped; an empty text
    only drops it. @param {string} text */
export function announce(text, about = "") {
  const isHeardSoon = waiting.length > 0;
  if (about) waiting = waiting.filter((other) => other.about !== about);
  if (!text || waiting.some((other) => other.text === text && other.about === about)) return;
  waiting.push({ text, about });
  if (!isHeardSoon) begin();
}

/** Joins texts so that each one's end is heard. @param {string[]} texts */
export const sentences = (texts) => texts.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");

/** @param {ParentNode} part */
const notesIn = (part) => [.../** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("[data-announce]"))].map(({ dataset }) => dataset.announce ?? "");

/** Call it before `part` changes. Gives a function that then announces the new texts in it.
    @param {ParentNode} part */
export function rememberNotes(part) {
  const known = new Set(notesIn(part));
  return () => notesIn(part).filter((note) => !known.has(note));
}

function begin() {
  since = performance.now();
  page.observe(document.body, { subtree: true, childList: true, characterData: true });
  wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(speak, Math.min(REST, Math.max(0, since + PATIENCE - performance.now())));
}

const page = new MutationObserver((changes) => {
  if (changes.some(({ target }) => isHeard(target))) wait();
});

/** Ignores running clocks, and what is hidden from screen readers. @param {Node} changed */
function isHeard(changed) {
  const element = changed instanceof Element ? changed : changed.parentElement;
  return !element?.closest("time, [aria-hidden=true]");
}

function speak() {
  page.disconnect();
  const texts = waiting.map(({ text }) => text);
  waiting = [];
  if (!texts.length) return;
  place.append(Object.assign(document.createElement("p"), { textContent: sentences(texts) }));
  while (place.children.length > KEPT) place.firstElementChild.remove();
}
