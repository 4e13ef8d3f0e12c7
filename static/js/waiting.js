// How many games wait for the reader, in the page's head.

const next = document.querySelector('.site-header-actions a[href="/next/"]');

export const waitingBadge = document.querySelector('.site-nav a[href="/my/"] .count');

export function putCount(badge, count) {
  if (!badge) return;
  badge.firstChild.data = String(count);
  badge.hidden = !count;
}

export function showWaiting(count) {
  putCount(waitingBadge, count);
  next?.classList.toggle("button-turn", count > 0);
}
