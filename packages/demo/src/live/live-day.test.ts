import { expect, it } from "vitest";
import { clockOf, timeOf } from "../traffic/replay.ts";
import { STEP_SECONDS } from "../traffic/traffic-day.ts";
import { livePeakDays, newLiveDay, replayOf, resumedLiveDay, YEAR_EARLIER } from "./live-day.ts";

const now = Date.parse("2026-03-10T09:41:27Z");

it("sends the hours before now, and then an hour with the peak in it", () => {
  const day = newLiveDay(now);
  expect(day.peakAt.toISOString()).toBe("2026-03-10T10:02:00.000Z");
  const plan = replayOf(day, "a");
  expect(plan.speed).toBe(1);
  expect(timeOf(plan, 0)).toBe(Date.parse("2026-03-10T05:42:00Z"));
  const last = timeOf(plan, plan.steps);
  expect(last).toBeLessThanOrEqual(now + 3_600_000);
  expect(last).toBeGreaterThan(now + 3_600_000 - 2 * STEP_SECONDS * 1_000);
  const atPeak = plan.fromStep + (day.peakAt.getTime() - timeOf(plan, 0)) / (STEP_SECONDS * 1_000);
  expect(Math.abs(atPeak * STEP_SECONDS - plan.day.peakSecond)).toBeLessThanOrEqual(STEP_SECONDS);
  expect(clockOf(plan.day.peakSecond)).toMatch(/^16:/);
});

it("resumes at the moment of the day that it is, and ends with the day", () => {
  const { peakAt } = newLiveDay(now);
  const endsAt = new Date(peakAt.getTime() + 4 * 3_600_000);
  const later = now + 2 * 3_600_000;
  const before = replayOf(newLiveDay(now), "a");
  const plan = replayOf(resumedLiveDay(peakAt, endsAt, later), "b");
  expect(timeOf(plan, 0)).toBeGreaterThanOrEqual(later);
  expect(plan.fromStep - before.fromStep).toBe(
    (timeOf(plan, 0) - timeOf(before, 0)) / (STEP_SECONDS * 1_000),
  );
  const atTheEnd = replayOf(resumedLiveDay(peakAt, endsAt, endsAt.getTime() - 60_000), "c");
  expect(timeOf(atTheEnd, atTheEnd.steps)).toBeLessThanOrEqual(endsAt.getTime());
});

it("has the year before at half its height, and says that both are simulated", () => {
  const day = newLiveDay(now);
  const [before, today] = livePeakDays(day, "Green Saturday (simulated)");
  expect(today.earlier).toEqual([{ name: YEAR_EARLIER, growthLow: 1.9, growthHigh: 2.1 }]);
  for (const one of [before, today]) {
    expect([one.service, one.name, one.notes]).toEqual([
      expect.stringContaining("(simulated)"),
      expect.stringContaining("(simulated)"),
      expect.stringMatching(/^Simulated/),
    ]);
    expect(one.startsAt.getTime()).toBeLessThan(one.eventAt.getTime());
  }
  const heights = before.curve?.map(({ requestsPerSecond }) => requestsPerSecond) ?? [];
  // 100,000 requests a minute, halved.
  expect(Math.max(...heights)).toBeGreaterThan(790);
  expect(Math.max(...heights)).toBeLessThan(850);
  expect(Math.min(...heights)).toBeGreaterThan(100);
});
