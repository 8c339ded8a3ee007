import type { LabelTable } from "../../text/label-table.ts";

/** A parent's line stands before its hops', but the lines of other threads may come between. */
const REMEMBERED = 256;
const NEVER = -1;
const HOP_SUFFIX = /-\d+$/;

/**
 * Tells the rows of redirect hops and embedded resources from requests. JMeter writes them behind their parent, names
 * them `Name-0`, `Name-1` after it, and gives them its thread; and they lie inside its time. A request that merely has
 * such a name fails one of these.
 */
export class Hops {
  readonly #labels: LabelTable;
  readonly #entries = new Int32Array(REMEMBERED).fill(-1);
  readonly #threads = new Int32Array(REMEMBERED);
  readonly #starts = new Float64Array(REMEMBERED);
  readonly #ends = new Float64Array(REMEMBERED);
  #next = 0;
  /** The names that a label's parent may have: looked for again only when there are more labels than last time. */
  readonly #parentNames: (readonly string[])[] = [];
  readonly #orphanAmong: Int32Array;

  constructor(labels: LabelTable) {
    this.#labels = labels;
    this.#orphanAmong = new Int32Array(labels.size).fill(NEVER);
  }

  /** A request that may be the parent of rows to come. */
  remember(entry: number, startMicros: number, endMicros: number, thread: number): void {
    const at = this.#next;
    this.#entries[at] = entry;
    this.#threads[at] = thread;
    this.#starts[at] = startMicros;
    this.#ends[at] = endMicros;
    this.#next = (at + 1) % REMEMBERED;
  }

  isHop(entry: number, startMicros: number, endMicros: number, thread: number): boolean {
    if (this.#orphanAmong[entry] === this.#labels.count) return false;
    const parents = this.#parentsOf(entry);
    if (parents.length === 0) {
      if (this.#labels.isKept(entry)) this.#orphanAmong[entry] = this.#labels.count;
      return false;
    }
    return parents.some((parent) => this.#surrounds(parent, startMicros, endMicros, thread));
  }

  #parentsOf(entry: number): number[] {
    const known = this.#labels.isKept(entry) ? this.#parentNames[entry] : undefined;
    const names = known ?? parentNames(this.#labels.name(entry));
    this.#parentNames[entry] = names;
    return names.map((name) => this.#labels.entryOf(name)).filter((parent) => parent !== null);
  }

  #surrounds(parent: number, startMicros: number, endMicros: number, thread: number): boolean {
    for (let back = 1; back <= REMEMBERED; back++) {
      const at = (this.#next - back + REMEMBERED) % REMEMBERED;
      if (this.#entries[at] !== parent || this.#threads[at] !== thread) continue;
      if (startMicros >= (this.#starts[at] as number) && endMicros <= (this.#ends[at] as number)) return true;
    }
    return false;
  }
}

/** `Home-1-0` is a hop of `Home-1`, itself one of `Home`. */
function parentNames(hop: string): string[] {
  const names: string[] = [];
  for (let name = hop; HOP_SUFFIX.test(name);) {
    name = name.replace(HOP_SUFFIX, "");
    names.push(name);
  }
  return names;
}
