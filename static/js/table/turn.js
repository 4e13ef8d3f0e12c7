// A live table calls its reader when their turn begins, however soon after the last one.

import { call } from "../calling.js";
import { table } from "./page.js";

const isMine = () => table.querySelector(".decision-yours time[data-hurry]") !== null;

/** To be called before the page changes; gives a function that calls if it is the reader's turn only now. */
export function rememberTurn() {
  const was = isMine();
  return () => {
    if (!was && isMine()) call();
  };
}
