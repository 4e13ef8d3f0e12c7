// Narrowing a decision down to one choice: the same as games/pages/table/choosing.py, without asking the server.

/** @param {Part} part @param {Part} other */
const same = (part, other) => part === other || (isAmounts(part) && JSON.stringify(part) === JSON.stringify(other));
/** @param {Choice} choice @param {Choice} prefix */
const begins = (choice, prefix) => prefix.length <= choice.length && prefix.every((part, i) => same(part, choice[i]));

/** @param {Part} part */
const isAmounts = (part) => typeof part === "object";

/** Whether it is yet to be said how much. @param {Choice} choice */
export const hasAmounts = (choice) => choice.some(isAmounts);

/** The choices that fit, each with the number of its parts that are settled.
    @param {Decision} data @param {Point} at */
export function narrowed(data, { prefix, on }) {
  const found = [];
  for (const item of data.choices) {
    if (!begins(item.choice, prefix)) continue;
    let picked = 0;
    for (const target of on) {
      const place = item.on.indexOf(target, picked);
      picked = place < 0 ? -1 : place + 1;
      if (picked < 0) break;
    }
    if (picked >= 0) found.push({ ...item, depth: Math.max(picked, prefix.length) });
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

/** Where a group of choices leads: to a choice, or to a narrower point.
    @param {Decision} data @param {Point} at @param {Item[]} group @param {string} label @param {string} [target]
    @returns {Step} */
function step(data, at, group, label, target) {
  if (group.length === 1) return { label, choice: group[0].choice };
  const prefix = common(group);
  if (narrowed(data, { prefix, on: [] }).length === group.length) return { label, at: { prefix, on: [] } };
  if (target) return { label, at: { prefix: at.prefix, on: [...at.on, target] } };
  return { label, at: { prefix, on: at.on } };
}

/** The next parts, for the decision bar: first what nothing on the board stands for, which is not `lit`.
    @param {Decision} data @param {Point} at */
export function steps(data, at) {
  const items = narrowed(data, at);
  const shared = items.length ? common(items).length : 0;
  const groups = new Map();
  for (const item of items) {
    const key = JSON.stringify(item.choice.slice(0, shared + 1));
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const found = [...groups].map(([key, group]) => ({
    ...step(data, at, group, group.length === 1 ? group[0].label : data.parts[key]),
    lit: group.every(isLit),
  }));
  return found.sort((one, other) => Number(one.lit) - Number(other.lit));
}

/** Whether something on the board leads on to it. @param {Narrowed} item */
const isLit = (item) => item.on.slice(item.depth).some(Boolean);

/** The answer that a second press on what was picked last gives: the only one that nothing else on the board stands for.
    @param {Decision} data @param {Point} at */
export function plain(data, at) {
  const unlit = steps(data, at).filter((each) => !each.lit);
  return picked(data, at).size && unlit.length === 1 && unlit[0].choice ? unlit[0] : null;
}

/** The things on the board that can be picked now, where each leads, and whether all of that is `calm`.
    @param {Decision} data @param {Point} at @returns {Map<string, Step>} */
export function targets(data, at) {
  const groups = new Map();
  for (const item of narrowed(data, at)) {
    const target = item.on.slice(item.depth).find(Boolean);
    if (target) groups.set(target, [...(groups.get(target) ?? []), item]);
  }
  return new Map(
    [...groups].map(([target, group]) => [
      target,
      { ...step(data, at, group, group.length === 1 ? group[0].label : "", target), calm: group.every(isCalm) },
    ]),
  );
}

/** @param {Narrowed} item */
const isCalm = (item) => Boolean(item.calm);

/** The things that what was chosen so far stands for. @param {Decision} data @param {Point} at */
export function picked(data, at) {
  const paths = narrowed(data, at).map((item) => new Set(item.on.slice(0, item.depth).filter(Boolean)));
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

/** A reason is said once, whatever it forbids. @param {Reason[]} refusals */
export function byReason(refusals) {
  const labels = new Map();
  for (const { label, reason } of refusals) labels.set(reason, [...(labels.get(reason) ?? []), label]);
  return [...labels].map(([reason, those]) => ({ label: those.join(" · "), reason }));
}
