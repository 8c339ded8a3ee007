import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ComparisonAnswer, RunVerdictAnswer, ShareSubject } from "@headroom/contract";
import { setRunAside } from "../edit/set-aside.ts";
import { getRunVerdict } from "./get-verdict.ts";
import { createShare } from "../../share/create.ts";
import { getSharedComparison, getSharedStatistics } from "../../share/get-comparison.ts";
import { listShares } from "../../share/list.ts";
import { openShare } from "../../share/open.ts";
import { getRunReference } from "../read/get-reference.ts";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { getComparisonAnswer } from "./get-comparison-answer.ts";

let runs: NotedRuns;
let world: Importing;
let nights: string[];
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
  nights = await runs.history("Nights", MAIN);
});
afterAll(() => world.close());

const MAIN = { branch: "main", target: "p99 <= 5 s" };
const TOPIC = { ...MAIN, branch: "topic", commit: "abc1234" };

async function judged(runId: string): Promise<RunVerdictAnswer> {
  await runs.settle(runId);
  return getRunVerdict({ ctx: world.home.viewer, input: { runId, parameters: {}, webUrl } });
}

const compare = (parameters: object, ctx = world.home.viewer): Promise<ComparisonAnswer> =>
  getComparisonAnswer({ ctx, input: { parameters, webUrl } });
const linked = ({ comparison }: RunVerdictAnswer) =>
  compare(Object.fromEntries(new URL(comparison?.url ?? "").searchParams));

/** Each figure in all its places. */
function expectSame({ judgement, comparison }: RunVerdictAnswer, found: ComparisonAnswer): void {
  const [pair] = found.statistics;
  expect(pair).toMatchObject({ state: "ready", costs: [], judgement: { outcome: comparison?.outcome } });
  const labels = pair?.statistics?.labels ?? [];
  const families = [
    { label: null, metrics: pair?.statistics?.whole ?? [], rows: found.whole },
    ...labels.map(({ label, metrics }) => ({
      label,
      metrics,
      rows: found.labels.rows.find((row) => row.label === label)?.metrics ?? [],
    })),
  ];
  expect(labels.length).toBeGreaterThan(1);
  for (const { label, metrics, rows } of families)
    for (const { metric, before, after, ratio } of metrics) {
      const row = rows.find((one) => one.metric === metric);
      expect([label, metric, ...(row?.values ?? [])]).toEqual([label, metric, before, after]);
      expect(row?.changes[1]?.times ?? null).toEqual(ratio);
    }
  // What an earlier run of its commit failed stays, with the figures of that run.
  const changes =
    judgement?.findings.filter(({ kind, runs: of }) => kind === "change" && of?.length !== 1) ?? [];
  expect(changes.length).toBeGreaterThan(1);
  for (const { metric, label, before, after, ratio, interval } of [
    ...changes,
    ...(comparison?.regressions ?? []),
  ]) {
    const family = families.find((one) => one.label === label);
    expect(family?.metrics.find((one) => one.metric === metric)).toMatchObject({
      before,
      after,
      ratio,
      interval,
    });
  }
}

it("has every figure of the judgement that links it, with the runs of the level", async () => {
  const samples = runs.samples(7, 1.6).map((one, at) => ({ ...one, failed: at % 20 === 0 }));
  const answer = await judged(await runs.upload("Nights", samples, TOPIC));
  expect(answer.judgement?.outcome).toBe("regressed");
  const found = await linked(answer);
  expect(found.judged).toEqual({
    level: { count: 6, others: answer.baseline?.level, typical: expect.anything() },
    commit: { count: 1, others: [] },
  });
  const { typical } = found.judged?.level ?? {};
  expect(nights).toContain(typical?.id);
  const level = found.whole.find(({ metric }) => metric === "p99")?.values[0] ?? 0;
  const drawnAt = typical?.summary.latencyMs.p99 ?? 0;
  const newestAt = found.runs[0]?.summary.latencyMs.p99 ?? 0;
  expect(Math.abs(drawnAt - level)).toBeLessThanOrEqual(Math.abs(newestAt - level));
  expect(found.runs.map(({ id }) => id)).toEqual([nights.at(-1), answer.run.id]);
  expectSame(answer, found);
  const alone = await compare({ runs: `${nights.at(-1)},${answer.run.id}` });
  expect(alone.judged).toBeNull();
  const valuesOf = ({ whole }: typeof found) => whole.map(({ values }) => values);
  expect(valuesOf(alone)).not.toEqual(valuesOf(found));
});

it("has those of all runs of a commit, which it is judged by", async () => {
  const again = await judged(await runs.run("Nights", 8, 1.6, TOPIC));
  expect(again.judgement?.findings.some(({ kind }) => kind === "pool")).toBe(true);
  const found = await linked(again);
  expect(found.judged?.commit).toMatchObject({ count: 2, others: [{ number: 7 }] });
  expect(found.statistics[0]?.after[0]).toBe(again.run.id);
  expectSame(again, found);
  const parameters = { runs: `${nights[0]},${again.run.id}`, judged: "run" };
  expect((await compare(parameters)).judged).toMatchObject({ level: { count: 1 }, commit: { count: 2 } });
});

it("has the level of a simulated run, which nothing judges against it", async () => {
  const simulated = { ...MAIN, simulated: "true" };
  const others = await runs.history("Simulated nights", simulated);
  const newest = await runs.run("Simulated nights", 8, 1.6, simulated);
  await runs.settle(newest);
  const { reference } = await getRunReference({ ctx: world.home.viewer, input: { runId: newest } });
  expect(reference).toMatchObject({ id: others.at(-1), runs: others.length, judged: "level" });
  const found = await compare({ runs: `${others.at(-1)},${newest}`, judged: "level" });
  expect(found.judged?.level.count).toBe(others.length);
});

it("has the first part of the level for a run that is short on purpose", async () => {
  const all = runs.samples(11, 1.6);
  const short = { ...MAIN, branch: "short", duration: "40" };
  const answer = await judged(await runs.upload("Nights", all.slice(0, (all.length * 40) / 90), short));
  expect(answer.judgement?.outcome).toBe("regressed");
  const found = await linked(answer);
  expectSame(answer, found);
  const [face] = (await compare({ runs: `${nights.at(-1)},${answer.run.id}` })).runs;
  expect(found.runs[0]?.summary.requests).toBeLessThan((face?.summary.requests ?? 0) / 2);
});

it("stays what the run was judged by when the level is another one", async () => {
  const answer = await judged(await runs.run("Nights", 9, 1, { ...TOPIC, commit: "def1234" }));
  const before = await linked(answer);
  const [, aside = ""] = nights;
  await setRunAside({
    ctx: world.home.owner,
    input: { runId: aside, body: { reason: "A noisy neighbour." } },
  });
  expect((await linked(answer)).judged).toEqual(before.judged);
});

it("is of two runs of the same workspace, the baseline first", async () => {
  const [first, second] = nights;
  const parameters = { runs: `${first},${second}`, judged: "level" };
  await expect(compare(parameters, world.foreign.viewer)).rejects.toMatchObject({ code: "not-found" });
  await expect(compare({ ...parameters, reference: second })).rejects.toMatchObject({ field: "reference" });
  await expect(compare({ ...parameters, runs: nights.slice(0, 3).join(",") })).rejects.toMatchObject({
    field: "judged",
  });
});

it("shows guests the same figures, and of the other runs only how many there are", async () => {
  const answer = await judged(await runs.run("Nights", 10, 1.6, { ...TOPIC, commit: "0ff1234" }));
  const runIds = [nights.at(-1) ?? "", answer.run.id];
  const ctx = world.home.owner;
  const subject = { kind: "comparison", runIds, judged: "level" } as const;
  const { path } = await createShare({ ctx, input: { subject } });
  const secret = path.slice("/share/".length);
  const opening = { secret, proof: null, signingSecret: randomBytes(32), counted: false };
  const opened = await openShare({ services: world.test.services, input: opening });
  if (opened.state !== "open") throw new Error("the link is locked");
  expect(opened.subject).toMatchObject({ runIds, judged: "level" });
  const asked = { reference: runIds[0] ?? "", judged: "level" } as const;
  const found = await getSharedComparison({ ctx: opened.ctx, input: { ...asked, labels: 200, webUrl } });
  const { pairs } = await getSharedStatistics({ ctx: opened.ctx, input: asked });
  expect(found.judged).toEqual({ level: { count: 5, others: [] }, commit: { count: 1, others: [] } });
  expectSame(answer, { ...found, statistics: pairs });
  const listed = (input: ShareSubject) => listShares({ ctx, input: { subject: input } });
  expect(await listed(subject)).toHaveLength(1);
  expect(await listed({ kind: "comparison", runIds })).toEqual([]);
  const reversed = { ...subject, runIds: runIds.toReversed(), reference: runIds[0] ?? "" };
  await expect(createShare({ ctx, input: { subject: reversed } })).rejects.toMatchObject({ field: "judged" });
});
