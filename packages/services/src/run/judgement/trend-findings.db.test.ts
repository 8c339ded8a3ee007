import { afterAll, beforeAll, expect, it } from "vitest";
import type { LevelChange } from "@headroom/core";
import { acceptRun } from "../edit/accept.ts";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { getRunVerdict } from "./get-verdict.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

const main = { branch: "main" };
const GOOD = 12;
const SLOWER = 1.1;

async function judged(runId: string) {
  const { judgement, baseline } = await getRunVerdict({
    ctx: world.home.viewer,
    input: { runId, parameters: {}, webUrl },
  });
  const trend = judgement?.findings.find(({ kind }) => kind === "trend");
  return {
    outcome: judgement?.outcome,
    trend: trend === undefined ? null : [trend.effect, trend.code, trend.runs?.[0]?.number],
    level: baseline?.level.length,
    next: judgement?.next?.action ?? null,
  };
}

async function changesOf(runId: string): Promise<LevelChange[]> {
  const { changes } = await world.home.viewer.db.inWorkspace(world.home.viewer.workspaceId, (tx) =>
    tx.prisma.judgement.findFirstOrThrow({ where: { runId, isOwn: true } }),
  );
  return changes as unknown as LevelChange[];
}

async function upload(seed: number, slower: number, more: Record<string, string> = main) {
  const id = await runs.run("Nights", seed, slower, more);
  await runs.settle(id);
  return id;
}

it("a lasting step fails the run that shows it, leaves later ones unsure, and is a note to branches, until it is accepted", async () => {
  for (let seed = 1; seed <= GOOD; seed++) await upload(seed, 1);
  const slow: string[] = [];
  for (let seed = GOOD + 1; seed <= GOOD + 6; seed++) slow.push(await upload(seed, SLOWER));
  const found = await Promise.all(slow.map(judged));
  const first = found.findIndex(({ trend }) => trend !== null);
  expect(first).toBeGreaterThanOrEqual(2);
  expect(found.slice(0, first).map(({ trend }) => trend)).toEqual(Array(first).fill(null));
  expect(found[first]).toMatchObject({ outcome: "regressed", trend: ["fail", "default", GOOD + 1] });
  for (const later of found.slice(first + 1))
    expect(later).toMatchObject({ trend: ["unsure", "default", GOOD + 1], level: 8 });
  // Until the trend shows it, it is what the run shows beside its level.
  const early = await changesOf(slow[0] ?? "");
  expect(
    early.every(
      ({ state, run, runs: since }) => state === "worse" && run?.number === GOOD + 1 && since === 1,
    ),
  ).toBe(true);
  const latest = await changesOf(slow.at(-1) ?? "");
  expect(latest[0]).toMatchObject({ state: "worse", label: null, run: { number: GOOD + 1 }, runs: 6 });
  expect(latest[0]?.after).toBeGreaterThan((latest[0]?.before ?? 0) * 1.05);
  const topic = await upload(GOOD + 7, SLOWER, { branch: "topic" });
  expect(await judged(topic)).toMatchObject({
    outcome: "no-change",
    trend: ["note", "branch", GOOD + 1],
  });
  // To a branch it is what there was before it.
  expect(await changesOf(topic)).toEqual([]);
  const accepted = slow.at(-1) ?? "";
  await acceptRun({ ctx: world.home.owner, input: { runId: accepted, body: { reason: "The new index." } } });
  const next = await upload(GOOD + 8, SLOWER);
  expect(await judged(next)).toMatchObject({ outcome: "no-change", trend: null });
  expect(
    (await changesOf(next)).map(({ state, run, runs: since }) => [state, run?.number, since]),
  ).toContainEqual(["accepted", GOOD + 1, 7]);
});

it("a lasting step to the better is stored with later runs, with the level before it", async () => {
  for (let seed = 1; seed <= GOOD; seed++) await better(seed, SLOWER);
  let last = "";
  for (let seed = GOOD + 1; seed <= GOOD + 6; seed++) last = await better(seed, 1);
  const [first] = await changesOf(last);
  expect(first).toMatchObject({ state: "better", run: { number: GOOD + 1 }, runs: 6 });
  expect(first?.after).toBeLessThan(first?.before ?? 0);
});

async function better(seed: number, slower: number) {
  const id = await runs.run("Better", seed, slower, main);
  await runs.settle(id);
  return id;
}
