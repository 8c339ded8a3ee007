import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { readPositions } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partitionOf } from "../../live/batch-log.ts";
import type { BatchLog } from "../../live/batch-log.ts";
import { LiveClient, TEST_LIVE_LIMITS } from "../../testing/live.ts";
import { bodyOf, now, Traffic } from "../../testing/traffic.ts";
import { addMetrics, runForMetrics } from "./add-metrics.ts";
import { LiveIntake } from "./intake.ts";

let traffic: Traffic;
let client: LiveClient;
beforeAll(async () => {
  traffic = await Traffic.open();
  client = new LiveClient(traffic.world);
});
afterAll(() => traffic.world.close());

/** One request, as a client sends it. `append` replaces the log's own. */
async function send(run: string, append?: BatchLog["append"]): Promise<void> {
  const { ci, intake, log } = traffic.world;
  const own =
    append === undefined
      ? intake
      : new LiveIntake(Object.assign(Object.create(log) as BatchLog, { append }), { rememberMillis: 0 });
  await runForMetrics(ci, own, run);
  const fold = bodyOf([{ second: now() - 5, value: 5, tags: { name: "/a", expected_response: "true" } }]);
  const input = { run, traffic: fold.finish(), digest: randomUUID(), bytesIn: 100, limits: TEST_LIVE_LIMITS };
  await addMetrics({ ctx: ci, intake: own, input });
}
const isAccepted = (sending: Promise<void>) =>
  sending.then(
    () => true,
    (error: { code?: string }) => {
      expect(error.code).toBe("conflict");
      return false;
    },
  );

describe("metrics that arrive while their run is being finished", () => {
  it("are refused if the run ended before they were in the log", async () => {
    const { log } = traffic.world;
    const run = await client.open();
    await send(run);
    const late = send(run, async (partition, body) => {
      await client.finish(run);
      await log.append(partition, body);
    });
    expect(await isAccepted(late)).toBe(false);
    expect((await client.finish(run)).summary.requests).toBe(1);
  });

  it("wait for the log if its end isn't counted yet, and are refused behind it", async () => {
    const { world } = traffic;
    const run = await client.open();
    await send(run);
    await world.counted();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const holding = world.inHome(async (tx) => {
      await tx.query("select from live_run where run_id = $1 for no key update", [run]);
      hold();
      await released;
    });
    await held;
    const finishing = client.finish(run);
    const partition = partitionOf(world.log, world.home.workspaceId, run);
    const isInLog = async () =>
      (await world.log.behind(await readPositions(world.test.db))).includes(partition);
    while (!(await isInLog())) await wait(1);
    const late = isAccepted(send(run));
    release();
    await holding;
    expect(await late).toBe(false);
    expect((await finishing).summary.requests).toBe(1);
  });

  it("count exactly if they were accepted, whenever it ends", async () => {
    for (let round = 0; round < 4; round++) {
      const run = await client.open();
      await send(run);
      const sent = Array.from({ length: 8 }, async (_, at) => {
        await wait(at * 3);
        return isAccepted(send(run));
      });
      await wait(round * 6);
      const finishing = client.finish(run);
      const accepted = (await Promise.all(sent)).filter(Boolean).length;
      expect((await finishing).summary.requests).toBe(1 + accepted);
    }
  });

  it("are still taken if finishing was refused", async () => {
    const run = await client.open();
    await expect(client.finish(run)).rejects.toThrow(expect.objectContaining({ code: "file-empty" }));
    await send(run);
    const pending = await traffic.world.inHome(({ prisma }) =>
      prisma.liveOutcome.count({ where: { runId: run } }),
    );
    expect(pending).toBe(0);
    expect((await client.finish(run)).summary.requests).toBe(1);
  });
});
