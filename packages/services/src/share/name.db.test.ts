import type { ShareSubject } from "@headroom/contract";
import { afterAll, expect, it } from "vitest";
import { createPeakDay } from "../peak-day/create.ts";
import { deleteRun } from "../run/edit/delete.ts";
import { TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { nameShared } from "./name.ts";
import { openShareWorld } from "../testing/share-world.ts";

const { world, runAt, opened } = await openShareWorld();
afterAll(() => world.close());
const nameOf = async (...given: Parameters<typeof opened>) => nameShared({ ctx: await opened(...given) });

it("names what a link shows: a run, a comparison, a peak day, its readiness", async () => {
  expect(await nameOf()).toEqual({ title: "Run 1: Mix", description: "A load test of Checkout" });
  const pair: ShareSubject = { kind: "comparison", runIds: [runAt(1), runAt(0)] };
  expect(await nameOf({ subject: pair })).toEqual({
    title: "Run 2 → 1: Mix",
    description: "Load tests of Checkout, compared",
  });
  const all: ShareSubject = { kind: "comparison", runIds: [runAt(0), runAt(1), runAt(2)] };
  expect(await nameOf({ subject: all })).toMatchObject({ title: "3 runs of 2 experiments" });
  const times = { startsAt: "2026-11-27T00:00:00Z", endsAt: "2026-11-28T00:00:00Z", timeZone: "UTC" };
  const body = { service: "checkout", name: "Sale", ...times, eventName: "start", eventAt: times.startsAt };
  const { id: peakDayId } = await createPeakDay({ ctx: world.home.owner, input: { webUrl, body } });
  expect(await nameOf({ subject: { kind: "peak-day", peakDayId } })).toEqual({
    title: "Sale",
    description: "A peak day of Checkout",
  });
  expect(await nameOf({ subject: { kind: "readiness", peakDayId } })).toEqual({
    title: "Readiness for Sale",
    description: "Whether Checkout will hold",
  });
});

it("names nothing of a run that was deleted", async () => {
  const ctx = await opened({ subject: { kind: "run", runId: runAt(2) } });
  await deleteRun({ ctx: world.home.owner, input: { runId: runAt(2) } });
  expect(await nameShared({ ctx })).toBeNull();
});
