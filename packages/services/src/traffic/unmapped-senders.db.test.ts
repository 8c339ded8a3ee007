import type { SeenMetric } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { listServices } from "../service/list.ts";
import { Importing } from "../testing/importing.ts";
import { createTenant } from "../testing/tenant.ts";
import { getTrafficMapping } from "./get-mapping.ts";
import { mapSender } from "./map-sender.ts";
import { forgetTraffic } from "./roll-up.ts";
import { listUnmappedSenders, MAX_SENDERS, noteUnmappedSenders } from "./unmapped-senders.ts";

const DAY_MILLIS = 86_400_000;

let world: Importing;
let foreign: Context;
/** The next moment at which something happens. */
let millis = Date.now();
beforeAll(async () => {
  world = await Importing.open({ counts: false });
  foreign = at((await createTenant(world.test.services, "elsewhere")).owner);
});
afterAll(() => world.close());

const at = (ctx: Context): Context => ({ ...ctx, clock: () => new Date(millis) });
const owner = () => at(world.home.owner);
const sender = () => at(world.ci);

function metric(more: Partial<SeenMetric> = {}): SeenMetric {
  return {
    name: "http_client_request_duration_seconds_bucket",
    field: null,
    kind: "histogram",
    temporality: "cumulative",
    unit: "seconds",
    rule: null,
    series: 12,
    examples: [[["job", "ghost"]]],
    ...more,
  };
}
const hear = (name: string, seen = [metric()]) => noteUnmappedSenders(sender(), [{ name, seen }]);
const list = (ctx = owner()) => listUnmappedSenders({ ctx });
const names = async (ctx = owner()) => (await list(ctx)).map(({ name }) => name);

describe("senders of which nothing counts", () => {
  it("are listed with what arrived, the last heard first, and make no service", async () => {
    await hear("Ghost");
    millis += 60_000;
    await hear("ghost", [metric({ name: "queue_size", kind: "gauge", unit: null, series: 1, examples: [] })]);
    await hear("Other");
    const senders = await list();
    expect(senders.map(({ sender: slug }) => slug)).toEqual(["ghost", "other"]);
    expect(senders[0]).toMatchObject({
      name: "ghost",
      firstSeenAt: new Date(millis - 60_000).toISOString(),
      lastSeenAt: new Date(millis).toISOString(),
      metrics: [
        { name: "http_client_request_duration_seconds_bucket", series: 12, tags: [["job", "ghost"]] },
        { name: "queue_size", kind: "gauge", tags: [] },
      ],
    });
    expect(await listServices({ ctx: owner() })).toEqual([]);
  });

  it("without a letter or digit in their name, or without metrics, are left out", async () => {
    await hear("–");
    await hear("Silent", []);
    expect(await names()).toEqual(["ghost", "Other"]);
  });

  it("become a service with their metrics once somebody maps them", async () => {
    const mapping = await mapSender({ ctx: owner(), input: { sender: "ghost" } });
    expect(mapping).toMatchObject({ service: "ghost", serviceName: "ghost", unmappedMetrics: 2 });
    expect(await getTrafficMapping({ ctx: owner(), input: { service: "ghost" } })).toEqual(mapping);
    expect(await names()).toEqual(["Other"]);
    // What the ingest service remembers can be a minute old.
    await hear("ghost");
    expect(await names()).toEqual(["Other"]);
    const audited = await world.test.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "service.create" } }),
    );
    expect(audited).toHaveLength(1);
  });

  it("have at most 50 metrics, with a few tags of a few series", async () => {
    const tags = Array.from({ length: 100 }, (_, tag) => [`tag-${tag}`, "x"] as const);
    const seen = Array.from({ length: 80 }, (_, place) => {
      return metric({ name: `metric_${place}`, examples: Array.from({ length: 50 }, () => tags) });
    });
    await hear("Talkative", seen);
    const [stored] = await world.test.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.unmappedSender.findMany({ where: { slug: "talkative" } }),
    );
    const metrics = stored?.metrics as { examples: unknown[][] }[];
    expect(metrics).toHaveLength(50);
    expect(metrics[0]?.examples.map((one) => one.length)).toEqual([20, 20, 20]);
  });

  it("are at most 200, those that were heard last, however many arrive concurrently", async () => {
    millis += 60_000;
    const many = Array.from({ length: MAX_SENDERS }, (_, place) => `Sender ${place}`);
    await Promise.all(
      [many.toReversed(), many].map((all) =>
        noteUnmappedSenders(
          sender(),
          all.map((name) => ({ name, seen: [metric()] })),
        ),
      ),
    );
    millis += 1_000;
    await hear("One more");
    const listed = await names();
    expect(listed).toHaveLength(MAX_SENDERS);
    expect(listed[0]).toBe("One more");
    expect(listed).not.toContain("Other");
  });

  it("are forgotten after 7 days", async () => {
    millis += 7 * DAY_MILLIS + 1;
    expect(await names()).toEqual([]);
    await hear("Fresh");
    await forgetTraffic(
      { ...world.test.services, clock: () => new Date(millis) },
      { 1: 2, 10: 14, 60: 90, 600: 730 },
    );
    const left = await world.test.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.unmappedSender.findMany({ select: { slug: true } }),
    );
    expect(left).toEqual([{ slug: "fresh" }]);
  });
});

describe("unmapped senders", () => {
  it("belong to their workspace", async () => {
    await hear("Private");
    expect(await names(foreign)).toEqual([]);
    const map = (slug: string) => mapSender({ ctx: foreign, input: { sender: slug } });
    const missing = await map("nowhere").catch((error: unknown) => error);
    await expect(map("private")).rejects.toEqual(missing);
    await noteUnmappedSenders(foreign, [{ name: "Private", seen: [metric()] }]);
    expect(await names(foreign)).toEqual(["Private"]);
    await mapSender({ ctx: foreign, input: { sender: "private" } });
    expect(await names()).toContain("Private");
  });

  it("are for viewers to see, and for editors to map", async () => {
    const viewer = at(world.home.viewer);
    expect(await names(viewer)).toContain("Private");
    await expect(mapSender({ ctx: viewer, input: { sender: "private" } })).rejects.toMatchObject({
      code: "scope-missing",
    });
  });

  it("aren't for a token of one service", async () => {
    const actor = {
      ...world.ci.actor,
      scopes: ["read", "manage"],
      serviceId: world.ci.newId(),
    } as Context["actor"];
    const ctx = { ...sender(), actor };
    await expect(list(ctx)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(mapSender({ ctx, input: { sender: "private" } })).rejects.toMatchObject({
      code: "scope-missing",
    });
  });
});
