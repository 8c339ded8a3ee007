import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChannel } from "../../notification/create-channel.ts";
import { deleteChannel } from "../../notification/delete-channel.ts";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { NotedRuns, TEST_SECRET as secret, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { deleteRun } from "../edit/delete.ts";
import { restoreRun } from "../edit/restore.ts";
import { setSteady } from "../judge/set-steady.ts";
import { getRunVerdict } from "../judgement/get-verdict.ts";
import { listRuns } from "../read/list-runs.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

const CHANNEL = {
  name: "Everything",
  kind: "webhook",
  url: "https://hooks.example/a",
  events: ["run.finished", "run.regressed", "run.recovered"],
};

const verdictOf = (runId: string) =>
  getRunVerdict({ ctx: world.home.viewer, input: { runId, parameters: {}, webUrl } });
const outcomeOf = (runId: string) =>
  world.inHome(async (tx) => (await tx.prisma.runNotice.findUnique({ where: { runId } }))?.outcome);

describe("a run that regressed", () => {
  it("isn't the baseline of later runs, even without a channel", async () => {
    const main = { branch: "main" };
    const before = (await runs.history("Again", main)).at(-1) ?? "";
    const first = await runs.run("Again", 7, 1.6, main);
    await runs.tell(first);
    const second = await runs.run("Again", 8, 1.6, main);
    const topic = await runs.run("Again", 9, 1.6, { branch: "topic" });
    for (const runId of [second, topic]) {
      const input = { runId, parameters: {}, webUrl };
      const asked = () => getRunVerdict({ ctx: world.home.viewer, input });
      expect((await asked()).baseline).toMatchObject({ id: before, chosen: "last-good" });
      await runs.compare();
      expect((await asked()).comparison).toMatchObject({ state: "ready", verdict: "regressed" });
      await runs.tell(runId);
    }
    const { runs: listed } = await listRuns({
      ctx: world.home.viewer,
      input: { parameters: { experiment: "Again", limit: "4" }, webUrl },
    });
    expect(listed.map(({ number, flaw }) => [number, flaw])).toContainEqual([
      7,
      "It regressed from its baseline.",
    ]);
    expect(await runs.sent()).toEqual([]);
  });

  it("makes a run that arrives right after it wait until that is known", async () => {
    const before = (await runs.history("Together")).at(-1) ?? "";
    const [first, second] = [await runs.run("Together", 7, 1.6), await runs.run("Together", 8, 1.6)];
    const ask = async () => {
      const input = { runId: second, parameters: {}, webUrl };
      await getRunVerdict({ ctx: world.home.viewer, input });
      await runs.compare();
      const { baseline, comparison, retryAfterSeconds } = await getRunVerdict({
        ctx: world.home.viewer,
        input,
      });
      return { baseline: baseline?.id, verdict: comparison?.verdict, waits: retryAfterSeconds !== null };
    };
    expect(await ask()).toEqual({ baseline: first, verdict: "no-detectable-change", waits: true });
    await runs.tell(first);
    expect(await ask()).toEqual({ baseline: before, verdict: "regressed", waits: false });
  });

  it("isn't one either if the load generator's clock is months behind, and no channel gets a message", async () => {
    const channel = await createChannel({
      ctx: world.home.owner,
      webhooks: { secret, allowPrivate: false },
      input: { body: CHANNEL },
    });
    const ids = await runs.history("Behind");
    const known = await runs.sent();
    const bad = await runs.run("Behind", -20_000, 1.6);
    expect(await runs.tell(bad)).toEqual([]);
    const again = await runs.run("Behind", -19_999, 1.6);
    expect(await runs.tell(again)).toEqual([]);
    const input = { runId: again, parameters: {}, webUrl };
    const answer = await getRunVerdict({ ctx: world.home.viewer, input });
    expect(answer.baseline?.id).toBe(ids.at(-1));
    expect(answer.comparison).toMatchObject({ state: "ready", verdict: "regressed" });
    expect(await runs.sent()).toHaveLength(known.length);
    await deleteChannel({ ctx: world.home.owner, input: { id: channel.id } });
  });

  it("isn't one while too few runs are known to tell a change from chance, until they are", async () => {
    const first = await runs.run("Young", 1);
    await runs.tell(first);
    const found: unknown[] = [];
    for (let seed = 2; seed <= 9; seed++) {
      const runId = await runs.run("Young", seed, 1.6);
      await runs.tell(runId);
      const input = { runId, parameters: {}, webUrl };
      const { baseline, comparison } = await getRunVerdict({ ctx: world.home.viewer, input });
      found.push([baseline?.id === first, comparison?.verdict]);
    }
    expect(found).toEqual([...Array.from({ length: 7 }, () => [true, "differs"]), [true, "regressed"]]);
  });

  it("isn't one either after many like it, until somebody accepts one of them", async () => {
    const first = await runs.run("Lucky", 1);
    await runs.tell(first);
    const levels = [1.3, 1.8, 1.2, 1.6, 1.4, 1.9, 1.25, 1.7, 1.35, 1.5, 1.45, 1.6];
    const baselines: boolean[] = [];
    for (const [at, level] of levels.entries()) {
      const runId = await runs.run("Lucky", at + 2, level);
      await runs.tell(runId);
      const input = { runId, parameters: {}, webUrl };
      baselines.push((await getRunVerdict({ ctx: world.home.viewer, input })).baseline?.id === first);
    }
    expect(baselines).toEqual(Array.from({ length: 12 }, () => true));
  });

  it("is one if it was better, though that may be chance", async () => {
    await runs.tell(await runs.run("Better", 1));
    const better = await runs.run("Better", 2, 0.6);
    await runs.tell(better);
    const runId = await runs.run("Better", 3);
    await runs.tell(runId);
    const { baseline } = await getRunVerdict({
      ctx: world.home.viewer,
      input: { runId, parameters: {}, webUrl },
    });
    expect(baseline?.id).toBe(better);
  });
});

describe("a run whose comparison isn't known", () => {
  const main = { branch: "main" };

  it("isn't a good one once it has been waited for, also after it was deleted and restored", async () => {
    const ids = await runs.history("Stuck", main);
    const before = ids.at(-1);
    const bad = await runs.run("Stuck", 7, 1.6, main);
    await world.inHome((tx) =>
      tx.query("update run_notice set queued_at = now() - interval '5 minutes' where run_id = $1", [bad]),
    );
    const next = await runs.run("Stuck", 8, 1.6, main);
    expect((await verdictOf(next)).baseline?.id).toBe(before);
    await deleteRun({ ctx: world.home.owner, input: { runId: bad } });
    await runs.tell(bad);
    await restoreRun({ ctx: world.home.owner, input: { runId: bad } });
    // Those before it are decided again, too, and come first.
    for (const id of [...ids, bad]) await runs.tell(id);
    expect(await outcomeOf(bad)).toBe("regressed");
  });

  it("is compared again after the comparison failed", async () => {
    await runs.history("Failed", main);
    const bad = await runs.run("Failed", 7, 1.6, main);
    await runs.note(bad);
    await world.inHome((tx) =>
      tx.prisma.pairStatistics.updateMany({ where: { state: "queued" }, data: { state: "failed" } }),
    );
    await runs.note(bad);
    expect(await outcomeOf(bad)).toBeNull();
    await world.inHome((tx) => tx.prisma.pairStatistics.deleteMany({ where: { state: "failed" } }));
    await runs.tell(bad);
    expect(await outcomeOf(bad)).toBe("regressed");
  });

  it("is compared again once its steady phase is set by hand, and only the latest is news", async () => {
    await runs.history("Window");
    const channel = await createChannel({
      ctx: world.home.owner,
      webhooks: { secret, allowPrivate: false },
      input: { body: CHANNEL },
    });
    const normal = runs.samples(7);
    const slow = runs.samples(7, 1.6);
    const half = await runs.upload(
      "Window",
      slow.map((sample, at) => (at < 55 * 40 ? sample : (normal[at] ?? sample))),
    );
    const set = async (window: { fromSeconds: number; toSeconds: number } | null) => {
      await setSteady({ ctx: world.home.owner, input: { runId: half, window, webUrl } });
      const outcome = await outcomeOf(half);
      const events = (await runs.tell(half)).map(({ type }) => type);
      return { before: outcome, after: await outcomeOf(half), events };
    };
    const normalOnly = await set({ fromSeconds: 60, toSeconds: 90 });
    expect(normalOnly).toEqual({ before: null, after: "fine", events: ["run.finished"] });
    const next = await runs.run("Window", 8);
    await runs.tell(next);
    expect(await outcomeOf(next)).toBe("fine");
    expect(await set(null)).toEqual({ before: null, after: "regressed", events: [] });
    await deleteChannel({ ctx: world.home.owner, input: { id: channel.id } });
  });

  it("of an archive waits for those before it", async () => {
    const ids = [
      await runs.run("Archive", -3_000),
      await runs.run("Archive", -2_999),
      await runs.run("Archive", -2_998),
    ];
    const states = () => Promise.all(ids.map(outcomeOf));
    for (const id of ids.toReversed()) await runs.note(id);
    expect(await states()).toEqual(["unknown", null, null]);
    expect(await world.inHome((tx) => tx.prisma.pairStatistics.count({ where: { state: "queued" } }))).toBe(
      0,
    );
    for (const id of ids) await runs.tell(id);
    expect(await states()).toEqual(["unknown", "fine", "fine"]);
  });
});

it("a label that may still be worse keeps a run from being good after a regression", async () => {
  const labelled = (seed: number, rareTimes: number) =>
    runs.upload(
      "Labels",
      runs
        .samples(seed)
        .map((sample, at) =>
          at % 40 === 5
            ? { ...sample, label: "rare", latencyMicros: Math.round(sample.latencyMicros * rareTimes) }
            : { ...sample, label: "busy" },
        ),
    );
  let good = "";
  for (let seed = 1; seed <= 6; seed++) {
    good = await labelled(seed, 1);
    await runs.tell(good);
  }
  const bad = await labelled(7, 3);
  await runs.tell(bad);
  const half = await labelled(8, 1.35);
  await runs.tell(half);
  expect([await outcomeOf(bad), await outcomeOf(half)]).toEqual(["regressed", "worse"]);
  expect((await verdictOf(await labelled(9, 1.35))).baseline?.id).toBe(good);
});

it("a run of which much more is warm-up than of its baseline isn't a good one", async () => {
  const started = (seed: number, arrivingSeconds: number) =>
    runs.upload(
      "Arriving",
      runs.samples(seed).filter((_, at) => at >= arrivingSeconds * 40 || at % 4 === 0),
    );
  let good = "";
  for (let seed = 1; seed <= 6; seed++) {
    good = await started(seed, 0);
    await runs.tell(good);
  }
  const late = await started(7, 40);
  await runs.tell(late);
  const { comparison, leftOut } = await verdictOf(late);
  expect(comparison?.leftOut).toMatch(
    /^Warm-up and cool-down are much longer in the other run: 4\d s of 1m 30s/,
  );
  expect(leftOut?.warmUpSeconds).toBeGreaterThan(35);
  expect(await outcomeOf(late)).toBe("worse");
  expect((await verdictOf(await started(8, 40))).baseline?.id).toBe(good);
});

it("a run that is slow for longer than a warm-up takes has regressed", async () => {
  await runs.history("Cold");
  const slow = runs.samples(7).map((sample, at) => ({
    ...sample,
    latencyMicros: at < 40 * 40 ? sample.latencyMicros * 5 : sample.latencyMicros,
  }));
  const cold = await runs.upload("Cold", slow);
  await runs.tell(cold);
  expect((await verdictOf(cold)).leftOut).toBeNull();
  expect(await outcomeOf(cold)).toBe("regressed");
});

it("a run under much more load isn't what later runs are compared with", async () => {
  const good = (await runs.history("Busy")).at(-1);
  const busy = await runs.upload(
    "Busy",
    runs.samples(7).flatMap((sample) => [sample, sample]),
  );
  await runs.tell(busy);
  expect(await outcomeOf(busy)).toBe("busier");
  const usual = await runs.run("Busy", 8);
  await runs.tell(usual);
  const { baseline, judgement } = await verdictOf(usual);
  expect([baseline?.id, judgement?.outcome]).toEqual([good, "no-change"]);
});

it("one tool's regression says nothing about the runs of another", async () => {
  const by = async (tool: string, seed: number, slower: number) => {
    const id = await runs.run("Tools", seed, slower, { tool });
    await runs.tell(id);
    return id;
  };
  for (let seed = 1; seed <= 4; seed++) await by("jmeter", seed, 1);
  for (let seed = 5; seed <= 8; seed++) await by("k6", seed, 1.4);
  await by("jmeter", 9, 3);
  expect(await outcomeOf(await by("k6", 10, 1.4))).toBe("fine");
});

it("a run that somebody made the baseline is good, however it compared before", async () => {
  const before = (await runs.history("Accepted")).at(-1) ?? "";
  const slower = await runs.run("Accepted", 7, 1.6);
  await runs.tell(slower);
  const next = await runs.run("Accepted", 8, 1.6);
  const asked = {
    ctx: world.home.viewer,
    input: { runId: next, parameters: { baseline: "last-good" }, webUrl },
  };
  expect((await getRunVerdict(asked)).baseline?.id).toBe(before);
  const { experimentId } = await world.inHome((tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id: next } }),
  );
  await setBaseline({ ctx: world.home.owner, input: { experimentId, runId: slower } });
  expect((await getRunVerdict(asked)).baseline?.id).toBe(slower);
});
