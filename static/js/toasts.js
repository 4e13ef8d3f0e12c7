// Words for the reader that lie over the page for a while, and are read out.

import { announce } from "./announcer.js";

const toasts = document.querySelector("[data-toasts]");

/** @param {string} text @param {number} seconds @param {string} href where it leads, if anywhere */
export function toast(text, seconds = 6, href = "") {
  const box = document.createElement(href ? "a" : "div");
  box.className = "toast";
  box.textContent = text;
  if (href) /** @type {HTMLAnchorElement} */ (box).href = href;
  toasts.append(box);
  announce(text);
  setTimeout(() => box.remove(), seconds * 1000);
}

/** The notice on every page while the service cannot be reached. @param {boolean} yes @param {string} text */
export function showLost(yes, text = "") {
  const place = document.querySelector("[data-lost]");
  place.textContent = yes ? text || place.dataset.lost : "";
  announce(yes ? place.textContent : place.dataset.found, "connection");
}
