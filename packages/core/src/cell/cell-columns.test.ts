import * as fc from "fast-check";
import { expect, it } from "vitest";
import { aggregateRun } from "../aggregate/aggregate-run.ts";
import { RunAggregation } from "../aggregate/aggregate.ts";
import type { Cell, Distribution } from "./cell.ts";
import { encodeDistribution } from "./cell-codec.ts";
import { buffersOf, decodeCells, encodeCells } from "./cell-columns.ts";
import { ClosedColumns } from "../aggregate/closed-cells.ts";
import { OpenCell } from "../aggregate/open-cell.ts";
import type { CellRow } from "./run-totals.ts";
import type { ParseReport, SampleSink } from "./sample.ts";
import { Sketch } from "../sketch/sketch.ts";

const figure = fc.option(fc.nat(), { nil: null });
const latencies = fc.array(fc.nat(4e9), { maxLength: 40 }).map((values) => Sketch.of(values));
const distribution: fc.Arbitrary<Distribution> = fc.oneof(
  fc.record({
    kind: fc.constant("sketch" as const),
    all: latencies,
    failed: fc.option(latencies, { nil: null }),
  }),
  fc.constant<Distribution>({ kind: "buckets", upperBoundsMicros: [10, 200], counts: [1, 0, 7] }),
  fc.constant<Distribution>({
    kind: "buckets",
    upperBoundsMicros: [10, 200],
    counts: [1, 0, 7],
    failedCounts: [0, 0, 3],
  }),
  fc.constant<Distribution>({ kind: "quoted", micros: { p50: 12, "p99.9": 88 } }),
  fc.constant({ kind: "none" as const }),
);
const cell: fc.Arbitrary<Cell> = fc.record({
  requests: fc.nat(),
  errors: fc.nat(),
  items: fc.nat(),
  bytes: fc.maxSafeNat(),
  sumMicros: figure,
  minMicros: figure,
  maxMicros: figure,
  distribution,
});
const row: fc.Arbitrary<CellRow> = fc.record({
  label: fc.nat(30_000),
  stepSeconds: fc.constantFrom(1, 10, 60, 600),
  offsetSeconds: fc.integer({ min: -3_000_000, max: 3_000_000 }),
  piece: fc.nat(60_000),
  cell,
});

const plain = (rows: readonly CellRow[]) =>
  rows.map((one) => ({
    ...one,
    cell: { ...one.cell, distribution: encodeDistribution(one.cell.distribution) },
  }));

it("columns hold what the rows do, on the other side of a thread too", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const columns = encodeCells(rows);
      const moved = structuredClone(columns, { transfer: buffersOf(columns) });
      expect(plain(decodeCells(moved))).toEqual(plain(rows));
      expect(columns.figures.length).toBe(0);
    }),
  );
});

const report: ParseReport = {
  format: "test",
  tool: "test",
  toolVersion: null,
  accepted: 1,
  refused: { count: 0, first: [] },
  warnings: [],
  loadModel: "unknown",
  source: "samples",
  latencyResolutionMicros: 1,
  latencyRelativeError: 0,
  absent: [],
  clock: "absolute",
  startedAtMicros: null,
  durationSeconds: null,
};

it("a run in batches equals the run in one piece, and each label is named before its first cell", async () => {
  const put = (sink: SampleSink, at: number) => {
    sink.add(sink.label(`GET /${at % 60}`, "request"), 1_700_000_000e6 + at * 50_000, at, at % 9 === 0, 1, 5);
  };
  const atOnce = new RunAggregation();
  for (let at = 0; at < 6_000; at++) put(atOnce, at);
  const totals = atOnce.finish();
  const names = new Map<number, string>();
  const rows: CellRow[] = [];
  let batches = 0;
  const read = await aggregateRun(
    async (sink, flush) => {
      for (let at = 0; at < 6_000; at++) {
        put(sink, at);
        if (at % 100 === 0) await flush();
      }
      return report;
    },
    {},
    async ({ labels, cells }) => {
      batches++;
      for (const { label, name } of labels) {
        expect(names.has(label)).toBe(false);
        names.set(label, name);
      }
      const decoded = decodeCells(cells);
      expect(decoded.every(({ label }) => names.has(label))).toBe(true);
      rows.push(...decoded);
    },
  );
  expect(batches).toBeGreaterThan(1);
  const place = ({ label, stepSeconds, offsetSeconds }: CellRow) =>
    label * 1e9 + stepSeconds * 1e5 + offsetSeconds;
  const sorted = (some: readonly CellRow[]) => plain(some.toSorted((a, b) => place(a) - place(b)));
  expect(sorted(rows)).toEqual(sorted(atOnce.drain()));
  expect(read.report).toBe(report);
  expect(read.totals?.labels.length).toBe(totals.labels.length);
  expect(read.totals?.all.requests).toBe(6_000);
});

it("closed cells are encoded as they would be decoded, in order of their place", () => {
  const closed = new ClosedColumns();
  const opened = Array.from({ length: 8_500 }, (_, at) => new OpenCell(at % 7, (at * 7_919) % 8_500));
  const sums = { requests: 3, errors: 1, items: 3, bytes: 9, sumMicros: null, minMicros: 1, maxMicros: 8 };
  opened.forEach((one, at) => {
    for (let times = at % 24; times > 0; times--) one.add(at * times, times % 3 === 0, 1, at);
    if (at % 50 === 0) one.take({ ...sums, distribution: { kind: "none" } });
  });
  const rows = opened.map(({ label, slot }, piece) => ({ label, slot, piece }));
  const before = opened.map((one, at) => {
    const { label, slot } = one;
    const placed = { label, stepSeconds: 10, offsetSeconds: slot * 10, piece: at % 5 } as const;
    return plain([{ ...placed, cell: one.close() }])[0];
  });
  opened.forEach((one, at) => void closed.put(10, at % 5, one));
  expect(closed.length).toBe(rows.length);
  const decoded = plain(decodeCells(closed.take()));
  const order = rows.toSorted((a, b) => a.label - b.label || a.slot - b.slot);
  expect(decoded).toEqual(order.map(({ piece }) => before[piece]));
  expect(closed.length).toBe(0);
  expect(closed.take().length).toBe(0);
});

it("a cell that becomes another has nothing left of what it was", () => {
  const again = new OpenCell(1, 2);
  for (let at = 0; at < 60; at++) again.add(at * 1_000, at % 2 === 0, 2, 7);
  again.reuse(3, 4);
  expect({ label: again.label, slot: again.slot, samples: again.samples }).toEqual({
    label: 3,
    slot: 4,
    samples: 0,
  });
  again.add(5, false, 1, 1);
  const fresh = new OpenCell(3, 4);
  fresh.add(5, false, 1, 1);
  const columns = [again, fresh].map((one) => {
    const closed = new ClosedColumns();
    closed.put(1, 0, one);
    return closed.take();
  });
  expect(columns[0]).toEqual(columns[1]);
});

it("a run without a sample in range has no totals", async () => {
  const read = await aggregateRun(
    async () => report,
    {},
    async () => {},
  );
  expect(read).toEqual({ report, totals: null });
});
