import type { Sample } from "./one-counter.ts";
import { sumOf } from "./counted.ts";
import type { MappedSeries } from "./map-series.ts";
import type { PartialReading, Reading } from "./source-state.ts";
import type { TwinKeys } from "./twin-names.ts";

type RequestSeries = Extract<MappedSeries, { kind: "requests" }>;

/** What a source has counted since it started. */
export interface FoldedReading {
  /** Of the source: the same in every body. */
  key: string;
  /** Of what its series are read together with; null: it isn't known. */
  target: string | null;
  rule: string;
  label: string;
  /** Null: the source doesn't say. */
  failed: boolean | null;
  fromZero: boolean;
  reading: Reading;
  /** Of several that read the same; missing: it is the only one. */
  replica?: FoldedReplica;
  /** If an application sends its requests under several names; missing: it doesn't. */
  twin?: TwinKeys;
  /** The same for what one process counts of one label in two metrics, of which one says what failed; missing: it isn't joined. */
  joint?: string;
}

/** Which replica of a collector has read a source. */
export interface FoldedReplica {
  name: string;
  /** Its label always names a replica. */
  sure: boolean;
  /** All series of its request are from this replica. */
  alone: boolean;
  /** Of the source, whichever replica has read it. */
  bare: string;
  /** Of what one replica is elected for. */
  group: string;
}

export interface SourceName extends Pick<FoldedReading, "key" | "target">, Omit<Sample, "reading"> {
  /** `found`: not by its label's name. */
  replica?: Omit<FoldedReplica, "alone"> & { label: string; found: boolean };
  twin?: TwinKeys;
  joint?: string;
}

/** Of a body: those that have counted most. */
const MAX_SAMPLES = 4;
const MAX_SAMPLE_TAGS = 40;
const MAX_BUCKETS = 64;

interface OpenParts extends PartialReading {
  atMost: [number, number][];
}

interface OpenHistogram extends FoldedReading {
  reading: OpenParts;
  histogram: string;
  /** The last of its series in the body. */
  at: number;
}

interface Moment {
  /** The place of the series in the body. */
  at: number;
  atMicros: number;
  startMicros: number | null;
}

/** Each bucket counts what those below it do. */
function isRising({ atMost, count }: OpenParts): boolean {
  const rising = atMost.toSorted(([a], [b]) => a - b);
  return [...rising, [Infinity, count ?? Infinity] as const].every(
    ([, below], at) => at === 0 || below >= (rising[at - 1]?.[1] ?? 0),
  );
}

/** Gathers what the sources of a body have counted since they started. */
export class ReadingFold {
  readonly #parts = new Map<string, OpenHistogram>();
  /** A body's series are mostly parts of the histogram that the last one belonged to. */
  #latest: OpenHistogram | null = null;
  readonly #readings: FoldedReading[] = [];
  readonly #named: { label: string; replica: FoldedReplica }[] = [];
  readonly #histograms: { folded: FoldedReading; name: SourceName }[] = [];

  take(name: SourceName, { rule, label, failed, fromZero }: RequestSeries, reading: Reading): void {
    const { key, target } = name;
    const folded = { key, target, rule, label, failed, fromZero, reading, ...this.#of(name) };
    this.#readings.push(folded);
    if ("counted" in reading && reading.counted.buckets !== null) this.#histograms.push({ folded, name });
  }

  /** One of the series of a classic histogram or summary. */
  takePart(name: SourceName, mapped: RequestSeries, moment: Moment, value: number): void {
    const { part, microsPerUnit } = mapped;
    if (part === null) return;
    const gathered = this.#gatheredAt(name, mapped, moment, part.histogram);
    gathered.at = moment.at;
    const { reading } = gathered;
    switch (part.part) {
      case "sum":
        reading.sumMicros = sumOf(value, microsPerUnit);
        return;
      case "count":
        reading.count ??= Math.round(value);
        return;
      case "bucket":
        if (part.bound === Infinity) reading.count = Math.round(value);
        else reading.atMost.push([Math.round(part.bound * microsPerUnit), Math.round(value)]);
    }
  }

  #gatheredAt(
    name: SourceName,
    { rule, label, failed, fromZero }: RequestSeries,
    { at: place, atMicros, startMicros }: Moment,
    histogram: string,
  ): OpenHistogram {
    const { key, target } = name;
    const latest = this.#latest;
    if (latest !== null && latest.reading.atMicros === atMicros && latest.key === key) return latest;
    const at = `${key} ${atMicros}`;
    let gathered = this.#parts.get(at);
    if (gathered === undefined) {
      const reading: OpenParts = { atMicros, startMicros, count: null, sumMicros: null, atMost: [] };
      const source = { key, target, rule, label, failed, fromZero, reading, ...this.#of(name) };
      gathered = { ...source, histogram, at: place };
      this.#histograms.push({ folded: gathered, name });
      this.#parts.set(at, gathered);
    }
    this.#latest = gathered;
    return gathered;
  }

  #of({ replica, twin, joint }: SourceName): Pick<FoldedReading, "replica" | "twin" | "joint"> {
    const own = { ...(twin === undefined ? {} : { twin }), ...(joint === undefined ? {} : { joint }) };
    if (replica === undefined) return own;
    const { label, found, ...named } = replica;
    const folded = { ...named, alone: found };
    if (!found) this.#named.push({ label, replica: folded });
    return { replica: folded, ...own };
  }

  /**
   * `refuse` gets the place and name of histograms whose buckets contradict each other; `isAlone` says whether all series of the
   * request have one value of this label.
   */
  finish(
    refuse: (at: number, histogram: string) => void,
    isAlone: (label: string) => boolean,
  ): FoldedReading[] {
    for (const { label, replica } of this.#named) replica.alone = isAlone(label);
    const parts = [...this.#parts.values()].flatMap(({ at, histogram, ...gathered }) => {
      if (isRising(gathered.reading)) return gathered;
      refuse(at, histogram);
      return [];
    });
    return [...this.#readings, ...parts];
  }

  /** The readings of a few histograms that no replica is known of, with their names. */
  samples(): Sample[] {
    let samples: Sample[] = [];
    for (const { folded, name } of this.#histograms) {
      const [{ reading, replica }, { metric, tags }] = [folded, name];
      if (replica !== undefined && (replica.sure || replica.alone)) continue;
      const most = samples.length < MAX_SAMPLES ? -1 : countOf(samples.at(-1)?.reading);
      if (countOf(reading) <= most || tags.length > MAX_SAMPLE_TAGS || bucketsOf(reading) > MAX_BUCKETS)
        continue;
      samples.push({ metric, tags, reading });
      samples = samples.toSorted((a, b) => countOf(b.reading) - countOf(a.reading)).slice(0, MAX_SAMPLES);
    }
    return samples;
  }
}

function bucketsOf(reading: Reading): number {
  return "counted" in reading ? (reading.counted.buckets?.counts.length ?? 0) : reading.atMost.length;
}

function countOf(reading: Reading | undefined): number {
  if (reading === undefined) return 0;
  return ("counted" in reading ? reading.counted.count : reading.count) ?? 0;
}
