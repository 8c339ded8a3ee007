import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatInstant } from "@headroom/core/format";
import type { TrafficFold } from "@headroom/core";
import { getComparison } from "../comparison/get.ts";
import { getComparisonStatistics } from "../comparison/get-statistics.ts";
import type { Context } from "../context.ts";
import { addServiceEvents } from "../service-event/add.ts";
import { deleteRun } from "../run/edit/delete.ts";
import { TEST_IMPORT_LIMITS as limits } from "../testing/index.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import type { Value } from "../testing/traffic.ts";
import { compareAroundEvent } from "./compare-around-event.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const webUrl = "https://headroom.example";

let home: Traffic;
beforeAll(async () => {
  home = await Traffic.open();
});
afterAll(() => home.world.close());

const inTime = (ctx: Context): Context => ({ ...ctx, clock: () => new Date() });
const iso = (second: number) => new Date(second * 1_000).toISOString();

/** A request every ten seconds. */
function requests(from: number, to: number, value: number): Value[] {
  return Array.from({ length: Math.floor((to - from) / 10) }, (_, at) => ({
    second: from + at * 10,
    value,
    tags: { name: "GET /", expected_response: "true" },
  }));
}

/** Of 100 requests, how many each of OpenTelemetry's buckets has, and how long they took together, in seconds. */
interface Histogram {
  counts: readonly number[];
  sum: number;
}
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const filled = (...first: number[]) => [
  ...first,
  ...Array.from({ length: BOUNDS.length + 1 - first.length }, () => 0),
];
const SLOW: Histogram = { counts: filled(0, 0, 10, 60, 20, 5, 5), sum: 4.5 };
const FAST: Histogram = { counts: filled(0, 0, 60, 30, 10), sum: 3 };

/** A hundred requests of each route every 15 seconds. */
function histograms(from: number, to: number, routes: Record<string, Histogram>): TrafficFold {
  const fold = bodyOf([]);
  for (const [route, { counts, sum }] of Object.entries(routes)) {
    const series = fold.series({
      name: "http.server.request.duration",
      field: null,
      unit: "s",
      kind: "histogram",
      temporality: "delta",
      tags: [
        ["http.request.method", "GET"],
        ["http.route", route],
        ["http.response.status_code", "200"],
      ],
    });
    for (let second = from; second + 15 <= to; second += 15)
      fold.histogram(
        series,
        { atMicros: (second + 15) * 1e6, startMicros: second * 1e6 },
        { count: 100, sum, min: null, max: null, buckets: { bounds: BOUNDS, counts: [...counts] } },
      );
  }
  return fold;
}

async function event(service: string, at: number, kind = "deploy"): Promise<string> {
  const body = { at: iso(at), kind, title: `v${at}` };
  const { events } = await addServiceEvents({ ctx: home.world.home.owner, input: { service, body } });
  return events[0]?.id ?? "";
}

const compare = (service: string, eventId: string, ctx = home.world.home.owner) =>
  compareAroundEvent({
    ctx: inTime(ctx),
    uploads: home.world.uploads,
    keepDays,
    input: { service, eventId, limits, webUrl },
  });

const runsOf = (slug: string) =>
  home.world.inHome(async (tx) => {
    const { id: serviceId } = await tx.prisma.service.findFirstOrThrow({ where: { slug } });
    const where = { serviceId, deletedAt: null };
    return tx.prisma.run.findMany({ where, orderBy: { number: "asc" } });
  });

describe("the comparison around an event", () => {
  it("keeps the hour before and the hour after as runs, once", async () => {
    const deployed = now() - 2 * 3_600;
    await home.deliver("Around", [
      bodyOf(requests(deployed - 4_500, deployed, 20)),
      bodyOf(requests(deployed, deployed + 4_500, 30)),
    ]);
    const id = await event("around", deployed);
    const first = await compare("around", id);
    const second = await compare("around", id);
    expect(second).toEqual(first);
    expect(first.url).toBe(`${webUrl}/comparisons?runs=${first.before.runId},${first.after.runId}`);
    const length = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from);
    expect([length(first.before), length(first.after)]).toEqual([3_600_000, 3_600_000]);
    expect(Date.parse(first.before.to) / 1_000).toBeLessThanOrEqual(deployed - 300);
    expect(Date.parse(first.after.from) / 1_000).toBeGreaterThanOrEqual(deployed + 300);
    const runs = await runsOf("around");
    expect(runs.map((run) => run.id)).toEqual([first.before.runId, first.after.runId]);
    expect(runs[0]?.notes).toBe(
      `1h before “v${deployed}” (deploy at ${formatInstant(new Date(deployed * 1_000), "UTC")} UTC)`,
    );
    expect(runs[0]?.summary).toMatchObject({ requests: 360, latencyMs: { p99: 20 } });
    expect(runs[1]?.summary).toMatchObject({ requests: 360, latencyMs: { p99: 30 } });
  });

  it("keeps a run again that was deleted", async () => {
    const [run] = await runsOf("around");
    const events = await home.world.inHome((tx) => tx.prisma.serviceEvent.findMany());
    const id = events.find(({ title }) => run?.notes?.includes(title))?.id ?? "";
    await deleteRun({ ctx: home.world.home.owner, input: { runId: run?.id ?? "" } });
    const again = await compare("around", id);
    expect(again.before.runId).not.toBe(run?.id);
    expect((await runsOf("around")).map((one) => one.id).toSorted()).toEqual(
      [again.before.runId, again.after.runId].toSorted(),
    );
    expect(await compare("around", id)).toEqual(again);
  });

  it("has no windows with another deploy in them, but with notes", async () => {
    const deployed = now() - 3 * 3_600;
    await home.deliver("Busy", [bodyOf(requests(deployed - 4_500, deployed + 4_500, 20))]);
    const id = await event("busy", deployed);
    await event("busy", deployed + 40 * 60, "failure");
    await event("busy", deployed - 10 * 60, "note");
    const { before, after } = await compare("busy", id);
    expect(Date.parse(after.to) / 1_000).toBeLessThanOrEqual(deployed + 35 * 60);
    expect(Date.parse(before.to) - Date.parse(before.from)).toBe(3_600_000);
    await event("busy", deployed - 12 * 60);
    await expect(compare("busy", id)).rejects.toThrow("Another event is too close");
  });

  it("is refused without enough time or traffic after the event, and leaves no run", async () => {
    const deployed = now() - 10 * 60;
    await home.deliver("Fresh", [bodyOf(requests(deployed - 4_500, deployed, 20))]);
    const early = await event("fresh", deployed);
    await expect(compare("fresh", early)).rejects.toThrow("There isn't enough traffic after this event yet.");
    const silent = await event("fresh", deployed - 2 * 86_400);
    await expect(compare("fresh", silent)).rejects.toThrow("reported no requests");
    expect(await runsOf("fresh")).toEqual([]);
  });

  it("is out of reach for viewers and other workspaces", async () => {
    const [known] = await home.world.inHome((tx) => tx.prisma.serviceEvent.findMany());
    const id = known?.id ?? "";
    await expect(compare("around", id, home.world.home.viewer)).rejects.toMatchObject({
      code: "scope-missing",
    });
    await expect(compare("around", id, home.world.foreign.owner)).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(compare("fresh", id)).rejects.toMatchObject({ code: "not-found" });
    await expect(compare("around", "no-id")).rejects.toMatchObject({ code: "not-found" });
  });

  it("says what a deploy did to a route whose source has buckets", async () => {
    const deployed = now() - 2 * 3_600;
    const id = await home.deliver("Routes", [
      histograms(deployed - 4_500, deployed, { "/location": SLOW, "/search": SLOW }),
      histograms(deployed, deployed + 4_500, { "/location": FAST, "/search": SLOW }),
    ]);
    expect(id).not.toBe("");
    const { before, after } = await compare("routes", await event("routes", deployed));
    const ctx = inTime(home.world.home.owner);
    const runIds = [before.runId, after.runId];
    const {
      labels: { rows: labels },
    } = await getComparison({ ctx, input: { runIds, webUrl } });
    const location = labels.find(({ label }) => label.includes("/location"));
    const row = (metric: string) => location?.metrics.find((one) => one.metric === metric);
    expect(row("mean")).toMatchObject({ values: [45, 30], changes: [null, { before: 45, after: 30 }] });
    expect(row("p50")?.ranges).toEqual([
      { low: 25, high: 50 },
      { low: 10, high: 25 },
    ]);
    await getComparisonStatistics({ ctx, input: { runIds } });
    await home.world.compare();
    const { pairs } = await getComparisonStatistics({ ctx, input: { runIds } });
    const statistics = pairs[0]?.statistics?.labels ?? [];
    const found = (label: string, metric: string) =>
      statistics.find((one) => one.label.includes(label))?.metrics.find((one) => one.metric === metric);
    expect(found("/location", "p50")).toMatchObject({
      verdict: "not-tested",
      reason: expect.stringContaining("They overlap"),
    });
    expect(found("/location", "p99")).toMatchObject({
      verdict: "differs",
      reason: expect.stringContaining(
        "Its range moved from 100–250 ms to 50–75 ms: it is 1.33 to 5.00 times faster.",
      ),
    });
    expect(found("/search", "p99")?.verdict).toBe("not-tested");
    expect(found("/location", "mean")).toMatchObject({ before: 45, after: 30 });
  });
});
