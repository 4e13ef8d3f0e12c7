// Keeps the time left until deadlines, and since events, up to date. Live games count down by the second.

import { announce } from "./announcer.js";
import { callToHurry } from "./calling.js";
import { isUncertain, now } from "./clock.js";
import { askReader } from "./reader.js";

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

/** As on a stopwatch. @param {number} seconds */
function stopwatch(seconds) {
  const total = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, "0")}`;
}

const HURRY = 30; // seconds
const MORE = 2; // seconds; a choice gives the clock less, for the lag of its connection
const AGAIN = 5000; // ms until a failed request for the time is repeated

/** How long ago, in its largest unit. @param {number} seconds */
function age(seconds) {
  const total = Math.max(0, Math.floor(seconds / 60));
  if (total >= 1440) return days.format(Math.floor(total / 1440));
  return total >= 60 ? hours.format(Math.floor(total / 60)) : minutes.format(total);
}

let isAsking = false;

async function askTime() {
  if (isAsking) return;
  isAsking = true;
  setTimeout(() => (isAsking = false), AGAIN);
  if (await askReader()) refreshDeadlines();
}

let isWarned = false; // in the reader's present turn

/** Says once in a turn to the seat's player that little time is left; also by sound and vibration. */
function warn() {
  const own = /** @type {HTMLTimeElement | null} */ (document.querySelector("time[data-hurry]"));
  const left = own ? (Date.parse(own.dateTime) - now()) / 1000 : Infinity;
  if (left > HURRY + MORE) isWarned = false;
  if (isWarned || left > HURRY || left <= 0) return;
  isWarned = true;
  announce(own?.dataset.hurry ?? "");
  callToHurry();
}

/** To be called again after a `<time datetime="…" data-deadline>` was put in. */
export function refreshDeadlines() {
  if (isUncertain()) askTime();
  for (const time of document.querySelectorAll("time[data-deadline]")) {
    const left = (Date.parse(time.dateTime) - now()) / 1000;
    const words = "live" in time.dataset ? stopwatch(left) : duration(left);
    if (time.textContent !== words) time.textContent = words;
    if ("live" in time.dataset) time.closest(".clock")?.classList.toggle("clock-urgent", left < HURRY);
  }
  warn();
  for (const time of document.querySelectorAll("time[data-since]")) {
    time.textContent = age((now() - Date.parse(time.dateTime)) / 1000);
  }
}
refreshDeadlines();
setInterval(refreshDeadlines, 20000);
setInterval(() => document.querySelector("time[data-live]") && refreshDeadlines(), 250);
