// Which letters and digits act as keys: alone, with the Alt key, or none. Screen readers and speech control need single
// keys for themselves. The choice is a cookie, which the settings show and the server renews.

import { device } from "./remembered.js";

const TYPED_INTO = "input:not([type=checkbox], [type=radio]), textarea, select";
const YEAR = 31536000;

/** @returns {string} "alone", "alt" or "none" */
export function keysThatAct() {
  const kept = /(?:^|; )keys=(\w+)/.exec(document.cookie)?.[1];
  return kept ?? (device.get("letters") === "no" ? "none" : "alone"); // the form from before there were settings
}

/** @param {string} which */
export function letKeysAct(which) {
  document.cookie = `keys=${which}; path=/; max-age=${YEAR}; samesite=lax`;
  device.set("letters", which === "none" ? "no" : ""); // where there are no cookies
}

/** The letter, digit or sign of a key that is to act; empty for any other. @param {From<KeyboardEvent>} event */
export function letterOf(event) {
  const which = keysThatAct();
  if (which === "none" || event.defaultPrevented || event.ctrlKey || event.metaKey) return "";
  if (event.altKey !== (which === "alt") || event.target.closest?.(TYPED_INTO)) return "";
  return event.altKey ? behindAlt(event) : event.key;
}

/** With Alt a Mac writes another sign. @param {KeyboardEvent} event */
function behindAlt({ key, code, shiftKey }) {
  if (/^[\x21-\x7e]$/.test(key)) return key;
  const sign = /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? "";
  return shiftKey ? sign : sign.toLowerCase();
}
