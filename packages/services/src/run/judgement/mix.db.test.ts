import { afterAll, beforeAll, expect, it } from "vitest";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Sample } from "../../testing/index.ts";
import { getComparisonAnswer } from "./get-comparison-answer.ts";
import { getRunVerdict } from "./get-verdict.ts";

let runs: NotedRuns;
beforeAll(async () => {
  runs = await NotedRuns.open();
});
afterAll(() => runs.importing.close());

const CHEAP = "GET /cheap";
const DEAR = "GET /dear";
const open = { load: "open", branch: "main" };

/** So many of ten requests are cheap ones; dear ones take three times as long. */
function mixed(seed: number, cheapOfTen: number, slower = 1): Sample[] {
  return runs.samples(seed, slower).map((one, at) => {
    const isCheap = (at * 7) % 10 < cheapOfTen;
    const times = isCheap ? 1 : 3;
    return { ...one, label: isCheap ? CHEAP : DEAR, latencyMicros: one.latencyMicros * times };
  });
}

async function upload(experiment: string, samples: readonly Sample[], more: Record<string, string> = open) {
  const id = await runs.upload(experiment, samples, more);
  await runs.settle(id);
  return id;
}

function verdictOf(runId: string) {
  return getRunVerdict({ ctx: runs.importing.home.viewer, input: { runId, parameters: {}, webUrl } });
}

async function judgementOf(runId: string) {
  const { judgement } = await verdictOf(runId);
  if (judgement === null) throw new Error("it isn't judged yet");
  return judgement;
}

/** The comparison that a judgement links has the change at that mix as well, and says that it is. */
async function expectLinkedAtMix(runId: string): Promise<void> {
  const { comparison } = await verdictOf(runId);
  const parameters = Object.fromEntries(new URL(comparison?.url ?? "").searchParams);
  const { statistics } = await getComparisonAnswer({
    ctx: runs.importing.home.viewer,
    input: { parameters, webUrl },
  });
  const { whole = [], labels = [] } = statistics[0]?.statistics ?? {};
  const atMix = whole.filter((one) => one.atMix);
  expect(atMix.map(({ metric }) => metric)).toEqual(expect.arrayContaining(["p50", "p90", "error-rate"]));
  expect(atMix.some(({ metric }) => metric === "throughput" || metric === "items")).toBe(false);
  expect(atMix.find(({ metric }) => metric === "p50")?.ratio).toBeCloseTo(1, 1);
  expect(labels.flatMap(({ metrics }) => metrics).some((one) => one.atMix)).toBe(false);
}

async function history(experiment: string, more?: Record<string, string>) {
  for (let seed = 1; seed <= 8; seed++) await upload(experiment, mixed(seed, 6), more);
}

it("another mix of an open load is the plan's doing: labels and the baseline's mix decide", async () => {
  await history("Mix");
  const otherRun = await upload("Mix", mixed(9, 4));
  const other = await judgementOf(otherRun);
  expect(other.outcome).toBe("no-change");
  const { findings } = other;
  expect(findings.filter(({ kind }) => kind === "mix")).toMatchObject([
    { effect: "note", code: "moved", label: CHEAP, before: 0.6, after: 0.4, unit: "share" },
    { effect: "note", code: "moved", label: DEAR, before: 0.4, after: 0.6 },
  ]);
  const p50 = findings.find(({ metric, label }) => metric === "p50" && label === null);
  expect(p50).toMatchObject({ effect: "pass", code: "no-detectable-change" });
  expect(p50?.ratio).toBeCloseTo(1, 1);
  expect(p50?.words).toMatch(/at the baseline's mix of labels\. At its own mix, this run has [\d.]+ ms\.$/);
  await expectLinkedAtMix(otherRun);
  const slower = await judgementOf(await upload("Mix", mixed(10, 8, 1.25)));
  expect(slower.outcome).toBe("regressed");
  const failed = slower.findings.filter(({ effect }) => effect === "fail");
  expect(new Set(failed.map(({ label }) => label))).toEqual(new Set([null, CHEAP, DEAR]));
  expect(failed.every(({ metric }) => metric === "mean" || metric?.startsWith("p"))).toBe(true);
});

it("a plan that stays is no step of the trend, and its runs become the level", async () => {
  // It goes on after the runs of the test above.
  const outcomes = [];
  for (let seed = 11; seed <= 18; seed++)
    outcomes.push(await judgementOf(await upload("Mix", mixed(seed, 4))));
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => "no-change"));
  expect(outcomes.flatMap(({ findings }) => findings).some(({ kind }) => kind === "trend")).toBe(false);
  expect(outcomes.at(-1)?.findings.some(({ kind }) => kind === "mix")).toBe(false);
});

it("another mix of a closed load is the service's doing", async () => {
  const closed = { load: "closed", branch: "main" };
  await history("Closed", closed);
  const { outcome, findings } = await judgementOf(await upload("Closed", mixed(9, 4), closed));
  expect(outcome).toBe("regressed");
  const failed = findings.filter(({ effect }) => effect === "fail");
  expect(failed.map(({ metric, label }) => [metric, label])).toContainEqual(["throughput", CHEAP]);
});
