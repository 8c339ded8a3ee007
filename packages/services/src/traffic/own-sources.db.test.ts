import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant } from "../testing/index.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import type { Value } from "../testing/traffic.ts";
import { getTrafficMapping } from "./get-mapping.ts";
import { getTraffic } from "./get-traffic.ts";
import { previewSource } from "./preview-source.ts";
import { forgetTraffic } from "./roll-up.ts";
import { updateTrafficMapping } from "./update-mapping.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

type Wanted = NonNullable<Parameters<typeof updateTrafficMapping>[0]["input"]["own"]>[number];

type Requests = Extract<Wanted, { kind: "requests" }>;

const part: Requests["parts"][number] = {
  metric: "rpc_calls",
  field: null,
  matchers: [],
  measure: "total",
  unit: "s",
  labelTags: ["method"],
  failed: { by: "values", tag: "outcome", values: ["error"] },
};
const calls: Requests = { name: "Calls", kind: "requests", parts: [part] };

/** A reading of `rpc_calls`, by `method/outcome`. */
async function read(service: string, second: number, counts: Record<string, number>): Promise<string> {
  const { mapping } = await traffic.intake.serviceOf(traffic.world.ci, service);
  const values = Object.entries(counts).map(([name, value]): Value => {
    const [method = "", outcome = ""] = name.split("/");
    return { second, value, tags: { instance: "a:80", method, outcome } };
  });
  return traffic.deliver(service, [bodyOf(values, { name: "rpc_calls", field: null }, mapping.rules)]);
}
const update = (service: string, own: Wanted[]) =>
  updateTrafficMapping({ ctx: traffic.world.home.owner, input: { service, own } });
const get = (service: string) => getTrafficMapping({ ctx: traffic.world.home.viewer, input: { service } });
const trafficOf = (service: string) =>
  getTraffic({
    ctx: { ...traffic.world.home.viewer, clock: () => new Date() },
    input: { service },
    extent: { points: 100, labels: 10 },
    keepDays: { 1: 2, 10: 14, 60: 90, 600: 730 },
  });

describe("a source that people made", () => {
  it("counts metrics that nothing else does, from then on", async () => {
    const base = now() - 200;
    await read("Rpc", base, { "Add/ok": 100, "Add/error": 10 });
    expect(await get("rpc")).toMatchObject({ counted: null, unmapped: [{ name: "rpc_calls", series: 2 }] });
    const { own } = await update("rpc", [calls]);
    expect(own).toEqual([{ ...calls, id: "own-calls" }]);
    expect((await get("rpc")).unmapped).toEqual([]);
    await read("Rpc", base + 15, { "Add/ok": 130, "Add/error": 10 });
    const id = await read("Rpc", base + 30, { "Add/ok": 160, "Add/error": 16 });
    expect(await get("rpc")).toMatchObject({
      counted: { rule: "own-calls", title: "Calls" },
      unmapped: [],
      unmappedMetrics: 0,
    });
    expect(await traffic.totalOf(id, 1)).toMatchObject({ requests: 36, errors: 6 });
    expect((await trafficOf("rpc")).labels).toMatchObject([{ label: "Add" }]);
  });

  it("doesn't take series for new ones that it leaves out at first", async () => {
    const base = now() - 900;
    await read("Edited", base, { "Add/ok": 0, "Add/error": 0 });
    const only = { ...part, matchers: [{ tag: "outcome", is: ["ok"] }] };
    const { own } = await update("edited", [{ ...calls, parts: [only] }]);
    // Long enough for its target to be known.
    for (let step = 1; step <= 30; step++)
      await read("Edited", base + step * 15, { "Add/ok": step * 10, "Add/error": 50_000 });
    await update("edited", [{ ...calls, id: own[0]?.id }]);
    for (let step = 31; step <= 33; step++)
      await read("Edited", base + step * 15, { "Add/ok": step * 10, "Add/error": 50_000 + step });
    const id = await read("Edited", base + 34 * 15, { "Add/ok": 340, "Add/error": 50_034 });
    const { requests } = await traffic.totalOf(id, 1);
    expect(requests).toBe(330 + 3);
  });

  it("gives way when it is removed, and what it counted keeps its name", async () => {
    const base = now() - 300;
    await read("Removed", base, { "Add/ok": 1 });
    const { own } = await update("removed", [calls]);
    const ctx = traffic.world.home.owner;
    await updateTrafficMapping({ ctx, input: { service: "removed", rule: own[0]?.id ?? "" } });
    await read("Removed", base + 15, { "Add/ok": 1 });
    await read("Removed", base + 30, { "Add/ok": 31 });
    expect(await update("removed", [])).toMatchObject({ rule: null, own: [] });
    expect((await trafficOf("removed")).source).toEqual({ rule: "own-calls", title: "Calls (removed)" });
    // Its ID isn't used again.
    expect((await update("removed", [calls])).own[0]?.id).toBe("own-calls-2");
    await expect(update("removed", [{ ...calls, id: "own-calls" }])).rejects.toThrow("no source of its own");
    await update("removed", []);
    expect((await get("removed")).unmapped).toMatchObject([{ name: "rpc_calls" }]);
  });

  it("comes before the known ones, and takes over from them without counting twice", async () => {
    const base = now() - 300;
    const http = (step: number, rules: Parameters<typeof bodyOf>[2]) => {
      const counter = { name: "http_requests_total", field: null };
      const value = { second: base + step * 15, value: step * 30, tags: { path: "/a", code: "200" } };
      return bodyOf([value], counter, rules);
    };
    const rules = async () => (await traffic.intake.serviceOf(traffic.world.ci, "Both")).mapping.rules;
    await traffic.deliver("Both", [http(0, await rules()), http(1, await rules()), http(2, await rules())]);
    const sum = { ...part, metric: "http_requests_total", labelTags: ["path"], failed: null };
    await update("both", [{ ...calls, name: "HTTP and RPC", parts: [part, sum] }]);
    let id = "";
    for (const step of [3, 4, 5]) id = await traffic.deliver("Both", [http(step, await rules())]);
    expect(await get("both")).toMatchObject({ counted: { title: "HTTP and RPC" }, next: null });
    const { requests } = await traffic.totalOf(id, 1);
    expect(Math.abs(requests - 150)).toBeLessThanOrEqual(2);
  });

  it("can be a gauge", async () => {
    const pool = (value: number) =>
      bodyOf([{ second: now() - 10, value, tags: { pool: "main" } }], { name: "pool_used", field: null });
    await traffic.deliver("Pool", [pool(3)]);
    const parts = [{ metric: "pool_used", field: null, matchers: [] }];
    const gauge = { name: "pool", kind: "gauge", parts, unit: "connections", percent: false } as const;
    await update("pool", [gauge]);
    const { mapping } = await traffic.intake.serviceOf(traffic.world.ci, "Pool");
    const named = { name: "pool_used", field: null };
    await traffic.deliver("Pool", [
      bodyOf([{ second: now() - 5, value: 4, tags: {} }], named, mapping.rules),
    ]);
    expect((await get("pool")).gauges).toEqual([{ name: "pool", unit: "connections" }]);

    await update("pool", [{ ...gauge, unit: "threads" }]);
    const { mapping: after } = await traffic.intake.serviceOf(traffic.world.ci, "Pool");
    await traffic.deliver("Pool", [bodyOf([{ second: now() - 2, value: 4, tags: {} }], named, after.rules)]);
    expect((await get("pool")).gauges).toEqual([{ name: "pool", unit: "threads" }]);
  });

  it("that is read with counters doesn't begin a second that has no requests yet", async () => {
    // Readings are half a second later: these are as a second begins.
    const base = now() - 100.5;
    await read("Beside", base, { "Add/ok": 100 });
    const parts = [{ metric: "cache_hits", field: null, matchers: [] }];
    const gauge = { name: "cache hits", kind: "gauge", parts, unit: "%", percent: false } as const;
    await update("beside", [calls, gauge]);
    const { mapping } = await traffic.intake.serviceOf(traffic.world.ci, "Beside");
    for (const seconds of [15, 30, 45]) {
      await read("Beside", base + seconds, { "Add/ok": 100 + seconds * 2 });
      const values = [{ second: base + seconds, value: 9, tags: {} }];
      await traffic.deliver("Beside", [bodyOf(values, { name: "cache_hits", field: null }, mapping.rules)]);
    }
    const { latestAt } = await trafficOf("beside");
    expect(latestAt).toBe(new Date((base + 44.5) * 1_000).toISOString());
  });

  it("is audited with what it takes, and only editors can make it", async () => {
    const id = await read("Audited", now() - 60, { "Add/ok": 1 });
    const matchers = [{ tag: "method", isNot: ["Ping", ""] }];
    await update("audited", [{ ...calls, parts: [{ ...part, matchers }] }]);
    const where = { action: "service.mapping", subjectId: id };
    const [entry] = await traffic.inHome((tx) => tx.prisma.auditEntry.findMany({ where }));
    expect(entry?.detail).toMatchObject({ own: ["Calls: rpc_calls{method!=Ping|}"], ownBefore: [] });
    const input = { service: "audited", own: [] };
    await expect(updateTrafficMapping({ ctx: traffic.world.home.viewer, input })).rejects.toMatchObject({
      code: "scope-missing",
    });
    const { owner } = await createTenant(traffic.world.test.services, "outside");
    await expect(updateTrafficMapping({ ctx: owner, input })).rejects.toThrow("not found");
  });
});

describe("a preview", () => {
  const preview = (service: string, source: Wanted, ctx = traffic.world.home.viewer) =>
    previewSource({ ctx, input: { service, source } });

  it("says what a source would count of the series that arrived", async () => {
    await read("Previewed", now() - 30, { "Add/ok": 1, "Add/error": 1, "Get/ok": 1, "Get/": 1 });
    const answer = await preview("previewed", calls);
    expect(answer).toMatchObject({
      metrics: [{ name: "rpc_calls", series: 4, examples: 4, taken: 4, usedBy: null }],
      labels: [
        { label: "Add", series: 2 },
        { label: "Get", series: 2 },
      ],
      outcomes: { failed: 1, succeeded: 3, unknown: 0 },
      labelsTotal: 2,
      cumulative: 4,
      isPartial: false,
      problem: null,
      limits: { labels: 1_000, labelsUsed: 0, labelsNew: 2 },
    });
    expect((await get("previewed")).own).toEqual([]);
  });

  it("says why it would count nothing", async () => {
    await read("Nothing", now() - 30, { "Add/ok": 1 });
    const problemOf = async (changed: Partial<Requests["parts"][number]>) =>
      (await preview("nothing", { ...calls, parts: [{ ...part, ...changed }] })).problem;
    expect(await problemOf({ metric: "rpc_called" })).toBe("not-seen");
    expect(await problemOf({ matchers: [{ tag: "method", is: ["add"] }] })).toBe("nothing-fits");
    expect(await problemOf({ measure: "durations" })).toBe("not-a-histogram");
    const { mapping } = await traffic.intake.serviceOf(traffic.world.ci, "nothing");
    const gauge = { name: "rpc_open", field: null, kind: "gauge" as const };
    const values = [{ second: now() - 30, value: 7, tags: { method: "Add" } }];
    await traffic.deliver("nothing", [bodyOf(values, gauge, mapping.rules)]);
    expect(await problemOf({ metric: "rpc_open" })).toBe("not-a-count");
    const outside = (await createTenant(traffic.world.test.services, "other")).owner;
    await expect(preview("nothing", calls, outside)).rejects.toThrow("not found");
  });
});

describe("the metrics that arrive", () => {
  it("are forgotten a week after they were last heard", async () => {
    const id = await read("Old", now() - 30, { "Add/ok": 1 });
    const count = () => traffic.inHome((tx) => tx.prisma.trafficMetric.count({ where: { serviceId: id } }));
    const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
    await forgetTraffic(traffic.world.test.services, keepDays);
    expect(await count()).toBe(1);
    await traffic.inHome((tx) =>
      tx.query("update traffic_metric set seen_at = seen_at - interval '8 days' where service_id = $1", [id]),
    );
    await forgetTraffic(traffic.world.test.services, keepDays);
    expect(await count()).toBe(0);
  });
});
