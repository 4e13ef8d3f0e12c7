// Says as JSON what letters use that mail programs do not support at all.
import { readFileSync } from "node:fs";
import { caniemail } from "caniemail";

const clients = ["gmail.*", "apple-mail.*", "outlook.ios", "outlook.android", "outlook.outlook-com"];
/** Nothing is lost where these are thrown away: what matters stands at the tags as well. */
const decoration = /border-radius|@media|prefers-color-scheme|color-scheme|max-width|text-size-adjust|:root|display|overflow|max-height|font|mso-hide|line-height/;

const found = new Set();
for (const file of process.argv.slice(2)) {
  const html = readFileSync(file, "utf-8").replace(/data:image\/png;base64,[^"]+/g, "cid:board");
  const { issues } = caniemail({ clients, html });
  for (const [client, errors] of issues.errors ?? []) {
    for (const { title } of errors) {
      if (!decoration.test(title)) found.add(`${title}: not known to ${client}`);
    }
  }
}
console.log(JSON.stringify([...found].sort()));
