import type { EarlierRun } from "./sides.ts";
import { describe, expect, it } from "vitest";
import { compareFamily } from "./statistics.ts";
import type { MetricStatistic } from "./statistics.ts";
import { drawEarlier, drawNoise } from "../testing/drawn-runs.ts";

describe("the labels of a run", () => {
  const SHARES = [80, 50, 40, 20, 10];
  /** Five labels and so many earlier runs; the second label is slower afterwards. */
  const labelled = ({ count, times = 1, seed = 0 }: { count: number; times?: number; seed?: number }) =>
    SHARES.map((perSlice, at) => {
      const draw = { perSlice, medianMicros: 20_000 * (at + 1), sigma: 1 };
      const after = at === 1 ? times : 1;
      return {
        before: [drawNoise({ ...draw, seed: seed + 900 + at })],
        after: [drawNoise({ ...draw, seed: seed + 910 + at, medianMicros: draw.medianMicros * after })],
        earlier: [
          Array.from({ length: count }, (_, run) => ({
            ...drawEarlier({ ...draw, seed: seed + 920 + 10 * run + at }),
            id: `${run}`,
          })),
        ],
        veto: null,
      };
    });
  const wordsOf = (statistics: readonly MetricStatistic[] = []) =>
    new Set(statistics.map(({ verdict }) => verdict));

  it("show together how much runs scatter, so three earlier runs can confirm that one is slower", () => {
    const family = labelled({ count: 3, times: 1.22 });
    expect(wordsOf(compareFamily(family)[1])).toContain("regressed");
    const alone = family.slice(1, 2);
    expect(wordsOf(compareFamily(alone)[0])).not.toContain("regressed");
  });

  it("are neither better nor worse if nothing changed", () => {
    for (const seed of [0, 1_000, 2_000])
      for (const metrics of compareFamily(labelled({ count: 3, seed })))
        expect(wordsOf(metrics)).toEqual(new Set(["no-detectable-change", "not-tested"]));
  });

  it("that were chosen among many take more to be found, and the busiest show how runs scatter", () => {
    const family = labelled({ count: 3, times: 1.2 });
    const [chosen, beside] = [family.slice(1, 2), family.toSpliced(1, 1)];
    const compared = (passed: number, rest = beside) =>
      wordsOf(compareFamily(chosen, 0.05, { beside: rest, passed })[0]);
    expect(compared(0)).toContain("regressed");
    expect(compared(0, [])).not.toContain("regressed");
    expect(compared(100_000)).not.toContain("regressed");
  });

  it("that all move alike from run to run prove no more than one of them", () => {
    const family = labelled({ count: 3, times: 1.25 });
    const moved = family.map((label) => ({
      ...label,
      earlier: label.earlier.map((runs) =>
        runs.map((run, at) => ({
          ...run,
          figures: {
            ...run.figures,
            latencyMs: scaledBy([1, 1.15, 0.87][at] ?? 1, run.figures.latencyMs),
          },
        })),
      ),
    }));
    expect(wordsOf(compareFamily(moved)[1])).not.toContain("regressed");
  });
});

function scaledBy(factor: number, figures: EarlierRun["figures"]["latencyMs"]): typeof figures {
  const scaled = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === null ? null : value * factor]),
  );
  return { ...figures, ...scaled };
}
