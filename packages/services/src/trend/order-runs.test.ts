import { expect, it } from "vitest";
import type { TrendRun } from "@headroom/db";
import { orderRuns } from "./order-runs.ts";

const run = (number: number, more: Partial<TrendRun> = {}): TrendRun => ({
  id: `run-${number}`,
  number,
  at: new Date(number),
  commit: null,
  branch: null,
  environment: null,
  version: null,
  verdict: null,
  outcome: null,
  status: "finished" as const,
  tool: "k6",
  errorsBy: null,
  isOfOtherBranch: false,
  otherLoad: false,
  value: number,
  range: null,
  setAside: null,
  ...more,
});
const numbers = ({ runs }: { runs: readonly TrendRun[] }) => runs.map(({ number }) => number);

it("runs of one commit are grouped, and commits ordered by their first run", () => {
  const runs = [run(1, { commit: "b" }), run(2, { commit: "a" }), run(3, { commit: "b" }), run(4)];
  const ordered = orderRuns(runs, "commit");
  expect(numbers(ordered)).toEqual([1, 3, 2]);
  expect(ordered.unplaced).toBe(1);
});

it("versions count as people count", () => {
  const runs = [run(1, { version: "v1.10" }), run(2, { version: "v1.9" }), run(3, { version: "v1.9.1" })];
  expect(numbers(orderRuns(runs, "version"))).toEqual([2, 3, 1]);
});
