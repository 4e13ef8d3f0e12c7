// Words for the reader: a toast on the screen, an announcement for screen readers.

const toasts = document.querySelector("[data-toasts]");
const announcer = document.querySelector("[data-announcer]");

/** @param {string} text @param {number} seconds @param {string} href where it leads, if anywhere */
export function toast(text, seconds = 6, href = "") {
  const box = document.createElement(href ? "a" : "div");
  box.className = "toast";
  box.textContent = text;
  if (href) /** @type {HTMLAnchorElement} */ (box).href = href;
  toasts.append(box);
  setTimeout(() => box.remove(), seconds * 1000);
}

/** While nothing reaches the service that stands over every page. @param {boolean} yes */
export function showLost(yes) {
  const place = document.querySelector("[data-lost]");
  place.textContent = yes ? place.dataset.lost : "";
}

/** @param {string} text */
export function announce(text) {
  announcer.textContent = "";
  setTimeout(() => (announcer.textContent = text), 50); // a change is what gets read out
}
