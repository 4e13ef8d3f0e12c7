// Many choices come in little room, each part stated once: the same as games/pages/table/view/packing.py the other way round.

/** The choices of a decision, one by one. @param {Packed} packed @returns {Item[]} */
export function unpack({ begun, last }) {
  return begun.flatMap(({ choice, on, label, calm, last: ends }) => ends.map((end) => {
    const [part, thing, words] = last[end];
    return { choice: [...choice, part], on: [...on, thing], label: label + words, calm };
  }));
}
