// Dates and times of log and chat in the reader's time zone: people without an account all get a table in the site's.

import { table, words } from "./page.js";

const language = document.documentElement.lang;
const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });

export function tellHours() {
  if (!("hours" in words)) return;
  let said = "";
  for (const log of table.querySelectorAll(".log")) {
    if (!log.closest("[data-region='earlier']")) said = ""; // which goes on with the day before it
    for (const heading of log.querySelectorAll(":scope > .log-day")) heading.remove();
    for (const time of log.querySelectorAll("time.log-time")) {
      const at = new Date(time.dateTime);
      time.textContent = hour.format(at);
      if (day.format(at) === said) continue;
      said = day.format(at);
      time.closest("li").before(heading(said));
    }
  }
  for (const time of table.querySelectorAll(".chat time.log-time")) {
    const at = new Date(time.dateTime);
    time.textContent = `${day.format(at)}, ${hour.format(at)}`;
  }
}

/** @param {string} text */
const heading = (text) => Object.assign(document.createElement("li"), { className: "log-day", textContent: text });
