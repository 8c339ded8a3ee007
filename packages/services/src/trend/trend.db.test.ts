import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { experimentTrend } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { Importing, TEST_WEB_URL } from "../testing/index.ts";
import { acceptChange } from "./accept-change.ts";
import { getTrend } from "./get.ts";
import { getTrendAnswer } from "./get-answer.ts";
import { undoAcceptChange } from "./undo-accept-change.ts";

let world: Importing;
let editor: Context;
let ids: { experimentId: string; serviceId: string };
beforeAll(async () => {
  world = await Importing.open();
  const { run } = (
    await world.upload({ experiment: "Mix", target: ["p99 <= 0.3 s", "throughput >= 600/min"] })
  ).answer;
  ids = await world.inHome(async (tx) => {
    const { experimentId, serviceId } = await tx.prisma.run.findUniqueOrThrow({ where: { id: run.id } });
    await tx.prisma.experiment.update({ where: { id: experimentId }, data: { baselineRunId: run.id } });
    return { experimentId, serviceId };
  });
  await world.inHome((tx) => seedRuns(tx, 2, 41, (number) => (number < 22 ? 200 : 260)));
  editor = contextOf(world.test.services, world.home.workspaceId, {
    kind: "person",
    id: world.home.ownerId,
    role: "editor",
  });
});
afterAll(() => world.close());

/** Runs a day apart that alternate between two branches; every tenth has only a range of its p99, and not all errors. */
async function seedRuns(tx: WorkspaceTx, from: number, to: number, p99Of: (number: number) => number) {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  await tx.prisma.run.createMany({
    data: numbers.map((number) => {
      const at = new Date(Date.UTC(2100, 0, 1) + number * 86_400_000);
      const p99 = number % 10 === 0 ? null : p99Of(number) + (number % 7);
      return {
        id: randomUUID(),
        workspaceId: world.home.workspaceId,
        ...ids,
        number,
        status: "finished",
        startedAt: at,
        publishedAt: at,
        importedAt: at,
        environment: "staging",
        branch: number % 2 === 0 ? "main" : "next",
        configuration: { version: `1.${number}` },
        commitSha: `c${Math.floor(number / 4)}`,
        summary: {
          latencyMs: { p99 },
          throughput: 100,
          items: 500,
          durationSeconds: 10,
          errorRate: 0,
          ...(p99 === null
            ? { latencyIntervalsMs: { p99: { low: 190, high: 230 } }, errorsAtLeast: true }
            : {}),
        },
      };
    }),
  });
}

const trend = (more: object = {}, ctx: Context = world.home.viewer) =>
  getTrend({ ctx, input: { experimentId: ids.experimentId, ...more } });

describe("the trend of an experiment", () => {
  it("has a figure of each run, oldest first, with gaps where there is none", async () => {
    const { runs, runsTotal, older } = await trend({ from: new Date(Date.UTC(2100, 0, 2)) });
    expect(runs.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 2));
    expect(runs[0]).toMatchObject({ value: 202, branch: "main", environment: "staging", version: "1.2" });
    expect(runs.find(({ number }) => number === 10)).toMatchObject({
      value: null,
      range: { low: 190, high: 230 },
    });
    expect(runs[0]?.range).toBeNull();
    expect({ runsTotal, older }).toEqual({ runsTotal: 41, older: false });
  });

  it("says which error rates leave out some failed requests", async () => {
    const { runs } = await trend({ metric: "error-rate" });
    const ranges = [9, 10].map((wanted) => runs.find(({ number }) => number === wanted)?.range);
    expect(ranges).toEqual([null, { low: 0, high: null }]);
  });

  it("has what a million cost, in the currency of the newest price and of what succeeded", async () => {
    expect(await trend({ metric: "cost" })).toMatchObject({ currencies: [], targets: [] });
    const priced: Record<number, string> = {
      9: "3.6 USD/h",
      10: "0.001 USD/s",
      11: "1 EUR/s",
      12: "0.002 USD/s",
    };
    await world.inHome(async (tx) => {
      for (const [number, price] of Object.entries(priced))
        await tx.prisma.run.updateMany({ where: { ...ids, number: Number(number) }, data: { price } });
    });
    const valueOf = async (metric: string, number: number) => {
      const { runs, currencies, targets } = await trend({ metric });
      expect([currencies, targets]).toEqual([["USD", "EUR"], []]);
      const { value, range } = runs.find((run) => run.number === number) ?? {};
      return [value, range];
    };
    expect(await valueOf("cost", 9)).toEqual([expect.closeTo(10, 9), null]);
    expect(await valueOf("cost-items", 9)).toEqual([expect.closeTo(20, 9), null]);
    expect(await valueOf("cost", 10)).toEqual([
      expect.closeTo(10, 9),
      { low: expect.closeTo(10, 9), high: null },
    ]);
    expect(await valueOf("cost", 11)).toEqual([null, null]);
    expect(await valueOf("cost", 12)).toEqual([expect.closeTo(20, 9), null]);
    expect(await valueOf("cost", 13)).toEqual([null, null]);
    const setErrors = (errorRate: number) =>
      world.inHome((tx) =>
        tx.query(
          "update run set summary = jsonb_set(summary, '{errorRate}', $1::jsonb) where number = 12 and experiment_id = $2",
          [String(errorRate), ids.experimentId],
        ),
      );
    await setErrors(0.5);
    expect(await valueOf("cost", 12)).toEqual([expect.closeTo(40, 9), null]);
    await setErrors(1);
    expect(await valueOf("cost", 12)).toEqual([null, null]);
    await setErrors(0);
    const { runs } = await trend({ metric: "cost", label: "GET /search" });
    expect(runs.every(({ value }) => value === null)).toBe(true);
    await world.inHome((tx) => tx.prisma.run.updateMany({ where: ids, data: { price: null } }));
  });

  it("draws the targets and the baseline of its metric, in its unit", async () => {
    expect(await trend()).toMatchObject({
      targets: [{ text: "p99 <= 0.3 s", value: 300 }],
      baseline: { number: 1 },
    });
    const { targets, runs } = await trend({ metric: "throughput" });
    expect(targets).toEqual([{ text: "throughput >= 600/min", value: 10 }]);
    expect(runs.at(-1)?.value).toBe(100);
    expect((await trend({ metric: "items" })).runs.at(-1)?.value).toBe(50);
  });

  it("is of one branch or environment, which it names", async () => {
    const { runs, branches, environments } = await trend({ branch: "next" });
    expect(runs).toHaveLength(20);
    expect({ branches, environments }).toEqual({ branches: ["main", "next"], environments: ["staging"] });
    expect((await trend({ environment: "elsewhere" })).runs).toEqual([]);
  });

  it("stands in the order of versions, and counts what has none", async () => {
    const { runs, unplaced } = await trend({ axis: "version" });
    expect(runs.map(({ version }) => version).slice(7, 10)).toEqual(["1.9", "1.10", "1.11"]);
    expect(unplaced).toBe(1);
  });

  it("is of a label too", async () => {
    const { runs } = await trend({ label: "GET /search" });
    expect(runs.filter(({ value }) => value !== null).map(({ number }) => number)).toEqual([1]);
    expect((await trend({ label: "(all)" })).runs.at(-1)?.value).not.toBeNull();
  });

  it("is not there next door, nor for what is no id", async () => {
    await expect(trend({}, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(trend({ experimentId: "x" })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a change", () => {
  const runOf = (number: number) =>
    world.inHome((tx) =>
      tx.prisma.run.findFirstOrThrow({
        where: { experimentId: ids.experimentId, number },
        select: { id: true },
      }),
    );
  const word = (runId: string, text: string) => ({
    experimentId: ids.experimentId,
    body: { runId, metric: "p99", direction: "rise", before: 203, after: 263, reason: text },
  });
  const from = new Date(Date.UTC(2100, 0, 2));

  it("is found at the run that it came with", async () => {
    const { changes } = await trend({ from });
    expect(changes).toMatchObject([{ runNumber: 22, direction: "rise", accepted: null, found: true }]);
  });

  it("is accepted with a reason by an editor, with its trace, and not by a viewer", async () => {
    const { id } = await runOf(22);
    await expect(acceptChange({ ctx: world.home.viewer, input: word(id, "no") })).rejects.toMatchObject({
      code: "scope-missing",
    });
    await expect(acceptChange({ ctx: world.foreign.owner, input: word(id, "no") })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(acceptChange({ ctx: editor, input: word(id, "  ") })).rejects.toMatchObject({
      field: "reason",
    });
    await acceptChange({ ctx: editor, input: word(id, "the new index") });
    expect((await trend({ from })).changes).toMatchObject([
      { runNumber: 22, accepted: { reason: "the new index", by: "Owner", run: null } },
    ]);
    const traces = await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "trend.acknowledge-change" } }),
    );
    expect(traces).toMatchObject([{ subjectId: id, detail: { run: 22, metric: "p99" } }]);
  });

  it("stays accepted at its run when more runs arrive, and in another metric it is open", async () => {
    await world.inHome((tx) => seedRuns(tx, 42, 60, () => 262));
    expect((await trend({ from })).changes).toMatchObject([
      { runNumber: 22, accepted: { reason: "the new index" }, found: true },
    ]);
    expect((await trend({ from, metric: "throughput" })).changes).toEqual([]);
  });

  it("keeps its reason where the figures show it no more", async () => {
    const last = new Date(Date.UTC(2100, 0, 1) + 22 * 86_400_000);
    expect((await trend({ from, to: last })).changes).toMatchObject([
      { runNumber: 22, found: false, accepted: { reason: "the new index" } },
    ]);
  });

  it("takes a second reason in place of the first, and is open again when that is undone", async () => {
    const { id } = await runOf(22);
    const given = await acceptChange({ ctx: editor, input: word(id, "rolled out") });
    const undo = (ctx: Context) =>
      undoAcceptChange({
        ctx,
        input: { experimentId: ids.experimentId, noteId: given.id, acceptedRunId: null },
      });
    await expect(undo(world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(undo(world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    expect((await trend({ from })).changes).toMatchObject([{ accepted: { reason: "rolled out" } }]);
    await undo(editor);
    expect((await trend({ from })).changes).toMatchObject([{ runNumber: 22, accepted: null }]);
    const traces = await world.inHome((tx) =>
      tx.prisma.auditEntry.count({ where: { action: "trend.withdraw-acknowledgement" } }),
    );
    expect(traces).toBe(1);
  });
});

describe("the trend in the API", () => {
  it("names metric, unit, direction and page, and says whether a change is good", async () => {
    const parameters = { metric: "p99", from: "2100-01-02T00:00:00Z", branch: "next" };
    const input = { experimentId: ids.experimentId, parameters, webUrl: TEST_WEB_URL };
    const answer = experimentTrend.parse(await getTrendAnswer({ ctx: world.home.viewer, input }));
    expect(answer).toMatchObject({ metric: "p99", unit: "ms", better: "lower", label: null });
    expect(answer.url).toBe(`${TEST_WEB_URL}/experiments/${ids.experimentId}?metric=p99&branch=next`);
    expect(answer.changes).toMatchObject([{ direction: "rise", effect: "worse", found: true }]);
    expect(answer.runs[0]).toMatchObject({ url: `${TEST_WEB_URL}/runs/${answer.runs[0]?.id}` });
    const cost = { ...input, parameters: { metric: "cost", label: "GET /search" } };
    expect(await getTrendAnswer({ ctx: world.home.viewer, input: cost })).toMatchObject({
      metric: "cost",
      unit: "per million requests",
      label: null,
    });
  });

  it("refuses another workspace, and a metric that doesn't exist", async () => {
    const input = { experimentId: ids.experimentId, parameters: {}, webUrl: TEST_WEB_URL };
    await expect(getTrendAnswer({ ctx: world.foreign.owner, input })).rejects.toMatchObject({
      code: "not-found",
    });
    const odd = { ...input, parameters: { metric: "speed" } };
    await expect(getTrendAnswer({ ctx: world.home.viewer, input: odd })).rejects.toMatchObject({
      code: "parameter-unreadable",
      field: "metric",
    });
  });
});
