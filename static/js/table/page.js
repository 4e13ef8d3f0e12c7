// The table's page: where its parts are, the words and numbers it carries, what is said above the board.

import { toast } from "../toasts.js";

export const table = document.querySelector("[data-table]");
export const words = table.dataset;

export const decision = () => table.querySelector(".decision");
export const regions = () => table.querySelectorAll("[data-region]");

/** What the page shows already, for the server to leave out. */
export const have = () => [...regions()].map((part) => `${part.dataset.region}:${part.dataset.hash}`).join(",");

/** The link in a thing on the board that can be picked. */
export const linkOn = (target) => table.querySelector(`[data-target="${CSS.escape(target)}"] > a.choice`);

/** Says what went wrong; without a text, that nothing does any more. */
export function say(text) {
  const box = table.querySelector("[data-message]");
  box.replaceChildren();
  if (!text) return;
  const notice = document.createElement("div");
  notice.className = "notice notice-warning";
  notice.setAttribute("role", "alert");
  notice.append(Object.assign(document.createElement("div"), { className: "notice-body", textContent: text }));
  box.append(notice);
  if (matchMedia("(max-width: 44rem)").matches) toast(text);
}
