import { ALL_REQUESTS, decodeCells, decodeFailureTimes, SECOND_MICROS, stepWithin } from "@headroom/core";
import type { CellRow, FailureCount, GaugeTotals, LabelKind } from "@headroom/core";
import { writeLiveFigures } from "@headroom/contract";
import type { LiveBatchInput, LiveTotal } from "@headroom/contract";
import type { LocalRun } from "./local-run.ts";

/** The content of a batch, without its writer and number. */
export type BatchBody = Omit<LiveBatchInput, "writer" | "attempt" | "sequence">;

/** About two hundred kilobytes of JSON, which gzip shrinks to a third. */
const CELLS_A_BATCH = 1_000;
const GAUGE_VALUES_A_BATCH = 10_000;
const FAILURES_A_BATCH = 2_000;
const INTERVALS_A_FAILURE = 1_000;

/**
 * A run as it is sent: for each label the cells of its finest stored step, from which the server computes the coarser ones,
 * then gauges and failures. The same file gives the same batches, so that an interrupted upload can resume.
 */
export function* batchesOf(run: LocalRun): Generator<BatchBody> {
  const names = namesOf(run);
  for (const rows of inGroups(keptRows(run), CELLS_A_BATCH)) {
    const list = new LabelList((label) => names.get(label));
    const cells = rows.map((row) => ({
      label: list.placeOf(row.label),
      step: row.stepSeconds,
      second: (run.totals.span?.originMicros ?? 0) / 1e6 + row.offsetSeconds,
      ...writeLiveFigures(row.cell),
    }));
    yield { labels: list.labels, cells };
  }
  for (const gauge of run.totals.gauges) {
    for (const values of inGroups(valuesOf(gauge, run), GAUGE_VALUES_A_BATCH)) {
      yield { gauges: [{ name: gauge.name, unit: gauge.unit, values }] };
    }
  }
  const named = run.totals.failures.filter(({ label }) => label === ALL_REQUESTS || names.has(label));
  const originSecond = (run.totals.span?.originMicros ?? 0) / SECOND_MICROS;
  const failed = named.flatMap((failure) => timedFailures(failure, originSecond));
  for (const failures of failureGroups(failed)) {
    const list = new LabelList((label) => names.get(label));
    yield {
      failures: failures.map(({ label, ...rest }) => ({ label: list.placeOf(label), ...rest })),
      labels: list.labels,
    };
  }
}

export interface TimedFailure {
  label: number;
  reason: string;
  times: number;
  over?: { step: number; counts: { second: number; times: number }[] };
}

/** As a batch has them: in pieces of a bounded length, and what no time is known of. */
export function timedFailures(
  { label, reason, times, over }: FailureCount,
  originSecond: number,
): TimedFailure[] {
  const { stepSeconds: step, counts } =
    over === null ? { stepSeconds: 1, counts: [] } : decodeFailureTimes(over);
  const known = [...inGroups(counts, INTERVALS_A_FAILURE)].map((some) => ({
    label,
    reason,
    times: failuresIn(some),
    over: { step, counts: some.map((one) => ({ second: originSecond + one.slot * step, times: one.times })) },
  }));
  const rest = times - failuresIn(counts);
  return rest > 0 ? [...known, { label, reason, times: rest }] : known;
}

function failuresIn(counts: readonly { times: number }[]): number {
  return counts.reduce((total, { times }) => total + times, 0);
}

/** By how much there is to send, in reasons and intervals. */
function* failureGroups(failures: readonly TimedFailure[]): Generator<TimedFailure[]> {
  let group: TimedFailure[] = [];
  let size = 0;
  for (const failure of failures) {
    group.push(failure);
    size += 1 + (failure.over?.counts.length ?? 0);
    if (size < FAILURES_A_BATCH) continue;
    yield group;
    group = [];
    size = 0;
  }
  if (group.length > 0) yield group;
}

/** Totals that the cells don't add up to: those of labels without cells, and those that the tool states. */
export function totalsOf(run: Pick<LocalRun, "totals" | "report">): {
  labels: BatchBody["labels"];
  totals: LiveTotal[];
} {
  const { totals, report } = run;
  const names = namesOf(run);
  const list = new LabelList((label) => names.get(label));
  const whole = { label: ALL_REQUESTS, total: totals.all, finestStepSeconds: totals.allFinestStepSeconds };
  const stated = [whole, ...totals.labels].filter(
    ({ total, finestStepSeconds }) =>
      report.source !== "samples" || finestStepSeconds === null || total.distribution.kind !== "sketch",
  );
  const written = stated
    .filter(({ total }) => total.requests > 0 || total.distribution.kind === "quoted")
    .map(({ label, total }) => ({ label: list.placeOf(label), ...writeLiveFigures(total) }));
  return { labels: list.labels, totals: written };
}

function namesOf({ totals }: Pick<LocalRun, "totals">): Map<number, { name: string; kind: LabelKind }> {
  return new Map(totals.labels.map(({ label, name, kind }) => [label, { name, kind }]));
}

/** The labels of a body, numbered by their position. */
export class LabelList {
  readonly labels: { name: string; kind: LabelKind }[] = [];
  readonly #places = new Map<number, number>();
  readonly #nameOf: (label: number) => { name: string; kind: LabelKind } | undefined;

  constructor(nameOf: (label: number) => { name: string; kind: LabelKind } | undefined) {
    this.#nameOf = nameOf;
  }

  /** Null: all requests. */
  placeOf(label: number): number | null {
    if (label === ALL_REQUESTS) return null;
    const place = this.#places.get(label);
    if (place !== undefined) return place;
    const named = this.#nameOf(label);
    if (named === undefined) throw new Error(`label ${label} has no name`);
    this.labels.push(named);
    this.#places.set(label, this.labels.length - 1);
    return this.labels.length - 1;
  }
}

/** The cells of the finest step that each label has kept. */
function* keptRows({ spool, totals }: LocalRun): Generator<CellRow> {
  const all = { label: ALL_REQUESTS, finestStepSeconds: totals.allFinestStepSeconds };
  const finest = new Map(
    [all, ...totals.labels].map(({ label, finestStepSeconds }) => [
      label,
      finestStepSeconds === null ? null : stepWithin(finestStepSeconds),
    ]),
  );
  for (const columns of spool.read()) {
    for (const row of decodeCells(columns)) if (finest.get(row.label) === row.stepSeconds) yield row;
  }
}

/** The finest cells of a gauge: each a value, or the mean of many. */
function* valuesOf({ rows, finestStepSeconds }: GaugeTotals, { totals }: LocalRun) {
  const originMicros = totals.gaugeOriginMicros ?? 0;
  for (const { stepSeconds, offsetSeconds, cell } of rows) {
    if (stepSeconds !== finestStepSeconds) continue;
    const { count, sum, min, max } = cell;
    // The mean of equal values may be rounded to just outside of them.
    const value = Math.min(max, Math.max(min, sum / count));
    const at = { atMicros: originMicros + offsetSeconds * 1e6, value };
    yield count === 1 ? at : { ...at, spread: { count, min, max } };
  }
}

function* inGroups<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
