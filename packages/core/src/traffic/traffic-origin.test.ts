import { describe, expect, it } from "vitest";
import { DEFAULT_RULES } from "./default-rules.ts";
import { TrafficFold } from "./traffic-fold.ts";
import type { FoldOptions } from "./traffic-fold.ts";

const NOW = 1_795_254_167_468_000;

function foldOf(tags: Record<string, string>[], options: Partial<FoldOptions> = {}) {
  const fold = new TrafficFold({
    rules: DEFAULT_RULES,
    foldPaths: true,
    nowMicros: NOW,
    keyOf: (text) => text,
    isNews: () => false,
    ...options,
  });
  for (const [at, own] of tags.entries()) {
    const series = fold.series({
      name: "http_req_duration",
      field: "value",
      unit: null,
      kind: "unknown",
      temporality: "each",
      tags: Object.entries(own),
    });
    fold.number(series, { atMicros: NOW - at * 1e6, startMicros: null }, 5);
  }
  return fold.finish();
}

describe("the origin of traffic", () => {
  it("is a simulator if a tag says so, however it is spelled", () => {
    const marks = [
      { headroom_simulated: "true" },
      { "headroom.simulated": "TRUE" },
      { headroom_simulated: "1" },
    ];
    expect(foldOf(marks).origin).toEqual({
      simulated: { fromMicros: NOW - 2e6, toMicros: NOW },
      realFromMicros: null,
    });
    expect(foldOf([{ simulated: "true" }, { headroom_simulated: "false" }]).origin).toEqual({
      simulated: null,
      realFromMicros: NOW - 1e6,
    });
  });

  it("can be both, and is neither where nothing counts", () => {
    expect(foldOf([{}, { headroom_simulated: "true" }]).origin).toEqual({
      simulated: { fromMicros: NOW - 1e6, toMicros: NOW - 1e6 },
      realFromMicros: NOW,
    });
    expect(foldOf([{}, { headroom_simulated: "true" }], { rules: [] }).origin).toEqual({
      simulated: null,
      realFromMicros: null,
    });
  });

  it("starts when the first of the requests of a delta can have happened", () => {
    const fold = new TrafficFold({
      rules: DEFAULT_RULES,
      foldPaths: true,
      nowMicros: NOW,
      keyOf: (text: string) => text,
      isNews: () => false,
    });
    const series = fold.series({
      name: "http_requests_total",
      field: null,
      unit: null,
      kind: "counter",
      temporality: "delta",
      tags: [["headroom_simulated", "true"]],
    });
    fold.number(series, { atMicros: NOW, startMicros: NOW - 30e6 }, 5);
    expect(fold.finish().origin.simulated).toEqual({ fromMicros: NOW - 30e6, toMicros: NOW });
  });
});

it("refuses simulated values beside real traffic, and only those", () => {
  const { cells, origin, refusals, refused } = foldOf([{}, { headroom_simulated: "true" }, {}], {
    takesSimulated: false,
  });
  expect(cells.reduce((sum, { cell }) => sum + cell.requests, 0)).toBe(2);
  expect(origin).toEqual({ simulated: null, realFromMicros: NOW - 2e6 });
  expect(refusals).toBe(1);
  expect(refused).toEqual([
    { at: 2, reason: "http_req_duration is simulated, and the service has real traffic" },
  ]);
});
