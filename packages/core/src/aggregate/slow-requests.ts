import type { SlowRequest } from "../cell/run-totals.ts";
import type { LabelKind } from "../cell/sample.ts";

/** Kept of a part, and of a label while there are few. */
const KEPT = 50;
/** Of each label before the rest goes to the slowest of all. */
const KEPT_A_LABEL = 5;
const FEW_LABELS = 10;
const MANY_LABELS = 1_000;

/** What of a label's state this reads and writes. */
export interface SlowLabel {
  readonly number: number;
  readonly name: string;
  readonly kind: LabelKind;
  /** A request is offered from this latency on. */
  slowFromMicros: number;
}

/** Which latencies are offered at first: status codes come right after the request that they belong to. */
export function slowFromOf(kind: LabelKind): number {
  return kind === "request" || kind === "status" ? -Infinity : Infinity;
}

/** The slowest requests of a part: the slowest few of each label, and the slowest of all. */
export class SlowRequests {
  /** Of each label, slowest first. */
  readonly #byLabel = new Map<number, SlowRequest[]>();
  #last: SlowRequest | null = null;

  /** One request, or a status code from 400 on, which belongs to the request before it. */
  offer(label: SlowLabel, completedAtMicros: number, latencyMicros: number, failed: boolean): void {
    if (label.kind === "status") {
      const last = this.#last;
      if (last?.completedAtMicros === completedAtMicros && last.latencyMicros === latencyMicros)
        last.code = Number(label.name);
      return;
    }
    this.#last = { label: label.number, completedAtMicros, latencyMicros, failed, code: null };
    const kept = this.#listOf(label.number);
    let place = kept.length;
    while (place > 0 && (kept[place - 1] as SlowRequest).latencyMicros < latencyMicros) place--;
    kept.splice(place, 0, this.#last);
    const limit = limitOf(label.number);
    if (kept.length > limit) kept.pop();
    if (kept.length === limit) label.slowFromMicros = (kept[limit - 1] as SlowRequest).latencyMicros + 1;
  }

  /** Slowest first. */
  list(): SlowRequest[] {
    const lists = [...this.#byLabel.values()];
    const first = slowest(lists.flatMap((kept) => kept.slice(0, KEPT_A_LABEL))).slice(0, KEPT);
    const rest = slowest(lists.flatMap((kept) => kept.slice(KEPT_A_LABEL)));
    return slowest([...first, ...rest.slice(0, KEPT - first.length)]);
  }

  #listOf(label: number): SlowRequest[] {
    const known = this.#byLabel.get(label);
    if (known !== undefined) return known;
    const kept: SlowRequest[] = [];
    this.#byLabel.set(label, kept);
    return kept;
  }
}

/** By the label's number, so that very many labels don't fill the memory. */
function limitOf(label: number): number {
  if (label <= FEW_LABELS) return KEPT;
  return label <= MANY_LABELS ? KEPT_A_LABEL : 1;
}

function slowest(requests: readonly SlowRequest[]): SlowRequest[] {
  return requests.toSorted(
    (a, b) => b.latencyMicros - a.latencyMicros || a.completedAtMicros - b.completedAtMicros,
  );
}
