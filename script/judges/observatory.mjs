// What the MDN HTTP Observatory says of answers that lie in a file: `observatory.mjs FILE`.
// It would ask the site itself, by its name on the internet, which what is judged has not.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ALL_TESTS } from "@mdn/mdn-http-observatory/src/constants.js";
import {
  getGradeForScore,
  getScoreDescription,
  getScoreModifier,
} from "@mdn/mdn-http-observatory/src/grader/grader.js";
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from "@mdn/mdn-http-observatory/src/grader/charts.js";
import { parseHttpEquivHeaders } from "@mdn/mdn-http-observatory/src/retriever/utils.js";
import { Requests } from "@mdn/mdn-http-observatory/src/types.js";
import { AxiosHeaders } from "axios";
import { CookieJar } from "tough-cookie";

// The names that browsers know to be secure, which it would fetch when it is installed: ours is not one.
const known = new URL(import.meta.resolve("@mdn/mdn-http-observatory/conf/hsts-preload.json"));
if (!existsSync(known)) writeFileSync(known, "{}");

const { name, plain, secure, cors } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const url = new URL(`https://${name}/`);

const answer = ({ status, headers }) => {
  const kept = new AxiosHeaders();
  for (const [key, value] of headers) {
    const before = kept.get(key);
    kept.set(key, key === "set-cookie" ? [...(before ?? []), value] : value);
  }
  return { status, headers: kept, verified: true, request: {}, config: {} };
};

const jar = new CookieJar();
for (const [key, value] of secure.headers)
  if (key === "set-cookie") jar.setCookieSync(value, url.href);

const asked = new Requests(name);
asked.session = { url, jar };
asked.resources.path = secure.body;
asked.responses.http = answer(secure); // where the redirect leads to
asked.responses.https = answer(secure);
asked.responses.auto = {
  ...answer(secure),
  httpEquiv: parseHttpEquivHeaders(secure.body, url.href),
};
asked.responses.cors = answer(cors);
asked.responses.httpRedirects = [
  { url: new URL(`http://${name}/`), status: plain.status },
  ...plain.headers
    .filter(([key]) => key === "location")
    .map(([, to]) => ({ url: new URL(to), status: secure.status })),
];
asked.responses.httpsRedirects = asked.responses.httpRedirects;

const results = ALL_TESTS.map((test) => test(asked));
const points = results.map(({ result }) => getScoreModifier(result));
const lost = points.filter((each) => each < 0).reduce((sum, each) => sum + each, 100);
const all = points.reduce((sum, each) => sum + each, 100);
const { grade, score } = getGradeForScore(lost >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? all : lost);
const failed = results.filter(({ pass }) => !pass).map(({ result }) => getScoreDescription(result));
console.log(JSON.stringify({ grade, score, failed }));
