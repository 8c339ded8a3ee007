import type { CellFileAbout } from "@headroom/contract";
import type { CellRow } from "../cell-file/cell-row.ts";

export const ABOUT: CellFileAbout = {
  version: 1,
  run: {
    id: "0199c0de-0000-7000-8000-000000000001",
    url: "http://127.0.0.1:4000/runs/0199c0de-0000-7000-8000-000000000001",
    service: "Shop",
    experiment: "Mix",
    number: 3,
    tool: "jmeter",
    status: "finished",
  },
  window: { kind: "whole", from: "2026-11-27T08:00:00.000Z", to: "2026-11-27T08:10:00.000Z" },
  latencyResolutionMicros: 1_000,
  proof: null,
  seriesLeftOut: 0,
  errorsAtLeast: false,
  note: "Percentiles of cells can't be averaged.",
};

const START = Date.parse("2026-11-27T08:00:00Z");

export function rowAt(second: number, change: Partial<CellRow> = {}): CellRow {
  return {
    kind: "request",
    label: "GET /ä",
    atMillis: START + second * 1_000,
    second,
    stepSeconds: 1,
    requests: 12,
    errors: 1,
    items: 24,
    bytes: Number.MAX_SAFE_INTEGER,
    sumMicros: 1_200.5,
    minMicros: 0,
    maxMicros: 5_000_000_000,
    percentilesMicros: { p50: 1, p90: 2, p95: 3.5, p99: 4, "p99.9": null },
    distribution: "sketch",
    buckets: [
      { lowMicros: 0, highMicros: 0, count: 11 },
      { lowMicros: 3_600_000_001, highMicros: null, count: 1 },
    ],
    failedBuckets: [],
    ...change,
  };
}
