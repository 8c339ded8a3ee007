import { describe, expect, it } from "vitest";
import { prepareDistribution, prepareHeatmapFrame } from "../timeline/prepare-distribution.ts";
import type { RunFailures } from "@headroom/contract";
import { prepareErrors } from "../tables/prepare-errors.ts";
import type { ErrorsInput } from "../tables/prepare-errors.ts";
import { prepareHonesty } from "../verdict/prepare-honesty.ts";
import type { SliceSeconds } from "@headroom/core";
import type { RunSlices } from "@headroom/services";
import { lengthsOf, noSlicesWords, prepareSpread } from "../tables/prepare-slices.ts";
import { prepareWindowBar } from "../timeline/prepare-window-bar.ts";
import { prepareWorkload } from "../figures/prepare-workload.ts";
import { answer, detail, latencyTarget, steadyWindow } from "../testing/run-fixtures.ts";
import { timelineFrame } from "../timeline/timeline-input.ts";

const ORIGIN = "2026-11-01T10:00:00.000Z";
const at = (second: number) => new Date(Date.parse(ORIGIN) + second * 1_000).toISOString();
const failure = (label: string | null, reason: string, times: number, span?: [number, number]) =>
  ({
    label,
    kind: "request",
    reason,
    times,
    code: null,
    firstAt: span === undefined ? null : at(span[0]),
    lastAt: span === undefined ? null : at(span[1]),
  }) as const;
const failuresRead = (
  failures: RunFailures["failures"],
  overTime: Partial<RunFailures["overTime"]> = {},
  kind: RunFailures["window"]["kind"] = "whole",
): RunFailures => ({
  failures,
  window: { kind, from: at(0), to: at(600) },
  overTime: { known: "all", withoutTime: 0, because: null, stepSeconds: 1, ...overTime },
});
const inWhole = (total: number | null) => ({ origin: ORIGIN, total, inWindow: null });
const steady = { name: "steady phase", errors: 12 };

describe("errors", () => {
  it("are grouped by reason over all labels, the most frequent first", () => {
    const { rows, note } = prepareErrors(
      failuresRead([
        failure("a", "503", 3),
        failure("b", "timeout", 10),
        failure("c", "503", 9),
        failure(null, "503", 1),
      ]),
      inWhole(23),
    );
    expect(rows.map(({ reason, times, share }) => [reason, times, share])).toEqual([
      ["503", "13", "56.5%"],
      ["timeout", "10", "43.5%"],
    ]);
    expect(rows[0]?.labels.map(({ name, times }) => [name, times])).toEqual([
      ["c", "9"],
      ["a", "3"],
    ]);
    expect(note).toBeNull();
  });

  it("say what no reason is known for, and how many labels are not named", () => {
    const failures = Array.from({ length: 5 }, (_, index) => failure(`label ${index}`, "500", 1));
    const { rows, note } = prepareErrors(failuresRead(failures), inWhole(8));
    expect(rows[0]).toMatchObject({ moreLabels: 2, share: "100.0%" });
    expect(note).toBe("3 of the run's 8 failed requests have no recorded reason.");
    expect(prepareErrors(failuresRead([]), inWhole(null)).note).toBe(
      "This source doesn't report which requests failed.",
    );
  });

  it("say when they came first and last, over all labels", () => {
    const read = failuresRead([failure("a", "503", 3, [70, 200]), failure("b", "503", 1, [65, 65])]);
    const { rows, hasTimes, coverage } = prepareErrors(read, inWhole(4));
    expect(rows[0]).toMatchObject({ first: "1:05", last: "3:20" });
    expect([hasTimes, coverage]).toEqual([true, null]);
  });

  it("of a window are measured against the failures of that window", () => {
    const read = failuresRead([failure("a", "503", 10, [70, 200])], {}, "steady");
    expect(prepareErrors(read, { origin: ORIGIN, total: 500, inWindow: steady })).toMatchObject({
      coverage: null,
      note: "2 of the 12 failed requests in the steady phase have no recorded reason.",
    });
  });

  it("without times say plainly that they cover the whole run, and why", () => {
    const shown = { origin: ORIGIN, total: 10, inWindow: steady };
    const of = (overTime: Partial<RunFailures["overTime"]>, input: ErrorsInput = shown) =>
      prepareErrors(failuresRead([failure("a", "503", 10)], { stepSeconds: null, ...overTime }), input)
        .coverage;
    expect(of({ known: "none", withoutTime: 10, because: "source" })).toBe(
      "This source doesn't report when requests failed, so the reasons below cover the whole run.",
    );
    expect(of({ known: "none", withoutTime: 10, because: "stored-before" })).toBe(
      "This run was stored before Headroom kept the times of errors, so the reasons below cover the whole run. Parse its file again, or upload it again, to add them.",
    );
    expect(of({ known: "none", withoutTime: 10, because: "source" }, inWhole(10))).toBeNull();
    expect(of({ known: "some", withoutTime: 3, because: "source" })).toBe(
      "3 failed requests of the run have no time and aren't listed here.",
    );
  });
});

describe("the spread of the slices", () => {
  const slice = (p99: number) => ({
    offsetSeconds: 0,
    requests: 1,
    errors: 0,
    p50Micros: 1,
    p99Micros: p99 * 1_000,
    p50Range: null,
    p99Range: null,
  });
  const spread = (least: number, most: number) => ({
    sliceSeconds: 10 as const,
    slices: 3,
    empty: 0,
    p99Micros: {
      least: least * 1_000,
      quarter: least * 1_000,
      middle: least * 1_000,
      threeQuarters: most * 1_000,
      most: most * 1_000,
    },
  });
  const input = {
    spreads: [spread(100, 700), null, { ...spread(1, 1), slices: 0, p99Micros: null }, spread(200, 400)],
    slices: [slice(100), slice(110), slice(700)],
    sliceSeconds: 10 as const,
    wholeMs: 600,
    targetMs: 200,
  };

  it("puts bars, the whole and the target on one axis", () => {
    const { rows, whole, target, ticks } = prepareSpread(input);
    expect(rows.map(({ name, words }) => [name, words])).toEqual([
      ["10 s", "100–700"],
      ["1m", "stored in longer steps"],
      ["10m", "window is shorter"],
      ["30m", "200–400"],
    ]);
    expect(rows[0]?.bar?.from).toBeGreaterThanOrEqual(0);
    expect(rows[0]?.bar?.to).toBeLessThanOrEqual(100);
    expect(rows[3]?.bar?.from).toBeCloseTo(target?.at ?? 0);
    expect(whole?.at).toBeGreaterThan(target?.at ?? 0);
    expect(ticks.map(({ label }) => label)).toEqual(["100", "200", "500"]);
  });

  it("offers the lengths that the run has, and says why there are no slices", () => {
    expect(lengthsOf(input.spreads).map(({ label }) => label)).toEqual(["10 s", "10m", "30m"]);
    const none = { ...spread(1, 1), slices: 0, p99Micros: null };
    const words = (spreads: RunSlices["spreads"], sliceSeconds: SliceSeconds) =>
      noSlicesWords({ spreads, sliceSeconds });
    expect(words([spread(1, 2), none, none, none], 60)).toBe(
      "This window is shorter than one slice of 1m. Choose shorter slices or a longer window.",
    );
    expect(words([null, null, null, none], 1_800)).toBe(
      "This window is shorter than one slice of 30m. Choose a longer window.",
    );
    expect(words([null, null, null, null], 60)).toBe(
      "The results are stored in steps longer than 30m, so they can't be divided into slices.",
    );
    expect(words([spread(1, 2), { ...none, slices: 4, empty: 4 }, none, none], 60)).toBe(
      "No request completed in this window.",
    );
  });

  it("says what averaging would have given, where the result differs", () => {
    expect(prepareSpread(input).lesson).toBe(
      "The mean p99 of these 3 slices of 10 s is 303 ms, but the p99 of all requests is 600 ms.",
    );
    expect(prepareSpread({ ...input, wholeMs: 310 }).lesson).toBeNull();
    expect(prepareSpread({ ...input, slices: [] }).lesson).toBeNull();
  });
});

describe("the workload", () => {
  it("sets what was achieved beside what was expected", () => {
    expect(prepareWorkload(detail)?.achieved).toMatchObject({
      percent: "80.5",
      actual: "36,242,100",
      expected: "45,000,000",
      isShort: true,
    });
  });
  it("is not there where the experiment says nothing, and has no bar where it expects no number", () => {
    const nothing = {
      requestSet: null,
      distinctRequests: null,
      durationSeconds: null,
      ratePerGenerator: null,
      generators: null,
      threadsPerGenerator: null,
    };
    expect(prepareWorkload({ ...detail, workload: nothing, defined: nothing })).toBeNull();
    const some = { ...nothing, generators: 4 };
    expect(prepareWorkload({ ...detail, workload: some, defined: some })).toMatchObject({
      achieved: null,
      rows: [{ name: "Generators", value: "4" }],
    });
    expect(prepareWorkload({ ...detail, workload: some, defined: nothing })?.rows).toEqual([
      { name: "Generators", value: "4" },
    ]);
  });
  it("is the run's own, beside its experiment's where they differ", () => {
    const workload = { ...detail.workload, ratePerGenerator: 2_500 };
    const model = prepareWorkload({ ...detail, workload });
    expect(model?.rows).toContainEqual({
      name: "Rate per generator",
      value: "2,500 req/s (experiment: 1,250 req/s)",
    });
    expect(model?.achieved).toMatchObject({ expected: "90,000,000", percent: "40.3" });
  });
});

describe("the window bar", () => {
  it("names the percentile that failed requests change most", () => {
    const differing = [
      { percentile: "p99" as const, allMs: 326, successfulMs: 300 },
      { percentile: "p99.9" as const, allMs: 2663, successfulMs: 571 },
    ];
    const window = { ...steadyWindow, differing };
    expect(prepareWindowBar(detail, window, false).differing).toBe(
      "p99.9 2,663 ms; 571 ms without failed requests.",
    );
    expect(prepareWindowBar(detail, window, true).differing).toBe(
      "p99.9 571 ms; 2,663 ms with failed requests.",
    );
    expect(prepareWindowBar(detail, steadyWindow, false).differing).toBeNull();
    const close = [{ percentile: "p95" as const, allMs: 137.4, successfulMs: 137.1 }];
    expect(prepareWindowBar(detail, { ...steadyWindow, differing: close }, false).differing).toBe(
      "p95 137.4 ms; 137.1 ms without failed requests.",
    );
  });
});

it("the marks of honesty are of the shown window", () => {
  const codes = (window: typeof steadyWindow) => prepareHonesty(detail, window).map(({ code }) => code);
  expect(codes(steadyWindow)).toEqual(["achieved-short", "closed-loop"]);
  expect(codes({ ...steadyWindow, kind: "whole", fromSeconds: 0 })).toContain("warm-up-included");
  expect(codes({ ...steadyWindow, generatorCpuMost: 0.97 })).toContain("generator-saturated");
  // The proof of its figures says so, and there is nothing over time to cut.
  const totals = { ...answer, run: { ...answer.run, finestStepSeconds: null } };
  const whole = { ...steadyWindow, kind: "whole" as const, fromSeconds: 0 };
  const ofTotals = prepareHonesty({ ...detail, answer: totals }, whole).map(({ code }) => code);
  expect(ofTotals).not.toContain("warm-up-included");
  expect(ofTotals).toContain("closed-loop");
});

it("a ramp before the steady phase is no load that was missed", () => {
  const { fromSeconds, toSeconds } = detail.steady ?? { fromSeconds: 0, toSeconds: 0 };
  const rate = (answer.steady?.summary.requests ?? 0) / (toSeconds - fromSeconds);
  const workload = { ...detail.workload, generators: 1, ratePerGenerator: rate * 1.02 };
  const codes = prepareHonesty({ ...detail, workload }, steadyWindow).map(({ code }) => code);
  expect(codes).toEqual(["closed-loop"]);
});

describe("the distribution", () => {
  const frame = timelineFrame({ ...answer, targets: [latencyTarget] }, detail.steady);
  const curve = [0, 50, 97, 99, 100].map((percent) => ({ percent, micros: percent * 2_000 }));
  const all = { histogram: [{ fromMicros: 1_000, toMicros: 300_000, count: 100 }], curve, isOfRanges: false };
  const window = { ...steadyWindow, distribution: { all, successful: null } };

  it("says how many requests the target leaves outside", () => {
    const { caption, marks } = prepareDistribution(detail, window, { successful: false, frame });
    expect(caption).toBe("steady phase, 31,007,130 requests; 0% of them over 200 ms");
    const ranges = { ...window, distribution: { all: { ...all, isOfRanges: true }, successful: null } };
    expect(prepareDistribution(detail, ranges, { successful: false, frame }).caption).toBe(
      "steady phase, 31,007,130 requests; latencies are the upper ends of the source's ranges; at most 0% of them over 200 ms",
    );
    expect(marks.map(({ text }) => text)).toEqual(["p50 34", "p99 240", "target p99 ≤ 200 ms"]);
  });
  it("has no heatmap where there is nothing over time", () => {
    const input = { detail, frame, events: [], window: null };
    expect(prepareHeatmapFrame(input)?.lengthSeconds).toBe(900);
    const run = { ...answer.run, finestStepSeconds: null };
    expect(prepareHeatmapFrame({ ...input, detail: { ...detail, answer: { ...answer, run } } })).toBeNull();
  });
});
