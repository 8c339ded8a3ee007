import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { createChannel } from "../../notification/create-channel.ts";
import { NOTIFY_OF_RUN } from "../../notification/queue-run-notice.ts";
import {
  dueJobsOf,
  forgetJobsOf,
  NotedRuns,
  TEST_SECRET as secret,
  TEST_WEB_URL as webUrl,
} from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { getRunVerdict } from "../judgement/get-verdict.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
  const body = { name: "All", kind: "webhook", url: "https://hooks.example/a", events: ["run.regressed"] };
  await createChannel({ ctx: world.home.owner, webhooks: { secret, allowPrivate: false }, input: { body } });
});
afterAll(() => world.close());

const HELD = { target: "p99 <= 5 s", branch: "main" };
/** Days ago, each with its own time. */
const LONG_AGO = -1_000;

const ask = (runId: string) =>
  getRunVerdict({ ctx: world.home.viewer, input: { runId, parameters: {}, webUrl } });
const outcomeOf = async (id: string) =>
  (await world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }))).outcome;
const experimentIdOf = async (id: string) =>
  (await world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }))).experimentId;
const isOpen = async (runId: string) =>
  (await world.inHome((tx) => tx.prisma.runNotice.findUniqueOrThrow({ where: { runId } }))).outcome === null;

/** The runs whose jobs are due, in the order in which a process takes them. */
async function queued() {
  const jobs = await dueJobsOf(world.test);
  return jobs.flatMap(({ key, priority }) => {
    const [name, id = ""] = key.split("/").at(-1)?.split(" ") ?? [];
    return name === NOTIFY_OF_RUN ? [{ id, priority }] : [];
  });
}

describe("a new run beside an archive that is being judged", () => {
  it("is decided first, and what CI was told stays when the archive turns out differently", async () => {
    const archive: string[] = [];
    for (let at = 0; at < 4; at++) archive.push(await runs.run("Archive", LONG_AGO + at, 1, HELD));
    const slow = await runs.run("Archive", 9, 1.6, HELD);
    expect(await queued()).toEqual([slow, ...archive].map((id) => ({ id, priority: id === slow ? 0 : 10 })));
    await forgetJobsOf(world.test);

    await runs.settle(slow);
    const told = await ask(slow);
    expect(told).toMatchObject({ retryAfterSeconds: null, judgement: { outcome: "holds" }, baseline: null });
    expect(told.noBaseline?.reason).toContain("It isn't known yet");
    for (const id of archive) expect(await outcomeOf(id)).toBeNull();

    for (const [at, id] of archive.entries()) {
      await runs.settle(id);
      // It is compared again only once all of them are known.
      if (at < archive.length - 1) await runs.settle(slow);
      expect(await outcomeOf(slow)).toBe("holds");
    }
    expect((await queued()).find(({ id }) => id === slow)?.priority).toBe(10);
    expect(await runs.tell(slow)).toEqual([]);
    const { judgement, baseline } = await ask(slow);
    expect(baseline?.id).toBe(archive.at(-1));
    expect(judgement).toMatchObject({ outcome: "regressed", first: told.judgement?.first });
    expect(judgement?.changed?.by).toEqual(["baseline", "comparison"]);
  });
});

describe("runs that are decided again", () => {
  it("wait for those before them, and keep no new run waiting", async () => {
    const ids = await runs.history("Line", HELD);
    const experimentId = await experimentIdOf(ids[0] ?? "");
    await forgetJobsOf(world.test);
    const set = (runId: string | null) =>
      setBaseline({ ctx: world.home.owner, input: { experimentId, runId } });
    await set(ids[0] ?? "");
    const again = (await queued()).filter(({ id }) => ids.includes(id));
    expect(again).toEqual(ids.toReversed().map((id) => ({ id, priority: 10 })));
    await runs.settle(ids.at(-1) ?? "");
    expect(await isOpen(ids.at(-1) ?? "")).toBe(false);

    await forgetJobsOf(world.test);
    await set(null);
    expect((await queued()).flatMap(({ id }) => (ids.includes(id) ? [id] : []))).toEqual(ids);
    await runs.settle(ids.at(-1) ?? "");
    expect(await isOpen(ids.at(-1) ?? "")).toBe(true);
    const fresh = await runs.run("Line", 7, 1, { ...HELD, branch: "topic" });
    await runs.settle(fresh);
    expect(await ask(fresh)).toMatchObject({ judgement: { outcome: "holds" }, baseline: { id: ids.at(-1) } });
    for (const id of ids) await runs.settle(id);
    expect(await isOpen(ids.at(-1) ?? "")).toBe(false);
  });
});

describe("two runs that are placed in another order than they arrived in", () => {
  it("are decided at once: only the one that is compared with the other waits for it", async () => {
    // Longer ago than a run that isn't of an archive: it is placed by when it arrived, after the other one.
    const undated = await runs.run("Swapped", -9_600, 1, HELD);
    const dated = await runs.run("Swapped", -2_300, 1.1, HELD);
    await runs.settle(undated);
    await runs.settle(dated);
    expect(await isOpen(dated)).toBe(false);
    await runs.settle(undated);
    expect(await isOpen(undated)).toBe(false);
    expect((await ask(undated)).baseline).toMatchObject({ id: dated });
  });
});
