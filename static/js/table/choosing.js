// Narrowing a decision down to one choice: the same as games/pages/table/view/choosing.py, without asking the server.

/** @param {Part} part @param {Part} other */
const same = (part, other) => part === other || (isAmounts(part) && JSON.stringify(part) === JSON.stringify(other));
/** @param {Choice} choice @param {Choice} prefix */
const begins = (choice, prefix) => prefix.length <= choice.length && prefix.every((part, i) => same(part, choice[i]));

/** @param {Part} part */
const isAmounts = (part) => typeof part === "object";

/** Whether the amounts are still open. @param {Choice} choice */
export const hasAmounts = (choice) => choice.some(isAmounts);

/** Whether a step is a whole choice, so that nothing else is asked. @param {Step} step */
export const answers = ({ choice }) => Boolean(choice && !hasAmounts(choice));

/** The choices that begin so and lead over these things besides, in whatever order unless theirs counts, each with the places
    of its parts that are settled by that. @param {Decision} data @param {Point} at */
export function narrowed(data, { prefix, on }) {
  const found = [];
  for (const item of data.choices) {
    if (!begins(item.choice, prefix)) continue;
    const settled = new Set(prefix.keys());
    const fits = on.every((target) => {
      const place = item.on.findIndex((thing, i) => !settled.has(i) && (data.ordered ? thing : thing === target));
      return item.on[place] === target && settled.add(place);
    });
    if (fits) found.push({ ...item, settled });
  }
  return found;
}

/** The parts that all choices begin with. @param {Item[]} items */
function common(items) {
  const [first, ...others] = items.map((item) => item.choice);
  let length = first.length;
  for (const other of others) {
    let shared = 0;
    while (shared < Math.min(length, other.length) && same(first[shared], other[shared])) shared += 1;
    length = shared;
  }
  return first.slice(0, length);
}

/** How many parts all that is possible begins with, where there is something to choose. @param {Item[]} items */
const sharedBy = (items) => (items.length > 1 ? common(items).length : 0);

/** The things of a choice that are still to be picked, from a place on. @param {Narrowed} item @returns {string[]} */
const open = ({ on, settled }, start = 0) => on.flatMap((thing, i) => (thing && i >= start && !settled.has(i) ? [thing] : []));

export const FEW = 6; // up to this many choices are offered one by one; beyond it the bar asks part by part
const [SAID, LETTERS] = [3, 120]; // a thing's name lists up to this many choices, in at most this many letters

/** The place of the part that the bar asks for: of few choices the last, else the first that not all share, or beyond it
    where a thing that was picked says that part. @param {Narrowed[]} items @param {number} shared @returns {(item: Narrowed) => number} */
function asked(items, shared) {
  if (items.length <= FEW) return ({ choice }) => choice.length;
  const said = new Set(items.filter(({ settled }) => settled.has(shared)).map(({ choice }) => JSON.stringify(choice[shared])));
  return ({ choice, settled }) => {
    if (!settled.has(shared) || said.size > 1) return shared;
    const place = choice.findIndex((_part, i) => i >= shared && !settled.has(i));
    return place < 0 ? choice.length : place;
  };
}

/** @template K @param {Narrowed[]} items @param {(item: Narrowed) => K[]} keys @returns {Map<K, Narrowed[]>} */
function grouped(items, keys) {
  const groups = new Map();
  for (const item of items) for (const key of keys(item)) groups.set(key, [...(groups.get(key) ?? []), item]);
  return groups;
}

/** Where a beginning in the bar leads. @param {Decision} data @param {Point} at @param {string} begin
    @param {Narrowed[]} group @returns {Step} */
function step(data, at, begin, group) {
  if (group.length === 1) return { label: group[0].label, choice: group[0].choice };
  const [prefix, label, on] = [common(group), data.parts[begin], [...at.on]];
  if (narrowed(data, { prefix, on: [] }).length === group.length) return { label, at: { prefix, on: [] } };
  for (let i = at.prefix.length; i < prefix.length; i += 1) {
    if (group[0].settled.has(i)) on.splice(on.indexOf(/** @type {string} */ (group[0].on[i])), 1);
  }
  return { label, at: { prefix, on } };
}

/** The effect of each of a few choices; empty if that needs many words. @param {Narrowed[]} group */
function several(group) {
  const said = group.length <= SAID ? group.map((item) => item.label).join("; ") : "";
  return group.length === 1 || said.length <= LETTERS ? said : "";
}

/** Where a thing on the board leads. What is chosen with other things, too, is not chosen before these are picked, or the
    bar's words are. begun: how many parts all choices begin with.
    @param {Decision} data @param {Point} at @param {number} begun @param {string} target @param {Narrowed[]} group @returns {Step} */
function pick(data, at, begun, target, group) {
  const prefix = common(group);
  const label = several(group);
  if (group.length === 1) {
    const others = open(group[0], begun);
    if (!others.length || (others.length === 1 && others[0] === target)) return { label, choice: prefix };
  } else if (group[0].on.slice(0, prefix.length).includes(target) && narrowed(data, { prefix, on: [] }).length === group.length) {
    return { label, at: { prefix, on: [] } };
  }
  return { label, at: { prefix: at.prefix, on: [...at.on, target] } };
}

/** The next parts, for the decision bar: first what nothing on the board stands for, which is not `lit`; with the things
    that stand for what comes next.
    @param {Decision} data @param {Point} at */
export function steps(data, at) {
  const items = narrowed(data, at);
  const shared = sharedBy(items);
  const place = asked(items, shared);
  const groups = grouped(items, (item) => [JSON.stringify(item.choice.slice(0, place(item) + 1))]);
  const found = [...groups].map(([begin, group]) => ({
    ...step(data, at, begin, group),
    lit: group.every((item) => open(item, shared).length > 0),
    calm: group.every(isCalm),
    things: [...new Set(group.flatMap((item) => open(item, shared).slice(0, 1)))],
  }));
  return found.sort((one, other) => Number(one.lit) - Number(other.lit));
}

/** What is asked now: by the beginning that is settled, by the bar or by things that were picked in any order.
    @param {Decision} data @param {Point} at */
export function question(data, at) {
  if (!at.prefix.length && !at.on.length) return data.question;
  const items = narrowed(data, at);
  const [{ choice, settled }] = items;
  const open = choice.findIndex((_part, i) => i >= common(data.choices).length && !settled.has(i));
  const place = Math.min(open < 0 ? choice.length : open, items.length > 1 ? common(items).length : choice.length);
  return data.further[JSON.stringify(choice.slice(0, place))] ?? data.question;
}

/** The answer that a second press on what was picked last gives: the only one that nothing else on the board stands for.
    @param {Decision} data @param {Point} at */
export function plain(data, at) {
  const unlit = steps(data, at).filter((each) => !each.lit);
  return picked(data, at).size && unlit.length === 1 && unlit[0].choice ? unlit[0] : null;
}

/** The things on the board that can be picked now, where each leads, and whether all of that is `calm`.
    @param {Decision} data @param {Point} at @returns {Map<string, Step>} */
export function targets(data, at) {
  const items = narrowed(data, at);
  const [glows, begun] = [glowing(items), common(data.choices).length];
  const pickable = (/** @type {Narrowed} */ item) => (data.ordered ? open(item).slice(0, 1) : [...new Set(open(item))].filter((thing) => glows.has(thing)));
  const groups = grouped(items, pickable);
  return new Map([...groups].map(([target, group]) => [target, { ...pick(data, at, begun, target, group), calm: group.every(isCalm) }]));
}

/** The first thing of each choice, and where all that is possible leads over several, each of these: what belongs
    together is picked in any order. What a choice costs of its own is never picked before what it is for.
    @param {Narrowed[]} items */
function glowing(items) {
  const shared = sharedBy(items);
  const due = items.map((item) => open(item, shared));
  const several = Math.min(...due.map((things) => things.length).filter(Boolean));
  const others = due.flatMap((things, i) => things.slice(0, several > 1 && isCalm(items[i]) ? 1 : several));
  return new Set([...items.flatMap((item) => open(item).slice(0, 1)), ...others]);
}

/** @param {Narrowed} item */
const isCalm = (item) => Boolean(item.calm);

/** The things that what was chosen so far stands for. @param {Decision} data @param {Point} at */
export function picked(data, at) {
  const paths = narrowed(data, at).map(({ on, settled }) => new Set(on.flatMap((thing, i) => (thing && settled.has(i) ? [thing] : []))));
  return new Set(paths.length ? [...paths[0]].filter((target) => paths.every((path) => path.has(target))) : []);
}

/** What is refused beside the next parts: what lies further on comes with its beginning.
    @param {Decision} data @param {Point} at */
export function refused(data, at) {
  const items = narrowed(data, at);
  const shared = items.length ? common(items).length : 0;
  const known = new Set(data.refusals.map((each) => JSON.stringify(each.choice)));
  for (const { choice } of items) {
    for (let length = shared + 1; length <= choice.length; length += 1) known.add(JSON.stringify(choice.slice(0, length)));
  }
  return data.refusals.filter(({ choice, on }) => {
    if (!begins(choice, at.prefix) || !at.on.every((target) => on.includes(target))) return false;
    for (let length = at.prefix.length + 1; length < choice.length; length += 1) {
      if (known.has(JSON.stringify(choice.slice(0, length)))) return false;
    }
    return true;
  });
}

/** Refusals grouped by reason, so that each is said once. @param {Reason[]} refusals */
export function byReason(refusals) {
  const labels = new Map();
  for (const { label, reason } of refusals) labels.set(reason, [...(labels.get(reason) ?? []), label]);
  return [...labels].map(([reason, those]) => ({ label: those.join(" · "), reason }));
}
