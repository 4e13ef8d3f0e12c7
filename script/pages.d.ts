// What the scripts of the pages know of the pages and of each other: read by the type checker alone, never served.

// --- What lies in a page. The server makes it with what its scripts look for, so what is looked up counts as there;
// where it may be missing the script asks (`?.`). The last word of a selector says which element it finds.
type Bare<S extends string> = S extends `${infer T}:${string}`
  ? Bare<T>
  : S extends `${infer T}[${string}`
    ? Bare<T>
    : S extends `${infer T}.${string}`
      ? Bare<T>
      : S;
type Last<S extends string> = S extends `${string} ${infer R}` ? Last<R> : Bare<S>;
type Found<S extends string> = S extends `${infer One},${infer Other}`
  ? Found<One> | Found<Other>
  : S extends `${string}a.choice${string}`
    ? HTMLElement // a link in a drawing, which is none of HTML's
    : Last<S> extends keyof HTMLElementTagNameMap
      ? HTMLElementTagNameMap[Last<S>]
      : HTMLElement;

interface ParentNode {
  querySelector<S extends string>(selectors: S): Found<S>;
  querySelectorAll<S extends string>(selectors: S): NodeListOf<Found<S>>;
}
interface Element {
  cloneNode(deep?: boolean): this;
  closest<S extends string>(selectors: S): Found<S>;
}
interface Document {
  readonly activeElement: HTMLElement & { value?: string };
  getElementById(id: "chat" | "help"): HTMLDetailsElement;
  getElementById(id: string): HTMLElement;
}
interface HTMLFormElement {
  getAttribute(name: "action"): string;
  getAttribute(name: string): string | null;
}
interface Data extends DOMStringMap {
  [name: string]: string;
}
interface HTMLElement {
  readonly children: HTMLCollectionOf<HTMLElement>;
  readonly dataset: Data;
  readonly firstElementChild: HTMLElement;
  readonly lastElementChild: HTMLElement;
  readonly nextElementSibling: HTMLElement;
  readonly parentElement: HTMLElement;
  readonly parentNode: HTMLElement;
}

// --- What is heard of a page comes from its elements.
type From<E> = E & { readonly target: E extends SubmitEvent ? HTMLFormElement : HTMLElement };

interface Document {
  addEventListener<K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: From<DocumentEventMap[K]>) => unknown,
    options?: AddEventListenerOptions | boolean,
  ): void;
}
interface HTMLElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: From<HTMLElementEventMap[K]>) => unknown,
    options?: AddEventListenerOptions | boolean,
  ): void;
}
interface HTMLElementEventMap {
  chosen: CustomEvent<Choice>;
  explain: CustomEvent;
  renew: CustomEvent<News>;
}

// --- Choosing: what `games/pages/table/view/choosing.py` sends along.
type Amounts = { [good: string]: number };
type Part = string | number | boolean | Amounts;
type Choice = Part[];

/** A choice in words, and the thing on the board that each of its parts stands for. */
interface Item {
  choice: Choice;
  label: string;
  on: (string | null)[];
  calm?: boolean;
}
/** settled: the places of those of its parts that are. */
interface Narrowed extends Item {
  settled: Set<number>;
}
interface Refusal extends Item {
  reason: string;
}
interface Decision {
  choices: Item[];
  parts: { [part: string]: string };
  question: string;
  further: { [part: string]: string };
  refusals: Refusal[];
  free: Choice | null;
  /** Parts are picked in their order. */
  ordered?: boolean;
}
/** Many choices: games/pages/table/view/packing.py. */
interface Packed {
  begun: { choice: Choice; on: (string | null)[]; label: string; last: number[]; calm?: boolean }[];
  last: [Part, string | null, string][];
}
/** Where the reader is in a decision: what is settled, and what was picked on the board. */
interface Point {
  prefix: Choice;
  on: string[];
  /** It asks how much is given, once it is here. */
  form?: HTMLElement | null;
  isAsked?: boolean;
}
/** Where something leads: to a choice, or to a narrower point. */
type Step = { label: string; lit?: boolean; calm?: boolean; other?: boolean } & ({ choice: Choice; at?: undefined } | { choice?: undefined; at: Point });
/** One in the bar, with the things that stand for what comes next. */
type Next = Step & { things: string[] };

/** Something to do, for a button. */
interface Way {
  label: string;
  go: () => unknown;
}
type Reason = Pick<Refusal, "label" | "reason">;

/** Of a form that asks how much is given: `games/pages/table/view/amounts_form.py`. */
interface Rules {
  total: number;
  most: number | null;
  least: Amounts[];
  counts: { [good: string]: string[] };
  labels: { [good: string]: string };
}

// --- News: what comes from the server, in an answer or by the socket.
interface Region {
  hash: string;
  html: string;
}
interface News {
  type: string;
  version: number;
  number: number;
  release: string;
  stamp: string;
  title: string;
  waiting?: number;
  said: string;
  mine: boolean;
  message?: string;
  moved: string[];
  /** Of a study: the address of the page and of its news; that the place which was asked about is gone. */
  place?: string;
  news?: string;
  gone?: string;
  have: string;
  regions: { [name: string]: Region };
}
/** What the socket brings: news, or that there are some. */
interface Message extends News {
  with?: string;
  users: string[];
}

/** Who reads by now: `accounts/sessions/reader_check.py`. */
interface Reader {
  same: boolean;
  message: string;
  to: string;
  token: string;
  now: number;
}

/** What was typed into a form, by the names of its fields. */
interface Typed {
  reader: string;
  path: string;
  action: string;
  texts: { [field: string]: string };
}

// --- Looking back
/** The board after a move. */
interface Past {
  told: string;
  /** Nothing is told of that move, or only that somebody passed. */
  passed: boolean;
  play_on: string;
  moved: string[];
  regions: { [name: string]: Region };
}
interface Film {
  from?: number;
  running?: boolean;
  fleeting?: boolean;
  shown?: (number: number) => void;
}

// --- Moving
interface Place {
  region: HTMLElement;
  x: number;
  y: number;
  width: number;
  height: number;
  heading: number;
  thrown: boolean;
}
type Vector = { x: number; y: number };
/** On a board, or on a mat of HTML. */
type Drawn = HTMLElement & { ownerSVGElement?: SVGElement | null; getScreenCTM?: () => DOMMatrix | null };
/** A piece that has come from elsewhere, and one that was not there before. */
interface Glide {
  piece: Drawn;
  name: string;
  way: Vector;
  turn: number;
  growth: number;
  was: Place;
}
type Move = Glide | { piece: Drawn; name: string; way?: undefined; was?: undefined; turn?: undefined; growth?: undefined };
/** With what lies on it. */
interface Carrier extends Glide {
  from: number;
}

// --- What JavaScript knows and its own types do not.
interface Array<T> {
  filter(predicate: BooleanConstructor): Exclude<T, null | undefined | false | 0 | "">[];
}

// --- Beside the table
/** How many games wait, how much is unread. */
interface Counted {
  /** The live table that asks whether one is ready, where one does. */
  ready?: number;
  waiting: number;
  unread: number;
  letters: number;
}
/** A finger that rests on something. */
interface Press extends Vector {
  source: HTMLElement;
  timer: number;
  explained: boolean;
}
interface PerformanceNavigationTiming {
  readonly deliveryType?: string;
}
