// The reader's progress in the open decision, shown on the board and in the bar.
// A complete choice dispatches the event "chosen" on the table; sending.js sends it.

import { announce } from "../announcer.js";
import { asked } from "./asked.js";
import { formFor, takeForm } from "./asking.js";
import { answers, byReason, FEW, hasAmounts, narrowed, picked, plain, question, refused, steps, targets } from "./choosing.js";
import { rememberFocus } from "./focus.js";
import { fold } from "./folding.js";
import { decision, table } from "./page.js";
import { leave } from "./panes.js";
import { rankAnswers } from "./ranking.js";
import { darkenBoard, lightBoard, showForm, showPath, showQuestion, showRefused, showServers, showSteps } from "./showing.js";
import { bringIntoSight } from "./sight.js";
import { unpack } from "./unpacking.js";
import { isUnlit, listUnseen } from "./unseen.js";

const QUESTION = "question"; // the last question need not be said any more
const ROOT = /** @type {Point} */ ({ prefix: [], on: [] });
const begun = new URLSearchParams(location.search);
let data = /** @type {Decision | null} */ (null); // the open decision's choices
let path = [ROOT]; // from nothing to as far as it is narrowed
let shown = /** @type {Point | null} */ (null); // the point at which the bar was shown last
let wholeBar = !begun.has("prefix") && !begun.has("on"); // the server drew all of the decision

const here = () => path[path.length - 1];

/** The point to which an address narrows, and the address that narrows to a point. @param {URLSearchParams} query */
const pointIn = (query) => ({ prefix: JSON.parse(query.get("prefix") ?? "[]"), on: query.getAll("on") });
/** @param {Point} at */
const address = ({ prefix }) => `?${new URLSearchParams({ prefix: JSON.stringify(prefix) })}`;

/** Continues the decision of the loaded page, as far as the link narrowed it. */
export function begin() {
  read();
  if (!data || wholeBar) return;
  const at = pointIn(begun);
  if (narrowed(data, at).length) path.push({ ...at, form: takeForm() });
  history.replaceState(null, "", location.pathname);
  show();
}

/** Takes a new decision, drawn completely. */
export function takeUp() {
  wholeBar = true;
  read();
}

function read() {
  const source = table.querySelector("[data-choices]");
  const sent = source ? JSON.parse(source.textContent) : null;
  data = sent && { ...sent, choices: Array.isArray(sent.choices) ? sent.choices : unpack(sent.choices) };
  restart();
}

export const isOpen = () => data !== null;

/** The choice that gives nothing, sent without asking after the choice that led to the decision. After an undo it is asked. */
export const free = () => data?.free ?? null;

/** What may be done with a thing, from the start or, where the first part comes first, with what was picked, and what not. @param {string} target */
export function waysWith(target) {
  if (!data) return { possible: [], refusals: [] };
  const goesOn = data.ordered && targets(data, here()).has(target);
  const at = goesOn ? { prefix: here().prefix, on: [...here().on, target] } : { prefix: [], on: [target] };
  const found = narrowed(data, at).length ? steps(data, at) : [];
  const possible = found.map((step) => ({ label: step.label, go: () => (goesOn ? go : goFromStart)(step) }));
  const reasons = new Map();
  for (const each of data.refusals) if (each.on.includes(target)) reasons.set(each.reason, reasons.has(each.reason) ? { ...each, label: "" } : each);
  return { possible, refusals: [...reasons.values()] };
}

/** @param {Step} step */
function goFromStart(step) {
  path = [ROOT];
  go(step);
}

export function restart() {
  path = [ROOT];
  show();
}

/** One step back; false if there is none. */
export function back() {
  if (path.length < 2) return false;
  path.pop();
  show();
  tell();
  return true;
}

/** Follows a link of the bar. @param {URLSearchParams} query */
export function narrowBy(query) {
  path.push(pointIn(query));
  show();
  tell();
}

/** @param {Step} step */
function go(step) {
  if (step.choice && hasAmounts(step.choice)) {
    path.push({ prefix: step.choice, on: [] });
    show();
  } else if (step.choice) {
    table.dispatchEvent(new CustomEvent("chosen", { detail: step.choice }));
  } else {
    path.push(step.at);
    show();
    tell();
  }
}

/** The bar asks something else: to those who do not see it. A form that asks how much says it once it is there. */
function tell() {
  if (!hasAmounts(here().prefix) || here().form) announce(asked(), QUESTION);
}

/** How much is given for the choice: asked by a form of the server's, which stays as long as the reader is there.
    @param {Point} at */
async function askHowMuch(at) {
  if (at.form) return showForm(at.form, back);
  showSteps([], go, back);
  if (at.isAsked) return;
  at.isAsked = true;
  at.form = await formFor(at.prefix);
  if (at !== here()) return;
  if (!at.form) return location.assign(address(at)); // the page shows the problem
  show();
  tell();
}

/** Picks a thing on the board; false if it has no meaning now. @param {string} target */
export function pick(target) {
  if (!data) return false;
  const step = targets(data, here()).get(target);
  const first = path.length > 1 && targets(data, ROOT).get(target);
  const again = plain(data, here());
  if (step) go(step);
  else if (again && picked(data, here()).has(target)) go(again);
  else if (picked(data, here()).has(target)) restart();
  else if (first && data.ordered && answers(first)) restart(); // nothing is sent that has not glowed
  else if (first) {
    path = [ROOT]; // a change of mind: this one instead
    go(first);
  } else return false;
  return true;
}

export function show() {
  const focus = rememberFocus();
  if (data) lightBoard(leads(data), picked(data, here()), plain(data, here()));
  else darkenBoard();
  if (!decision()) return focus();
  if (data) showRefused(byReason(refused(data, here())));
  if (data && hasAmounts(here().prefix)) askHowMuch(here());
  else if (data && (path.length > 1 || !wholeBar)) showSteps(steps(data, here()).map(shortened), go, path.length > 1 ? back : null);
  else showServers(true);
  if (data) showQuestion(question(data, here()));
  showPath(soFar());
  const next = data ? steps(data, here()) : [];
  rankAnswers(next);
  const isAnswerable = path.length > 1 && next.some(isUnlit);
  leave(isAnswerable && next.length <= FEW);
  fold({ keep: shown === here(), listed: next.map(isUnlit) });
  shown = here();
  focus();
  bringIntoSight(isAnswerable, () => shown === here() && listUnseen(next));
}

/** Where things on the board lead; where the first part comes first also those that begin another choice, and do not end it.
    @param {Decision} data @returns {Map<string, Step>} */
function leads(data) {
  const next = targets(data, here());
  if (!data.ordered || path.length < 2) return next;
  const own = picked(data, here());
  const others = [...targets(data, ROOT)].filter(([target, step]) => !own.has(target) && !answers(step));
  return new Map([...others.map(([target, step]) => /** @type {const} */ ([target, { ...step, other: true }])), ...next]);
}

/** A step without the words that it begins with where they are said already. @param {Step} step */
function shortened(step) {
  const settled = data?.parts[JSON.stringify(here().prefix)];
  const rest = settled && step.label.startsWith(settled) ? step.label.slice(settled.length).replace(/^[\s:,–]+/, "") : "";
  return { ...step, label: rest || step.label };
}

/** @param {string} target */
const nameOf = (target) => table.querySelector(`[data-target="${CSS.escape(target)}"]`)?.dataset.name;

/** What is settled and what was picked, in words, of which the first say what it is. */
function soFar() {
  if (!data || path.length < 2) return "";
  const { prefix, on } = here();
  const things = on.map((target) => nameOf(target)?.split(/[.:;]/)[0]);
  const settled = hasAmounts(prefix) ? narrowed(data, here())[0].label : data.parts[JSON.stringify(prefix)];
  return [settled, ...things].filter(Boolean).join(" · ");
}
