import { afterAll, beforeAll, expect, it } from "vitest";
import type { AfterStep } from "@headroom/core";
import { countJobs } from "@headroom/db";
import { createTenant, NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { getWorkspaceSettings } from "../../workspace/settings-get.ts";
import { updateWorkspaceSettings } from "../../workspace/settings-update.ts";
import { acceptRun } from "../edit/accept.ts";
import { workDecideRecent } from "../judge/work-decide-recent.ts";
import { getRunVerdict } from "./get-verdict.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

const GOOD = 12;
/** The last one is as fast as before, which is no reason to believe that the change is gone. */
const NIGHTS = 18;
const SLOWER = 1.1;
const STEP = "p50 has been worse since run #13";

async function judged(runId: string, parameters = {}) {
  const ask = () => getRunVerdict({ ctx: world.home.viewer, input: { runId, parameters, webUrl } });
  // What a gate asks for may have to be compared first.
  let { judgement } = await ask();
  while (judgement === null && (await world.compare())) ({ judgement } = await ask());
  const findings = judgement?.findings ?? [];
  return {
    outcome: judgement?.outcome,
    afterStep: judgement?.policy.afterStep,
    changed: judgement?.changed?.by ?? null,
    step: findings.filter(({ kind }) => kind === "trend").map(({ effect, words }) => [effect, words]),
    canAccept: findings.some(({ kind }) => kind === "accept"),
    next: judgement?.next?.action ?? null,
  };
}

const stepThat = (effect: string) =>
  expect.arrayContaining([[effect, expect.stringContaining(STEP)]]) as unknown;

async function upload(seed: number, more: Record<string, string> = { branch: "main" }) {
  const isSlow = seed > GOOD && seed !== NIGHTS;
  const id = await runs.run("Nights", seed, isSlow ? SLOWER : 1, more);
  await runs.settle(id);
  return id;
}

/** Returns which runs it has decided again. */
async function choose(afterStep: AfterStep): Promise<string[]> {
  await updateWorkspaceSettings({ ctx: world.home.owner, input: { afterStep } });
  await workDecideRecent({
    services: world.test.services,
    job: runs.job({ which: "after-step", after: null }),
  });
  const open = await world.inHome((tx) => tx.prisma.runNotice.findMany({ where: { outcome: null } }));
  await world.decideAll();
  return open.map(({ runId }) => runId).toSorted();
}

it("a workspace chooses that runs fail while the trend stays worse, and what it knows is judged again", async () => {
  const all: string[] = [];
  for (let seed = 1; seed <= NIGHTS; seed++) all.push(await upload(seed));
  const topic = await upload(NIGHTS + 1, { branch: "topic" });
  const found = await Promise.all(all.map((id) => judged(id)));
  const told = all.filter((_, at) => (found[at]?.step.length ?? 0) > 0);
  const [first = "", ...later] = told;
  expect(later.length).toBeGreaterThanOrEqual(2);
  expect(await judged(later.at(-1) ?? "")).toMatchObject({
    outcome: "unsure",
    next: "accept",
    changed: null,
  });
  const unsure = { afterStep: "unsure", step: stepThat("unsure"), canAccept: true };
  for (const id of later) expect(await judged(id)).toMatchObject(unsure);

  // Another workspace's choice is its own.
  await updateWorkspaceSettings({ ctx: world.foreign.owner, input: { afterStep: "fail" } });
  expect(await getWorkspaceSettings({ ctx: world.home.viewer })).toMatchObject({ afterStep: "unsure" });
  const foreignJob = {
    ...runs.job({}),
    payload: { workspaceId: world.foreign.workspaceId, which: "after-step", after: null },
  };
  await workDecideRecent({ services: world.test.services, job: foreignJob });
  const last = later.at(-1) ?? "";
  expect(await judged(last)).toMatchObject(unsure);
  expect(await judged(last, { minChange: 5 })).toMatchObject(unsure);

  const sent = (await runs.sent()).length;
  expect(await choose("fail")).toEqual(told.toSorted());
  expect(await runs.sent()).toHaveLength(sent);
  expect(await judged(first)).toMatchObject({ outcome: "regressed", changed: null, step: stepThat("fail") });
  const red = { outcome: "regressed", afterStep: "fail", step: stepThat("fail"), canAccept: true };
  for (const id of later) expect(await judged(id)).toMatchObject({ ...red, next: null });
  expect((await judged(last)).changed).toEqual(["policy"]);
  // A gate that demands something else of the comparison.
  expect(await judged(last, { minChange: 5 })).toMatchObject(red);
  expect((await judged(last, { minChange: 20 })).step.map(([effect]) => effect)).not.toContain("fail");
  expect((await judged(topic)).step.map(([effect]) => effect)).not.toContain("fail");
  const next = await upload(NIGHTS + 2);
  expect(await judged(next)).toMatchObject(red);

  expect(await choose("unsure")).toEqual([...told, next].toSorted());
  expect(await judged(first)).toMatchObject({ outcome: "regressed", step: stepThat("fail") });
  for (const id of [...later, next]) expect(await judged(id)).toMatchObject(unsure);
  expect(await judged(last)).toMatchObject({ outcome: "unsure", next: "accept", changed: ["policy"] });

  await choose("fail");
  await acceptRun({ ctx: world.home.owner, input: { runId: next, body: { reason: "The new index." } } });
  await world.decideAll();
  expect(await judged(await upload(NIGHTS + 3))).toMatchObject({
    outcome: "no-change",
    step: [],
    afterStep: "fail",
  });
});

it("is for owners to choose, and written down", async () => {
  const input = { afterStep: "unsure" };
  for (const ctx of [world.home.viewer, world.ci])
    await expect(updateWorkspaceSettings({ ctx, input })).rejects.toMatchObject({ code: "scope-missing" });
  await expect(
    updateWorkspaceSettings({ ctx: world.home.owner, input: { afterStep: "red" } }),
  ).rejects.toMatchObject({ code: "parameter-unreadable" });
  const audit = await world.inHome((tx) =>
    tx.prisma.auditEntry.findMany({ where: { action: "workspace.settings" }, orderBy: { at: "asc" } }),
  );
  expect(audit.map(({ detail }) => detail)).toEqual(
    (["fail", "unsure", "fail"] as const).map((afterStep) => ({ afterStep })),
  );
});

it("queues one job for a change, and none for the same answer", async () => {
  const { owner } = await createTenant(world.test.services, "third");
  const waiting = async () => (await world.test.db.asJobs(countJobs)).waiting;
  const before = await waiting();
  const set = (afterStep: AfterStep) => updateWorkspaceSettings({ ctx: owner, input: { afterStep } });
  await set("unsure");
  expect(await waiting()).toBe(before);
  for (const afterStep of ["fail", "unsure", "fail"] as const) await set(afterStep);
  expect(await waiting()).toBe(before + 1);
});
