import { describe, expect, it } from "vitest";
import { placeNames } from "../plot/place-names.ts";
import { prepareMap } from "./prepare-map.ts";
import type { MapEntry } from "./prepare-map.ts";

const entry = (changes: Partial<MapEntry> = {}): MapEntry => ({
  key: "k",
  name: "campaign",
  a: { throughput: 14_010, latencyMillis: 1400 },
  b: { throughput: 40_269, latencyMillis: 240 },
  holds: true,
  ...changes,
});
const target = { throughput: 50_000, latencyMillis: 200 };

describe("map", () => {
  it("holds all places and the target inside its axes", () => {
    const { x, y } = prepareMap({ entries: [entry()], percentile: "p99", target });
    expect(x?.domain[0]).toBeLessThan(14_010);
    expect(x?.domain[1]).toBeGreaterThan(50_000);
    expect(y?.domain[0]).toBeLessThan(200);
    expect(y?.domain[1]).toBeGreaterThan(1400);
  });
  it("says what missed its target, and what has no second run", () => {
    const names = (one: MapEntry) =>
      prepareMap({ entries: [one], percentile: "p99", target }).entries[0]?.label;
    expect(names(entry())).toBe("campaign");
    expect(names(entry({ holds: false }))).toBe("campaign, missed");
    expect(names(entry({ b: null, holds: null }))).toBe("campaign, before only");
    expect(names(entry({ name: "Campaign with a very long name", holds: false }))).toBe(
      "Campaign with a very\u2026, missed",
    );
  });
  it("names before and after, or the runs that stand there", () => {
    const legend = (runs?: { name: string; position: number }[]) =>
      prepareMap({ entries: [entry()], percentile: "p99", target, ...(runs ? { runs } : {}) }).legend;
    expect(legend().map(({ name }) => name)).toEqual(["before", "after"]);
    const three = [0, 1, 2].map((position) => ({ name: `run ${position}`, position }));
    expect(legend(three)).toEqual(three);
  });
  it("leaves out what has no place on a log axis, and keeps it in the table", () => {
    const model = prepareMap({
      entries: [entry({ b: { throughput: 0, latencyMillis: 3 } })],
      percentile: "p99",
      target: null,
    });
    expect(model.entries[0]?.b).toBeNull();
    expect(model.data.rows[0]).toEqual(["campaign", 14_010, 0, 1400, 3]);
    expect(model.target).toBeNull();
  });
  it("names the target in words", () =>
    expect(prepareMap({ entries: [], percentile: "p99", target }).target?.text).toBe(
      "target: \u2265 50,000 req/s and \u2264 200 ms",
    ));
  it("has no axes without places", () =>
    expect(prepareMap({ entries: [], percentile: "p99", target: null }).x).toBeNull());
});

describe("names beside dots", () => {
  const room = { left: 0, right: 300, top: 0, bottom: 200 };
  const name = (key: string, x: number, y: number) => ({ key, x, y, width: 60 });

  it("stand on the right, or on the left at the edge", () => {
    const [one, other] = placeNames([name("a", 50, 50), name("b", 290, 120)], [], room);
    expect([one?.anchor, other?.anchor]).toEqual(["start", "end"]);
  });
  it("make room for each other", () => {
    const places = placeNames([name("a", 50, 50), name("b", 52, 52), name("c", 54, 54)], [], room);
    expect(new Set(places.map((place) => `${place?.anchor} ${place?.y}`)).size).toBe(3);
  });
  it("keep off the lines where another side is free", () => {
    const line = Array.from({ length: 30 }, (_, index): [number, number] => [100 + index * 4, 100]);
    const [place] = placeNames([name("a", 100, 100)], [], room, { lines: [...line] });
    expect(place?.anchor).toBe("end");
  });
  it("are left out where everything is full", () => {
    const crowd = Array.from({ length: 900 }, (_, index) => ({
      x: (index % 30) * 10,
      y: Math.floor(index / 30) * 7,
    }));
    expect(placeNames([name("a", 50, 50)], crowd, room)).toEqual([null]);
  });
});
