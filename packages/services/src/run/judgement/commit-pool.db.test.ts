import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChannel } from "../../notification/create-channel.ts";
import { NotedRuns, TEST_SECRET as secret, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { deleteRun } from "../edit/delete.ts";
import { setRunAside } from "../edit/set-aside.ts";
import { getRunVerdict } from "./get-verdict.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

const ask = (runId: string, parameters: object = {}) =>
  getRunVerdict({ ctx: world.home.viewer, input: { runId, parameters, webUrl } });
const judged = async (runId: string, parameters: object = {}) => {
  await runs.tell(runId);
  const { judgement, baseline } = await ask(runId, parameters);
  if (judgement === null) throw new Error("it isn't judged yet");
  return { ...judgement, baseline, pool: judgement.findings.find(({ kind }) => kind === "pool") };
};
const COMMIT = { target: "p99 <= 5 s", branch: "main", commit: "abc1234" };

describe("runs of one commit", () => {
  it("are judged together, against what came before the commit", async () => {
    const before = await runs.history("Repeated", { target: "p99 <= 5 s", branch: "main" });
    const first = await judged(await runs.run("Repeated", 7, 1, COMMIT));
    const secondId = await runs.run("Repeated", 8, 1, COMMIT);
    const second = await judged(secondId);
    expect([first.outcome, second.outcome]).toEqual(["holds", "holds"]);
    expect(first.pool).toBeUndefined();
    expect(second.pool).toMatchObject({ after: 2, runs: [{ number: 7 }] });
    expect(second.baseline?.id).toBe(before.at(-1));
    const target = second.findings.find(({ kind }) => kind === "target");
    expect(target).toMatchObject({ code: "met", runs: [{ number: 7 }, { number: 8 }] });
    const pairs = await world.inHome((tx) => tx.prisma.pairStatistics.findMany());
    const pooled = pairs.filter(({ question }) => (question as { look?: number }).look === 2);
    expect(pooled.map(({ question }) => (question as { after: string[] }).after.length)).toEqual([2]);
  });

  it("are judged alone if the run to compare with is named", async () => {
    const first = await runs.run("Named", 1, 1, COMMIT);
    const second = await runs.run("Named", 2, 1, COMMIT);
    for (const id of [first, second]) await runs.tell(id);
    expect((await judged(second)).pool).toBeDefined();
    await ask(second, { baseline: first });
    while (await runs.compare());
    expect((await judged(second, { baseline: first })).pool).toBeUndefined();
  });

  const ctx = () => world.home.owner;
  const leave = {
    deleted: (runId: string) => deleteRun({ ctx: ctx(), input: { runId } }),
    "set aside": (runId: string) =>
      setRunAside({ ctx: ctx(), input: { runId, body: { reason: "noisy neighbour" } } }),
  };
  it.each(["deleted", "set aside"] as const)("stay regressed until the one that did is %s", async (how) => {
    const experiment = how === "deleted" ? "Lucky" : "Fortunate";
    await runs.history(experiment, { target: "p99 <= 5 s", branch: "main" });
    const slowId = await runs.run(experiment, 7, 1.6, COMMIT);
    const slow = await judged(slowId);
    const againId = await runs.run(experiment, 8, 1, COMMIT);
    const again = await judged(againId);
    expect([slow.outcome, again.outcome]).toEqual(["regressed", "regressed"]);
    expect(again.findings[0]).toMatchObject({ effect: "fail", kind: "change", runs: [{ number: 7 }] });
    await leave[how](slowId);
    await world.decideAll();
    expect(await judged(againId)).toMatchObject({ outcome: "holds", changed: { by: ["pool"] } });
  });

  it("don't count if they were made otherwise, or under another load", async () => {
    const other = { ...COMMIT, branch: "topic" };
    await runs.tell(await runs.run("Alone", 1, 1, other));
    await runs.tell(await runs.run("Alone", 2, 1, { ...COMMIT, commit: "fff1234" }));
    await runs.tell(await runs.run("Alone", 3, 1, { ...COMMIT, environment: "staging" }));
    const busy = runs.samples(4).filter((_, at) => at % 2 === 0);
    await runs.tell(await runs.upload("Alone", busy, COMMIT));
    const alone = await judged(await runs.run("Alone", 5, 1, COMMIT));
    expect(alone.pool).toBeUndefined();
  });
});

describe("planned runs of one commit", () => {
  const PLAN = { ...COMMIT, repeat: "3" };

  it("are unsure until all are in, and then all say the same", async () => {
    await runs.history("Planned", { target: "p99 <= 5 s", branch: "main" });
    const ids = [];
    for (const seed of [7, 8]) ids.push(await runs.run("Planned", seed, 1, PLAN));
    await world.decideAll();
    const early = await Promise.all(ids.map((id) => judged(id)));
    expect(early.map(({ outcome }) => outcome)).toEqual(["unsure", "unsure"]);
    expect(early[1]?.findings[0]).toMatchObject({ code: "repeats", after: 2, limit: 3 });
    expect(early[1]?.next).toMatchObject({ action: "run-more", runs: 1 });
    ids.push(await runs.run("Planned", 9, 1, PLAN));
    await world.decideAll();
    const all = await Promise.all(ids.map((id) => judged(id)));
    expect(all.map(({ outcome }) => outcome)).toEqual(["holds", "holds", "holds"]);
    expect(all.map(({ pool }) => pool?.runs?.length)).toEqual([2, 2, 2]);
    expect(all.map(({ pool }) => pool?.after)).toEqual([1, 1, 1]);
  });

  it("tell channels of the last of them what all of them show", async () => {
    const body = { name: "CI", kind: "webhook", events: ["run.finished"], url: "https://ci.example/hook" };
    await createChannel({
      ctx: world.home.owner,
      webhooks: { secret, allowPrivate: false },
      input: { body },
    });
    await runs.history("Told", { target: "p99 <= 5 s", branch: "main" });
    for (const seed of [7, 8]) await runs.run("Told", seed, 1, { ...COMMIT, repeat: "3" });
    await world.decideAll();
    const last = await runs.run("Told", 9, 1, { ...COMMIT, repeat: "3" });
    await world.decideAll();
    const said = (await runs.sent()).filter(({ run }) => run.id === last);
    expect(said.map(({ outcome }) => outcome)).toEqual(["holds"]);
  });

  it("don't miss a target before all are in", async () => {
    const id = await runs.run("Patient", 1, 1, { ...PLAN, target: "p99 <= 1 ms" });
    await runs.tell(id);
    const row = await world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
    expect(row).toMatchObject({ verdict: "missed", outcome: "unsure" });
  });
});
