import { gridOfSteps, mergeAllCells, Sketch } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { readFixtures } from "./testing/fixture.ts";
import type { Figures, Fixture } from "./testing/fixture.ts";
import type { Format } from "./parser.ts";
import { parseAll } from "./recorder.ts";
import type { RecordedLabel } from "./recorder.ts";
import { formats } from "./registry.ts";

const fixtures = readFixtures();

describe.each(fixtures.filter((fixture) => formatOf(fixture).role === "run"))("$format: $name", (fixture) => {
  const { report, recorder } = parse(fixture);
  const { truth } = fixture;
  const counted = report.source === "samples" && recorder.requests.all.count > 0;
  const gridMicros = gridOfSteps([report.latencyResolutionMicros]);

  it("counts requests and errors exactly", () => {
    const { requests, errors } = counted ? countsOf(recorder.requests, recorder.all) : wholeOf(recorder.all);
    expect(requests).toBe(truth.requests ?? 0);
    expect(errors).toBe(truth.errors ?? truth.errors_at_least ?? 0);
    expect(report.absent.includes("requests")).toBe(truth.requests === null);
    const isSome = truth.errors_at_least !== undefined;
    expect(report.absent.includes("errors")).toBe(truth.errors === null && !isSome);
    if (isSome) expect(report.absent).toContain("some-errors");
  });

  it("keeps transactions and hops beside the requests", () => {
    expect(recorder.countsOf("transaction")).toEqual(truth.transactions ?? {});
    expect(recorder.countsOf("hop")).toEqual(truth.hops ?? {});
  });

  it("has exactly the labels, each with its counts", () => {
    const labels = recorder.named.filter(({ kind }) => kind === "request");
    expect(labels.map(({ name }) => name).toSorted()).toEqual(Object.keys(truth.labels ?? {}).toSorted());
    for (const label of labels) {
      const { recorded } = label;
      const found = counted
        ? countsOf(recorded, label)
        : { requests: wholeOf(label).requests, errors: wholeOf(label).errors };
      const expected = truth.labels?.[label.name];
      expect(found, label.name).toEqual({
        requests: expected?.requests,
        errors: expected?.errors ?? expected?.errors_at_least ?? 0,
      });
    }
  });

  it("has the percentiles of every label", () => {
    for (const label of recorder.named) {
      const expected = truth.labels?.[label.name]?.latency_ms;
      if (expected === undefined || label.kind !== "request") continue;
      const apart = counted
        ? samplesApart(asStored(label.recorded.all, gridMicros), expected)
        : givenApart(wholeOf(label), expected, report.latencyRelativeError);
      expect(apart, label.name).toEqual({});
    }
  });

  it("has the percentiles of all requests: of samples exactly below 99 of the tool's steps and otherwise within 0.5%, of a summary what it says and no more", () => {
    if (truth.latency_ms === null) return;
    const apart = counted
      ? samplesApart(asStored(recorder.requests.all, gridMicros), truth.latency_ms)
      : givenApart(wholeOf(recorder.all), truth.latency_ms, report.latencyRelativeError);
    expect(apart).toEqual({});
  });

  it.runIf(counted && truth.latency_ms_ok_only !== undefined)("has those of the successful ones", () => {
    if (truth.latency_ms_ok_only === undefined) return;
    const successful = asStored(recorder.successful, gridMicros);
    expect(samplesApart(successful, truth.latency_ms_ok_only)).toEqual({});
  });

  it.runIf(counted)("has no latency between the steps that the tool rounds to", () => {
    const sketches = recorder.named.map(({ recorded }) => recorded.all).filter(({ count }) => count > 0);
    const grids = sketches.map((sketch) => asStored(sketch, gridMicros).gridMicros);
    expect(new Set(grids)).toEqual(new Set(grids.length === 0 ? [] : [gridMicros]));
  });

  it.runIf(report.clock === "absolute" && counted)("starts and ends at the millisecond", () => {
    expect(instant(recorder.firstStartMicros)).toBe(truth.started_at);
    expect(instant(recorder.lastCompletionMicros)).toBe(truth.ended_at);
  });

  it("has a clock if the file has", () => {
    const inFile = truth.started_at !== null && truth.timestamps_from === undefined;
    if (!inFile) expect(report.clock).not.toBe("absolute");
    else if (!counted && report.startedAtMicros !== null) {
      expect(Math.abs(report.startedAtMicros / 1_000 - Date.parse(truth.started_at ?? ""))).toBeLessThan(
        1_000,
      );
    }
  });

  it("names the lines that it left out, and what a reader should know", () => {
    const { line, lines, rejected_rows: rejected, warnings = [] } = truth.expect ?? {};
    const named = line === undefined ? (lines ?? []) : [line];
    const isRefusal = warnings.length === 0;
    expect(report.refused.first.map((refusal) => refusal.line)).toEqual(isRefusal ? named : []);
    expect(report.refused.count).toBe(rejected ?? (isRefusal ? named.length : 0));
    expect(report.warnings.map(({ code }) => code).toSorted()).toEqual(warnings.toSorted());
    if (!isRefusal && lines !== undefined) expect(report.warnings[0]?.lines).toEqual(lines);
  });
});

describe.each(fixtures.filter((fixture) => formatOf(fixture).role === "supplement"))(
  "$format: $name",
  (fixture) => {
    const { report, recorder } = parse(fixture);
    const { truth } = fixture;

    it("adds failures to a run that other files contain", () => {
      const failures = recorder.labels.flatMap((label) => [...label.failures.values()]);
      expect(failures.reduce((all, times) => all + times, 0)).toBe(truth.errors ?? 0);
      expect(report.absent.includes("requests")).toBe(truth.requests === null);
      const isSome = truth.errors_at_least !== undefined;
      expect(report.absent.includes("errors")).toBe(truth.errors === null && !isSome);
      if (isSome) expect(report.absent).toContain("some-errors");
    });

    it("isn't a run alone", () => {
      expect(recorder.requests.all.count).toBe(0);
      expect(
        recorder.labels.filter(({ total, intervals }) => total !== null || intervals.length > 0),
      ).toEqual([]);
    });
  },
);

function formatOf({ format: id }: Fixture): Format {
  const format = formats.find((known) => known.id === id);
  if (format === undefined) throw new Error(`no format ${id}`);
  return format;
}

function parse(fixture: Fixture): ReturnType<typeof parseAll> {
  return parseAll(formatOf(fixture), fixture.bytes, fixture.truth.options ?? {});
}

/** Samples, and what a raw file tells beside them of requests without a latency. */
function countsOf({ all, errors }: RecordedLabel["recorded"], { intervals }: RecordedLabel) {
  const beside = mergeAllCells(intervals.map(({ cell }) => cell));
  return { requests: all.count + beside.requests, errors: errors + beside.errors };
}

function wholeOf({ total, intervals }: ReturnType<typeof parseAll>["recorder"]["all"]): Cell {
  return total ?? mergeAllCells(intervals.map(({ cell }) => cell));
}

/** What a figure differs in, by its name; empty if nothing. */
type Apart = Record<string, string>;

function samplesApart(sketch: Sketch, truth: Figures): Apart {
  const apart: Apart = {};
  if (sketch.count !== truth.count) apart.count = `${sketch.count} instead of ${truth.count}`;
  const mean = sketch.sum / sketch.count / 1_000;
  if (!(Math.abs(mean - (truth.mean ?? Number.NaN)) < 0.0005))
    apart.mean = `${mean} ms instead of ${truth.mean}`;
  for (const name of ["min", "max"] as const) {
    const micros = Math.round((truth[name] ?? Number.NaN) * 1_000);
    if (sketch[name] !== micros) apart[name] = `${sketch[name]} us instead of ${micros}`;
  }
  return { ...apart, ...percentilesApart(sketch, truth, 0) };
}

/** As a read of the database decodes it. */
function asStored(sketch: Sketch, gridMicros: number): Sketch {
  return Sketch.decode(sketch.encode(), gridMicros);
}

/** Half a microsecond more than the bound: files may have finer latencies than the microseconds that are kept. */
function percentilesApart(sketch: Sketch, truth: Figures, relativeError: number): Apart {
  const apart: Apart = {};
  for (const [name, millis] of percentilesOf(truth)) {
    const share = Number(name.slice(1)) / 100;
    const found = sketch.quantile(share) ?? Number.NaN;
    const { low, high } = sketch.quantileBounds(share) ?? { low: 0, high: 0 };
    const isExact = low === high || millis * 1_000 < 99 * sketch.gridMicros;
    const bound = isExact ? relativeError : 0.005 + relativeError;
    const most = millis * 1_000 * bound + 0.5;
    if (!(Math.abs(found - millis * 1_000) <= most)) apart[name] = `${found} us for ${millis} ms`;
  }
  return apart;
}

function givenApart(cell: Cell, truth: Figures, relativeError: number): Apart {
  const { distribution, requests } = cell;
  const apart: Apart = {};
  const compare = (name: string, micros: number | null, millis: number | null | undefined) => {
    const wrong = microsApart(micros, millis ?? null);
    if (wrong !== null) apart[name] = wrong;
  };
  compare("min", cell.minMicros, truth.min);
  compare("max", cell.maxMicros, truth.max);
  if (requests > 0) compare("mean", cell.sumMicros === null ? null : cell.sumMicros / requests, truth.mean);
  if (distribution.kind === "sketch") {
    return { ...apart, ...percentilesApart(distribution.all, truth, relativeError) };
  }
  const quoted = distribution.kind === "quoted" ? distribution.micros : {};
  for (const name of ["p50", "p90", "p95", "p99", "p99.9"] as const) {
    compare(name, quoted[name] ?? null, truth[name]);
  }
  for (const [name, millis] of percentilesOf(truth)) {
    if (name !== "p0" && name !== "p100") compare(name, quoted[name] ?? null, millis);
  }
  return apart;
}

/** Extremes are kept in whole microseconds, the rest as the file has it. */
function microsApart(micros: number | null, millis: number | null): string | null {
  if (millis === null) return micros === null ? null : `${micros} us, which is not in the file`;
  const most = Math.max(0.5, millis * 1_000 * 1e-9);
  const isRight = Math.abs((micros ?? Number.NaN) - millis * 1_000) <= most;
  return isRight ? null : `${micros} us for ${millis} ms`;
}

function percentilesOf(truth: Figures): [string, number][] {
  return Object.entries(truth).flatMap(([name, millis]): [string, number][] =>
    name.startsWith("p") && typeof millis === "number" ? [[name, millis]] : [],
  );
}

function instant(micros: number): string {
  return new Date(Math.floor(micros / 1_000)).toISOString();
}
