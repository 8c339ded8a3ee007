import { MINUTE_SECONDS } from "../time.ts";

/** A request that a trace shows. */
export interface Exemplar {
  label: string;
  /** The minute in which it ended, in epoch seconds. */
  minute: number;
  micros: number;
  traceId: string;
}

export interface FoldedExemplar extends Exemplar {
  rule: string;
}

/** Of a service. */
export const EXEMPLARS_A_MINUTE = 30;

/**
 * Those that are kept of these: for each label and minute the slowest in each bucket of latencies, which doubles from one to
 * the next. If there are too many in a minute, the slowest of every label come first, then the second slowest, and so on.
 */
export function keptExemplars(all: readonly Exemplar[]): Exemplar[] {
  const slowestFirst = all.toSorted((a, b) => b.micros - a.micros);
  return [...Map.groupBy(slowestFirst, ({ minute }) => minute).values()].flatMap((ofMinute) => {
    const ofLabels = [...Map.groupBy(ofMinute, ({ label }) => label).values()].map(onePerBucket);
    const ranked = ofLabels.flatMap((own) => own.map((exemplar, rank) => ({ exemplar, rank })));
    ranked.sort((a, b) => a.rank - b.rank || b.exemplar.micros - a.exemplar.micros);
    return ranked.slice(0, EXEMPLARS_A_MINUTE).map(({ exemplar }) => exemplar);
  });
}

function onePerBucket(slowestFirst: readonly Exemplar[]): Exemplar[] {
  const buckets = new Map<number, Exemplar>();
  for (const exemplar of slowestFirst) {
    const bucket = Math.floor(Math.log2(Math.max(1, exemplar.micros)));
    if (!buckets.has(bucket)) buckets.set(bucket, exemplar);
  }
  return [...buckets.values()];
}

/** Of one body and rule. After an outage, one has those of many minutes. */
const EXEMPLARS_A_BODY = 1_000;
/** How many are gathered before those that are kept are chosen. */
const GATHERED = 20 * EXEMPLARS_A_BODY;

/** The exemplars of one body, by the rule that counts their requests. */
export class ExemplarFold {
  readonly #rules = new Map<string, Exemplar[]>();

  take(rule: string, label: string, request: { atMicros: number; micros: number; traceId: string }): void {
    const traceId = traceIdOf(request.traceId);
    if (traceId === null) return;
    const minute = Math.floor(request.atMicros / 1e6 / MINUTE_SECONDS) * MINUTE_SECONDS;
    let own = this.#rules.get(rule) ?? [];
    if (own.length >= GATHERED) own = keptOfBody(own);
    own.push({ label, minute, micros: request.micros, traceId });
    this.#rules.set(rule, own);
  }

  finish(): FoldedExemplar[] {
    return [...this.#rules].flatMap(([rule, own]) => keptOfBody(own).map((one) => ({ rule, ...one })));
  }
}

function keptOfBody(own: readonly Exemplar[]): Exemplar[] {
  return keptExemplars(own)
    .toSorted((a, b) => b.micros - a.micros)
    .slice(0, EXEMPLARS_A_BODY);
}

/** As tracing systems write it; null: it isn't one. Some leave out leading zeros. */
function traceIdOf(text: string): string | null {
  const traceId = text.toLowerCase();
  return /^[0-9a-f]{8,32}$/.test(traceId) && /[^0]/.test(traceId) ? traceId : null;
}
