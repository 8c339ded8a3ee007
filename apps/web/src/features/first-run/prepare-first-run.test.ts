import type { RunOutcome } from "@headroom/core";
import { expect, it } from "vitest";
import { firstRunSentence, prepareFirstRun } from "./prepare-first-run.ts";

const run = (number: number, outcome: RunOutcome | null = null) => ({
  id: `r${number}`,
  number,
  experimentName: "first",
  serviceName: "shop",
  outcome,
  someLabels: false,
  commit: null,
  environment: null,
  startedAt: null,
  setAside: null,
});

it("waits for a first run, then for a second, then compares the earlier with the later", () => {
  expect(prepareFirstRun([])).toEqual({ first: null, second: null, comparison: null });
  expect(prepareFirstRun([run(1, "misses")])).toMatchObject({
    first: { name: "first, run 1", href: "/runs/r1", state: "misses" },
    second: null,
    comparison: null,
  });
  expect(prepareFirstRun([run(2), run(1)])).toMatchObject({
    first: { href: "/runs/r1" },
    second: { href: "/runs/r2", state: "pending" },
    comparison: "/comparisons?runs=r1,r2",
  });
});

it("compares no runs of different experiments", () => {
  const other = { ...run(1), id: "other", experimentName: "search" };
  expect(prepareFirstRun([run(2), other])).toMatchObject({
    first: { href: "/runs/r2" },
    second: null,
    comparison: null,
  });
  expect(prepareFirstRun([run(2), other, run(1)])).toMatchObject({ comparison: "/comparisons?runs=r1,r2" });
});

it("says at each step what to do next", () => {
  const sentences = [[], [run(1)], [run(2), run(1)]].map((runs) => firstRunSentence(prepareFirstRun(runs)));
  expect(new Set(sentences.map(({ rest }) => rest)).size).toBe(3);
});
