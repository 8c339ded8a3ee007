import { describe, expect, it } from "vitest";
import { Sketch } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { liveBatch, liveFinish, liveParameters } from "./live.ts";
import { liveFigures, readLiveFigures, writeLiveFigures } from "../run/live-cell.ts";

const sketchCell = (micros: number[], failed: number[] = []): Cell => {
  const all = Sketch.of(micros);
  return {
    requests: micros.length,
    errors: failed.length,
    items: micros.length * 2,
    bytes: 7,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: failed.length === 0 ? null : Sketch.of(failed) },
  };
};
const wire = (cell: Cell) => JSON.parse(JSON.stringify(writeLiveFigures(cell))) as object;
const roundTrip = (cell: Cell) => readLiveFigures(liveFigures.parse(wire(cell)));

describe("a cell on the wire", () => {
  const cells: [string, Cell][] = [
    ["a sketch", sketchCell([5, 1_000, 70_000], [1_000])],
    ["a sketch of failures alone", sketchCell([5, 9], [5, 9])],
    ["an empty sketch", sketchCell([])],
    ["failures without latencies", { ...sketchCell([5, 9]), requests: 5, errors: 3 }],
    ["failures with and without latencies", { ...sketchCell([5, 9], [9]), requests: 5, errors: 4 }],
    ["a sketch without its sum", { ...sketchCell([5]), sumMicros: null }],
    [
      "buckets",
      { ...sketchCell([1, 2, 3]), distribution: { kind: "buckets", upperBoundsMicros: [2], counts: [2, 1] } },
    ],
    [
      "buckets with a percentile of their source",
      {
        ...sketchCell([1, 2, 3]),
        distribution: { kind: "buckets", upperBoundsMicros: [2], counts: [2, 1], listedMicros: { p50: 2 } },
      },
    ],
    ["percentiles", { ...sketchCell([1]), distribution: { kind: "quoted", micros: { p99: 4.5 } } }],
    ["nothing", { ...sketchCell([1]), distribution: { kind: "none" } }],
  ];
  it.each(cells)("comes back as it was: %s", (_name, cell) => {
    expect(wire(roundTrip(cell))).toEqual(wire(cell));
  });

  it("has its percentiles in their order, whatever order they came in", () => {
    const distribution = { kind: "quoted", micros: { p100: 3, "p99.9": 2, p50: 1 } };
    const cell = readLiveFigures(liveFigures.parse({ requests: 9, distribution }));
    expect(JSON.stringify(cell.distribution)).toContain('{"p50":1,"p99.9":2,"p100":3}');
  });

  it("leaves sum, minimum and maximum to its sketch, and items to its requests", () => {
    const {
      sumMicros: _s,
      minMicros: _min,
      maxMicros: _max,
      items: _i,
      ...rest
    } = writeLiveFigures(sketchCell([3, 9]));
    expect(readLiveFigures(liveFigures.parse(rest))).toMatchObject({
      items: 2,
      sumMicros: 12,
      minMicros: 3,
      maxMicros: 9,
    });
  });

  const broken: [string, object][] = [
    ["more errors than requests", { requests: 1, errors: 2, distribution: { kind: "none" } }],
    ["a sketch of another count", { ...wire(sketchCell([5, 6])), requests: 3 }],
    ["a sketch that is none", { requests: 1, distribution: { kind: "sketch", all: "AAAA" } }],
    ["failures of another count", { ...wire(sketchCell([5, 6], [5])), errors: 2 }],
    ["failures that are not among all", wire(sketchCell([5, 900], [70]))],
    ["nothing but failures, and others", wire(sketchCell([5, 6], [5, 5]))],
    [
      "buckets of another count",
      { requests: 3, distribution: { kind: "buckets", upperBoundsMicros: [2], counts: [1, 1] } },
    ],
    [
      "a listed percentile outside of its bucket",
      {
        requests: 2,
        distribution: { kind: "buckets", upperBoundsMicros: [2], counts: [1, 1], listedMicros: { p50: 3 } },
      },
    ],
    [
      "buckets without the last count",
      { requests: 2, distribution: { kind: "buckets", upperBoundsMicros: [2], counts: [2] } },
    ],
    [
      "bounds that do not rise",
      { requests: 0, distribution: { kind: "buckets", upperBoundsMicros: [2, 2], counts: [0, 0, 0] } },
    ],
    [
      "a minimum above its maximum",
      { requests: 2, minMicros: 3, maxMicros: 2, distribution: { kind: "none" } },
    ],
  ];
  it.each(broken)("contradicts itself: %s", (_name, figures) => {
    expect(() => readLiveFigures(liveFigures.parse(figures))).toThrow(
      expect.objectContaining({ code: "cell-inconsistent" }),
    );
  });

  it("takes whole finite numbers only", () => {
    for (const requests of [-1, 1.5, Number.NaN, Infinity, 2 ** 60, "1", null]) {
      expect(liveFigures.safeParse({ requests, distribution: { kind: "none" } }).success).toBe(false);
    }
  });
});

describe("a batch", () => {
  const cell = { label: null, step: 1, second: 1_700_000_000, requests: 0, distribution: { kind: "none" } };

  it("needs its writer and sequence only", () => {
    expect(liveBatch.parse({ writer: "a", sequence: 1 })).toEqual({
      writer: "a",
      attempt: "",
      sequence: 1,
      labels: [],
      cells: [],
      gauges: [],
      failures: [],
    });
  });

  it("refuses unknown fields, other steps and invalid sequences", () => {
    const least = { writer: "a", sequence: 1 };
    for (const body of [
      { ...least, colour: "green" },
      { ...least, sequence: 0 },
      { ...least, cells: [{ ...cell, step: 2 }] },
      { ...least, cells: [{ ...cell, second: 1.5 }] },
      { ...least, cells: [{ ...cell, second: 1e12 }] },
      { ...least, labels: [{ name: "a", kind: "gauge" }] },
    ]) {
      expect(liveBatch.safeParse(body).success).toBe(false);
    }
    expect(liveBatch.safeParse({ ...least, cells: [cell] }).success).toBe(true);
  });
});

it("a run may be finished without a word", () => {
  expect(liveFinish.parse({})).toEqual({ ends: "run", writers: [] });
});

it("the query takes what an upload's takes of its run, and refuses what is of a file", () => {
  const least = { service: "Checkout", experiment: "Mix" };
  expect(liveParameters.parse({ ...least, origin: "1700000000", target: "p99<=1s" })).toMatchObject({
    origin: 1_700_000_000,
    target: ["p99<=1s"],
  });
  for (const more of [{ tool: "k6" }, { generator: "a" }, { origin: "soon" }, { origin: "" }]) {
    expect(liveParameters.safeParse({ ...least, ...more }).success).toBe(false);
  }
});
