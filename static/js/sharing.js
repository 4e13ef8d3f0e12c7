// A link to share: [data-link] with buttons, each shown if the browser supports it. A text to copy: the link to it has
// [data-copies].

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

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-copies]");
  if (!link || !navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const text = fetch(link.href).then((answer) => (answer.ok ? answer.blob() : Promise.reject(answer.status)));
  try {
    // Safari allows copying only within the press: so it is given what will come.
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    toast(link.dataset.copied);
  } catch {
    location.assign(link.href); // where it can be read, selected and copied
  }
});

offerSharing();
