import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { countTraffic } from "./count-traffic.ts";
import { forgetTraffic } from "./roll-up.ts";
import { SourceMemory } from "./source-memory.ts";
import { metricsContent } from "./traffic-message.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

const KEPT = { 1: 2, 10: 14, 60: 90, 600: 730 };
const scraped = (second: number, counts: Record<string, number>) =>
  bodyOf(
    Object.entries(counts).map(([path, value]) => {
      return { second, value, tags: { instance: "10.0.0.1:80", job: "shop", path, code: "200" } };
    }),
    { name: "http_requests_total", field: null },
  ).finish();

async function count(serviceId: string, folded: ReturnType<typeof scraped>, maxSources: number) {
  const { ci } = traffic.world;
  const message = {
    kind: "traffic",
    workspaceId: ci.workspaceId,
    serviceId,
    at: new Date().toISOString(),
    ...metricsContent(folded, randomUUID()),
    unmapped: [],
  } as const;
  const { memory } = new SourceMemory().take(0, { from: 0, mark: null });
  await traffic.inHome((tx) => countTraffic(tx, ci, serviceId, { messages: [message], maxSources, memory }));
}
const heardAgo = (id: string, hours: number, key: string) =>
  traffic.inHome((tx) =>
    tx.query(
      "update traffic_source set heard_at = heard_at - $2 * interval '1 hour' where service_id = $1 and key like $3",
      [id, hours, key],
    ),
  );
const sourcesOf = (id: string) =>
  traffic.inHome((tx) => tx.prisma.trafficSource.count({ where: { serviceId: id } }));

describe("the series of a service", () => {
  it("past the limit aren't counted, and those before go on", async () => {
    const { id } = await traffic.intake.serviceOf(traffic.world.ci, "Many");
    const base = now() - 300;
    // Two series and their target.
    await count(id, scraped(base, { "/a": 10, "/b": 20 }), 3);
    await count(id, scraped(base + 15, { "/a": 15, "/b": 25, "/c": 1_000 }), 3);
    await count(id, scraped(base + 30, { "/a": 20, "/b": 30, "/c": 1_500 }), 3);
    expect((await traffic.totalOf(id, 1)).requests).toBe(20);
    expect(await sourcesOf(id)).toBe(3);
    const row = await traffic.inHome((tx) => tx.prisma.traffic.findUnique({ where: { serviceId: id } }));
    expect(row?.leftOutAt).not.toBeNull();
  });

  it("are remembered while their target is heard, and give their places back with it", async () => {
    const { id } = await traffic.intake.serviceOf(traffic.world.ci, "Silent");
    await count(id, scraped(now() - 60, { "/a": 10, "/b": 20 }), 100);
    await heardAgo(id, 72, '%"/b"%');
    await forgetTraffic(traffic.world.test.services, KEPT, 1);
    expect(await sourcesOf(id)).toBe(3);
    await heardAgo(id, 4, "%");
    await forgetTraffic(traffic.world.test.services, KEPT, 100);
    expect(await sourcesOf(id)).toBe(3);
    await forgetTraffic(traffic.world.test.services, KEPT, 3);
    expect(await sourcesOf(id)).toBe(0);
  });
});
