import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { batchOf, LiveClient } from "../testing/live.ts";
import { steadySamples } from "../testing/sample-source.ts";
import { startAggregating } from "../run/live/start-aggregating.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { Announcer } from "./announcer.ts";
import { listenForChanges } from "./listen-for-changes.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

function listen() {
  const heard: string[] = [];
  const missed = vi.fn<() => void>();
  const listening = listenForChanges(traffic.world.test.services, { heard: (id) => heard.push(id), missed });
  return { heard, missed, close: () => listening.close() };
}

describe("what changes", () => {
  it("reaches listeners immediately, then only so often", async () => {
    const { heard, missed, close } = listen();
    await vi.waitFor(() => expect(missed).toHaveBeenCalled(), 5_000);
    const announcer = new Announcer(traffic.world.test.services, 300);
    const began = performance.now();
    for (let at = 0; at < 20; at++) {
      announcer.changed(["a", ...(at === 0 ? ["b"] : [])]);
      await wait(20);
    }
    await vi.waitFor(() => expect(heard.filter((id) => id === "a").length).toBeGreaterThanOrEqual(2), 5_000);
    await wait(400);
    const most = 1 + Math.ceil((performance.now() - began) / 300);
    expect(heard.filter((id) => id === "a").length).toBeLessThanOrEqual(most);
    expect(heard.filter((id) => id === "b")).toHaveLength(1);
    announcer.close();
    await close();
  });

  it("is said after it was counted", async () => {
    const { heard, missed, close } = listen();
    await vi.waitFor(() => expect(missed).toHaveBeenCalled(), 5_000);
    const counting = startAggregating(
      { services: traffic.world.test.services, log: traffic.world.log },
      { failed: (error) => expect.fail(String(error)), interrupted: () => undefined },
    );
    const id = await traffic.send("Announced", bodyOf([{ second: now() - 20, value: 5 }]), "announced");
    await vi.waitFor(() => expect(heard).toContain(id), 10_000);
    expect((await traffic.totalOf(id, 1)).requests).toBe(1);
    await counting.stop();
    await close();
  });

  it("is said once a run is published, by its writers or by a file", async () => {
    const { world } = traffic;
    const client = new LiveClient(world);
    const wasPublished: string[] = [];
    const missed = vi.fn<() => void>();
    const heard = (id: string) =>
      void world
        .inHome(({ prisma }) => prisma.run.count({ where: { id, publishedAt: { not: null } } }))
        .then((count) => count > 0 && wasPublished.push(id));
    const listening = listenForChanges(world.test.services, { heard, missed });
    await vi.waitFor(() => expect(missed).toHaveBeenCalled(), 5_000);
    const sent = await client.open();
    const samples = steadySamples({ seconds: 2, perSecond: 5 });
    await client.send(sent, batchOf(samples, { writer: "a", sequence: 1 }));
    await client.finish(sent);
    const filled = await client.open({ experiment: "Live", run: "filled" });
    await world.upload({ experiment: "Live", run: "filled" });
    await vi.waitFor(() => expect(wasPublished).toEqual(expect.arrayContaining([sent, filled])), 5_000);
    await listening.close();
  });

  it("is everything once the connection is back", async () => {
    const { heard, missed, close } = listen();
    await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(1), 5_000);
    await traffic.inHome(async (tx) => {
      // Only who logged in may end a connection of the same login.
      await tx.query("set local role none", []);
      await tx.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'headroom feed' and datname = current_database()`,
        [],
      );
    });
    await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(2), 10_000);
    await traffic.world.test.db.notify(["after"]);
    await vi.waitFor(() => expect(heard).toContain("after"), 5_000);
    await close();
  });
});
