import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIGURE_IDS } from "@headroom/core";
import {
  addRun,
  comparisonAddress,
  isChoosing,
  moveRun,
  placedRuns,
  readComparisonQuery,
  referenceOf,
  removeRun,
  swapSides,
} from "./search-params.ts";

const of = (runs: string) => readComparisonQuery({ runs });
const placesIn = (query: ReturnType<typeof of>) =>
  placedRuns(query).map(({ id, position }) => `${position}=${id}`);

describe("the address of a comparison", () => {
  it("gives places in order", () => expect(placesIn(of("x,y,z"))).toEqual(["0=x", "1=y", "2=z"]));

  it("leaves the others their places when one is taken out, and gives its place to the next", () => {
    const without = removeRun(of("x,y,z"), "y");
    expect(comparisonAddress(without)).toBe("/comparisons?runs=x,,z");
    expect(placesIn(of("x,,z"))).toEqual(["0=x", "2=z"]);
    expect(placesIn(addRun(without, "new"))).toEqual(["0=x", "1=new", "2=z"]);
    expect(comparisonAddress(removeRun(of("x,y"), "y"))).toBe("/comparisons?runs=x&choose=1");
  });

  it("says that somebody is choosing once one run is left, but not when a page links to one", () => {
    expect(isChoosing({ runs: "x", choose: "1" })).toBe(true);
    expect(isChoosing({ runs: "x" })).toBe(false);
  });

  it("moves, swaps and refers", () => {
    expect(placesIn(moveRun(of("x,y,z"), "z", -1))).toEqual(["0=x", "1=z", "2=y"]);
    expect(placesIn(moveRun(of("x,y"), "x", -1))).toEqual(["0=x", "1=y"]);
    const swapped = swapSides({ ...of("x,y"), reference: "y" });
    expect(placesIn(swapped)).toEqual(["0=y", "1=x"]);
    expect(referenceOf(swapped)?.id).toBe("x");
    expect(referenceOf(of("x,y"))?.id).toBe("x");
    expect(referenceOf({ ...of("x,y"), reference: "gone" })?.id).toBe("x");
  });

  it("holds what was judged, as long as it is those two runs", () => {
    const judged = readComparisonQuery({ runs: "x,y", judged: "level" });
    expect(comparisonAddress(judged)).toBe("/comparisons?runs=x,y&judged=level");
    const others = [addRun(judged, "z"), removeRun(judged, "y"), swapSides(judged)];
    expect(others.map((query) => query.judged)).toEqual([null, null, null]);
    expect(readComparisonQuery({ runs: "x,y,z", judged: "level" }).judged).toBeNull();
    expect(readComparisonQuery({ runs: "x,y", ref: "y", judged: "run" }).judged).toBeNull();
    expect(readComparisonQuery({ runs: "x,y", judged: "other" }).judged).toBeNull();
  });

  it("takes a run once, and twenty at most", () => {
    expect(placesIn(of("x,x,y"))).toEqual(["0=x", "2=y"]);
    const many = of(Array.from({ length: 30 }, (_, at) => `r${at}`).join(","));
    expect(placedRuns(many)).toHaveLength(20);
    expect(addRun(many, "more")).toEqual(many);
  });

  it("holds the whole view", () => {
    const id = fc.stringMatching(/^[0-9a-f-]{1,36}$/);
    const query = fc.record({
      slots: fc.uniqueArray(id, { minLength: 2, maxLength: 20 }),
      view: fc.constantFrom("figures" as const, "labels" as const),
      metric: fc.constantFrom(...FIGURE_IDS),
    });
    fc.assert(
      fc.property(query, (given) => {
        const full = { ...given, reference: given.slots[1] ?? null, judged: null };
        const { searchParams } = new URL(comparisonAddress(full), "http://web");
        expect(readComparisonQuery(Object.fromEntries(searchParams))).toEqual(full);
      }),
    );
  });
});
