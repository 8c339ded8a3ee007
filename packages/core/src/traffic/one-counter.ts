import type { MetricSeries } from "./metric-sink.ts";
import type { Reading } from "./source-state.ts";

/** A reading of a source, with the tags that name it. */
export interface Sample {
  metric: string;
  tags: MetricSeries["tags"];
  reading: Reading;
}

/** Two sources that are one counter, read twice: they differ in one label. */
export interface ReadTwice {
  label: string;
  values: readonly [string, string];
}

interface Moment {
  atMicros: number;
  sumMicros: number;
  /** How many values are in each bucket. */
  counts: readonly number[];
}

interface Source {
  metric: string;
  tags: ReadonlyMap<string, string>;
  /** Of its buckets. */
  bounds: string;
  moments: readonly Moment[];
}

const MAX_SOURCES = 16;
const MAX_MOMENTS = 40;
/** How often the readings of one have to lie between two of the other. */
const MIN_TURNS = 20;
/** Of the logarithm of the odds: that two counters stay so close by chance is one in a million. */
const MIN_EVIDENCE = Math.log(1e6);

/**
 * Finds two senders that read the same counter. In time order, the readings of both never fall, in any bucket or in the sum. Two
 * processes that share a load drift apart instead: the more they have counted, the less likely one of them stays between two
 * readings of the other.
 */
export class SourceWatch {
  readonly #sources = new Map<string, Source>();

  /** What it shows: null, nothing. */
  take({ metric, tags, reading }: Sample): ReadTwice | null {
    const read = momentOf(reading);
    if (read === null) return null;
    const key = JSON.stringify([metric, tags]);
    const known = this.#sources.get(key);
    const before = known?.bounds === read.bounds ? known.moments : [];
    if ((before.at(-1)?.atMicros ?? -Infinity) >= read.moment.atMicros) return null;
    const moments = [...before, read.moment].slice(-MAX_MOMENTS);
    const source = { metric, tags: new Map(tags), bounds: read.bounds, moments };
    this.#sources.delete(key);
    this.#sources.set(key, source);
    const [oldest] = this.#sources.keys();
    if (this.#sources.size > MAX_SOURCES && oldest !== undefined) this.#sources.delete(oldest);
    return this.#twinOf(source);
  }

  #twinOf(source: Source): ReadTwice | null {
    for (const other of this.#sources.values()) {
      if (other === source || other.metric !== source.metric || other.bounds !== source.bounds) continue;
      const label = onlyDifference(source.tags, other.tags);
      if (label === null || !isOneCounter(source.moments, other.moments)) continue;
      const [a, b] = [source.tags.get(label) ?? "", other.tags.get(label) ?? ""];
      return { label, values: a < b ? [a, b] : [b, a] };
    }
    return null;
  }
}

/** Null: it isn't a histogram, or not all of it is there. */
function momentOf(reading: Reading): { bounds: string; moment: Moment } | null {
  const { atMicros } = reading;
  if ("counted" in reading) {
    const { sumMicros, buckets } = reading.counted;
    if (sumMicros === null || buckets === null) return null;
    return {
      bounds: buckets.upperBoundsMicros.join(" "),
      moment: { atMicros, sumMicros, counts: buckets.counts },
    };
  }
  const { count, sumMicros, atMost } = reading;
  if (count === null || sumMicros === null || atMost.length === 0) return null;
  const rising = atMost.toSorted(([a], [b]) => a - b);
  const below = [0, ...rising.map(([, cumulative]) => cumulative), count];
  const counts = below.slice(1).map((cumulative, at) => cumulative - (below[at] ?? 0));
  return { bounds: rising.map(([bound]) => bound).join(" "), moment: { atMicros, sumMicros, counts } };
}

/** Null: they differ in none, or in several. */
function onlyDifference(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string | null {
  if (a.size !== b.size) return null;
  let found: string | null = null;
  for (const [label, value] of a) {
    const other = b.get(label);
    if (other === value) continue;
    if (other === undefined || found !== null) return null;
    found = label;
  }
  return found;
}

function isOneCounter(one: readonly Moment[], other: readonly Moment[]): boolean {
  const all = [
    ...one.map((moment) => ({ moment, isOne: true })),
    ...other.map((moment) => ({ moment, isOne: false })),
  ].toSorted((a, b) => a.moment.atMicros - b.moment.atMicros);
  let [turns, evidence] = [0, 0];
  for (const [at, { moment, isOne }] of all.entries()) {
    const [before, after] = [all[at - 1], all[at + 1]];
    if (before === undefined) continue;
    if (!hasRisen(before.moment, moment)) return false;
    if (after === undefined || before.isOne === isOne || after.isOne === isOne) continue;
    turns += 1;
    // One that is certain is enough: what follows is no further evidence, because two counters drift slowly.
    evidence = Math.max(evidence, evidenceOf(before.moment, moment, after.moment));
  }
  return turns >= MIN_TURNS && evidence >= MIN_EVIDENCE;
}

function hasRisen(before: Moment, now: Moment): boolean {
  if (now.sumMicros < before.sumMicros) return false;
  return now.counts.every((count, at) => count >= (before.counts[at] ?? 0));
}

/**
 * How unlikely it is that another counter of as many values lies in between: its difference has a standard deviation of sqrt(2n) in
 * each bucket. Balancers can make the totals equal, but not the latencies, so the fullest bucket says nothing.
 */
function evidenceOf(before: Moment, now: Moment, after: Moment): number {
  if (after.sumMicros === before.sumMicros) return 0;
  const fullest = now.counts.indexOf(Math.max(...now.counts));
  return now.counts.reduce((sum, count, at) => {
    if (at === fullest || count === 0) return sum;
    const width = (after.counts[at] ?? 0) - (before.counts[at] ?? 0) + 1;
    return sum + Math.max(0, Math.log(4 * Math.PI * count) / 2 - Math.log(width));
  }, 0);
}
