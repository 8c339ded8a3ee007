import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { addedBy } from "./added-by-runs.ts";
import type { AddedGrid } from "./added-by-runs.ts";
import { scatterOf } from "./run-scatter.ts";
import { addedTogether } from "./shared-scatter.ts";
import type { LabelHistory } from "./shared-scatter.ts";

const WITHIN = 0.01;

interface Drawn {
  runs: number;
  /** From run to run, of all labels alike and of each label on its own. */
  together?: number;
  alone?: readonly number[];
}

function draw({ runs, together = 0, alone = [0, 0, 0, 0, 0] }: Drawn, seed: number): LabelHistory[] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const moves = Array.from({ length: runs }, () => together * normal());
  return alone.map((deviation) => ({
    within: WITHIN ** 2,
    levels: [
      moves.map((move, at) => ({ run: `${at}`, value: move + Math.hypot(deviation, WITHIN) * normal() })),
    ],
  }));
}

/** How likely runs add more than this deviation: the mean over many draws. */
function chanceOfMore(law: Drawn, { label, than }: { label: number; than: number }): number {
  const chances = Array.from({ length: 60 }, (_, seed) =>
    shareAbove(addedTogether(draw(law, seed + 1))[label] ?? null, than),
  );
  return chances.reduce((sum, one) => sum + one, 0) / chances.length;
}

function shareAbove(grid: AddedGrid | null, than: number): number {
  if (grid === null) return Number.NaN;
  return grid.weights.reduce((sum, weight, at) => sum + ((grid.added[at] ?? 0) > than ** 2 ? weight : 0), 0);
}

describe("what runs add, shown by several labels", () => {
  it("is unknown from two labels, and for a label without earlier runs", () => {
    const labels = draw({ runs: 3 }, 1);
    expect(addedTogether(labels.slice(0, 2))).toEqual([null, null]);
    expect(addedTogether([...labels.slice(0, 3), null]).map((one) => one === null)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(addedTogether([...labels.slice(0, 3), { within: WITHIN ** 2, levels: [] }])[3]).toBeNull();
  });

  it("adds up to 1", () => {
    for (const grid of addedTogether(draw({ runs: 5, together: 0.05 }, 3)))
      expect(grid?.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 4);
  });

  it("is bounded far better than by one label where runs add nothing", () => {
    const alone = Array.from({ length: 60 }, (_, seed) => {
      const [label] = draw({ runs: 3 }, seed + 1);
      const scatter = scatterOf(label?.levels ?? []);
      return scatter === null ? Number.NaN : shareAbove(addedBy(scatter, WITHIN ** 2), 4 * WITHIN);
    });
    const mean = alone.reduce((sum, one) => sum + one, 0) / alone.length;
    expect(chanceOfMore({ runs: 3 }, { label: 0, than: 4 * WITHIN })).toBeLessThan(mean / 4);
  });

  it("stays large where all labels move alike: three runs of five labels are still three runs", () => {
    const law = { runs: 3, together: 0.05 };
    expect(chanceOfMore(law, { label: 0, than: 0.02 })).toBeGreaterThan(0.6);
  });

  it("is what a label shows itself where it is unlike the others", () => {
    const law = { runs: 5, alone: [0.1, 0, 0, 0, 0] };
    expect(chanceOfMore(law, { label: 0, than: 0.03 })).toBeGreaterThan(0.8);
    expect(chanceOfMore(law, { label: 1, than: 0.03 })).toBeLessThan(0.2);
  });
});
