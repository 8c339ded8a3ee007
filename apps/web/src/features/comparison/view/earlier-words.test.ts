import { expect, it } from "vitest";
import { known, statisticsOf } from "../testing/comparison-fixtures.ts";
import { earlierWords } from "./earlier-words.ts";

const measuredOn = (...lists: readonly (readonly number[])[]) =>
  earlierWords(
    known(
      ...lists.map((numbers, at) => {
        const pair = statisticsOf("regressed");
        const earlier = numbers.map((number) => ({ id: `run-${number}`, number }));
        return [`after-${at}`, { ...pair, method: { ...pair.method, earlier } }] as const;
      }),
    ),
  );

it("names the runs that variation is measured on", () => {
  expect(measuredOn([3, 4, 5, 9, 11, 12])).toBe(
    "Run-to-run variation is measured on 6 earlier runs: #3–#5, #9, #11–#12.",
  );
  expect(measuredOn([7])).toBe("Run-to-run variation is measured on 1 earlier run: #7.");
  expect(measuredOn([2, 3], [2, 3])).toBe("Run-to-run variation is measured on 2 earlier runs: #2–#3.");
});

it("says when there are none, and how many if pairs differ", () => {
  expect(measuredOn([])).toBe("There are no runs before these to measure run-to-run variation.");
  expect(measuredOn([1, 2, 3], [], [2])).toBe(
    "Run-to-run variation is measured on 0 to 3 earlier runs for each pair.",
  );
});

it("says that runs in between can only confirm a change", () => {
  const pair = statisticsOf("regressed");
  const between = [4, 5, 6].map((number) => ({ id: `run-${number}`, number }));
  const method = { ...pair.method, earlier: [{ id: "run-2", number: 2 }], between };
  expect(earlierWords(known(["after", { ...pair, method }]))).toBe(
    "Run-to-run variation is measured on 1 earlier run: #2. With 3 runs in between, a change can be confirmed but not ruled out.",
  );
});

it("says nothing until it is known", () => {
  expect(earlierWords(new Map())).toBeNull();
  expect(earlierWords(new Map([["after", "failed"]]))).toBeNull();
});
