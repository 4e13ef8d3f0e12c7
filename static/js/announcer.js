// Tells those who hear the page what happens: the one place of a page that is read out when it changes. It lies outside of
// all that is swapped, and speaks once the page has come to rest: while a hundred things change screen readers drop what
// they are told.

const REST = 500; // ms in which nothing changes
const PATIENCE = 4000; // ms; a page that never rests is spoken over
const KEPT = 3; // of what was said before: what is taken out at once may not be read out

const place = document.querySelector("[data-announcer]");
/** @type {{ text: string, about: string }[]} */
let waiting = [];
let since = 0; // when the first of them came
let timer = 0;

/** Says this after all else that waits to be said. about: what it tells of; what has not been said yet of the same is
    out of date, and left out; by no text it is left out alone. @param {string} text */
export function announce(text, about = "") {
  const isHeardSoon = waiting.length > 0;
  if (about) waiting = waiting.filter((other) => other.about !== about);
  if (!text || waiting.some((other) => other.text === text && other.about === about)) return;
  waiting.push({ text, about });
  if (!isHeardSoon) begin();
}

/** One after another, so that each is heard to end. @param {string[]} texts */
export const sentences = (texts) => texts.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(" ");

/** @param {ParentNode} part */
const notesIn = (part) => [.../** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("[data-announce]"))].map(({ dataset }) => dataset.announce ?? "");

/** To be called before `part` changes; gives a function that then says which of what wants to be heard there is new.
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

/** Clocks run all the time, and what is hidden from readers does not disturb them. @param {Node} changed */
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
