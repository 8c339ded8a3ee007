import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { levelsOf, regimesOf, scatterOf } from "./run-scatter.ts";
import type { RunValue } from "./run-scatter.ts";

const valued = (lists: number[][]): RunValue[][] =>
  lists.map((list) => list.map((value, at) => ({ run: `${at}`, value })));

function scatter(
  history: number[][],
  { sides = [], within = 0.001 }: { sides?: number[][]; within?: number } = {},
) {
  const levels = levelsOf(valued(history), within);
  const found = scatterOf([...levels, ...valued(sides)]);
  return found === null ? null : { ...found, runs: levels.reduce((sum, level) => sum + level.length, 0) };
}

/** Logarithms of runs that scatter by 2%. */
function logsOf(count: number, { seed = 1, level = 0 } = {}): number[] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, () => level + 0.02 * normal());
}

const deviation = (history: number[][]) => Math.sqrt(scatter(history)?.variance ?? NaN);

describe("the scatter of runs", () => {
  it("is their sample variance, pooled over several lists", () => {
    expect(scatter([[1, 2, 3]])).toEqual({ variance: 1, df: 2, runs: 3 });
    expect(scatter([[1, 2, 3], [5, 5], [9]])).toEqual({ variance: 2 / 3, df: 3, runs: 6 });
  });

  it("includes the runs of each side, which are not counted as earlier ones", () => {
    expect(scatter([[1, 2, 3]], { sides: [[4, 6], [9]] })).toEqual({ variance: 4 / 3, df: 3, runs: 3 });
  });

  it("is unknown from single runs", () => {
    expect(scatter([[1], [2], []])).toBeNull();
  });

  it("ignores one bad night, however bad", () => {
    for (const count of [5, 8, 12, 20]) {
      const logs = logsOf(count, { seed: count });
      expect(deviation([logs.with(2, 0.4)])).toBeLessThan(0.035);
    }
  });

  it("ignores two bad nights that hide each other", () => {
    const logs = logsOf(10).with(3, 0.4).with(7, 0.41);
    expect(scatter([logs])?.runs).toBe(8);
    expect(deviation([logs])).toBeLessThan(0.035);
  });

  it("ignores the first runs after a change that are too few for the trend to show it", () => {
    for (const recent of [1, 2, 3]) {
      const logs = [...logsOf(10 - recent), ...logsOf(recent, { level: -0.22, seed: 2 })];
      expect(deviation([logs])).toBeLessThan(0.035);
    }
  });

  it("keeps a value that stands out only because the others happen to be equal", () => {
    const logs = [0, 0, 0, 0, 0.01];
    expect(scatter([logs], { within: 0.008 })?.runs).toBe(5);
    expect(scatter([logs], { within: 0.0001 })?.runs).toBe(4);
  });

  it("leaves out a run of an unchanged system in few lists", () => {
    const kept = Array.from({ length: 400 }, (_, at) => scatter([logsOf(10, { seed: at + 1 })])?.runs ?? 0);
    expect(kept.filter((runs) => runs < 10).length).toBeLessThan(20);
  });
});

describe("the regimes of a list", () => {
  const regimes = (logs: number[]) => regimesOf(logs, { figures: logs.map(Math.exp), least: 0.001 });

  it("end where the trend shows a change, and only the latest is used", () => {
    const logs = [...logsOf(8, { level: 0.2 }), ...logsOf(9, { seed: 2 })];
    expect(regimes(logs)).toEqual([[8, 9, 10, 11, 12, 13, 14, 15, 16]]);
  });

  it("reach back to an older level while the latest has few runs, each about its own mean", () => {
    const logs = [...logsOf(10, { level: 0.2 }), ...logsOf(5, { seed: 2 })];
    expect(regimes(logs).map((places) => places.length)).toEqual([5, 10]);
    expect(scatter([logs])).toMatchObject({ df: 13, runs: 15 });
    expect(deviation([logs])).toBeLessThan(0.035);
  });
});
