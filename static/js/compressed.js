// Messages of a socket: text, or compressed.

/** Whether compressed messages can be read. */
export const unpacks = "DecompressionStream" in window;

/** What a message says. @param {string | ArrayBuffer} data */
export function unpacked(data) {
  if (typeof data === "string") return JSON.parse(data);
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}
