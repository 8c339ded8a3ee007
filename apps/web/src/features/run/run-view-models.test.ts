import { describe, expect, it } from "vitest";
import type { RunAnswer } from "@headroom/contract";
import type { RunWindow } from "@headroom/services";
import {
  answer,
  detail,
  latencyTarget,
  steadyWindow,
  throughputTarget,
  windowLabel,
} from "./testing/run-fixtures.ts";
import { prepareFigures } from "./figures/prepare-figures.ts";
import { prepareLabel, verdictsByLabel } from "./tables/prepare-labels.ts";
import { prepareProofNote } from "./figures/prepare-proof.ts";
import { prepareRunHead } from "./page/prepare-run-head.ts";
import { runTitle } from "./view/run-title.ts";
import { prepareTargetCells } from "./verdict/prepare-target-cells.ts";
import { prepareWarnings } from "./verdict/prepare-warnings.ts";
import { NO_EXTRAS, timelineFrame, timelineInput } from "./timeline/timeline-input.ts";

const proofInput = { proof: answer.proof, loadModel: detail.loadModel, steady: detail.steady };
const cells = (changes: Partial<typeof answer>) =>
  prepareTargetCells({ ...answer, ...changes }, (...figure) => prepareProofNote(proofInput, ...figure));

describe("the strip", () => {
  it("says how a percentile was made, in whatever unit its target was written", () => {
    const seconds = { ...latencyTarget, value: 1.2, bound: 0.006, threshold: 1, unit: "s" };
    const millis = { ...latencyTarget, value: 1_200, bound: 6, threshold: 1_000 };
    const [inMillis, cell] = cells({ targets: [millis, seconds] });
    expect(inMillis?.proof?.facts).toBeDefined();
    expect(cell?.proof).toEqual(inMillis?.proof);
  });

  it("has a cell for each target, with the distance in figure and share", () => {
    expect(cells({})).toMatchObject([
      {
        title: "Throughput ≥ 50,000 req/s",
        value: "40,269",
        unit: "req/s",
        caption: "\u22129,731 req/s, \u221219.5%",
        proof: null,
      },
      {
        title: "p99 ≤ 200 ms",
        value: "240",
        unit: "ms",
        caption: "+40 ms, +20.0% · 90% interval 231–252 ms · bound 238.8–241.2",
        proof: { grade: "B" },
      },
    ]);
  });
  it("has no verdicts of a run that isn't judged", () => {
    const unsure = { ...latencyTarget, verdict: "unsure" as const };
    const [cell] = cells({ outcome: "not-judged", targets: [unsure] });
    expect(cell?.verdict).toBe("not-judged");
    expect(cells({ outcome: "unsure", targets: [unsure] })[0]?.verdict).toBe("unsure");
  });

  it("puts a miss outside and a hit inside of the rail", () => {
    const met = { ...latencyTarget, value: 100, margin: 100, verdict: "met" as const };
    const [missed, inside] = cells({ targets: [throughputTarget, met] });
    expect([missed?.ratio?.toFixed(3), inside?.ratio]).toEqual(["0.805", 2]);
  });
  it("gives the reason instead of a value, without a rail", () => {
    const [cell] = cells({
      targets: [{ ...latencyTarget, value: null, margin: null, verdict: "unsure", reason: "no such label" }],
    });
    expect(cell).toMatchObject({ value: null, ratio: null, caption: "no such label" });
  });
  it("shows the range that the source's buckets give, in the target's unit", () => {
    const ranged = { ...latencyTarget, value: null, margin: null, verdict: "met" as const, interval: null };
    const latencyIntervalsMs = { p99: { low: 110, high: 130 } };
    if (answer.steady === null) throw new Error("no steady phase");
    const steady = { ...answer.steady, summary: { ...answer.steady.summary, latencyIntervalsMs } };
    const [inMillis, inSeconds] = cells({
      targets: [ranged, { ...ranged, unit: "s", threshold: 0.2 }],
      steady,
    });
    expect(inMillis).toMatchObject({ value: "110–130", unit: "ms" });
    expect(inSeconds).toMatchObject({ value: expect.stringMatching(/^0\.110?–0\.130?$/), unit: "s" });
  });
  it("counts errors and does not take shares of shares", () => {
    const errors = {
      ...latencyTarget,
      metric: { kind: "error-rate" } as const,
      unit: "%",
      threshold: 0.1,
      value: 0.42,
      margin: -0.32,
      interval: { low: 0.3, high: 0.34 },
    };
    expect(cells({ targets: [errors] })[0]?.caption).toBe(
      "0.32% over · 0 of 31,007,130 requests · 90% interval 0.30–0.34%",
    );
    const metric = { kind: "gauge", gauge: "cache hits", statistic: "max" } as const;
    const hits = { ...errors, metric, threshold: 9, value: 9.2, interval: null };
    expect(cells({ targets: [hits] })[0]?.caption).toMatch(/^\+0\.20 percentage points( ·|$)/);
  });
  it("shows what says most when there are no targets", () => {
    const plain = cells({ targets: [], verdict: null });
    expect(plain.map(({ title, value }) => [title, value])).toEqual([
      ["Throughput", "40,269"],
      ["p99", "240"],
      ["Error rate", "0"],
      ["Requests", "36,242,100"],
    ]);
    expect(plain.every(({ verdict, ratio }) => verdict === "untargeted" && ratio === null)).toBe(true);
  });

  it("has only what a run without targets knows", () => {
    const NO_LATENCY = {
      min: null,
      mean: null,
      p50: null,
      p90: null,
      p95: null,
      p99: null,
      "p99.9": null,
      max: null,
    };
    const summary: typeof answer.summary = {
      ...answer.summary,
      requests: null,
      throughput: null,
      errorRate: null,
      latencyIntervalsMs: {},
      latencyMs: { ...NO_LATENCY, mean: 30 },
    };
    const known = (changes: Partial<typeof summary>) =>
      cells({ targets: [], steady: null, summary: { ...summary, ...changes } }).map(
        ({ title, value, unit }) => `${title} ${value} ${unit}`,
      );
    expect(known({})).toEqual(["Mean latency 30 ms"]);
    expect(known({ throughput: 200 })).toEqual(["Throughput 200 req/s", "Mean latency 30 ms"]);
    expect(known({ latencyMs: NO_LATENCY })).toHaveLength(4);
  });
});

describe("the head", () => {
  it("says that a simulator sent the requests, and so do charts and files", () => {
    const warned = (code: string) => {
      const warnings = [{ code, count: 1, detail: "", lines: [] }];
      return { ...detail, answer: { ...detail.answer, warnings } };
    };
    const simulated = (code: string) => prepareRunHead(warned(code)).simulated;
    expect(prepareRunHead(detail).simulated).toBeNull();
    expect(simulated("traffic-simulated")).toEqual({ withReal: false });
    expect(simulated("traffic-partly-simulated")).toEqual({ withReal: true });
    expect(runTitle(detail)).toBe("Bigtable, 200k distinct, run 42");
    expect(runTitle(warned("traffic-simulated"))).toBe("Bigtable, 200k distinct, run 42 (simulated)");
  });

  it("says that earlier rules judged it", () => {
    const notes = (byEarlierRules: boolean) =>
      prepareRunHead({ ...detail, judgements: { ...detail.judgements, byEarlierRules } }).notes;
    expect([notes(false), notes(true)]).toEqual([[], [{ words: "Judged by earlier rules.", href: null }]]);
  });

  it("says how the run came to be, and leaves out what was not said", () => {
    expect(prepareRunHead(detail).meta.map(({ name, value }) => `${name} ${value}`)).toEqual([
      "Bigtable, 200k distinct, run 42",
      "environment shadow",
      "commit a41f9c2",
      "branch main",
      "load tool JMeter 5.6.3",
      "format jmeter-csv",
      "load model closed",
      "CI ci.example",
    ]);
    const bare = {
      ...detail,
      environment: null,
      commit: null,
      branch: null,
      ciUrl: null,
      loadModel: "unknown",
    };
    expect(prepareRunHead(bare).meta).toHaveLength(3);
  });
  it("keeps a release's name whole", () =>
    expect(prepareRunHead({ ...detail, commit: "release-2025-11-05" }).meta).toContainEqual(
      expect.objectContaining({ value: "release-2025-11-05" }),
    ));
});

describe("the proof of a percentile", () => {
  const facts = (...figure: [string, number | null, (number | null)?]) =>
    Object.fromEntries(prepareProofNote(proofInput, ...figure).facts.map(({ name, value }) => [name, value]));

  it("says how it was made", () =>
    expect(facts("p99", 240)).toEqual({
      source: "all samples, in merged sketches",
      "error bound": "±0.5%, so 238.8–241.2 ms",
      "slower requests": "362,421",
      "load model": "closed: stalls may hide slow requests",
      "warm-up": "2m 10s left out, detected by MSER-5",
    }));
  it("says that the steady phase was set manually, not detected", () => {
    const note = prepareProofNote(
      { ...proofInput, steady: { fromSeconds: 130, method: "hand" } },
      "p99",
      240,
    );
    expect(note.facts.find(({ name }) => name === "warm-up")?.value).toBe("2m 10s left out, set manually");
  });
  it("adds the tool's rounding to the bound", () =>
    expect(facts("p99", 240, 2.2)["error bound"]).toBe("±0.5% and the tool's rounding: 237.8–242.2 ms"));
});

describe("warnings", () => {
  it("name the lines that were skipped", () => {
    const warnings = [{ code: "lines-refused", count: 5, detail: "unreadable", lines: [3, 1017] }];
    expect(prepareWarnings({ ...answer, warnings })).toEqual([
      {
        code: "lines-refused",
        title: "5 lines were skipped",
        detail: "unreadable",
        where: "Lines 3, 1,017 and 3 more",
      },
    ]);
    for (const status of ["interrupted", "receiving"] as const)
      expect(prepareWarnings({ ...answer, run: { ...answer.run, status } })).toHaveLength(1);
  });
});

describe("labels", () => {
  const context = { requests: 1_000, items: null, verdicts: new Map(), errorsAtLeast: undefined };

  it("carry the verdict of a target on them, the worst of several", () => {
    const name = "popular.category";
    const verdicts = verdictsByLabel([
      { ...latencyTarget, label: name, verdict: "met" },
      { ...latencyTarget, label: name, verdict: "missed" },
    ]);
    const row = prepareLabel(windowLabel(name, 262, 291), {
      requests: 1_000,
      items: null,
      verdicts,
      errorsAtLeast: undefined,
    });
    expect(row).toMatchObject({ share: "26.2", p99: "291", errors: "0", verdict: "missed", note: null });
    expect(
      prepareLabel(windowLabel("other", 1, 1), {
        requests: 1_000,
        items: null,
        verdicts,
        errorsAtLeast: undefined,
      }).verdict,
    ).toBeNull();
  });
  it("count one error as one below their name", () => {
    const under = (errors: number) => prepareLabel({ ...windowLabel("a", 1, 1), errors }, context).under;
    expect([0, 1, 2].map((errors) => under(errors).split(" · ")[2])).toEqual([
      undefined,
      "1 error",
      "2 errors",
    ]);
    expect(
      prepareLabel({ ...windowLabel("a", 1, 1), errors: 1 }, { ...context, errorsAtLeast: true }).under,
    ).toMatch(/ · ≥\u00a01 errors$/);
  });
  it("stored too coarsely for the window say which part they cover, or that they are unknown there", () => {
    const covered = { fromSeconds: 60, toSeconds: 300 };
    const coarse = { ...windowLabel("a", 1, 1), covered, finestStepSeconds: 60 };
    expect(prepareLabel(coarse, context).note).toBe("1:00–5:00: stored in steps of 1m");
    const total = { ...windowLabel("b", 1, 1), requests: null, throughput: null, p99Micros: null };
    expect(prepareLabel({ ...total, finestStepSeconds: null }, context)).toMatchObject({
      note: "stored only as a whole-run total",
      share: "-",
      p99: "-",
    });
  });
});

describe("the frame of the charts", () => {
  it("draws targets of the run as lines, in the charts' units", () => {
    const perMinute = { ...throughputTarget, unit: "/min", threshold: 6000 };
    const seconds = { ...latencyTarget, unit: "s", threshold: 1.5 };
    const ofLabel = { ...latencyTarget, label: "GET /" };
    const frame = timelineFrame({ ...answer, targets: [perMinute, seconds, ofLabel] }, detail.steady);
    expect(frame.throughputTargets).toEqual([{ value: 100, text: "target ≥ 6,000 req/min" }]);
    expect(frame.latencyTargets).toEqual([{ value: 1500, text: "target p99 ≤ 1.5 s", of: "p99" }]);
  });
  it("draws a gauge only if it changed", () => {
    const figures = { origin: "2025-11-05T03:10:00.000Z", pointSeconds: 10, cellSeconds: 1, points: [] };
    const gauge = (name: string, ...values: readonly number[]) => ({
      name,
      unit: null,
      pointSeconds: 10,
      points: values.map((value, at) => ({
        at: `2025-11-05T03:10:${10 + at}.000Z`,
        mean: value,
        min: value,
        max: value,
      })),
    });
    const gauges = [gauge("users", 40, 40), gauge("cpu", 40, 90), gauge("none"), gauge("one", 5)];
    const frame = timelineFrame(answer, detail.steady);
    const drawn = timelineInput(frame, figures, { ...NO_EXTRAS, gauges });
    expect(drawn.gauges?.map(({ name }) => name)).toEqual(["cpu"]);
  });
  it("marks an outage however long its points are", () => {
    const figures = { origin: "2025-11-05T03:10:00.000Z", pointSeconds: 60, cellSeconds: 1, points: [] };
    const hole = { from: "2025-11-05T03:15:10.000Z", to: "2025-11-05T03:15:55.000Z", unsent: 900 };
    const phase = answer.phase === null ? null : { ...answer.phase, holes: [hole] };
    const input = timelineInput(timelineFrame({ ...answer, phase }, detail.steady), figures);
    expect(input.outages).toEqual([{ fromSeconds: 310, toSeconds: 355, label: "outage 0:45" }]);
  });
  it("shades what is not judged, with its length", () => {
    const figures = { origin: "2025-11-05T03:10:00.000Z", pointSeconds: 1, cellSeconds: 1, points: [] };
    const steady = { fromSeconds: 130, toSeconds: 870 };
    expect(timelineInput(timelineFrame(answer, steady), figures).leftOut.map((part) => part.label)).toEqual([
      "warm-up 2:10",
      "cool-down 0:30",
    ]);
    expect(timelineInput(timelineFrame(answer, null), figures)).toMatchObject({
      leftOut: [],
      lengthSeconds: 900,
    });
  });
});

it("a target under a load says which minutes it was judged in", () => {
  const load = { from: "2025-11-05T03:12:00.000Z", to: "2025-11-05T03:16:30.000Z", kind: "load" } as const;
  const [cell] = cells({ targets: [{ ...latencyTarget, users: 600, window: load }] });
  expect(cell?.caption).toMatch(/ · judged at this load, 2:00–6:30$/);
});

it("a target under a load says which", () => {
  const [cell] = cells({ targets: [{ ...latencyTarget, users: 600 }] });
  expect(cell?.title).toBe("p99 at 600 users ≤ 200 ms");
});

describe("a run of totals alone", () => {
  const nothing = {
    min: null,
    mean: null,
    p50: null,
    p90: null,
    p95: null,
    p99: 80,
    "p99.9": null,
    max: null,
  };
  const totals: RunAnswer = {
    ...answer,
    run: { ...answer.run, tool: "locust", finestStepSeconds: null },
    steady: null,
    targets: [],
    verdict: null,
    summary: {
      ...answer.summary,
      requests: null,
      errors: null,
      errorRate: null,
      throughput: null,
      durationSeconds: null,
      latencyMs: nothing,
      latencyIntervalsMs: { p90: { low: 15, high: 80 }, "p99.9": { low: 80, high: null } },
      labels: [],
      labelsTotal: 0,
    },
  };

  it("shows what is known: values, ranges, and nothing if nothing was reported", () => {
    const window: RunWindow = { ...steadyWindow, kind: "whole", summary: totals.summary };
    const { rows, shown } = prepareFigures({ window, successful: false, beside: null });
    const whole = Object.fromEntries(rows.map((row) => [row.name, row.shown]));
    expect(whole).toEqual({ "p90, ms": "15–80", "p99, ms": "80", "p99.9, ms": "≥\u00a080" });
    expect([rows.some(({ beyond }) => beyond !== null), shown.length]).toEqual([false, null]);
  });

  it("has a row for what one of two windows knows, and counts no slower requests where it isn't known", () => {
    const latencyMs = { ...steadyWindow.summary.latencyMs, p50: null };
    const window = { ...steadyWindow, summary: { ...steadyWindow.summary, latencyMs } };
    const names = (beside: Parameters<typeof prepareFigures>[0]["beside"]) =>
      prepareFigures({ window, successful: false, beside }).rows.map(({ name, beyond }) => [
        name,
        beyond !== null,
      ]);
    expect(names(null)).not.toContainEqual(["p50, ms", expect.anything()]);
    expect(names({ name: "whole run", summary: steadyWindow.summary })).toContainEqual(["p50, ms", false]);
    expect(names(null)).toContainEqual(["p99, ms", true]);
  });

  it("names its tool as its makers do", () => {
    const { meta, length } = prepareRunHead({ ...detail, answer: totals });
    expect(meta.find(({ name }) => name === "load tool")?.value).toContain("Locust");
    expect(length).toBeNull();
  });
});
