import { randomUUID } from "node:crypto";
import type { TrafficFold } from "@headroom/core";
import { movePosition, readPositions } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../../context.ts";
import { partitionOf } from "../../live/batch-log.ts";
import { TEST_IMPORT_LIMITS, TEST_WEB_URL } from "../../testing/importing.ts";
import { batchOf, LiveClient, TEST_LIVE_LIMITS } from "../../testing/live.ts";
import { steadySamples } from "../../testing/sample-source.ts";
import { bodyOf, now, Traffic } from "../../testing/traffic.ts";
import { addMetrics, runForMetrics } from "./add-metrics.ts";
import { aggregate } from "./aggregate.ts";
import { closeSilentRuns } from "./close-silent.ts";
import { getRunAnswer } from "./get-answer.ts";

let traffic: Traffic;
let client: LiveClient;
beforeAll(async () => {
  traffic = await Traffic.open();
  client = new LiveClient(traffic.world);
});
afterAll(() => traffic.world.close());

async function send(
  run: string,
  fold: TrafficFold,
  digest: string = randomUUID(),
  ctx: Context = traffic.world.ci,
) {
  const { intake } = traffic.world;
  await runForMetrics(ctx, intake, run);
  const input = { run, traffic: fold.finish(), digest, bytesIn: 100, limits: TEST_LIVE_LIMITS };
  await addMetrics({ ctx, intake, input });
}
const counter = (second: number, value: number) =>
  bodyOf([{ second, value, tags: { path: "/a", code: "200" } }], {
    name: "http_requests_total",
    field: null,
  });
const each = (second: number, value: number) =>
  bodyOf([{ second, value, tags: { name: "/b", expected_response: "true" } }]);

describe("metrics of a live run", () => {
  it("count once, with repeats, two readers and positions set back, beside batches of other writers", async () => {
    const { world } = traffic;
    const base = now() - 300;
    const run = await client.open();
    const partition = partitionOf(world.log, world.home.workspaceId, run);
    const before = (await readPositions(world.test.db)).get(partition) ?? 0;
    for (const [offset, value] of [
      [0, 100],
      [15, 130],
      [15, 130],
      [0, 100],
      [30, 4],
      [45, 10],
    ] as const)
      await send(run, counter(base + offset, value), `${offset} ${value}`);
    const samples = steadySamples({ seconds: 10, perSecond: 5, startSeconds: base });
    await client.sendOnly(run, batchOf(samples, { writer: "a", sequence: 1 }));
    const count = () => aggregate({ services: world.test.services, log: world.log });
    for (let times = 0; times < 2; times++) {
      await Promise.all([count(), count()]);
      await world.counted();
      const from = (await readPositions(world.test.db)).get(partition) ?? 0;
      await world.test.db.asJobs((tx) => movePosition(tx, { partition, from, to: before }));
    }
    await world.counted();
    const { summary, run: told } = await client.finish(run);
    expect([told.status, summary.requests]).toEqual(["finished", 40 + samples.length]);
    const kept = await world.inHome(async ({ prisma }) => [
      await prisma.liveSource.count({ where: { runId: run } }),
      await prisma.liveBody.count({ where: { runId: run } }),
    ]);
    expect(kept).toEqual([0, 0]);
    await expect(send(run, counter(base + 60, 20))).rejects.toThrow(
      expect.objectContaining({ code: "conflict" }),
    );
  });

  it("of two sources count those of the better one from its first second on", async () => {
    const base = now() - 300;
    const run = await client.open();
    for (const [offset, value] of [
      [0, 0],
      [15, 30],
      [30, 60],
    ] as const)
      await send(run, counter(base + offset, value));
    await traffic.world.counted();
    for (let second = 30; second < 40; second++) await send(run, each(base + second, 5));
    await send(run, counter(base + 45, 90));
    await traffic.world.counted();
    const { summary } = await client.finish(run);
    // The second in which they meet can't be divided exactly. Both added up would be 100.
    expect(Math.abs((summary.requests ?? 0) - (60 + 10))).toBeLessThanOrEqual(1);
  });

  it("say how many requests weren't counted while their source was silent", async () => {
    const base = now() - 1_800;
    const run = await client.open();
    for (const [offset, value] of [
      [0, 0],
      [15, 30],
      [900, 500],
      [915, 520],
    ] as const) {
      await send(run, counter(base + offset, value));
      await traffic.world.counted();
    }
    const { summary, warnings } = await client.finish(run);
    expect(summary.requests).toBe(50);
    expect(warnings.find(({ code }) => code === "metrics-missed")).toMatchObject({ count: 470 });
  });

  it("close a run as interrupted when they stop arriving", async () => {
    const { world } = traffic;
    const run = await client.open();
    await send(run, each(now() - 5, 5));
    await world.counted();
    world.test.pass(601);
    const input = { silentSeconds: 600, limits: TEST_IMPORT_LIMITS, webUrl: TEST_WEB_URL };
    const closing = { services: world.test.services, uploads: world.uploads, intake: world.intake, input };
    expect((await closeSilentRuns(closing)).interrupted).toBe(1);
    const answer = await getRunAnswer({
      ctx: world.home.viewer,
      input: { runId: run, webUrl: TEST_WEB_URL },
    });
    expect(answer).toMatchObject({ run: { status: "interrupted" }, summary: { requests: 1, errors: 0 } });
  });

  it("are out of reach for a token of another service, or of another workspace", async () => {
    const { world } = traffic;
    const run = await client.open();
    const other = await traffic.intake.serviceOf(world.ci, "Elsewhere");
    const actor = {
      kind: "token",
      id: world.test.services.newId(),
      scopes: ["ingest"],
      serviceId: other.id,
    } as const;
    const notFound = expect.objectContaining({ code: "not-found" }) as Error;
    await expect(send(run, each(now(), 5), "1", { ...world.ci, actor })).rejects.toThrow(notFound);
    const foreign = { ...world.ci, workspaceId: world.foreign.workspaceId };
    await expect(send(run, each(now(), 5), "1", foreign)).rejects.toThrow(notFound);
  });
});
