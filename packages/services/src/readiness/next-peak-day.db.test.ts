import { DAY_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { deletePeakDay } from "../peak-day/delete.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { getReadiness } from "./get-readiness.ts";
import { listComingReadiness } from "./list-coming.ts";
import { getNextPeakDay } from "./next-peak-day.ts";

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
let world: Importing;
let owner: Context;
let sale: string;
beforeAll(async () => {
  world = await Importing.open();
  owner = { ...world.home.owner, clock: () => new Date() };
  for (const service of ["Checkout", "Search"]) await world.upload({ service, experiment: "Peak mix" });
});
afterAll(() => world.close());

const inDays = (days: number) => `${new Date(Date.now() + days * DAY_MILLIS).toISOString().slice(0, 19)}Z`;
const create = (name: string, days: number, service = "checkout") => {
  const times = { startsAt: inDays(days), endsAt: inDays(days + 1), eventAt: inDays(days + 0.5) };
  const body = { service, name, timeZone: "UTC", eventName: "start", expectedPeak: 40, ...times };
  return createPeakDay({ ctx: owner, input: { webUrl, body } });
};
const next = async (ctx = owner) => {
  const found = await getNextPeakDay({ ctx, keepDays });
  return found === null ? null : [found.report.peakDay.name, found.report.phase, found.further];
};

describe("the next peak day", () => {
  it("is null if all peak days are over or belong to another workspace", async () => {
    await create("Last year", -3);
    expect(await next()).toBeNull();
    ({ id: sale } = await create("Sale", 12));
    expect(await next()).toEqual(["Sale", "before", 0]);
    expect(await next({ ...world.foreign.owner, clock: () => new Date() })).toBeNull();
  });

  it("is the one that starts first, of any service, with its readiness, beside those that run", async () => {
    const { id: sooner } = await create("Cyber Monday", 4, "search");
    expect(await next()).toEqual(["Cyber Monday", "before", 1]);
    const found = await getNextPeakDay({ ctx: owner, keepDays });
    const whole = await getReadiness({ ctx: owner, keepDays, input: { id: sooner } });
    const then = { now: "", judgedAt: "" };
    expect({ ...found?.report, ...then }).toEqual({ ...whole, ...then });
    const { id: running } = await create("Tickets", -0.5);
    const coming = (ctx = owner) => listComingReadiness({ ctx, keepDays });
    expect(await coming()).toEqual(
      [running, sooner, sale].map((peakDayId) => ({ peakDayId, verdict: "not-ready" })),
    );
    expect(await coming({ ...world.foreign.owner, clock: () => new Date() })).toEqual([]);
    expect(await next()).toEqual(["Cyber Monday", "before", 1]);
    expect((await getNextPeakDay({ ctx: owner, keepDays }))?.running).toEqual([
      {
        id: running,
        name: "Tickets",
        service: { slug: "checkout", name: "Checkout" },
        lead: "Running.",
        state: null,
        live: null,
      },
    ]);
    await deletePeakDay({ ctx: owner, input: { id: sooner } });
    await deletePeakDay({ ctx: owner, input: { id: sale } });
    expect(await getNextPeakDay({ ctx: owner, keepDays })).toMatchObject({
      report: { peakDay: { name: "Tickets" }, phase: "during" },
      further: 0,
      running: [{ id: running }],
    });
  });

  it("is only of services with an experiment of the reader, if they ask for theirs", async () => {
    await create("Sale", 12);
    const mine = async () => {
      const found = await getNextPeakDay({ ctx: owner, keepDays, input: { isMine: true } });
      return found?.report.peakDay.name ?? null;
    };
    expect(await mine()).toBeNull();
    await world.inHome((tx) =>
      tx.query(
        `update experiment set owner = (select upper(name) from person where id = $1)
         where service_id = (select id from service where slug = 'checkout')`,
        [owner.actor.kind === "person" ? owner.actor.id : ""],
      ),
    );
    expect(await mine()).toBe("Sale");
  });
});
