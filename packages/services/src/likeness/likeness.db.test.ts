import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { TEST_WEB_URL as webUrl } from "../testing/importing.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import type { Value } from "../testing/traffic.ts";
import { rollUpTraffic } from "../traffic/roll-up.ts";
import { keepAsRun } from "../traffic/keep-as-run.ts";
import { TEST_IMPORT_LIMITS as limits } from "../testing/index.ts";
import { getLikeness } from "./get-likeness.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
let traffic: Traffic;
let viewer: Context;
/** When the traffic below begins: with whole ten minutes. */
let base: number;
beforeAll(async () => {
  traffic = await Traffic.open();
  viewer = { ...traffic.world.home.viewer, clock: () => new Date() };
  base = Math.floor(now() / 600) * 600 - 7_200;
});
afterAll(() => traffic.world.close());

const iso = (second: number) => new Date(second * 1_000).toISOString();
const ask = (runId: string, more: { from?: string; to?: string } = {}, ctx = viewer) =>
  getLikeness({ ctx, keepDays, input: { runId, ...more } });

/** Requests of each second to some labels, with the tool's failures in every hundredth. */
function requests(from: number, seconds: number, labels: readonly string[]): Value[] {
  return Array.from({ length: seconds }, (_, at) =>
    labels.map((name, place) => ({
      second: from + at,
      value: 20,
      tags: {
        name,
        expected_response: at % 100 === 0 && place === 0 ? "false" : "true",
        place: String(place),
      },
    })),
  ).flat();
}

/** 120 seconds at 50/s: a third GET /search, the rest GET /cart. */
async function test(service: string): Promise<string> {
  const { answer } = await traffic.world.upload({ service, experiment: "Mix" });
  return answer.run.id;
}

const LIKE = ["GET /search", "GET /cart", "GET /cart"];

describe("a run beside live traffic", () => {
  it("is compared with its busiest hour, and found representative", async () => {
    await traffic.deliver("Alike", [
      bodyOf(requests(base, 600, ["GET /other"])),
      bodyOf(requests(base + 3_600, 600, LIKE)),
    ]);
    while ((await rollUpTraffic(traffic.world.test.services)) > 0);
    const answer = await ask(await test("Alike"));
    expect(answer.window).toMatchObject({ chosen: "busiest-hour", peakDay: null, requests: 1_800 });
    expect(Date.parse(answer.window?.from ?? "") / 1_000).toBeGreaterThan(base);
    expect(answer.checks.map(({ kind, state }) => [kind, state])).toEqual([
      ["label-mix", "alike"],
      ["throughput", "alike"],
      ["bursts", "unknown"],
      ["errors", "alike"],
    ]);
    expect(answer).toMatchObject({ representative: "yes", service: { slug: "alike" } });
    expect(answer.mix?.labels.map(({ label }) => label)).toEqual(["GET /cart", "GET /search"]);
  });

  it("isn't representative of a window with other requests", async () => {
    await traffic.deliver("Other", [
      bodyOf(requests(base, 600, LIKE)),
      bodyOf(requests(base + 3_600, 600, ["GET /cart", "POST /pay"])),
    ]);
    const run = await test("Other");
    const window = { from: iso(base + 3_600), to: iso(base + 4_200) };
    const answer = await ask(run, window);
    expect(answer).toMatchObject({
      representative: "no",
      window: { ...window, chosen: "asked", requests: 1_200 },
      mix: { missing: { labels: 1, share: 0.5 } },
    });
    expect(answer.mix?.apart).toBeCloseTo(0.5, 2);
    expect(answer.checks[0]?.words).toContain("1 label with 50.0% of live requests was never tested.");
  });

  it("prefers the newest peak day that has live traffic", async () => {
    await traffic.deliver("Peak", [
      bodyOf(requests(base, 600, LIKE)),
      bodyOf(requests(base + 3_600, 600, ["a", "b", "c", "d", "e", "f"])),
    ]);
    const run = await test("Peak");
    const create = (name: string, from: number, to: number) =>
      createPeakDay({
        ctx: traffic.world.home.owner,
        input: {
          body: {
            service: "peak",
            name,
            timeZone: "UTC",
            eventName: "start",
            startsAt: iso(from).slice(0, 19),
            endsAt: iso(to).slice(0, 19),
            eventAt: iso(from).slice(0, 19),
          },
          webUrl,
        },
      });
    const { id } = await create("Sale", base - 600, base + 900);
    await create("Silent", base + 1_200, base + 3_000);
    await create("To come", base + 86_400, base + 90_000);
    expect((await ask(run)).window).toMatchObject({
      chosen: "peak-day",
      peakDay: { id, name: "Sale" },
      requests: 1_800,
    });
  });

  it("without live traffic there is nothing to compare with", async () => {
    const answer = await ask(await test("Quiet"));
    expect(answer).toMatchObject({ representative: "unknown", window: null, checks: [], mix: null });
  });

  it("that was kept from live traffic isn't compared with itself", async () => {
    await traffic.deliver("Kept", [bodyOf(requests(base, 600, LIKE))]);
    const kept = await keepAsRun({
      ctx: { ...traffic.world.home.owner, clock: () => new Date() },
      uploads: traffic.world.uploads,
      keepDays,
      input: {
        service: "kept",
        idempotencyKey: null,
        limits,
        webUrl,
        body: { from: iso(base), to: iso(base + 600), experiment: "Live" },
      },
    });
    expect((await ask(kept.answer.run.id)).window).toBeNull();
  });

  it("of another workspace isn't found, and a wrong window is refused", async () => {
    const run = await test("Mine");
    const foreign = { ...traffic.world.foreign.owner, clock: () => new Date() };
    await expect(ask(run, {}, foreign)).rejects.toMatchObject({ code: "not-found" });
    await expect(ask(run, { from: iso(base), to: iso(base - 60) })).rejects.toMatchObject({
      code: "parameter-unreadable",
    });
    await expect(ask(run, { from: iso(base - 40 * 86_400), to: iso(base) })).rejects.toThrow("31 days");
    await expect(ask(run, { from: "yesterday" })).rejects.toMatchObject({ code: "parameter-unreadable" });
  });
});
