import { describe, expect, it } from "vitest";
import { findChangePoints } from "./change-points.ts";
import { seededRandom } from "../random.ts";

type Random = () => number;
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const series = (length: number, seed: number, at: (index: number, random: Random) => number): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length }, (_, index) => at(index, random));
};
/** A latency of 200 ms whose logarithm differs by `spread` from run to run. */
const steady = (random: Random, spread = 0.05) => 200 * Math.exp(spread * normal(random));

describe("a step", () => {
  const values = series(200, 1, (index, random) => steady(random) * (index < 120 ? 1 : 1.15));

  it("is found where it is, with what was before and after", () => {
    const [change, ...others] = findChangePoints(values);
    expect(others).toEqual([]);
    expect(change?.index).toBeGreaterThanOrEqual(119);
    expect(change?.index).toBeLessThanOrEqual(121);
    expect(change?.earliest).toBeLessThanOrEqual(120);
    expect(change?.latest).toBeGreaterThanOrEqual(120);
    expect((change?.after ?? 0) / (change?.before ?? 1)).toBeCloseTo(1.15, 1);
  });

  it("is found the same each time, and in seconds as in milliseconds", () => {
    const places = (given: readonly number[]) => findChangePoints(given).map(({ index }) => index);
    expect(places(values)).toEqual(places(values));
    expect(places(values.map((value) => value / 1_000))).toEqual(places(values));
  });

  it("stays where it is when further runs arrive", () => {
    const later = [...values, ...series(50, 2, (_, random) => steady(random) * 1.15)];
    expect(findChangePoints(later).map(({ index }) => index)).toEqual(
      findChangePoints(values).map(({ index }) => index),
    );
  });

  it("of 10% is known after four runs, also in a short series", () => {
    const found = series(100, 7, (index) => index).filter((seed) => {
      const recent = series(34, seed + 1, (index, random) => steady(random, 0.03) * (index < 30 ? 1 : 1.1));
      return findChangePoints(recent).some(({ index }) => Math.abs(index - 30) <= 4);
    });
    expect(found.length).toBeGreaterThanOrEqual(85);
  });

  it("is known after a few runs", () => {
    const found = series(100, 7, (index) => index).filter((seed) => {
      const recent = series(100, seed + 1, (index, random) => steady(random) * (index < 95 ? 1 : 1.3));
      return findChangePoints(recent).some(({ earliest, latest }) => earliest <= 95 && latest >= 95);
    });
    expect(found.length).toBeGreaterThanOrEqual(90);
  });
});

describe("other shapes", () => {
  it("a step keeps its place although three runs were bad before it", () => {
    const values = series(100, 5, (index, random) => {
      const bad = index >= 40 && index < 43 ? 1.5 : 1;
      return steady(random, 0.03) * bad * (index < 70 ? 1 : 1.15);
    });
    expect(findChangePoints(values).map(({ index }) => index)).toEqual([70]);
  });

  it("the first runs after a step may be worse than the others", () => {
    const values = series(60, 6, (index, random) => {
      const bad = index >= 40 && index < 43 ? 1.5 : 1;
      return steady(random, 0.03) * bad * (index < 40 ? 1 : 1.2);
    });
    expect(findChangePoints(values).map(({ index }) => index)).toEqual([40]);
  });

  it("a stretch of bad runs has two changes", () => {
    const values = series(
      200,
      6,
      (index, random) => steady(random) * (index >= 100 && index < 108 ? 1.35 : 1),
    );
    expect(findChangePoints(values).map(({ index }) => index)).toEqual([100, 108]);
  });

  it("many steps are found one by one", () => {
    const values = series(
      400,
      5,
      (index, random) => steady(random) * (1 + 0.3 * (Math.floor(index / 50) % 3)),
    );
    expect(findChangePoints(values)).toHaveLength(7);
  });

  it("a drift shows as rising steps", () => {
    const values = series(500, 8, (index, random) => steady(random) * Math.exp(index * 0.001));
    const changes = findChangePoints(values);
    expect(changes.length).toBeGreaterThan(1);
    for (const { before, after } of changes) expect(after).toBeGreaterThan(before);
  });

  it("single runs that went wrong are no change", () => {
    const values = series(200, 9, (index, random) => steady(random) * (index % 37 === 5 ? 8 : 1));
    expect(findChangePoints(values)).toEqual([]);
  });

  it("errors that begin after runs without any are a change", () => {
    const values = series(60, 3, (index, random) => (index < 40 ? 0 : 0.01 + 0.005 * random()));
    expect(findChangePoints(values).map(({ index }) => index)).toEqual([40]);
  });

  it.each([
    ["nothing", []],
    ["seven runs", [1, 1, 1, 9, 9, 9, 9]],
    ["runs that are all alike", Array.from({ length: 50 }, () => 3)],
  ])("%s has none", (_, values) => expect(findChangePoints(values)).toEqual([]));
});

/** Ten nights slower by 8%, the 26th to the 35th, of a latency that scatters by 2.5%, and a noisy night before them. */
describe("one noisy night", () => {
  const nights = (seed: number, noisy: number) =>
    series(60, seed, (index, random) => {
      const level = index >= 25 && index < 35 ? 1.08 : 1;
      return steady(random, 0.025) * level * (index === 15 ? noisy : 1);
    });
  const foundIn = (noisy: number, runs: number) =>
    series(100, 7, (index) => index).filter((seed) =>
      findChangePoints(nights(seed + 1, noisy).slice(0, runs)).some(({ index }) => Math.abs(index - 25) <= 4),
    ).length;

  it.each([
    [1, 35, 97],
    [1.3, 35, 95],
    [2, 35, 95],
    [1, 60, 80],
    [1.3, 60, 66],
    [2, 60, 66],
  ])("%f times as slow, of %i runs", (noisy, runs, atLeast) =>
    expect(foundIn(noisy, runs)).toBeGreaterThanOrEqual(atLeast),
  );

  it.each([66, 87])("hides no step of whole milliseconds: %i ms", (night) => {
    const slow = [70, 69, 71, 72, 69, 70, 69, 70, 70, 69];
    const values = series(60, 3, (_, random) => Math.round(65 * Math.exp(0.02 * normal(random))));
    values.splice(25, slow.length, ...slow);
    values[14] = night;
    expect(findChangePoints(values).map(({ index }) => index)).toEqual([25, 35]);
  });
});

/** A series that never changes shows a change in one of a hundred, by the level of the test. */
describe("series that never change", () => {
  const falseShare = (length: number, trials: number, at: (index: number, random: Random) => number) => {
    const wrong = Array.from({ length: trials }, (_, seed) => findChangePoints(series(length, seed + 1, at)));
    return wrong.filter((changes) => changes.length > 0).length / trials;
  };

  it.each([
    ["of little spread", (_: number, random: Random) => steady(random)],
    ["of much spread", (_: number, random: Random) => steady(random, 1)],
    ["in whole milliseconds", (_: number, random: Random) => Math.round(steady(random, 0.03) / 10)],
    ["with runs that went wrong", (_: number, random: Random) => steady(random) * (random() < 0.05 ? 5 : 1)],
  ])("%s", (_, at) => expect(falseShare(100, 500, at)).toBeLessThanOrEqual(0.02));

  it.each([
    [0.5, 20, 0.1],
    [0.7, 20, 0.14],
    [0.5, 34, 0.1],
    [0.7, 34, 0.12],
    [0.5, 60, 0.06],
    [0.7, 60, 0.08],
  ])("and remember the run before by %f, in %i runs", (memory, length, most) => {
    let kept = 0;
    const at = (index: number, random: Random) => {
      kept = index === 0 ? normal(random) : memory * kept + Math.sqrt(1 - memory ** 2) * normal(random);
      return 200 * Math.exp(0.03 * kept);
    };
    expect(falseShare(length, 200, at)).toBeLessThanOrEqual(most);
  });

  it.each([
    [3, 1.5, 60, 28],
    [3, 1.5, 200, 120],
    [3, 1.5, 20, 9],
    [2, 3, 200, 60],
  ])("with %i bad runs in a row, %f times as slow, in %i runs", (bad, slower, length, from) => {
    const at = (index: number, random: Random) =>
      steady(random, 0.03) * (index >= from && index < from + bad ? slower : 1);
    expect(falseShare(length, 100, at)).toBeLessThanOrEqual(0.05);
  });

  it("and remember the run before", () => {
    let kept = 0;
    const at = (index: number, random: Random) => {
      kept = (index === 0 ? 0 : 0.3 * kept) + normal(random);
      return 200 * Math.exp(0.05 * kept);
    };
    expect(falseShare(100, 500, at)).toBeLessThanOrEqual(0.05);
  });
});
