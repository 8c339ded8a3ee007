import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { watchPeakDay } from "../peak-day/watch.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { createExperiment } from "../experiment/create.ts";
import { TEST_IMPORT_LIMITS } from "../testing/index.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { getTraffic } from "./get-traffic.ts";
import { keepAsRun } from "./keep-as-run.ts";
import { listLiveServices } from "./list-live-services.ts";

const KEPT = { 1: 2, 10: 14, 60: 90, 600: 730 };
const MARK = { name: "/a", headroom_simulated: "true" };

let home: Traffic;
beforeAll(async () => {
  home = await Traffic.open();
});
afterAll(() => home.world.close());

const inTime = (ctx: Context): Context => ({ ...ctx, clock: () => new Date() });
const at = (second: number) => new Date(second * 1_000).toISOString();
const moment = (second: number) => `${at(second).slice(0, 19)}Z`;
const requestsAt = (second: number, tags: Record<string, string> = { name: "/a" }) =>
  bodyOf([0, 1, 2].map((after) => ({ second: second + after, value: 5, tags })));

async function read(service: string, from: number, to: number) {
  const input = { service, from: at(from), to: at(to) };
  return getTraffic({ ctx: inTime(home.world.home.viewer), keepDays: KEPT, input });
}

const requestsFor = (begin: number, seconds: number) =>
  Array.from({ length: seconds }, (_, after) => ({ second: begin + after, value: 5 }));

async function keep(service: string, from: number, to: number) {
  const { answer } = await keepAsRun({
    ctx: inTime(home.world.home.owner),
    uploads: home.world.uploads,
    keepDays: KEPT,
    input: {
      body: { from: at(from), to: at(to), experiment: `${service} mix` },
      service,
      idempotencyKey: null,
      limits: TEST_IMPORT_LIMITS,
      webUrl: "https://headroom.example",
    },
  });
  return answer;
}

const runOf = (id: string) => home.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
const environmentOf = async (runId: string) => (await runOf(runId)).environment;

async function gapOf(runId: string): Promise<string | null> {
  const run = await runOf(runId);
  return (run.capacity as { gap?: string } | null)?.gap ?? null;
}

describe("a run that is kept from simulated traffic", () => {
  it("says so, and proves no capacity", async () => {
    const begin = now() - 3_000;
    const marked = requestsFor(begin, 400).map((one) => ({ ...one, tags: MARK }));
    await home.deliver("Kept", [bodyOf(marked), bodyOf(requestsFor(begin + 1_000, 400))]);
    await createExperiment({
      ctx: inTime(home.world.home.owner),
      input: { service: "kept", name: "kept mix", targets: ["p50 <= 200 ms"] },
    });
    const simulated = await keep("kept", begin, begin + 400);
    expect(simulated.warnings.map(({ code }) => code)).toEqual(["traffic-simulated"]);
    expect(await gapOf(simulated.run.id)).toBe("simulated");
    expect(await environmentOf(simulated.run.id)).toBe("simulated");
    const both = await keep("kept", begin, begin + 1_400);
    expect(both.warnings.map(({ code }) => code)).toContain("traffic-partly-simulated");
    expect(await gapOf(both.run.id)).toBe("simulated");
    const real = await keep("kept", begin + 1_000, begin + 1_400);
    expect(real.warnings).toEqual([]);
    expect(await environmentOf(real.run.id)).toBeNull();
    expect(await gapOf(real.run.id)).toBeNull();
  });
});

describe("simulated traffic", () => {
  it("is marked where it is read, to the second", async () => {
    const begin = now() - 900;
    await home.deliver("Made up", [requestsAt(begin, MARK), requestsAt(begin + 60, MARK)]);
    const { total, simulated } = await read("made-up", begin - 60, begin + 120);
    expect(total.requests).toBe(6);
    expect(simulated).toEqual({ from: at(begin), to: at(begin + 63), withReal: false });
    expect((await read("made-up", begin - 60, begin - 30)).simulated).toBeNull();
    const { services } = await listLiveServices({ ctx: inTime(home.world.home.viewer) });
    expect(services.find(({ slug }) => slug === "made-up")?.simulated).toMatchObject({ withReal: false });
  });

  it("stays marked when real traffic follows, and real traffic isn't marked", async () => {
    const begin = now() - 900;
    await home.deliver("Both", [requestsAt(begin, MARK), requestsAt(begin + 300)]);
    expect((await read("both", begin, begin + 10)).simulated).toMatchObject({ withReal: false });
    expect((await read("both", begin, begin + 310)).simulated).toMatchObject({ withReal: true });
    expect((await read("both", begin + 200, begin + 310)).simulated).toBeNull();
    await home.deliver("Real", [requestsAt(begin)]);
    expect((await read("real", begin, begin + 10)).simulated).toBeNull();
  });

  it("is no longer taken once there is real traffic", async () => {
    const mappingOf = async (service: string) =>
      (await home.intake.serviceOf(home.world.ci, service)).mapping.takesSimulated;
    expect(await mappingOf("Undecided")).toBe(true);
    await home.deliver("Undecided", [requestsAt(now() - 100, MARK)]);
    expect(await mappingOf("Undecided")).toBe(true);
    await home.deliver("Undecided", [requestsAt(now() - 50)]);
    expect(await mappingOf("Undecided")).toBe(false);
  });

  it("is marked on a peak day, and on later ones that compare with it", async () => {
    const begin = now() - 3_600;
    await home.deliver("Sale", [requestsAt(begin, MARK)]);
    const { owner } = home.world.home;
    const day = (name: string, from: number, earlier: object[]) =>
      createPeakDay({
        ctx: inTime(owner),
        input: {
          webUrl: "https://headroom.example",
          body: {
            service: "sale",
            name,
            startsAt: moment(from - 600),
            endsAt: moment(from + 600),
            timeZone: "UTC",
            eventName: "Doors open",
            eventAt: moment(from),
            earlier,
          },
        },
      });
    const first = await day("Rehearsal", begin, []);
    const second = await day("Sale", begin + 86_400, [{ id: first.id, growthLow: 1, growthHigh: 1 }]);
    const watch = (id: string) =>
      watchPeakDay({ ctx: inTime(owner), input: { id, keepDays: KEPT, webUrl: "https://headroom.example" } });
    expect((await watch(first.id)).simulated).toEqual({
      from: at(begin),
      to: at(begin + 3),
      withReal: false,
    });
    const { simulated, earlier } = await watch(second.id);
    expect(simulated).toBeNull();
    expect(earlier.map((one) => one.simulated)).toEqual([
      { from: at(begin), to: at(begin + 3), withReal: false },
    ]);
  });
});
