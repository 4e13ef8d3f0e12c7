// The decision as the page shows it: links on the board, and the next parts and the way back in the bar.
// What is impossible now stands there with its reason.

import { markAsking } from "../tips.js";
import { isLost, reach } from "./focus.js";
import { decision, LINKS, table, words } from "./page.js";

// --- On the board ---
const DESCRIPTION = "aria-description";
const MANY = 12; // of more that glow all do so quietly, and what costs something or brings nothing yet the most so
const lit = /** @type {Set<Element>} */ (new Set()); // links that this script put up or took over; others are the server's

/** steps: where the targets lead; picked: those that have been chosen; again: what a second press on them means.
    @param {Map<string, Step>} steps @param {Set<string>} picked @param {Step | null} again */
export function lightBoard(steps, picked, again) {
  lit.clear();
  const glowing = [...steps.values()].filter((step) => !step.other);
  const calm = glowing.filter((step) => step.calm).length;
  table.toggleAttribute("data-many", glowing.length > MANY);
  table.toggleAttribute("data-sorted", glowing.length > MANY && calm > 0 && calm < glowing.length);
  for (const thing of table.querySelectorAll("[data-target]")) {
    const step = steps.get(thing.dataset.target);
    const link = thing.querySelector(`:scope > :is(${LINKS})`);
    thing.toggleAttribute("data-picked", picked.has(thing.dataset.target)); // it may lead on all the same
    if (step || picked.has(thing.dataset.target)) light(thing, link ?? wrap(thing), step, again);
    else if (link) putOut(link);
  }
  markAsking(table);
}

/** Puts out what the script has lit: what the server lit leads on by itself. */
export function darkenBoard() {
  for (const link of lit) if (link.isConnected) putOut(link);
  lit.clear();
  for (const name of ["data-many", "data-sorted"]) table.removeAttribute(name);
  markAsking(table);
}

/** @param {Element} link */
export function putOut(link) {
  const thing = /** @type {HTMLElement} */ (link.parentElement);
  const described = link.getAttribute(DESCRIPTION);
  link.replaceWith(...link.childNodes);
  if (described || !isNamed(thing)) name(thing, thing.dataset.name, described);
}

/** Whether a thing says what it is without being a link: as an image in it, other things, or words.
    @param {HTMLElement} thing */
const isNamed = (thing) => !(thing instanceof SVGElement) || !thing.dataset.name || thing.querySelector('[role="img"], [data-target]') || !thing.querySelector(":not(.hit, .rim, .tap)");

/** @param {Element} thing @param {string} words @param {string | null} description */
function name(thing, words, description) {
  thing.setAttribute("role", "img");
  thing.setAttribute("aria-label", words);
  if (description) thing.setAttribute(DESCRIPTION, description);
}

/** @param {HTMLElement} thing */
function wrap(thing) {
  const link = document.createElementNS(thing.namespaceURI, "a");
  link.append(...thing.childNodes);
  thing.append(link);
  const described = thing.getAttribute(DESCRIPTION);
  if (described) link.setAttribute(DESCRIPTION, described);
  for (const attribute of ["role", "aria-label", DESCRIPTION]) thing.removeAttribute(attribute);
  return link;
}

/** @param {HTMLElement} thing @param {Element} link @param {Step | undefined} step @param {Step | null} again */
function light(thing, link, step, again) {
  lit.add(link);
  link.setAttribute("class", step?.other ? "instead" : ["choice", !step && "is-chosen", step?.calm && "is-calm"].filter(Boolean).join(" "));
  link.setAttribute("href", `?${step ? address(step) : ""}`);
  const said = step ? [step.label] : [words.chosen, again?.label];
  link.setAttribute("aria-label", [thing.dataset.name.replace(/\.$/, ""), ...said].filter(Boolean).join(": "));
}

/** Where the step leads without scripts. @param {Step} step */
function address({ choice, at }) {
  const query = new URLSearchParams();
  const prefix = choice ?? at.prefix;
  if (prefix.length) query.set("prefix", JSON.stringify(prefix));
  for (const target of at?.on ?? []) query.append("on", target);
  return query;
}

/** The choice is being sent. */
export function showSent() {
  for (const link of table.querySelectorAll("a.choice.is-chosen")) link.classList.add("is-sent");
}

// --- In the bar ---
const SERVERS = ":scope > form, :scope > .decision-crumbs";

export const ways = () => decision().querySelector(".decision-ways");
const narrowing = () => ways().querySelector("[data-narrowing]");
const howMuch = () => ways().querySelector(".decision-how-much");

/** The bar with these steps, and the way back as the last of them. go: what a button does with its own; back: null where
    nothing is chosen.
    @param {Step[]} steps @param {(step: Step) => void} go @param {(() => void) | null} back */
export function showSteps(steps, go, back) {
  showServers(false);
  const hadFocus = isLost();
  const box = narrowing() ?? newBox();
  const alone = steps.filter((step) => !step.lit).length === 1 && steps.length > 1;
  for (const step of steps) box.append(makeButton(step.label, () => go(step), alone && !step.lit ? "button-turn" : ""));
  if (back) box.append(makeButton(`← ${words.back}`, back, "button-plain decision-back"));
  if (hadFocus) reach(steps.length ? box.querySelector("button") : decision()); // without any, more is still to come
}

/** The bar with a form that asks how much; what was filled in stays where the same is shown again.
    @param {HTMLElement} form @param {() => void} back */
export function showForm(form, back) {
  if (form.isConnected) return;
  showSteps([], () => {}, back);
  const hadFocus = isLost() || document.activeElement === decision(); // or while waiting for the form
  narrowing().before(form);
  if (hadFocus) form.querySelector("form:not(.decision-giving) button, .button-turn")?.focus({ preventScroll: true });
}

/** What is asked now. @param {string} question */
export function showQuestion(question) {
  decision().querySelector(".decision-prompt h2").textContent = question;
}

/** What has been chosen so far, in words; it takes the place of the bar's second line. @param {string} words */
export function showPath(words) {
  const prompt = decision().querySelector(".decision-prompt");
  const told = prompt.querySelector("[data-path]") ?? prompt.appendChild(Object.assign(document.createElement("div"), { className: "decision-note" }));
  told.dataset.path = "";
  told.textContent = words;
  told.hidden = !words;
  for (const note of prompt.querySelectorAll(".decision-note:not([data-path])")) note.hidden = Boolean(words);
}

/** Whether the bar is as the server drew it. @param {boolean} yes */
export function showServers(yes) {
  for (const part of ways().querySelectorAll(SERVERS)) part.hidden = !yes;
  narrowing()?.replaceChildren();
  howMuch()?.remove();
}

function newBox() {
  const box = document.createElement("div");
  box.className = "decision-choices";
  box.dataset.narrowing = "";
  ways().prepend(box);
  return box;
}

/** @param {string} text @param {() => void} action */
function makeButton(text, action, kind = "") {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `button ${kind}`;
  button.textContent = text;
  button.addEventListener("click", action);
  return button;
}

// --- What is impossible now, and why: the list follows the choice as it is narrowed ---
/** @param {Reason[]} refusals */
export function showRefused(refusals) {
  const list = decision()?.querySelector(".decision-refusals");
  if (!list) return;
  list.hidden = !refusals.length;
  list.replaceChildren(...refusals.map(inList));
}

/** @param {Reason} each */
function inList(each) {
  const item = document.createElement("li");
  item.append(refusedButton(each));
  return item;
}

/** As the macro `refused` of kit/table.html makes it. @param {Reason} refusal */
export function refusedButton({ label, reason }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button refused";
  button.setAttribute("aria-disabled", "true");
  button.append(element("span", label), " ", element("small", reason));
  return button;
}

/** @param {string} name @param {string} text */
const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });
