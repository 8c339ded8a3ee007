import type { MetricSeries, MetricSink, MetricTime } from "@headroom/core";
import { WIRE_BYTES } from "@headroom/core/wire";
import { ProtoReader } from "../protobuf/proto-reader.ts";
import type { WireExemplar } from "../exemplar.ts";
import { DEFAULT_SERIES_LIMITS, tooMany } from "../series-limits.ts";
import type { SeriesLimits } from "../series-limits.ts";
import { inOne } from "../slices.ts";
import type { Slices } from "../slices.ts";
import { SeriesTable } from "../series-table.ts";
import { sortTags, tagProblem } from "../tags.ts";
import type { Tag } from "../tags.ts";
import { beginsWith } from "../byte-cache.ts";
import type { Entry } from "../byte-cache.ts";
import { hashOf, KnownLabels } from "./known-labels.ts";
import type { NamedSeries } from "./known-labels.ts";
import { findFamily, kindOf } from "./metric-family.ts";
import type { MetricFamily } from "./metric-family.ts";
import { readExemplar } from "./read-exemplar.ts";
import { readNativeHistogram } from "./native-histogram.ts";
import type { NativeHistogram } from "./native-histogram.ts";
import { nativeValue } from "./native-value.ts";
import { readSample } from "./sample.ts";
import type { Sample } from "./sample.ts";
import type { SeriesHead, WriteDialect } from "./series-head.ts";
import { symbolRequest } from "./symbol-request.ts";
import { writeRequest } from "./write-request.ts";

export interface RemoteWriteOptions {
  /** As the Content-Type says: 2.0 if it has `proto=io.prometheus.write.v2.Request`. */
  version: "1.0" | "2.0";
  limits?: Partial<SeriesLimits>;
  /** What earlier bodies with the same limits left: it only saves time. */
  known?: KnownLabels;
}

/** What the `X-Prometheus-Remote-Write-…-Written` headers of an answer say, and what the body describes. */
export interface RemoteWriteResult {
  /** Values that were handed over, ends of series included. */
  samples: number;
  histograms: number;
  /** Values that were refused. */
  refused: number;
  /** Exemplars that were read, with a trace or without. */
  exemplars: number;
  /** Version 1.0 sends metadata seldom, and usually in a body of its own: remember it if you need the kinds. */
  families: readonly MetricFamily[];
}

const HINT_RESET = 1;
/** The histogram shows a state, such as the ages of what waits in a queue. It doesn't count since a start. */
const HINT_GAUGE = 3;
const SAMPLES = 2;
/** The byte before the length of a sample, as everybody writes it. */
const SAMPLE_KEY = (SAMPLES << 3) | WIRE_BYTES;
const NAME = "__name__";

/**
 * Hands over what a remote write body holds, once Snappy is decoded. Classic histograms stay series of numbers:
 * their parts may arrive in several bodies. If it throws, drop what the sink already has: the body is unreadable as a whole.
 */
export function remoteWriteSlices(
  body: Uint8Array,
  options: RemoteWriteOptions,
  sink: MetricSink,
): Slices<RemoteWriteResult> {
  return new RemoteWriteBody(body, options, sink).decode();
}

export function decodeRemoteWrite(
  body: Uint8Array,
  options: RemoteWriteOptions,
  sink: MetricSink,
): RemoteWriteResult {
  return inOne(remoteWriteSlices(body, options, sink));
}

const SERIES_OF_A_SLICE = 20;

interface OpenSeries {
  named: NamedSeries;
  /** What the series itself says beside its labels; null if it says nothing. */
  family: SeriesHead["family"];
  /** 0: it doesn't say. */
  createdMillis: number;
  /** The series of its plain numbers, once it has one. */
  numbers: number | null;
  /** From here on it has values and no labels, or both. */
  valuesFrom: number;
}

/** About what a time series and one of its labels take in memory, beside their bytes. */
const SERIES_BYTES = 200;
const LABEL_BYTES = 120;

class RemoteWriteBody {
  readonly #reader: ProtoReader;
  readonly #body: Uint8Array;
  readonly #view: DataView;
  readonly #known: KnownLabels;
  readonly #dialect: WriteDialect;
  readonly #limits: SeriesLimits;
  readonly #sink: MetricSink;
  readonly #table: SeriesTable;
  readonly #counts = { samples: 0, histograms: 0, refused: 0, exemplars: 0 };
  /** The time series that is being read, from 1. */
  #place = 0;
  /** The last labels that are known. */
  #last: Entry<NamedSeries> | null = null;

  constructor(body: Uint8Array, { version, limits, known }: RemoteWriteOptions, sink: MetricSink) {
    this.#reader = new ProtoReader(body);
    this.#body = body;
    this.#view = new DataView(body.buffer, body.byteOffset, body.length);
    this.#known = known ?? new KnownLabels();
    this.#known.makeRoom();
    this.#limits = { ...DEFAULT_SERIES_LIMITS, ...limits };
    this.#sink = sink;
    this.#table = new SeriesTable(sink, this.#limits.series);
    this.#dialect =
      version === "1.0" ? writeRequest(this.#reader, this.#limits.series) : symbolRequest(this.#reader);
  }

  *decode(): Slices<RemoteWriteResult> {
    const reader = this.#reader;
    reader.within(0, this.#body.length);
    while (reader.next()) {
      if (reader.field !== this.#dialect.seriesField) {
        reader.skip();
        continue;
      }
      this.#place += 1;
      const outer = reader.enter();
      this.#readSeries(reader.at, reader.end);
      reader.leave(outer);
      if (this.#place % SERIES_OF_A_SLICE === 0) yield;
    }
    return { ...this.#counts, families: [...this.#dialect.families.values()] };
  }

  /** In two passes, because labels may follow the values that they belong to. */
  #readSeries(start: number, end: number): void {
    const reader = this.#reader;
    const series = this.#openSeries(start, end);
    const inner = reader.within(series.valuesFrom, end);
    while (reader.next()) {
      if (reader.field === SAMPLES) this.#takeSample(series, readSample(reader));
      else if (reader.field === this.#dialect.histogramField)
        this.#takeHistogram(series, readNativeHistogram(reader));
      else if (reader.field === this.#dialect.exemplarField)
        this.#takeExemplar(series, readExemplar(reader, this.#dialect));
      else reader.skip();
    }
    reader.leave(inner);
  }

  #openSeries(start: number, end: number): OpenSeries {
    const expected = this.#last?.next ?? null;
    if (expected !== null && this.#isNext(expected, start, end)) {
      this.#last = expected;
      return openKnown(expected.value, start + expected.length);
    }
    const reader = this.#reader;
    const labelsEnd = this.#dialect.labelsEnd(reader);
    if (labelsEnd !== null) {
      const entry = this.#knownSeries(start, labelsEnd);
      if (this.#last !== null) this.#last.next = entry;
      this.#last = entry;
      return openKnown(entry.value, labelsEnd);
    }
    reader.at = start;
    const head = this.#dialect.head(reader);
    const { family, createdMillis } = head;
    return { named: this.#nameOf(head), family, createdMillis, numbers: null, valuesFrom: start };
  }

  /** Whether a time series has these labels and then, as Prometheus sends it, nothing but one sample. */
  #isNext(entry: Entry<NamedSeries>, start: number, end: number): boolean {
    const at = start + entry.length;
    if (at + 2 > end || this.#body[at] !== SAMPLE_KEY) return false;
    const length = this.#body[at + 1] ?? 0;
    return length < 0x80 && at + 2 + length === end && beginsWith(this.#view, start, entry);
  }

  #knownSeries(start: number, labelsEnd: number): Entry<NamedSeries> {
    const hash = hashOf(this.#view, start, labelsEnd);
    const known = this.#known.entry(this.#view, start, labelsEnd, hash);
    if (known !== undefined) return known;
    const reader = this.#reader;
    const outer = reader.within(start, labelsEnd);
    const named = this.#nameOf(this.#dialect.head(reader));
    reader.leave(outer);
    const cost = SERIES_BYTES + named.tags.length * LABEL_BYTES;
    return this.#known.add(this.#body.subarray(start, labelsEnd), hash, named, cost);
  }

  #nameOf(head: SeriesHead): NamedSeries {
    let name = "";
    const tags: Tag[] = [];
    for (let at = 0; at + 1 < head.labels.length; at += 2) {
      const key = head.labels[at] as string;
      const value = head.labels[at + 1] as string;
      if (key === NAME && name === "") name = value;
      // An empty value means that the label is missing.
      else if (value !== "") tags.push([key, value]);
    }
    sortTags(tags);
    const problem = head.problem ?? labelProblem(tags) ?? tagProblem(name, tags, this.#limits);
    return { name, tags, problem, plain: null, identity: null };
  }

  #takeSample(series: OpenSeries, { value, stale, timestampMillis, startMillis }: Sample): void {
    this.#limitValues();
    const { named, createdMillis } = series;
    const time = timeOf(timestampMillis, startMillis || createdMillis);
    if (named.problem !== null) return this.#refuse(named.problem);
    if (typeof time === "string") return this.#refuse(time);
    series.numbers ??= this.#table.numberOf(...this.#numbersOf(series));
    if (stale) this.#sink.stale(series.numbers, time);
    else this.#sink.number(series.numbers, time, value);
    this.#counts.samples += 1;
  }

  #numbersOf(series: OpenSeries): [MetricSeries, identity?: string] {
    const { named } = series;
    const family = this.#familyOf(series);
    if (family !== null) return [numbersOf(named, family)];
    named.plain ??= numbersOf(named, null);
    named.identity ??= JSON.stringify([named.name, named.tags]);
    return [named.plain, named.identity];
  }

  #takeExemplar(series: OpenSeries, exemplar: WireExemplar | string): void {
    this.#limitValues();
    const { problem } = series.named;
    if (problem !== null) return this.#refuse(problem);
    if (typeof exemplar === "string") return this.#refuse(exemplar);
    this.#counts.exemplars += 1;
    const { traceId, value, atMicros } = exemplar;
    if (traceId === null) return;
    const [own] = this.#numbersOf(series);
    this.#sink.exemplar(own, { traceId, value, atMicros });
  }

  #familyOf({ named, family }: OpenSeries): SeriesHead["family"] {
    return family ?? findFamily(this.#dialect.families, named.name);
  }

  #takeHistogram(series: OpenSeries, histogram: NativeHistogram): void {
    this.#limitValues();
    const gauge = histogram.resetHint === HINT_GAUGE;
    const time = timeOf(histogram.timestampMillis, gauge ? 0 : histogram.startMillis || series.createdMillis);
    const { name, problem } = series.named;
    if (problem !== null) return this.#refuse(problem);
    if (typeof time === "string") return this.#refuse(time);
    // It's the first after a reset, and doesn't say when that was: the counts are all since the value before.
    if (histogram.resetHint === HINT_RESET) time.startMicros ??= time.atMicros;
    const value = histogram.stale ? null : nativeValue(histogram, this.#limits.buckets);
    if (typeof value === "string") return this.#refuse(`a histogram of ${name} can't be used: ${value}`);
    const number = this.#table.numberOf(this.#histogramSeries(series, gauge));
    if (value === null) this.#sink.stale(number, time);
    else if (value.type === "exponential") this.#sink.exponential(number, time, value.value);
    else this.#sink.histogram(number, time, value.value);
    this.#counts.histograms += 1;
  }

  #histogramSeries(open: OpenSeries, gauge: boolean): MetricSeries {
    const { name, tags } = open.named;
    const series = { name, field: null, tags, unit: this.#familyOf(open)?.unit ?? null };
    return gauge
      ? { ...series, kind: "gauge", temporality: "each" }
      : { ...series, kind: "histogram", temporality: "cumulative" };
  }

  #limitValues(): void {
    const { samples, histograms, exemplars, refused } = this.#counts;
    if (samples + histograms + exemplars + refused >= this.#limits.values)
      throw tooMany(this.#limits.values, "values");
  }

  #refuse(reason: string): void {
    this.#sink.refuse(this.#place, reason);
    this.#counts.refused += 1;
  }
}

function openKnown(named: NamedSeries, valuesFrom: number): OpenSeries {
  return { named, family: null, createdMillis: 0, numbers: null, valuesFrom };
}

function numbersOf({ name, tags }: NamedSeries, family: SeriesHead["family"]): MetricSeries {
  return { name, field: null, tags, unit: family?.unit ?? null, ...kindOf(family, tags) };
}

/** `tags` are sorted. */
function labelProblem(tags: readonly Tag[]): string | null {
  if (tags[0]?.[0] === "") return "a label has no name";
  const twice = tags.find(([key], index) => key === NAME || (index > 0 && key === tags[index - 1]?.[0]));
  return twice === undefined ? null : `the label ${twice[0]} is there twice`;
}

function timeOf(atMillis: number, startMillis: number): MetricTime | string {
  const atMicros = atMillis * 1_000;
  const startMicros = startMillis === 0 ? null : startMillis * 1_000;
  if (!Number.isSafeInteger(atMicros)) return "the timestamp is out of range";
  if (startMicros !== null && !Number.isSafeInteger(startMicros)) return "the start time is out of range";
  return { atMicros, startMicros };
}
