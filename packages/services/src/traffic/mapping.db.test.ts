import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTenant } from "../testing/index.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { getTrafficMapping } from "./get-mapping.ts";
import { holdTraffic, noteTraffic } from "./traffic-row.ts";
import { updateTrafficMapping } from "./update-mapping.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

const counter = (second: number, value: number) =>
  bodyOf([{ second, value, tags: { path: "/a", code: "200" } }], {
    name: "http_requests_total",
    field: null,
  });
const k6 = (second: number, requests: number) =>
  bodyOf(Array.from({ length: requests }, () => ({ second, value: 5 })));
const get = (service: string, ctx = traffic.world.home.viewer) =>
  getTrafficMapping({ ctx, input: { service } });
const audited = (subjectId: string) =>
  traffic.inHome((tx) => tx.prisma.auditEntry.findMany({ where: { action: "service.mapping", subjectId } }));

describe("the mapping of a service", () => {
  it("says what counts, what else was seen and what nothing is made of", async () => {
    const second = now() - 60;
    const id = await traffic.deliver("Seen", [
      counter(second, 10),
      k6(second, 3),
      bodyOf([{ second, value: 3 }], { name: "vus" }),
      bodyOf([{ second, value: 1, tags: { pool: "main" } }], { name: "queue", kind: "gauge" }),
    ]);
    const mapping = await get("seen");
    expect(mapping).toMatchObject({
      service: "seen",
      rule: null,
      foldPaths: true,
      counted: { rule: "k6" },
      next: null,
      sources: [
        { rule: "k6", title: "k6" },
        { rule: "http-requests-total", title: "Prometheus client (http_requests_total)" },
      ],
      gauges: [{ name: "users", unit: null }],
      unmapped: [{ name: "queue", field: null, tags: [["pool", "main"]], series: 1 }],
      unmappedMetrics: 1,
      labels: { used: 1, limit: 1_000, folded: [] },
    });
    const { labels } = await get("seen", { ...traffic.world.home.viewer, clock: () => new Date() });
    expect(labels.lastHour).toEqual({ requests: 3, other: 0 });
    expect(await audited(id)).toEqual([]);
  });

  it("counts the chosen source from its first requests on, nothing twice and nothing lost", async () => {
    const base = now() - 300;
    // Both report 2 requests/s, every 15 seconds.
    const each = (step: number) =>
      bodyOf(
        Array.from({ length: 30 }, (_, at) => ({ second: base + step * 15 - 15 + (at >> 1), value: 5 })),
      );
    const both = (step: number) => [each(step), counter(base + step * 15, step * 30)];
    const id = await traffic.deliver("Chosen", [...both(1), ...both(2)]);
    const chosen = await updateTrafficMapping({
      ctx: traffic.world.home.owner,
      input: { service: "chosen", rule: "http-requests-total" },
    });
    expect(chosen).toMatchObject({
      rule: "http-requests-total",
      counted: { rule: "k6" },
      next: { rule: "http-requests-total" },
    });
    // The counter's first reading is only where it begins.
    await traffic.deliver("Chosen", both(3));
    expect(await get("chosen")).toMatchObject({ counted: { rule: "k6" } });
    await traffic.deliver("Chosen", [counter(base + 60, 120), ...both(5)]);
    expect(await get("chosen")).toMatchObject({ counted: { rule: "http-requests-total" }, next: null });
    const { requests } = await traffic.totalOf(id, 1);
    expect(Math.abs(requests - 150)).toBeLessThanOrEqual(2);
    expect(await audited(id)).toMatchObject([
      { detail: { name: "Chosen", rule: "http-requests-total", ruleBefore: null, foldPaths: true } },
    ]);
  });

  it("leaves it to the best one again", async () => {
    const base = now() - 100;
    await traffic.deliver("Back", [counter(base, 0), k6(base, 1)]);
    const ctx = traffic.world.home.owner;
    await updateTrafficMapping({ ctx, input: { service: "back", rule: "http-requests-total" } });
    await updateTrafficMapping({ ctx, input: { service: "back", rule: null } });
    await traffic.deliver("Back", [k6(base + 5, 1)]);
    expect(await get("back")).toMatchObject({ rule: null, counted: { rule: "k6" }, next: null });
  });

  it("counts nothing while the chosen source has never sent anything", async () => {
    await traffic.deliver("Later", [bodyOf([{ second: now() - 20, value: 3 }], { name: "vus" })]);
    const input = { service: "later", rule: "k6" };
    expect(await updateTrafficMapping({ ctx: traffic.world.home.owner, input })).toMatchObject({
      rule: "k6",
      counted: null,
      next: { rule: "k6", lastSeenAt: null },
    });
    await traffic.deliver("Later", [k6(now() - 10, 2)]);
    expect(await get("later")).toMatchObject({ rule: "k6", counted: { rule: "k6" }, next: null });
  });

  it("isn't overwritten by what is being counted meanwhile", async () => {
    const id = await traffic.deliver("Meanwhile", [counter(now() - 50, 10)]);
    const { ci, home } = traffic.world;
    const held = await traffic.inHome((tx) => holdTraffic(tx, ci, id));
    if (held === null) throw new Error("no traffic");
    await updateTrafficMapping({
      ctx: home.owner,
      input: { service: "meanwhile", rule: "http-requests-total" },
    });
    const counting = { rule: "http-requests-total", before: null, from: null };
    await traffic.inHome((tx) =>
      noteTraffic(tx, held, {
        rule: "k6",
        counting,
        leftOut: false,
        replicas: [],
        added: [],
        begun: [],
        readTwice: [],
        unusable: 0,
        messages: [],
        seconds: [],
        now: new Date(),
      }),
    );
    expect(await get("meanwhile")).toMatchObject({ rule: "http-requests-total", next: null });
  });

  it("can be chosen while the first metrics haven't been counted, or before any arrived", async () => {
    const ctx = traffic.world.home.owner;
    const second = now() - 60;
    const id = await traffic.send("Early", counter(second, 10), "early");
    const chosen = { service: "early", rule: "http-requests-total", foldPaths: false };
    expect(await updateTrafficMapping({ ctx, input: chosen })).toMatchObject({
      rule: "http-requests-total",
      counted: null,
    });
    const heard = async () =>
      (await traffic.inHome((tx) => tx.prisma.traffic.findUniqueOrThrow({ where: { serviceId: id } })))
        .heardAt;
    // Choosing isn't hearing: no page says that something has arrived.
    expect(await heard()).toBeNull();
    await traffic.world.counted();
    expect(await heard()).not.toBeNull();
    await traffic.deliver("Early", [k6(second + 20, 3), counter(second + 15, 17)]);
    expect(await get("early")).toMatchObject({ foldPaths: false, counted: { rule: "http-requests-total" } });
    expect(await audited(id)).toHaveLength(1);
  });

  it("folds IDs in paths, or leaves them as they are", async () => {
    const second = now() - 40;
    const send = (name: string) => traffic.deliver("Paths", [bodyOf([{ second, value: 5, tags: { name } }])]);
    await send("/users/1");
    await send("/users/2");
    expect((await get("paths")).labels).toMatchObject({ used: 1, folded: ["/users/{id}"] });
    const input = { service: "paths", foldPaths: false };
    expect(await updateTrafficMapping({ ctx: traffic.world.home.owner, input })).toMatchObject({
      foldPaths: false,
    });
    const { mapping } = await traffic.intake.serviceOf(traffic.world.ci, "Paths");
    expect(mapping.foldPaths).toBe(false);
  });

  it("is for editors to change, and not for other workspaces to see", async () => {
    const { home, test } = traffic.world;
    await traffic.deliver("Mine", [k6(now() - 30, 1)]);
    const foreign = await createTenant(test.services, "not-mine");
    const input = { service: "mine", foldPaths: false };
    await expect(updateTrafficMapping({ ctx: home.viewer, input })).rejects.toMatchObject({
      code: "scope-missing",
    });
    await expect(updateTrafficMapping({ ctx: foreign.owner, input })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(get("mine", foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    expect(await get("mine")).toMatchObject({ foldPaths: true });
  });

  it("refuses sources that don't exist, and those of gauges", async () => {
    const ctx = traffic.world.home.owner;
    for (const rule of ["users-k6", "nothing", ""])
      await expect(updateTrafficMapping({ ctx, input: { service: "mine", rule } })).rejects.toMatchObject({
        code: "parameter-unreadable",
        field: "rule",
      });
  });
});
