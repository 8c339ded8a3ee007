import { describe, expect, it } from "vitest";
import type { ComparableFigures } from "../targets/figures.ts";
import { levelOf, levelStart, levelSteps, MOST_IN_LEVEL, openSteps, stepIsOver } from "./level.ts";
import type { LevelRun } from "./level.ts";

function figures(millis: number): ComparableFigures {
  return {
    throughput: 100,
    itemsThroughput: null,
    errorRate: 0,
    latencyMs: { p50: millis, p90: 2 * millis, p95: 3 * millis, p99: 4 * millis, "p99.9": 5 * millis },
  };
}

/** A little apart from each other, always in the same way. */
function runsAt(times: readonly number[]): LevelRun[] {
  return times.map((one, at) => ({
    figures: figures(100 * one * (1 + 0.01 * Math.sin(7 * at))),
    isSound: true,
    against: null,
    isAccepted: false,
  }));
}

const repeated = (count: number, times: number) => Array.from({ length: count }, () => times);
const stepsOf = (runs: readonly LevelRun[]) => levelSteps(runs.map((run) => run.figures));
const levelFor = (runs: readonly LevelRun[], isPresent = false) =>
  levelOf(runs, stepsOf(runs), { isPresent });
const places = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe("the level of runs", () => {
  it("is the latest fifteen good ones that have three runs behind them", () => {
    const runs = runsAt(repeated(30, 1));
    expect(levelFor(runs)).toEqual(places(27 - MOST_IN_LEVEL, 27));
    const bad = runs.map((run, at) => (at === 20 ? { ...run, isSound: false } : run));
    expect(levelFor(bad)).toEqual([...places(11, 20), ...places(21, 27)]);
  });

  it("has those, too, that failed by chance, but no outliers", () => {
    const runs = runsAt(repeated(20, 1)).map((run, at) =>
      at === 8 || at === 12 ? { ...run, against: "run" as const } : run,
    );
    expect(levelFor(runs)).toEqual(places(2, 17));
    const [noisy] = runsAt([1.3]);
    const outlier = runs.map((run, at) =>
      at === 8 && noisy !== undefined ? { ...noisy, against: "run" as const } : run,
    );
    expect(levelFor(outlier)).toEqual([...places(2, 8), ...places(9, 17)]);
  });

  it("has the latest ones, too, while there are few", () => {
    expect(levelFor(runsAt(repeated(9, 1)))).toEqual(places(0, 9));
    expect(levelFor(runsAt(repeated(10, 1)))).toEqual(places(0, 7));
    expect(levelFor([])).toEqual([]);
  });

  it("ends before a step to the worse, also for those that were in it already", () => {
    const runs = runsAt([...repeated(20, 1), ...repeated(8, 1.3)]);
    expect(levelFor(runs)).toEqual(places(5, 20));
    expect(openSteps(stepsOf(runs), 0).map(({ metric, index }) => [metric, index])).toEqual([
      ["p50", 20],
      ["p95", 20],
      ["p99", 20],
    ]);
  });

  it("begins with what was accepted", () => {
    const runs = runsAt([...repeated(20, 1), ...repeated(8, 1.3)]).map((run, at) =>
      at === 21 ? { ...run, isAccepted: true } : run,
    );
    expect(levelFor(runs)).toEqual(places(21, 28));
    expect(openSteps(stepsOf(runs), levelStart(runs, stepsOf(runs), { isPresent: false }))).toEqual([]);
  });

  it("begins where the service got better for good, and so a step that is over is gone", () => {
    const better = runsAt([...repeated(20, 1), ...repeated(5, 0.7)]);
    expect(levelFor(better)).toEqual(places(20, 25));
    const over = runsAt([...repeated(15, 1), ...repeated(10, 1.3), ...repeated(12, 1)]);
    const steps = [
      { metric: "p50", index: 15, before: 100, after: 130, isWorse: true },
      { metric: "p50", index: 25, before: 130, after: 100, isWorse: false },
    ] as const;
    expect(levelOf(over, steps, { isPresent: false })).toEqual(places(25, 34));
    expect(openSteps(steps, levelStart(over, steps, { isPresent: false }))).toEqual([]);
  });

  it("is reached again once three runs in a row are back, whatever follows", () => {
    const step = { metric: "p50", index: 5, before: 100, after: 108, isWorse: true } as const;
    const isOver = (...times: number[]) =>
      stepIsOver(
        step,
        runsAt([...repeated(5, 1), ...times]).map((run) => run.figures),
      );
    expect(isOver(1.08, 1.08, 1.08, 1.08)).toBe(false);
    expect(isOver(1.08, 1.08, 1, 1)).toBe(false);
    expect(isOver(1.08, 1.08, 1, 1, 1)).toBe(true);
    expect(isOver(1.08, 1.08, 1, 1, 1, 1.08)).toBe(true);
  });

  it("doesn't begin where one figure got better and another worse", () => {
    const runs = runsAt(repeated(28, 1)).map((run, at) => {
      const { latencyMs } = run.figures ?? figures(100);
      const own = { ...latencyMs, p50: at < 20 ? latencyMs.p50 : 70, p99: at < 20 ? latencyMs.p99 : 600 };
      return { ...run, figures: { ...figures(100), latencyMs: own } };
    });
    expect(levelFor(runs)).toEqual(places(5, 20));
  });

  it("that a branch begins with is the present one", () => {
    const slower = runsAt([...repeated(20, 1), ...repeated(8, 1.3)]).map((run, at) =>
      at < 20 ? run : { ...run, against: "other" as const, isSound: at !== 23 },
    );
    expect(levelFor(slower, true)).toEqual([20, 21, 22, 24, 25, 26, 27]);
    const oneBad = runsAt([...repeated(20, 1), 1.3]).map((run, at) =>
      at < 20 ? run : { ...run, against: "run" as const },
    );
    expect(levelFor(oneBad, true)).toEqual(places(6, 20));
  });
});
