// If other games wait and there is nothing to do here, the browser prefetches the next game if it can.

import { table } from "./page.js";

let rules = /** @type {HTMLScriptElement | null} */ (null);

function look() {
  const link = /** @type {HTMLAnchorElement | null} */ (table.querySelector("[data-next][data-ahead]"));
  if (Boolean(link) === Boolean(rules)) return;
  rules?.remove(); // at the next turn's end it is fetched anew
  rules = link && fetched(link.href);
}

/** @param {string} address */
function fetched(address) {
  const script = document.createElement("script");
  script.type = "speculationrules";
  script.textContent = JSON.stringify({ prefetch: [{ urls: [address] }] });
  document.head.append(script);
  return script;
}

if (HTMLScriptElement.supports?.("speculationrules")) {
  new MutationObserver(look).observe(table, { subtree: true, childList: true });
  look();
}
