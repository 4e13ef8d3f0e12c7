// Hands out the link for those who are to come: each button is there where the browser can do it.

import { toast } from "./toasts.js";

const link = document.querySelector("[data-link]");
const [copy, share] = ["[data-copy]", "[data-share]"].map((name) => link?.querySelector(name));

if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.dataset.link);
    toast(link.dataset.copied);
  });
}
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () =>
    navigator.share({ title: document.title, text: link.dataset.words, url: link.dataset.link }).catch(() => {}),
  );
}
