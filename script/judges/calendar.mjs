// How ical.js reads a calendar: for each event a list of the fields that calendars.py compares.
import { readFileSync } from "node:fs";
import ICAL from "ical.js";

const [file, ...fields] = process.argv.slice(2);
const calendar = new ICAL.Component(ICAL.parse(readFileSync(file, "utf8")));
const read = (event) => (field) => {
  const value = event.getFirstPropertyValue(field.toLowerCase());
  return String(value?.toICALString?.() ?? value ?? "");
};
const events = calendar.getAllSubcomponents("vevent");
console.log(JSON.stringify(events.map((event) => fields.map(read(event)))));
