import type { SlowRequest } from "../cell/run-totals.ts";
import type { LabelKind } from "../cell/sample.ts";
import { MINUTE_MICROS } from "../time.ts";

/** Kept of a part, and of a label while there are few. */
const KEPT = 50;
/** Of each label before the rest goes to the slowest of all. */
const KEPT_A_LABEL = 5;
const FEW_LABELS = 10;
const MANY_LABELS = 1_000;
/** A minute may have an equal share while there are fewer minutes, and this part of the whole from then on. */
const SHARED_MINUTES = 10;

/** What of a label's state this reads and writes. */
export interface SlowLabel {
  readonly number: number;
  readonly name: string;
  readonly kind: LabelKind;
  /** A request is offered from this latency on. */
  slowFromMicros: number;
  /** In which minute that is so. */
  slowMinute: number;
}

/** Which latencies are offered at first: status codes come right after the request that they belong to. */
export function slowFromOf(kind: LabelKind): number {
  return kind === "request" || kind === "status" ? -Infinity : Infinity;
}

/** Of a label, slowest first, and how many of them one minute may have. */
interface KeptOfLabel {
  requests: SlowRequest[];
  share: number;
}

/** The slowest requests of a part, of each label, and spread over minutes: one outage doesn't fill the list. */
export class SlowRequests {
  readonly #byLabel = new Map<number, KeptOfLabel>();
  #last: SlowRequest | null = null;
  #firstMinute = Infinity;
  #lastMinute = -Infinity;

  /** Called before the first sample of a label in another second, which may be in another minute. */
  enter(label: SlowLabel, completedAtMicros: number): void {
    const minute = minuteOf(completedAtMicros);
    if (minute === label.slowMinute || label.kind !== "request") return;
    label.slowMinute = minute;
    this.#firstMinute = Math.min(this.#firstMinute, minute);
    this.#lastMinute = Math.max(this.#lastMinute, minute);
    label.slowFromMicros = this.#slowFrom(label.number, minute);
  }

  /** One request, or a status code from 400 on, which belongs to the request before it. */
  offer(label: SlowLabel, completedAtMicros: number, latencyMicros: number, failed: boolean): void {
    if (label.kind === "status") {
      const last = this.#last;
      if (last?.completedAtMicros === completedAtMicros && last.latencyMicros === latencyMicros)
        last.code = Number(label.name);
      return;
    }
    this.#last = { label: label.number, completedAtMicros, latencyMicros, failed, code: null, traceId: null };
    const kept = this.#trimmed(label.number);
    let place = kept.length;
    while (place > 0 && (kept[place - 1] as SlowRequest).latencyMicros < latencyMicros) place--;
    kept.splice(place, 0, this.#last);
    const minute = minuteOf(completedAtMicros);
    dropPastShare(kept, minute, this.#shareOf(label.number));
    if (kept.length > limitOf(label.number)) kept.pop();
    label.slowFromMicros = this.#slowFrom(label.number, minute);
  }

  /** Whether a request would be offered, as far as that is known before it is added. */
  wants(label: SlowLabel, completedAtMicros: number, latencyMicros: number): boolean {
    if (label.kind !== "request") return false;
    return latencyMicros >= label.slowFromMicros || minuteOf(completedAtMicros) !== label.slowMinute;
  }

  /** Of the request that was offered last, if it is this one. */
  trace(label: SlowLabel, completedAtMicros: number, latencyMicros: number, traceId: string): void {
    const last = this.#last;
    if (last?.label !== label.number || last.completedAtMicros !== completedAtMicros) return;
    if (last.latencyMicros === latencyMicros) last.traceId ??= traceId;
  }

  /** Slowest first. */
  list(): SlowRequest[] {
    const kept = [...this.#byLabel.keys()].flatMap((label) => this.#trimmed(label));
    return spreadSlowest(kept, ({ completedAtMicros }) => completedAtMicros);
  }

  /** From which latency on a request that completes in this minute is among those to keep. */
  #slowFrom(label: number, minute: number): number {
    const kept = this.#trimmed(label);
    const share = this.#shareOf(label);
    const limit = limitOf(label);
    const from = kept.length < limit ? -Infinity : (kept[limit - 1] as SlowRequest).latencyMicros + 1;
    let ofMinute = 0;
    for (const { completedAtMicros, latencyMicros } of kept) {
      if (minuteOf(completedAtMicros) !== minute) continue;
      ofMinute++;
      if (ofMinute === share) return Math.max(from, latencyMicros + 1);
    }
    return from;
  }

  #shareOf(label: number): number {
    return shareOf(limitOf(label), this.#lastMinute - this.#firstMinute + 1);
  }

  /** With each further minute of the run, those before may have fewer. */
  #trimmed(label: number): SlowRequest[] {
    const share = this.#shareOf(label);
    const kept = this.#byLabel.get(label) ?? { requests: [], share };
    if (kept.requests.length === 0) this.#byLabel.set(label, kept);
    if (kept.share === share) return kept.requests;
    kept.share = share;
    const minutes = new Set(kept.requests.map(({ completedAtMicros }) => minuteOf(completedAtMicros)));
    for (const minute of minutes) dropPastShare(kept.requests, minute, share);
    return kept.requests;
  }
}

/** The slowest of these, slowest first: one of each label, then a few of each, and as long as others are left only a share of each minute. */
export function spreadSlowest<Request extends { label: unknown; latencyMicros: number }>(
  requests: readonly Request[],
  timeOf: (request: Request) => number,
): Request[] {
  const ordered = requests.toSorted((a, b) => b.latencyMicros - a.latencyMicros || timeOf(a) - timeOf(b));
  const minutes = ordered.map((request) => minuteOf(timeOf(request)));
  const first = minutes.reduce((least, minute) => Math.min(least, minute), Infinity);
  const last = minutes.reduce((most, minute) => Math.max(most, minute), -Infinity);
  const share = shareOf(KEPT, last - first + 1);
  const taken = new Set<Request>();
  const ofLabel = new Map<unknown, number>();
  const ofMinute = new Map<number, number>();
  const take = (most: { ofLabel: number; ofMinute: number }) => {
    for (const [at, request] of ordered.entries()) {
      if (taken.size === KEPT) return;
      const minute = minutes[at] as number;
      const [labels, inMinute] = [ofLabel.get(request.label) ?? 0, ofMinute.get(minute) ?? 0];
      if (taken.has(request) || labels >= most.ofLabel || inMinute >= most.ofMinute) continue;
      taken.add(request);
      ofLabel.set(request.label, labels + 1);
      ofMinute.set(minute, inMinute + 1);
    }
  };
  take({ ofLabel: 1, ofMinute: Infinity });
  take({ ofLabel: KEPT_A_LABEL, ofMinute: share });
  take({ ofLabel: Infinity, ofMinute: share });
  take({ ofLabel: Infinity, ofMinute: Infinity });
  return ordered.filter((request) => taken.has(request));
}

function minuteOf(micros: number): number {
  return Math.floor(micros / MINUTE_MICROS);
}

/** How many of so many requests one minute may have in a run of so many minutes. */
function shareOf(limit: number, minutes: number): number {
  return Math.max(1, Math.floor(limit / Math.min(minutes, SHARED_MINUTES)));
}

function dropPastShare(kept: SlowRequest[], minute: number, share: number): void {
  let ofMinute = 0;
  for (let at = 0; at < kept.length; at++) {
    if (minuteOf((kept[at] as SlowRequest).completedAtMicros) !== minute) continue;
    ofMinute++;
    if (ofMinute > share) kept.splice(at--, 1);
  }
}

/** By the label's number, so that very many labels don't fill the memory. */
function limitOf(label: number): number {
  if (label <= FEW_LABELS) return KEPT;
  return label <= MANY_LABELS ? KEPT_A_LABEL : 1;
}
