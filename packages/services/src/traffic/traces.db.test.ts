import { EXEMPLARS_A_MINUTE, HOUR_SECONDS } from "@headroom/core";
import type { TrafficFold } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { createTenant } from "../testing/tenant.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { updateWorkspaceSettings } from "../workspace/settings-update.ts";
import { listTraces } from "./list-traces.ts";
import { forgetTraffic } from "./roll-up.ts";

const KEEP_DAYS = { 1: 2, 10: 14, 60: 90, 600: 730 };
const TEMPLATE = "https://tempo.example.com/trace/{traceId}";

let traffic: Traffic;
let owner: Context;
let foreign: Context;
beforeAll(async () => {
  traffic = await Traffic.open();
  const { home, test } = traffic.world;
  owner = { ...home.owner, clock: () => new Date() };
  foreign = (await createTenant(test.services, "elsewhere")).owner;
});
afterAll(() => traffic.world.close());

interface Traced {
  second?: number;
  path?: string;
  latencySeconds: number;
  traceId?: string;
}

let traces = 0;
const nextTrace = () => (traces += 1).toString(16).padStart(32, "0");

function traced(all: readonly Traced[], fold: TrafficFold = requests()): TrafficFold {
  for (const { second = now() - 30, path = "/a", latencySeconds, traceId = nextTrace() } of all) {
    const tags = [["path", path]] as const;
    const series = { name: "http_request_duration_seconds", field: null, tags, unit: null } as const;
    const exemplar = { traceId, value: latencySeconds, atMicros: second * 1e6 };
    fold.exemplar({ ...series, kind: "histogram", temporality: "cumulative" }, exemplar);
  }
  return fold;
}

/** So that the rule of the exemplars counts. */
function requests(): TrafficFold {
  const fold = bodyOf([]);
  const series = fold.series({
    name: "http_request_duration_seconds",
    field: null,
    tags: [["path", "/a"]],
    unit: null,
    kind: "histogram",
    temporality: "delta",
  });
  const time = { atMicros: (now() - 30) * 1e6, startMicros: null };
  const buckets = { bounds: [1], counts: [1, 0] };
  fold.histogram(series, time, { count: 1, sum: 0.5, min: null, max: null, buckets });
  return fold;
}

const read = (service: string, more: { label?: string; from?: string; to?: string } = {}, ctx = owner) =>
  listTraces({ ctx, input: { service, ...more } });

describe("traces of slow requests", () => {
  it("are each label's slowest, with the workspace's address for them", async () => {
    const slow = nextTrace();
    await traffic.deliver("Traced", [
      traced([
        { latencySeconds: 0.2 },
        { latencySeconds: 1.9, traceId: slow },
        { path: "/b", latencySeconds: 3 },
      ]),
    ]);
    const answer = await read("traced");
    expect(answer.traces).toMatchObject([
      { label: "/b", latencyMs: 3_000, url: null },
      { label: "/a", latencyMs: 1_900, traceId: slow, url: null },
    ]);
    await updateWorkspaceSettings({ ctx: owner, input: { traceUrl: TEMPLATE } });
    const { traces: ofLabel } = await read("traced", { label: "/a" });
    expect(ofLabel.map(({ latencyMs }) => latencyMs)).toEqual([1_900, 200]);
    expect(ofLabel[0]?.url).toBe(`https://tempo.example.com/trace/${slow}`);
  });

  it("are the same however often and in whatever order bodies arrive", async () => {
    const second = now() - 120;
    const one = () => traced([{ second, latencySeconds: 1.1, traceId: "a".repeat(32) }]);
    const other = () => traced([{ second, latencySeconds: 1.2, traceId: "b".repeat(32) }]);
    for (const folds of [
      [one(), other(), one()],
      [other(), one(), other()],
    ])
      await traffic.deliver("Repeated", folds);
    const { traces: kept } = await read("repeated", { label: "/a" });
    expect(kept.map(({ latencyMs }) => latencyMs)).toEqual([1_200]);
  });

  it("of one minute are at most so many, however many bodies bring them", async () => {
    const second = now() - 120;
    const bodyFrom = (first: number) =>
      Array.from({ length: EXEMPLARS_A_MINUTE }, (_, at) => {
        return { second, path: `/many-${first + at}x`, latencySeconds: 1 + first + at };
      });
    const id = await traffic.deliver("Crowded", [traced(bodyFrom(0)), traced(bodyFrom(500))]);
    const [row] = await traffic.inHome((tx) =>
      tx.query<{ stored: number; slowest: number }>(
        "select count(*)::integer as stored, min(latency_us)::float8 / 1e6 as slowest from traffic_exemplar where service_id = $1",
        [id],
      ),
    );
    expect(row).toEqual({ stored: EXEMPLARS_A_MINUTE, slowest: 501 });
  });

  it("aren't kept of a rule that doesn't count", async () => {
    const fold = requests();
    const series = { name: "nginx_ingress_controller_request_duration_seconds", field: null } as const;
    fold.exemplar(
      { ...series, tags: [], unit: null, kind: "unknown", temporality: "each" },
      { traceId: nextTrace(), value: 5, atMicros: (now() - 30) * 1e6 },
    );
    await traffic.deliver("Uncounted", [fold]);
    expect((await read("uncounted")).traces).toEqual([]);
  });

  it("are within the stretch, which is at most a day", async () => {
    await traffic.deliver("Old", [
      traced([{ second: now() - 20 * HOUR_SECONDS, latencySeconds: 4 }, { latencySeconds: 2 }]),
    ]);
    const at = (secondsAgo: number) => new Date((now() - secondsAgo) * 1_000).toISOString();
    expect((await read("old")).traces.map(({ latencyMs }) => latencyMs)).toEqual([2_000]);
    const long = await read("old", { from: at(90 * HOUR_SECONDS), label: "/a" });
    expect(long.traces.map(({ latencyMs }) => latencyMs)).toEqual([4_000, 2_000]);
    expect(Date.parse(long.to) - Date.parse(long.from)).toBe(24 * HOUR_SECONDS * 1_000);
  });

  it("are forgotten with the cells of ten seconds", async () => {
    await traffic.deliver("Forgotten", [traced([{ latencySeconds: 2 }])]);
    expect((await read("forgotten")).traces).toHaveLength(1);
    const later = { ...traffic.world.test.services, clock: () => new Date(Date.now() + 15 * 86_400_000) };
    await forgetTraffic(later, KEEP_DAYS);
    expect((await read("forgotten")).traces).toEqual([]);
  });
});

describe("who sees traces", () => {
  it("are members of the workspace", async () => {
    await traffic.deliver("Private", [traced([{ latencySeconds: 2 }])]);
    const { home } = traffic.world;
    const viewer = { ...home.viewer, clock: () => new Date() };
    expect((await read("private", {}, viewer)).traces).toHaveLength(1);
    await expect(read("private", {}, foreign)).rejects.toMatchObject({ code: "not-found" });
  });

  it("aren't guests, and not a token that may only send", async () => {
    const guest = { ...owner, actor: { kind: "share", id: "x" } } as unknown as Context;
    await expect(read("private", {}, guest)).rejects.toMatchObject({ code: "not-found" });
    const sender = {
      ...traffic.world.ci,
      actor: { ...traffic.world.ci.actor, scopes: ["ingest"] },
    } as Context;
    await expect(read("private", {}, sender)).rejects.toMatchObject({ code: "scope-missing" });
  });
});
