import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RunNotification } from "@headroom/contract";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { createChannel } from "../../notification/create-channel.ts";
import { noteRun } from "../edit/decide-again.ts";
import { judgeRunAgain } from "../judge/judge-again.ts";
import { deleteRun } from "../edit/delete.ts";
import { getRunVerdict } from "../judgement/get-verdict.ts";
import {
  delaysOf,
  NotedRuns,
  sampleSource,
  TEST_SECRET as secret,
  TEST_WEB_URL as webUrl,
} from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
  await createChannel({
    ctx: world.home.owner,
    webhooks: { secret, allowPrivate: false },
    input: { body: CHANNEL },
  });
});
afterAll(() => world.close());
beforeEach(() => world.inHome((tx) => tx.prisma.channel.deleteMany().then(() => undefined)).then(subscribe));

const CHANNEL = {
  name: "Everything",
  kind: "webhook",
  url: "https://hooks.example/a",
  events: ["run.finished", "run.regressed", "run.recovered"],
};
async function subscribe(changed: object = {}): Promise<void> {
  const body = { ...CHANNEL, ...changed };
  await createChannel({ ctx: world.home.owner, webhooks: { secret, allowPrivate: false }, input: { body } });
}

const deliveries = () => world.inHome((tx) => tx.prisma.delivery.findMany({ orderBy: { createdAt: "asc" } }));
const titlesOf = async (told: readonly RunNotification[]) => {
  const rows = await deliveries();
  return told.map(({ delivery }) => rows.find(({ id }) => id === delivery)?.title);
};
const typesOf = (told: readonly RunNotification[]) => told.map(({ type }) => type);

describe("that a run finished", () => {
  it("is sent once, with its verdict, however often it is judged again", async () => {
    const id = await runs.run("Once", 1, 1, { target: "p99<=5s", branch: "main", commit: "abc1234" });
    const [told, ...others] = await runs.tell(id);
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      type: "run.finished",
      outcome: "holds",
      reason: null,
      findings: [{ effect: "pass", kind: "target", metric: "p99 <= 5 s" }, {}],
      verdict: "met",
      doubt: null,
      simulated: false,
      run: { id, number: 1, experiment: "Once", branch: "main", commit: "abc1234", status: "finished" },
      targets: [{ text: "p99 <= 5 s", verdict: "met" }],
      generators: { uploaded: 1, expected: null },
    });
    await judgeRunAgain({ ctx: world.home.owner, input: { runId: id, webUrl } });
    expect(await runs.tell(id)).toEqual([]);
  });

  it("is sent to the channels of its service and of all, and of no other workspace", async () => {
    await world.inHome((tx) => tx.prisma.channel.deleteMany());
    await world.upload({ service: "Other", experiment: "Mix" });
    await subscribe({ name: "Other only", service: "other" });
    await subscribe({ name: "Regressions only", events: ["run.regressed"] });
    await createChannel({
      ctx: world.foreign.owner,
      webhooks: { secret, allowPrivate: false },
      input: { body: CHANNEL },
    });
    expect(await runs.tell(await runs.run("Elsewhere", 1))).toEqual([]);
    await subscribe();
    const told = await runs.tell(await runs.run("Elsewhere", 2));
    expect(typesOf(told)).toEqual(["run.finished"]);
  });

  it("isn't sent of a deleted run, of results of long ago, or without a channel", async () => {
    const deleted = await runs.run("Silent", 1);
    await deleteRun({ ctx: world.home.owner, input: { runId: deleted } });
    expect(await runs.tell(deleted)).toEqual([]);
    expect(await runs.tell(await runs.run("Silent", -1_000))).toEqual([]);
    await world.inHome((tx) => tx.prisma.channel.deleteMany());
    const quiet = await runs.run("Silent", 2);
    await subscribe();
    expect(await runs.tell(quiet)).toEqual([]);
  });

  it("waits for the last generator", async () => {
    const { answer } = await world.upload(
      { experiment: "Parts", run: "k", generator: "a" },
      sampleSource(runs.samples(1)),
    );
    const { id } = answer.run;
    await world.inHome((tx) =>
      tx.prisma.experiment.updateMany({ where: { name: "Parts" }, data: { generators: 2 } }),
    );
    expect(await runs.tell(id)).toEqual([]);
    await world.upload({ experiment: "Parts", run: "k", generator: "b" }, sampleSource(runs.samples(1)));
    expect(await runs.tell(id)).toMatchObject([
      { type: "run.finished", generators: { uploaded: 2, expected: 2 } },
    ]);
  });
});

describe("a regression", () => {
  it("is sent with its figures, as still there, and as over only once it is", async () => {
    const before = (await runs.history("Story")).at(-1) ?? "";
    const bad = await runs.run("Story", 7, 1.6, { changed: "a cache of co-recs" });
    const told = await runs.tell(bad);
    expect(typesOf(told)).toEqual(["run.finished", "run.regressed"]);
    const [, regressed] = told;
    if (regressed?.type !== "run.regressed") throw new Error("not told");
    expect(regressed).toMatchObject({
      outcome: "regressed",
      still: false,
      baseline: { id: before, chosen: "last-good" },
      whatChanged: { words: expect.stringContaining("a cache of co-recs") },
    });
    const answer = await getRunVerdict({
      ctx: world.home.viewer,
      input: { runId: bad, parameters: {}, webUrl },
    });
    expect(regressed.comparison).toEqual(answer.comparison);
    expect(regressed.comparison.regressions.find(({ metric }) => metric === "p50")?.ratio).toBeCloseTo(
      1.6,
      1,
    );

    const worse = await runs.tell(await runs.run("Story", 8, 1.6));
    expect(worse).toMatchObject([
      { type: "run.finished" },
      { type: "run.regressed", still: true, baseline: { id: before, chosen: "last-good" } },
    ]);
    // An outage proves nothing, so it isn't a recovery.
    const outage = runs.samples(9).map((sample) => ({ ...sample, failed: true }));
    const down = await world.upload({ experiment: "Story" }, sampleSource(outage));
    expect(typesOf(await runs.tell(down.answer.run.id))).toEqual(["run.finished"]);
    // Neither is another branch.
    expect(typesOf(await runs.tell(await runs.run("Story", 10, 1, { branch: "topic" })))).toEqual([
      "run.finished",
    ]);

    const good = await runs.tell(await runs.run("Story", 11));
    expect(good).toMatchObject([
      { type: "run.finished", outcome: "no-change" },
      { type: "run.recovered", outcome: "no-change", baseline: { id: before }, regressed: { number: 8 } },
    ]);
    expect(typesOf(await runs.tell(await runs.run("Story", 12)))).toEqual(["run.finished"]);
  });

  it("is sent of a run that misses a target, too, in the words of its page", async () => {
    await runs.history("Both", { branch: "main" });
    const id = await runs.run("Both", 7, 1.6, { branch: "main", target: "p99 <= 1 ms" });
    const told = await runs.tell(id);
    expect(told).toMatchObject([
      { type: "run.finished", outcome: "misses" },
      { type: "run.regressed", outcome: "misses", verdict: "missed" },
    ]);
    const { judgement } = await getRunVerdict({
      ctx: world.home.viewer,
      input: { runId: id, parameters: {}, webUrl },
    });
    for (const { outcome, findings } of told)
      expect({ outcome, findings }).toEqual({
        outcome: "misses",
        findings: judgement?.findings.slice(0, 10),
      });
    const [finished, regressed] = await titlesOf(told);
    expect(finished).toMatch(/^Misses: p99 \d+ ms \(target 1 ms\)\. Both: run 7$/);
    expect(regressed).toMatch(
      /^Misses: p99 \d+ ms \(target 1 ms\)\. Both: run 7 also regressed from its baseline$/,
    );
  });

  it("goes to a chat once, even if the chat also gets finished runs", async () => {
    await world.inHome((tx) => tx.prisma.channel.deleteMany());
    await subscribe({ name: "Chat", kind: "slack" });
    await subscribe({ name: "Finished only", kind: "slack", events: ["run.finished"] });
    await runs.history("Twice");
    await runs.settle(await runs.run("Twice", 7, 1.6, { changed: "a cache" }));
    const channels = await world.inHome((tx) => tx.prisma.channel.findMany());
    const nameOf = new Map(channels.map(({ id, name }) => [id, name]));
    const told = (await deliveries()).filter(({ channelId }) => nameOf.has(channelId ?? ""));
    expect(told.map(({ channelId, type }) => `${nameOf.get(channelId ?? "")} ${type}`).toSorted()).toEqual([
      "Chat run.regressed",
      "Finished only run.finished",
    ]);
    for (const { body } of told) expect(body).toContain("What was changed: a cache");
    for (const { title } of told)
      expect(title).toMatch(/^Regressed: .+ ms → .+ \(95% interval .+\).*\. Twice: run 7$/);
  });

  it("isn't over because somebody chose another baseline", async () => {
    await runs.history("Accepted");
    const bad = await runs.run("Accepted", 7, 1.6);
    expect(typesOf(await runs.tell(bad))).toContain("run.regressed");
    const { experimentId } = await world.inHome((tx) =>
      tx.prisma.run.findUniqueOrThrow({ where: { id: bad }, select: { experimentId: true } }),
    );
    await setBaseline({ ctx: world.home.owner, input: { experimentId, runId: bad } });
    await world.decideAll();
    expect(typesOf(await runs.tell(await runs.run("Accepted", 8, 1.6)))).toEqual(["run.finished"]);
  });

  it("is told once of results that are sent again, and as over if they were replaced by good ones", async () => {
    await runs.history("Replaced");
    const run = { experiment: "Replaced", run: "again" };
    const send = (slower: number) => world.upload(run, sampleSource(runs.samples(7, slower)));
    const { id } = (await send(1.6)).answer.run;
    expect(typesOf(await runs.tell(id))).toEqual(["run.finished", "run.regressed"]);
    await send(1.61);
    expect(await runs.tell(id)).toEqual([]);
    await send(1);
    expect(typesOf(await runs.tell(id))).toEqual(["run.recovered"]);
    await send(1.6);
    expect(typesOf(await runs.tell(id))).toEqual(["run.regressed"]);
  });

  it("isn't sent about a run that is noted silently, unless a message was already due", async () => {
    const ids = await runs.history("Again");
    const noteSilently = (id: string) =>
      world.inHome(async (tx) => {
        await noteRun(tx, await tx.prisma.run.findUniqueOrThrow({ where: { id } }), { silent: true });
      });
    const slow = await runs.run("Again", 7, 1.6);
    await noteSilently(slow);
    expect(typesOf(await runs.tell(slow))).toEqual(["run.finished", "run.regressed"]);
    const good = ids.at(-1) ?? "";
    await world.inHome((tx) =>
      tx.query("update run_notice set outcome = 'regressed', announced = null where run_id = $1", [good]),
    );
    for (const id of [good, slow]) await noteSilently(id);
    expect([...(await runs.tell(good)), ...(await runs.tell(slow))]).toEqual([]);
    const outcomes = await world.inHome((tx) =>
      tx.prisma.runNotice.findMany({ where: { runId: { in: [good, slow] } } }),
    );
    expect(new Map(outcomes.map(({ runId, outcome }) => [runId, outcome]))).toEqual(
      new Map([
        [good, "fine"],
        [slow, "regressed"],
      ]),
    );
  });

  it("is decided as soon as its comparison is computed", async () => {
    await runs.history("Soon");
    const id = await runs.run("Soon", 7, 1.6);
    const key = `${world.home.workspaceId}/notify-of-run ${id}`;
    const delay = async () => (await delaysOf(world.test))[key];
    const before = await runs.sent();
    await runs.note(id);
    expect(await delay()).toBe(3);
    // That it finished isn't an all-clear, so it waits for the judgement.
    expect(await runs.sent()).toEqual(before);
    await runs.compare();
    expect(await delay()).toBe(0);
  });

  it("waits for runs that arrived before and aren't compared yet", async () => {
    await runs.history("Order");
    const [first, second] = [await runs.run("Order", 7, 1.6), await runs.run("Order", 11)];
    expect(typesOf(await runs.tell(second))).toEqual([]);
    expect(typesOf(await runs.tell(first))).toEqual(["run.finished", "run.regressed"]);
    expect(typesOf(await runs.tell(second))).toEqual(["run.finished", "run.recovered"]);
  });
});

it("nothing is noted if the transaction of the upload is undone", async () => {
  const id = await runs.run("Undone", 1);
  await runs.tell(id);
  const run = await world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
  const undone = world.inHome(async (tx) => {
    await noteRun(tx, run);
    throw new Error("on purpose");
  });
  await expect(undone).rejects.toThrow("on purpose");
  const notice = await world.inHome((tx) => tx.prisma.runNotice.findUniqueOrThrow({ where: { runId: id } }));
  expect(notice.outcome).not.toBeNull();
});
