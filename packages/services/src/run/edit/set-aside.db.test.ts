import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBadgeRun, readOverview, readRoundRuns, readSteadyRuns } from "@headroom/db";
import type { Rounds } from "@headroom/db";
import { acceptRisk } from "../../accepted-risk/accept.ts";
import { readServiceCapacity } from "../../capacity/service-capacity.ts";
import { listCatalog } from "../../catalog/list.ts";
import { getComparisonStatistics } from "../../comparison/get-statistics.ts";
import type { Context } from "../../context.ts";
import { getExperiment } from "../../experiment/get.ts";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import type { Importing } from "../../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../../testing/peak-runs.ts";
import { getTrend } from "../../trend/get.ts";
import { getRunVerdict } from "../judgement/get-verdict.ts";
import { listRuns } from "../read/list-runs.ts";
import { getRun } from "../record/get.ts";
import { setRunAside, undoSetAside } from "./set-aside.ts";

let runs: NotedRuns;
let world: Importing;
beforeAll(async () => {
  runs = await NotedRuns.open();
  world = runs.importing;
});
afterAll(() => world.close());

const main = { branch: "main" };
const reason = "A backup ran beside it.";
const owner = () => world.home.owner;
const viewer = () => world.home.viewer;
const aside = (runId: string, ctx = owner()) => setRunAside({ ctx, input: { runId, body: { reason } } });
const undo = (runId: string, ctx = owner()) => undoSetAside({ ctx, input: { runId } });
const verdictOf = (runId: string, parameters: object = {}) =>
  getRunVerdict({ ctx: viewer(), input: { runId, parameters, webUrl } });
const experimentOf = async (runId: string) =>
  (await getRun({ ctx: viewer(), input: { runId, webUrl } })).experiment.id;
const audited = async (action: string) =>
  (await world.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { action } }))).map(
    ({ detail }) => detail,
  );

describe("a run that is set aside", () => {
  it("stays where it was, with the reason, and is marked in lists", async () => {
    const ids = await runs.history("Marked", main);
    const runId = ids.at(-1) ?? "";
    const { setAside } = await aside(runId);
    expect(setAside).toMatchObject({ reason });
    const detail = await getRun({ ctx: viewer(), input: { runId, webUrl } });
    expect(detail.answer.setAside).toEqual(setAside);
    expect(detail.setAside).toEqual({ ...setAside, by: "Owner" });
    const { runs: listed } = await listRuns({
      ctx: viewer(),
      input: { parameters: { experiment: "Marked", limit: "2" }, webUrl },
    });
    expect(listed.map((one) => one.setAside)).toEqual([setAside, null]);
    expect(listed[0]).toMatchObject({ outcome: detail.answer.outcome, flaw: `It was set aside: ${reason}` });
    expect(await undo(runId)).toEqual({ setAside: null });
    expect(await audited("run.set-aside")).toMatchObject([{ number: 6, reason }]);
    expect(await audited("run.undo-set-aside")).toMatchObject([{ number: 6 }]);
    expect((await getRun({ ctx: viewer(), input: { runId, webUrl } })).setAside).toBeNull();
  });

  it("isn't the last good run or the merge base, and later runs are decided again", async () => {
    const ids = await runs.history("Noise", main);
    const lucky = await runs.run("Noise", 7, 0.5, { ...main, commit: "abcdef2" });
    await runs.settle(lucky);
    const next = await runs.run("Noise", 8, 1, main);
    await runs.settle(next);
    const withLucky = { baseline: { id: lucky }, judgement: { outcome: "no-change" } };
    expect(await verdictOf(next)).toMatchObject(withLucky);
    await aside(lucky);
    await world.decideAll();
    expect(await verdictOf(next)).toMatchObject({
      baseline: { id: ids.at(-1) },
      judgement: { outcome: "no-change" },
    });
    expect(await runs.sent()).toEqual([]);
    expect((await verdictOf(next, { commit: ["abcdef2"] })).noBaseline?.reason).toContain(reason);
    await undo(lucky);
    await world.decideAll();
    expect(await verdictOf(next)).toMatchObject(withLucky);
  });

  it("isn't among the earlier runs that show how much runs vary", async () => {
    const ids = await runs.history("Earlier", main);
    const [, , third = "", , before = "", after = ""] = ids;
    const earlier = async () => {
      const input = { runIds: [before, after] };
      await getComparisonStatistics({ ctx: viewer(), input });
      await runs.compare();
      const { pairs } = await getComparisonStatistics({ ctx: viewer(), input });
      return pairs[0]?.statistics?.method.earlier?.map(({ number }) => number);
    };
    expect(await earlier()).toEqual([1, 2, 3, 4]);
    await aside(third);
    expect(await earlier()).toEqual([1, 2, 4]);
  });

  it("that regressed doesn't decide what the runs after it are compared with", async () => {
    const ids = await runs.history("After", main);
    const slow = await runs.run("After", 7, 1.6, main);
    await runs.settle(slow);
    await aside(ids.at(-1) ?? "");
    await aside(slow);
    const next = await runs.run("After", 8, 1.6, main);
    await world.decideAll();
    expect((await verdictOf(next)).baseline?.id).toBe(ids[4]);
    // It still shows what was found.
    expect(await verdictOf(slow)).toMatchObject({ judgement: { outcome: "regressed" } });
  });

  it("isn't told of if it wasn't compared when it was set aside", async () => {
    await runs.history("Quiet", main);
    const slow = await runs.run("Quiet", 7, 1.6, main);
    await aside(slow);
    await world.decideAll();
    const notice = await world.inHome((tx) => tx.prisma.runNotice.findUnique({ where: { runId: slow } }));
    expect(notice).toMatchObject({ outcome: "regressed", announced: null });
  });

  it("is in the trend, and not in its changes", async () => {
    const ids = await runs.history("Trend", main);
    for (const seed of [7, 8, 9, 10]) await runs.run("Trend", seed, 3, main);
    const experimentId = await experimentOf(ids[0] ?? "");
    const trend = () =>
      getTrend({
        ctx: viewer(),
        input: {
          experimentId,
          metric: "p99",
          label: null,
          branch: null,
          environment: null,
          from: null,
          to: null,
        },
      });
    const before = await trend();
    expect(before).toMatchObject({ searched: 10, changes: [{ runNumber: 7 }] });
    for (const { id, number } of before.runs) if (number >= 7) await aside(id);
    const after = await trend();
    expect(after.runs.map(({ setAside }) => setAside !== null)).toEqual(
      before.runs.map(({ number }) => number >= 7),
    );
    expect(after).toMatchObject({ searched: 0, changes: [] });
  });

  it("isn't the latest outcome of its experiment, of the catalog, the badge and the overview", async () => {
    const experimentId = await savePeakExperiment(world, "Latest", { representsPeak: false });
    const good = await uploadRun(world, { experiment: "Latest", millis: 50, daysAgo: 2, branch: "main" });
    const bad = await uploadRun(world, { experiment: "Latest", millis: 400, branch: "main" });
    await world.decideAll();
    const shown = async () => {
      const { experiments } = await listCatalog({ ctx: viewer(), input: { search: "Latest" } });
      const [entry] = experiments;
      const stored = await world.inHome((tx) =>
        tx.prisma.experiment.findUniqueOrThrow({ where: { id: experimentId } }),
      );
      const detail = await getExperiment({ ctx: viewer(), input: { experimentId } });
      const badge = await world.inHome((tx) => readBadgeRun(tx, experimentId));
      return {
        stored: [stored.latestRunId, stored.latestOutcome],
        catalog: entry?.recentRuns.map(({ id }) => id),
        page: detail.recentRuns.map(({ id }) => id),
        badge: badge?.outcome,
        total: stored.runsTotal,
      };
    };
    expect(await shown()).toEqual({
      stored: [bad.id, "misses"],
      catalog: [bad.id, good.id],
      page: [bad.id, good.id],
      badge: "misses",
      total: 2,
    });
    await aside(bad.id);
    expect(await shown()).toEqual({
      stored: [good.id, "holds"],
      catalog: [good.id],
      page: [good.id],
      badge: "holds",
      total: 2,
    });
    const { latestRuns, services } = await world.inHome((tx) =>
      readOverview(tx, { serviceId: null, services: 10, runs: 100 }),
    );
    expect(latestRuns.find(({ id }) => id === bad.id)?.setAside).toMatchObject({ reason });
    expect(services.find(({ slug }) => slug === "checkout")?.counts.misses).toBe(0);
  });

  it("proves no capacity, and neither does a risk that was accepted for it", async () => {
    const now = { clock: () => new Date() };
    const experimentId = await savePeakExperiment(world, "Mix");
    const held = await uploadRun(world, { experiment: "Mix", millis: 50, perSecond: 10, daysAgo: 3 });
    const more = await uploadRun(world, { experiment: "Mix", millis: 50, perSecond: 20, daysAgo: 2 });
    const proof = () =>
      world.inHome(async (tx) => {
        const { id } = await tx.prisma.service.findFirstOrThrow({ where: { slug: "checkout" } });
        const found = await readServiceCapacity(tx, {
          serviceId: id,
          workspaceId: world.home.workspaceId,
          now: new Date(),
        });
        return found.proven ? found.run.id : null;
      });
    const capacity = async () => (await getExperiment({ ctx: viewer(), input: { experimentId } })).capacity;
    const fitted = async () =>
      (await world.inHome((tx) => readSteadyRuns(tx, { experimentId, limit: 10 }))).map(({ id }) => id);
    expect(await proof()).toBe(more.id);
    await aside(more.id);
    expect(await proof()).toBe(held.id);
    expect(await capacity()).toMatchObject({ proven: true, run: { id: held.id } });
    expect(await fitted()).toEqual([held.id]);
    await aside(held.id);
    expect(await proof()).toBeNull();
    expect(await capacity()).toMatchObject({ proven: false, gap: "no-run" });

    const missed = await uploadRun(world, { experiment: "Mix", millis: 400, perSecond: 30, daysAgo: 1 });
    const body = {
      target: "p99 <= 200 ms",
      reason: "known",
      until: new Date(Date.now() + 86_400_000).toISOString(),
    };
    await acceptRisk({ ctx: { ...owner(), ...now }, input: { runId: missed.id, body } });
    expect(await proof()).toBe(missed.id);
    await aside(missed.id);
    expect(await proof()).toBeNull();
  });

  it("isn't the run of a round, unless it is named", async () => {
    await savePeakExperiment(world, "Rounds", { representsPeak: false });
    const first = await uploadRun(world, { experiment: "Rounds", millis: 50, daysAgo: 5 });
    const second = await uploadRun(world, { experiment: "Rounds", millis: 50, daysAgo: 4 });
    const last = await uploadRun(world, { experiment: "Rounds", millis: 50, daysAgo: 1 });
    await aside(second.id);
    const split = new Date(Date.now() - 3 * 86_400_000);
    const { id: serviceId } = await world.inHome((tx) =>
      tx.prisma.service.findFirstOrThrow({ where: { slug: "checkout" } }),
    );
    const rowOf = async (rounds: Rounds) =>
      (await world.inHome((tx) => readRoundRuns(tx, { serviceId, rounds, skip: 0, limit: 100 }))).find(
        ({ name }) => name === "Rounds",
      );
    expect(await rowOf({ by: "date", split })).toMatchObject({ beforeRunId: first.id, afterRunId: last.id });
    const named = { by: "runs", before: [second.id], after: [last.id] } as const;
    expect(await rowOf(named)).toMatchObject({ beforeRunId: second.id });
  });
});

describe("setting a run aside", () => {
  it("is refused for the baseline, which a run that is set aside can't become", async () => {
    const ids = await runs.history("Pinned", main);
    const [first = "", second = ""] = ids;
    const experimentId = await experimentOf(first);
    await setBaseline({ ctx: owner(), input: { experimentId, runId: first } });
    await expect(aside(first)).rejects.toMatchObject({
      code: "conflict",
      message: "This run is the baseline of its experiment.",
    });
    await aside(second);
    await expect(setBaseline({ ctx: owner(), input: { experimentId, runId: second } })).rejects.toMatchObject(
      {
        code: "conflict",
      },
    );
    await undo(second);
    await setBaseline({ ctx: owner(), input: { experimentId, runId: second } });
  });

  it("needs a reason, and takes another one", async () => {
    const [runId = ""] = await runs.history("Reasons", main);
    for (const bad of ["", "   ", "x".repeat(501), undefined]) {
      const input = { runId, body: { reason: bad } };
      await expect(setRunAside({ ctx: owner(), input })).rejects.toMatchObject({
        code: expect.stringMatching(/^parameter-/),
      });
    }
    await aside(runId);
    const changed = await setRunAside({ ctx: owner(), input: { runId, body: { reason: " Another. " } } });
    expect(changed.setAside?.reason).toBe("Another.");
    const known = (await audited("run.set-aside")).length;
    await setRunAside({ ctx: owner(), input: { runId, body: { reason: "Another." } } });
    expect(await audited("run.set-aside")).toHaveLength(known);
    await undo(runId);
    expect(await undo(runId)).toEqual({ setAside: null });
  });

  it("is for editors of this workspace", async () => {
    const [runId = ""] = await runs.history("Allowed", main);
    const tried = (ctx: Context) =>
      Promise.all(
        [aside(runId, ctx), undo(runId, ctx)].map((one) =>
          one.then(
            () => "done",
            ({ code }) => String(code),
          ),
        ),
      );
    expect(await tried(viewer())).toEqual(["scope-missing", "scope-missing"]);
    expect(await tried(world.ci)).toEqual(["scope-missing", "scope-missing"]);
    expect(await tried(world.foreign.owner)).toEqual(["not-found", "not-found"]);
  });
});
