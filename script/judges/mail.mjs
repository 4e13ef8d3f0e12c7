// What mail programs do not know of letters: `mail.mjs FILE…`, by the data of caniemail.com.
// A feature may be missing where a reason stands here: the letter is whole without it.
import { readFileSync } from "node:fs";
import { caniemail } from "caniemail";

const MAY_LACK = {
  // All that must be seen stands at the tags as well; a style sheet adds the dark look.
  "<style> element": "styles stand at the tags as well",
  "Type selector": "as <style>",
  "Class selector": "as <style>",
  "Descendant combinator": "as <style>",
  "Chaining selectors": "as <style>",
  "@media": "the dark look, and less of an edge on a phone",
  "<body> element": "its colours stand at the table within it",
  // Looks only.
  "border-radius": "corners are square",
  "border-spacing": "none is the usual one",
  "text-decoration": "buttons are underlined",
  "white-space": "times may break",
  "overflow-wrap": "a name of thirty wide letters makes the letter wider",
  "height property": "of pictures, which say theirs by an attribute",
  overflow: "of the preview, which has no height either",
  "display:none": "of the preview, which is one pixel in the ground's colour",
  // Said to those who read aloud; others lose nothing.
  "lang attribute": "",
  "role attribute": "",
  "width attribute": "the style says it too",
};

const found = process.argv.slice(2).flatMap((file) => {
  const { issues } = caniemail({ clients: ["*"], html: readFileSync(file, "utf8") });
  const lacking = new Map();
  for (const [client, missing] of issues.errors)
    for (const { title } of missing)
      if (!(title in MAY_LACK)) lacking.set(title, (lacking.get(title) ?? new Set()).add(client));
  return [...lacking].map(([title, clients]) => `${file}: ${title} (${[...clients].join(", ")})`);
});
console.log(JSON.stringify(found));
