import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunNotification, runNotification } from "@headroom/contract";
import { engineHere } from "../../comparison/engine.ts";
import { workComparison } from "../../comparison/work-comparison.ts";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { createChannel } from "../../notification/create-channel.ts";
import { noteRun } from "../judge/note-run.ts";
import { judgeRunAgain } from "../judge/judge-again.ts";
import { deleteRun } from "../edit/delete.ts";
import { getRunVerdict } from "../live/get-verdict.ts";
import { listRuns } from "../read/list-runs.ts";
import {
  Importing,
  sampleSource,
  steadySamples,
  TEST_SECRET as secret,
  TEST_WEB_URL as webUrl,
} from "../../testing/index.ts";
import { workRunNotice } from "./work-run-notice.ts";

let world: Importing;
let start: number;
beforeAll(async () => {
  world = await Importing.open();
  start = world.test.services.clock().getTime() / 1_000 - 20 * 3_600;
  await createChannel({ ctx: world.home.owner, secret, input: { body: CHANNEL } });
});
afterAll(() => world.close());
beforeEach(() => world.inHome((tx) => tx.prisma.channel.deleteMany().then(() => undefined)).then(subscribe));

const CHANNEL = {
  ...{ name: "Everything", kind: "webhook", url: "https://hooks.example/a" },
  events: ["run.finished", "run.regressed", "run.recovered"],
};
async function subscribe(changed: object = {}): Promise<void> {
  const body = { ...CHANNEL, ...changed };
  await createChannel({ ctx: world.home.owner, secret, input: { body } });
}

/** Each has its own latencies, drawn from one distribution. */
const samplesOf = (seed: number, slower = 1) =>
  steadySamples({ seconds: 90, perSecond: 40, startSeconds: start + seed * 300 }).map((sample, at) => {
    const scattered = Math.sin((at + 1) * (seed + 1) * 12.9898) * 43_758.5453;
    const share = scattered - Math.floor(scattered);
    const latencyMicros = Math.round((20_000 - 30_000 * Math.log(1 - share * 0.999)) * slower);
    return { ...sample, latencyMicros };
  });

const upload = async (experiment: string, seed: number, slower = 1, more: object = {}): Promise<string> =>
  (await world.upload({ experiment, ...more }, sampleSource(samplesOf(seed, slower)))).answer.run.id;

const jobOf = (payload: object) => ({
  payload: { workspaceId: world.home.workspaceId, ...payload },
  last: true,
  signal: new AbortController().signal,
});

/** Does the jobs of a run until there is nothing more to say, and returns what was sent since. */
async function tell(runId: string): Promise<RunNotification[]> {
  const known = new Set((await sent()).map(({ delivery }) => delivery));
  for (let turn = 0; turn < 4; turn++) {
    await workRunNotice({ services: world.test.services, job: jobOf({ runId }), webUrl });
    await compare();
  }
  return (await sent()).filter(({ delivery }) => !known.has(delivery));
}
async function sent(): Promise<RunNotification[]> {
  const rows = await world.inHome((tx) => tx.prisma.delivery.findMany({ orderBy: { type: "asc" } }));
  return rows.map(({ body }) => runNotification.parse(JSON.parse(body)));
}
async function compare(): Promise<void> {
  const rows = await world.inHome((tx) => tx.prisma.pairStatistics.findMany({ where: { state: "queued" } }));
  if (rows.length === 0) return;
  const digests = rows.map(({ digest }) => Buffer.from(digest).toString("hex")).join(" ");
  await workComparison({ services: world.test.services, job: jobOf({ digests }), engine: engineHere(100) });
}
const typesOf = (told: readonly RunNotification[]) => told.map(({ type }) => type);

/** Six runs of one level: enough to know how they scatter. */
async function history(experiment: string, more: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let seed = 1; seed <= 6; seed++) {
    ids.push(await upload(experiment, seed, 1, more));
    await tell(ids.at(-1) ?? "");
  }
  return ids;
}

describe("that a run finished", () => {
  it("is sent once, with its verdict, however often it is judged again", async () => {
    const id = await upload("Once", 1, 1, { target: "p99<=5s", branch: "main", commit: "abc1234" });
    const [told, ...others] = await tell(id);
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      ...{ type: "run.finished", verdict: "met", doubt: null, simulated: false },
      run: { id, number: 1, experiment: "Once", branch: "main", commit: "abc1234", status: "finished" },
      targets: [{ text: "p99 <= 5 s", verdict: "met" }],
      generators: { uploaded: 1, expected: null },
    });
    await judgeRunAgain({ ctx: world.home.owner, input: { runId: id, webUrl } });
    expect(await tell(id)).toEqual([]);
  });

  it("is sent to the channels of its service and of all, and of no other workspace", async () => {
    await world.inHome((tx) => tx.prisma.channel.deleteMany());
    await world.upload({ service: "Other", experiment: "Mix" });
    await subscribe({ name: "Other only", service: "other" });
    await subscribe({ name: "Regressions only", events: ["run.regressed"] });
    await createChannel({ ctx: world.foreign.owner, secret, input: { body: CHANNEL } });
    expect(await tell(await upload("Elsewhere", 1))).toEqual([]);
    await subscribe();
    const told = await tell(await upload("Elsewhere", 2));
    expect(typesOf(told)).toEqual(["run.finished"]);
  });

  it("isn't sent of a deleted run, of results of long ago, or without a channel", async () => {
    const deleted = await upload("Silent", 1);
    await deleteRun({ ctx: world.home.owner, input: { runId: deleted } });
    expect(await tell(deleted)).toEqual([]);
    expect(await tell(await upload("Silent", -1_000))).toEqual([]);
    await world.inHome((tx) => tx.prisma.channel.deleteMany());
    const quiet = await upload("Silent", 2);
    await subscribe();
    expect(await tell(quiet)).toEqual([]);
  });

  it("waits for the last generator", async () => {
    const { answer } = await world.upload(
      { experiment: "Parts", run: "k", generator: "a" },
      sampleSource(samplesOf(1)),
    );
    const { id } = answer.run;
    await world.inHome((tx) =>
      tx.prisma.experiment.updateMany({ where: { name: "Parts" }, data: { generators: 2 } }),
    );
    expect(await tell(id)).toEqual([]);
    await world.upload({ experiment: "Parts", run: "k", generator: "b" }, sampleSource(samplesOf(1)));
    expect(await tell(id)).toMatchObject([
      { type: "run.finished", generators: { uploaded: 2, expected: 2 } },
    ]);
  });
});

describe("a run that regressed", () => {
  it("isn't the baseline of later runs, even without a channel", async () => {
    await world.inHome((tx) => tx.prisma.channel.deleteMany());
    const main = { branch: "main" };
    const before = (await history("Again", main)).at(-1) ?? "";
    const first = await upload("Again", 7, 1.6, main);
    await tell(first);
    const second = await upload("Again", 8, 1.6, main);
    const topic = await upload("Again", 9, 1.6, { branch: "topic" });
    for (const runId of [second, topic]) {
      const input = { runId, parameters: {}, webUrl };
      const asked = () => getRunVerdict({ ctx: world.home.viewer, input });
      expect((await asked()).baseline).toMatchObject({ id: before, chosen: "last-good" });
      await compare();
      expect((await asked()).comparison).toMatchObject({ state: "ready", verdict: "regressed" });
      await tell(runId);
    }
    const { runs } = await listRuns({
      ctx: world.home.viewer,
      input: { parameters: { experiment: "Again", limit: "4" }, webUrl },
    });
    expect(runs.map(({ number, flaw }) => [number, flaw])).toContainEqual([
      7,
      "It regressed from its baseline.",
    ]);
    expect(await sent()).toEqual([]);
  });

  it("makes a run that arrives right after it wait until that is known", async () => {
    const before = (await history("Together")).at(-1) ?? "";
    const [first, second] = [await upload("Together", 7, 1.6), await upload("Together", 8, 1.6)];
    const ask = async () => {
      const input = { runId: second, parameters: {}, webUrl };
      await getRunVerdict({ ctx: world.home.viewer, input });
      await compare();
      const { baseline, comparison, retryAfterSeconds } = await getRunVerdict({
        ctx: world.home.viewer,
        input,
      });
      return { baseline: baseline?.id, verdict: comparison?.verdict, waits: retryAfterSeconds !== null };
    };
    expect(await ask()).toEqual({ baseline: first, verdict: "no-detectable-change", waits: true });
    await tell(first);
    expect(await ask()).toEqual({ baseline: before, verdict: "regressed", waits: false });
  });

  it("isn't one either if the clock of its load generator is days behind, and nobody is told", async () => {
    const ids = await history("Behind");
    const known = await sent();
    const bad = await upload("Behind", -1_000, 1.6);
    expect(await tell(bad)).toEqual([]);
    const again = await upload("Behind", -999, 1.6);
    expect(await tell(again)).toEqual([]);
    const input = { runId: again, parameters: {}, webUrl };
    const answer = await getRunVerdict({ ctx: world.home.viewer, input });
    expect(answer.baseline?.id).toBe(ids.at(-1));
    expect(answer.comparison).toMatchObject({ state: "ready", verdict: "differs" });
    expect(await sent()).toHaveLength(known.length);
  });

  it("isn't one while too few runs are known to tell a change from chance, until they are", async () => {
    const first = await upload("Young", 1);
    await tell(first);
    const found: unknown[] = [];
    for (let seed = 2; seed <= 9; seed++) {
      const runId = await upload("Young", seed, 1.6);
      await tell(runId);
      const input = { runId, parameters: {}, webUrl };
      const { baseline, comparison } = await getRunVerdict({ ctx: world.home.viewer, input });
      found.push([baseline?.id === first, comparison?.verdict]);
    }
    expect(found).toEqual([...Array.from({ length: 7 }, () => [true, "differs"]), [true, "regressed"]]);
  });

  it("is one again once it is known that runs vary that much", async () => {
    const first = await upload("Lucky", 1);
    await tell(first);
    const levels = [1.3, 1.8, 1.2, 1.6, 1.4, 1.9, 1.25, 1.7, 1.35, 1.5, 1.45, 1.6];
    const baselines: boolean[] = [];
    for (const [at, level] of levels.entries()) {
      const runId = await upload("Lucky", at + 2, level);
      await tell(runId);
      const input = { runId, parameters: {}, webUrl };
      baselines.push((await getRunVerdict({ ctx: world.home.viewer, input })).baseline?.id === first);
    }
    expect(baselines).toEqual([...Array.from({ length: 11 }, () => true), false]);
  });

  it("is one if it was better, though that may be chance", async () => {
    await tell(await upload("Better", 1));
    const better = await upload("Better", 2, 0.6);
    await tell(better);
    const runId = await upload("Better", 3);
    await tell(runId);
    const { baseline } = await getRunVerdict({
      ctx: world.home.viewer,
      input: { runId, parameters: {}, webUrl },
    });
    expect(baseline?.id).toBe(better);
  });
});

describe("a regression", () => {
  it("is sent with its figures, as still there, and as over only once it is", async () => {
    const before = (await history("Story")).at(-1) ?? "";
    const bad = await upload("Story", 7, 1.6);
    const told = await tell(bad);
    expect(typesOf(told)).toEqual(["run.finished", "run.regressed"]);
    const [, regressed] = told;
    if (regressed?.type !== "run.regressed") throw new Error("not told");
    expect(regressed).toMatchObject({ still: false, baseline: { id: before, chosen: "last-good" } });
    const answer = await getRunVerdict({
      ctx: world.home.viewer,
      input: { runId: bad, parameters: {}, webUrl },
    });
    expect(regressed.comparison).toEqual(answer.comparison);
    expect(regressed.comparison.regressions.find(({ metric }) => metric === "p50")?.ratio).toBeCloseTo(
      1.6,
      1,
    );

    const worse = await tell(await upload("Story", 8, 1.6));
    expect(worse).toMatchObject([
      { type: "run.finished" },
      { type: "run.regressed", still: true, baseline: { id: before, chosen: "named" } },
    ]);
    // An outage proves nothing, so it isn't a recovery.
    const outage = samplesOf(9).map((sample) => ({ ...sample, failed: true }));
    const down = await world.upload({ experiment: "Story" }, sampleSource(outage));
    expect(typesOf(await tell(down.answer.run.id))).toEqual(["run.finished"]);
    // Neither is another branch.
    expect(typesOf(await tell(await upload("Story", 10, 1, { branch: "topic" })))).toEqual(["run.finished"]);

    const good = await tell(await upload("Story", 11));
    expect(good).toMatchObject([
      { type: "run.finished" },
      { type: "run.recovered", baseline: { id: before }, regressed: { number: 8 } },
    ]);
    expect(typesOf(await tell(await upload("Story", 12)))).toEqual(["run.finished"]);
  });

  it("isn't over because somebody chose another baseline", async () => {
    await history("Accepted");
    const bad = await upload("Accepted", 7, 1.6);
    expect(typesOf(await tell(bad))).toContain("run.regressed");
    const { experimentId } = await world.inHome((tx) =>
      tx.prisma.run.findUniqueOrThrow({ where: { id: bad }, select: { experimentId: true } }),
    );
    await setBaseline({ ctx: world.home.owner, input: { experimentId, runId: bad } });
    expect(typesOf(await tell(await upload("Accepted", 8, 1.6)))).toEqual(["run.finished"]);
  });

  it("is told once of results that are sent again, and as over if they were replaced by good ones", async () => {
    await history("Replaced");
    const run = { experiment: "Replaced", run: "again" };
    const send = (slower: number) => world.upload(run, sampleSource(samplesOf(7, slower)));
    const { id } = (await send(1.6)).answer.run;
    expect(typesOf(await tell(id))).toEqual(["run.finished", "run.regressed"]);
    await send(1.61);
    expect(await tell(id)).toEqual([]);
    await send(1);
    expect(typesOf(await tell(id))).toEqual(["run.recovered"]);
    await send(1.6);
    expect(typesOf(await tell(id))).toEqual(["run.regressed"]);
  });

  it("waits for runs that arrived before and aren't compared yet", async () => {
    await history("Order");
    const [first, second] = [await upload("Order", 7, 1.6), await upload("Order", 11)];
    expect(typesOf(await tell(second))).toEqual(["run.finished"]);
    expect(typesOf(await tell(first))).toEqual(["run.finished", "run.regressed"]);
    expect(typesOf(await tell(second))).toEqual(["run.recovered"]);
  });
});

it("nothing is noted if the transaction of the upload is undone", async () => {
  const id = await upload("Undone", 1);
  await tell(id);
  const run = await world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
  const undone = world.inHome(async (tx) => {
    await noteRun(tx, run);
    throw new Error("on purpose");
  });
  await expect(undone).rejects.toThrow("on purpose");
  const notice = await world.inHome((tx) => tx.prisma.runNotice.findUniqueOrThrow({ where: { runId: id } }));
  expect(notice.outcome).not.toBeNull();
});
