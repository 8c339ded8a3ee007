import { describe, expect, it } from "vitest";
import { troubleOf, worstFirst } from "./trouble.ts";

const targets = { p99Ms: 200, errorRate: 0.01 };
const label = (name: string, throughput: number, errorRate: number | null, p99Ms: number | null) => {
  return { name, throughput, requests: throughput * 300, errorRate, p99Ms, p99Range: null };
};
const order = (labels: ReturnType<typeof label>[], by = targets) =>
  worstFirst(labels, by).map(({ name }) => name);

describe("labels, the worst first", () => {
  it("has those that fail first, by how many requests they fail", () => {
    const all = [
      label("busy", 500, 0.002, 120),
      label("slow", 40, 0, 350),
      label("rare", 2, 0.9, 100),
      label("pay", 20, 0.5, 90),
      label("calm", 30, 0, 80),
    ];
    expect(order(all)).toEqual(["pay", "rare", "slow", "busy", "calm"]);
  });

  it("doesn't lead with a label of a few requests", () => {
    expect(order([label("once", 0.01, 1, 9_000), label("busy", 500, 0, 120)])).toEqual(["busy", "once"]);
  });

  it("leaves alone what isn't reported, and p99 that may be within its target", () => {
    const unknown = label("unknown", 1, null, null);
    const range = { ...label("range", 1, 0, null), p99Range: { low: 150, high: 300 } };
    expect([troubleOf(targets, unknown), troubleOf(targets, range)]).toEqual([null, null]);
    expect(troubleOf(targets, { ...range, p99Range: { low: 201, high: null } })).toBe("slow");
    expect(troubleOf({ p99Ms: null, errorRate: null }, label("some fail", 1, 0.04, 9_000))).toBeNull();
    expect(troubleOf({ p99Ms: null, errorRate: null }, label("many fail", 1, 0.06, null))).toBe("errors");
  });
});
