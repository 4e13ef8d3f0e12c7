// A link to share: [data-link] with buttons, each shown if the browser supports it.

import { toast } from "./toasts.js";

/** What is there now. */
export function offerSharing() {
  for (const box of document.querySelectorAll("[data-link]")) {
    const [copy, share] = ["[data-copy]", "[data-share]"].map((name) => box.querySelector(name));
    if (copy && navigator.clipboard) copy.hidden = false;
    if (share && "share" in navigator) share.hidden = false;
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy], [data-share]");
  const box = button?.closest("[data-link]");
  if (!box) return;
  const { link, words, copied } = box.dataset;
  if ("share" in button.dataset) return navigator.share({ title: document.title, text: words, url: link }).catch(() => {});
  await navigator.clipboard.writeText(link);
  toast(copied);
});

offerSharing();
