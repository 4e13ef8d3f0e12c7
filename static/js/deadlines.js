// Deadlines: keeps the time left, and how long ago something was, true while the page is open.

const units = ["day", "hour", "minute"];
const [days, hours, minutes] = units.map(
  (unit) =>
    new Intl.NumberFormat(document.documentElement.lang, {
      style: "unit",
      unit,
      unitDisplay: unit === "day" ? "long" : "short",
    }),
);

/** @param {number} seconds */
function duration(seconds) {
  const total = Math.max(0, Math.floor(seconds / 60));
  const [d, h, m] = [Math.floor(total / 1440), Math.floor((total % 1440) / 60), total % 60];
  if (d) return h ? `${days.format(d)} ${hours.format(h)}` : days.format(d);
  if (h) return m ? `${hours.format(h)} ${minutes.format(m)}` : hours.format(h);
  return minutes.format(m);
}

/** How long ago, in its largest unit. @param {number} seconds */
function age(seconds) {
  const total = Math.max(0, Math.floor(seconds / 60));
  if (total >= 1440) return days.format(Math.floor(total / 1440));
  return total >= 60 ? hours.format(Math.floor(total / 60)) : minutes.format(total);
}

/** To be called, too, after a `<time datetime="…" data-deadline>` was put in. */
export function refreshDeadlines() {
  for (const time of document.querySelectorAll("time[data-deadline]")) {
    const words = duration((Date.parse(time.dateTime) - Date.now()) / 1000);
    if (time.textContent !== words) time.textContent = words;
  }
  for (const time of document.querySelectorAll("time[data-since]")) {
    time.textContent = age((Date.now() - Date.parse(time.dateTime)) / 1000);
  }
}
refreshDeadlines();
setInterval(refreshDeadlines, 20000);
