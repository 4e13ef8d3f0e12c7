// Text typed after a session has ended is not lost: it is remembered, and is in its form again once the same reader has
// signed in.

import { tab } from "./remembered.js";

const FIELDS = "textarea, [data-clear] input[name=text]";
const NAME = "typed"; // in the tab's memory: whose, on which page, what

/** A key that belongs to an input method; Safari says so of the one that ends a composition by its number alone.
    @param {KeyboardEvent} event */
export const isComposing = (event) => event.isComposing || event.keyCode === 229;

/** @returns {Typed[]} */
const all = () => JSON.parse(tab.get(NAME) || "[]");

/** @param {HTMLTextAreaElement | HTMLInputElement} field */
const isChanged = (field) => Boolean(field.value.trim()) && field.value !== field.defaultValue;

/** @param {Typed} one */
const isHere = (one) => one.reader === document.documentElement.dataset.reader && one.path === location.pathname;

/** @param {HTMLFormElement} form */
const address = (form) => form.getAttribute("action") ?? "";

/** What was typed elsewhere. @param {HTMLFormElement} form */
const others = (form) => all().filter((one) => !(isHere(one) && one.action === address(form)));

/** Whether something was typed into this form. @param {HTMLFormElement} form */
export const isTyped = (form) => [...form.querySelectorAll(FIELDS)].some(isChanged);

/** Remembers all that is typed on this page; whether that lasts when the page goes. */
export const keepAllTyped = () => [...document.forms].filter(isTyped).map(keepTyped).every(Boolean);

/** @param {HTMLFormElement} form */
function keepTyped(form) {
  const { reader = "" } = document.documentElement.dataset;
  const texts = Object.fromEntries([...form.querySelectorAll(FIELDS)].filter(isChanged).map(({ name, value }) => [name, value]));
  return tab.set(NAME, JSON.stringify([...others(form), { reader, path: location.pathname, action: address(form), texts }]));
}

/** It has been answered. @param {HTMLFormElement} form */
export function forgetTyped(form) {
  const kept = others(form);
  tab.set(NAME, kept.length ? JSON.stringify(kept) : "");
}

/** Puts it back, unless something else was written. */
function giveBack() {
  for (const { action, texts } of all().filter(isHere)) {
    const form = [...document.forms].find((each) => address(each) === action && each.querySelector(FIELDS));
    for (const field of form?.querySelectorAll(FIELDS) ?? []) {
      if (!texts[field.name] || isChanged(field)) continue;
      field.value = texts[field.name];
      field.closest("details")?.setAttribute("open", "");
    }
  }
}

giveBack();
for (const words of document.querySelectorAll("[data-typed-kept]")) words.hidden = !all().length;
