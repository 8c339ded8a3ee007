import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { movePosition, readPositions } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { partitionOf } from "../../live/batch-log.ts";
import { Importing } from "../../testing/importing.ts";
import { batchOf, LiveClient } from "../../testing/live.ts";
import { steadySamples } from "../../testing/sample-source.ts";
import { aggregate } from "./aggregate.ts";
import { packMessage } from "./messages.ts";
import type { LiveMessage } from "./messages.ts";

let importing: Importing;
let client: LiveClient;
beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
});
afterAll(() => importing.close());

const START = 1_700_000_000;
const samples = (second: number) =>
  steadySamples({ seconds: 1, perSecond: 10, startSeconds: START + second });
const batch = (writer: string, sequence: number) => batchOf(samples(sequence), { writer, sequence });
const count = () => aggregate({ services: importing.test.services, log: importing.log });

/** As if a replica had been promoted that hadn't heard of the last transactions' positions. */
async function setBack(partition: number, to: number): Promise<void> {
  const from = (await readPositions(importing.test.db)).get(partition) ?? 0;
  await importing.test.db.asJobs((tx) => movePosition(tx, { partition, from, to }));
}

describe("what arrived", () => {
  it("counts once, in any order, with repeats, two readers, and positions set back", async () => {
    const plan = fc.record({
      order: fc.shuffledSubarray(
        Array.from({ length: 8 }, (_, at) => at + 1),
        { minLength: 8 },
      ),
      repeats: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 4 }),
      setBack: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ order, repeats, setBack: isSetBack }) => {
        const runId = await client.open({ origin: START });
        const partition = partitionOf(importing.log, client.ctx.workspaceId, runId);
        const before = (await readPositions(importing.test.db)).get(partition) ?? 0;
        await Promise.all(
          [...order, ...repeats].map((sequence) => client.sendOnly(runId, batch("a", sequence))),
        );
        await Promise.all([count(), count()]);
        if (isSetBack) {
          await setBack(partition, before);
          await Promise.all([count(), count()]);
        }
        await importing.counted();
        const { summary } = await client.finish(runId, { writers: [{ writer: "a", sequence: 8 }] });
        expect(summary.requests).toBe(80);
      }),
      { numRuns: 6 },
    );
  });

  it("is counted behind an entry that can't be, which is set aside", async () => {
    const runId = await client.open({ origin: START });
    const partition = partitionOf(importing.log, client.ctx.workspaceId, runId);
    await client.sendOnly(runId, batch("a", 1));
    await importing.log.append(partition, new TextEncoder().encode("not a message"));
    await client.sendOnly(runId, batch("a", 2));
    await importing.counted();
    const aside = await importing.test.db.asJobs((tx) =>
      tx.query("select reason from live_log_failed where partition = $1", [partition]),
    );
    expect(aside).toHaveLength(1);
    expect((await client.finish(runId)).summary.requests).toBe(20);
  });

  it("of a run that is gone harms nobody", async () => {
    const gone: LiveMessage = {
      kind: "silence",
      id: randomUUID(),
      workspaceId: client.ctx.workspaceId,
      runId: randomUUID(),
      heardBefore: new Date().toISOString(),
    };
    const setAside = () =>
      importing.test.db.asJobs((tx) => tx.query("select reason from live_log_failed where partition = 1"));
    // Of the runs before, which can be in the same partition.
    const before = await setAside();
    await importing.log.append(1, await packMessage(gone));
    const nothing = { seconds: null, span: null, requests: 0, sendsAll: false };
    const said = { kind: "batch" as const, writer: "a", attempt: "", sequence: 1, digest: "00", bytesIn: 1 };
    const empty = { labels: [], cells: [], gauges: [], failures: [], figures: nothing };
    await importing.log.append(1, await packMessage({ ...gone, ...said, ...empty }));
    const other = await client.open({ origin: START });
    await client.sendOnly(other, batch("a", 1));
    await importing.counted();
    expect((await client.finish(other)).summary.requests).toBe(10);
    expect(await setAside()).toEqual(before);
  });

  it("from two who share a writer's name is noticed", async () => {
    // Once the first is counted, the second would be refused at once.
    const runId = await vi.waitFor(async () => {
      const opened = await client.open({ origin: START });
      await Promise.all([
        client.sendOnly(opened, batch("a", 1)),
        client.sendOnly(opened, { ...batch("a", 1), cells: batch("a", 2).cells }),
      ]);
      return opened;
    });
    await importing.counted();
    await expect(client.sendOnly(runId, { writer: "a", sequence: 1 })).rejects.toThrow(
      expect.objectContaining({ code: "conflict", field: "sequence" }),
    );
    const { warnings } = await client.finish(runId);
    expect(warnings.map(({ code }) => code)).toContain("writer-shared");
  });
});
