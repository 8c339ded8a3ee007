import fc from "fast-check";
import { expect, it } from "vitest";
import { SampleColumns } from "../cell/sample-columns.ts";
import { seededRandom } from "../random.ts";
import { RunAggregation } from "./aggregate.ts";
import { SAMPLE_DIGEST } from "./sample-digest.ts";

const BEGIN = 1_700_000_000_000_000;
const HOUR_MICROS = 3_600_000_000;

interface Row {
  label: string;
  at: number;
  latency: number;
  failed: boolean;
}

function drawn(count: number, seed = 1): Row[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, at) => ({
    label: random() < 0.7 ? "GET /a" : "POST /b",
    at: BEGIN + at * 50_000 + Math.floor(random() * 40_000),
    latency: 1_000 + Math.floor(random() * 200_000),
    failed: random() < 0.02,
  }));
}

function digestOf(rows: readonly Row[], from = 0): string | null {
  const aggregation = new RunAggregation();
  for (const { label, at, latency, failed } of rows)
    aggregation.add(aggregation.label(label, "request"), at + from, latency, failed, 1, 0);
  return aggregation.finish().samplesDigest;
}

const rows = drawn(500);
const digest = digestOf(rows);

const shuffled = (seed: number) => {
  const random = seededRandom(seed);
  return rows
    .map((row) => ({ row, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ row }) => row);
};

it("is the same in any order, and wherever the clock begins", () => {
  expect(digest).toMatch(SAMPLE_DIGEST);
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: -HOUR_MICROS * 24, max: HOUR_MICROS * 24 }), (seed, moved) => {
      expect(digestOf(shuffled(seed), moved)).toBe(digest);
    }),
    { numRuns: 20 },
  );
});

it("is the same whether samples come one by one or in columns", () => {
  const aggregation = new RunAggregation();
  const columns = new SampleColumns(64);
  for (const { label, at, latency, failed } of rows) {
    const next = columns.length++;
    columns.labels[next] = aggregation.label(label, "request");
    columns.completedAtMicros[next] = at;
    columns.latencyMicros[next] = latency;
    columns.failed[next] = failed ? 1 : 0;
    if (columns.length < 64) continue;
    aggregation.addAll(columns);
    columns.length = 0;
  }
  aggregation.addAll(columns);
  expect(aggregation.finish().samplesDigest).toBe(digest);
});

it("differs if one sample does, in any of its fields", () => {
  const changes: ((row: Row) => Row)[] = [
    (row) => ({ ...row, at: row.at + 1 }),
    (row) => ({ ...row, at: row.at + 1_000_000 }),
    (row) => ({ ...row, latency: row.latency + 1 }),
    (row) => ({ ...row, failed: !row.failed }),
    (row) => ({ ...row, label: "GET /c" }),
  ];
  for (const change of changes) {
    for (const which of [1, 250, 499])
      expect(digestOf(rows.map((row, at) => (at === which ? change(row) : row)))).not.toBe(digest);
  }
  expect(digestOf(rows.slice(0, -1))).not.toBe(digest);
  expect(digestOf([...rows, ...rows.slice(-1)])).not.toBe(digest);
});

it("differs between runs of a mock that answers everything in the same time", () => {
  const mock = (seed: number) =>
    drawn(300, seed).map((row) => ({ ...row, label: "GET /a", latency: 10_000, failed: false }));
  const digests = Array.from({ length: 200 }, (_, seed) => digestOf(mock(seed)));
  expect(new Set(digests).size).toBe(200);
});

it("isn't there for fewer than 100 samples", () => {
  expect(digestOf(rows.slice(0, 99))).toBeNull();
  expect(digestOf(rows.slice(0, 100))).not.toBeNull();
});
