import { expect, it } from "vitest";
import type { TrendRun } from "@headroom/db";
import { findChanges } from "./found-changes.ts";
import { markChanges } from "./mark-changes.ts";

/** Runs that scatter by about 2%, one of them without a value. */
const runs = (level: (at: number) => number): TrendRun[] =>
  Array.from({ length: 60 }, (_, at) => ({
    id: `id-${at + 1}`,
    number: at + 1,
    at: new Date(Date.UTC(2026, 0, at + 1)),
    value: at === 20 ? null : 200 * level(at) * (1 + 0.02 * Math.sin(at * at)),
    range: null,
    setAside: null,
    commit: null,
    branch: "main",
    environment: null,
    version: null,
    verdict: "met" as const,
    outcome: "holds" as const,
    status: "finished" as const,
    tool: "k6",
    errorsBy: null,
    isOfOtherBranch: false,
    otherLoad: false,
  }));
const word = (id: string, runId: string) => ({
  id,
  runId,
  workspaceId: "w",
  experimentId: "e",
  metric: "p99",
  label: "(all)",
  word: id,
  by: "Ada",
  direction: "rise",
  before: 200,
  after: 250,
  acknowledgedBy: "p",
  acknowledgedAt: new Date(0),
});
const marked = (given: TrendRun[], words: Parameters<typeof markChanges>[2]) =>
  markChanges(given, findChanges(given, "p99").changes, words);
const drift = (at: number) => 1.3 ** (at / 59);

it("a drift is one change, from its first run to its last", () => {
  expect(marked(runs(drift), [])).toEqual([
    expect.objectContaining({
      runId: "id-1",
      runNumber: 1,
      earliestRun: 1,
      latestRun: 1,
      direction: "rise",
      found: true,
      drift: { lastRunId: "id-60", lastRunNumber: 60, runs: 59 },
    }),
  ]);
});

it("a drift keeps its note as more runs arrive", () => {
  const early = runs(drift).slice(0, 50);
  for (const shown of [early, runs(drift)])
    expect(marked(shown, [word("known", "id-1")])).toMatchObject([
      { runId: "id-1", accepted: { reason: "known" }, found: true },
    ]);
});

it("a step and a drift after it have a note each", () => {
  const both = runs((at) => (at < 30 ? 1 : 1.3 * 1.4 ** ((at - 30) / 29)));
  const [step, drifting] = marked(both, []);
  expect(step).toMatchObject({ runNumber: 31, drift: null });
  expect(drifting).toMatchObject({ drift: { lastRunNumber: 60 } });
  const words = [word("drift", drifting?.runId ?? ""), word("step", step?.runId ?? "")];
  expect(marked(both, words).map(({ accepted }) => accepted?.reason)).toEqual(["step", "drift"]);
});

it("a lower bound is no level: what its source leaves out may be what changed", () => {
  const risen = runs((at) => (at < 30 ? 1 : 2));
  expect(marked(risen, [])).toHaveLength(1);
  const bounds = risen.map((run) => ({ ...run, range: { low: run.value ?? 0, high: null } }));
  expect(marked(bounds, [])).toEqual([]);
  const mixed = risen.map((run, at) => (at < 30 ? run : (bounds[at] ?? run)));
  expect(marked(mixed, [])).toEqual([]);
});

it("an error rate that is counted otherwise from a run on is no change", () => {
  const counted = runs((at) => (at < 30 ? 1 : 2)).map((run, at) => ({
    ...run,
    errorsBy: at < 30 ? ("tool" as const) : ("code" as const),
  }));
  expect(findChanges(counted, "error-rate")).toMatchObject({ changes: [], searched: 30 });
  expect(findChanges(counted, "p99").changes).toHaveLength(1);
  // What was tried on other branches isn't a change of the service, unless somebody asks for one of them.
  const tried = counted.map((run) => ({ ...run, isOfOtherBranch: true }));
  expect(findChanges(tried, "p99")).toEqual({ changes: [], searched: 0 });
  expect(findChanges(tried, "p99", { ofBranch: true }).changes).toHaveLength(1);
});
