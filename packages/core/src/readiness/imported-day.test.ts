import { describe, expect, it } from "vitest";
import { dayAnswer } from "./day-answer.ts";
import { importedDay } from "./imported-day.ts";
import type { ImportedDayInput } from "./imported-day.ts";

const START = Date.UTC(2024, 10, 29) / 1_000;
const HOUR = 3_600;
const times = { startsAt: new Date(START * 1_000).toISOString(), timeZone: "UTC" };
const day = { targets: { p99Ms: 200, errorRate: 0.001 }, holdSeconds: 300, seconds: 24 * HOUR };

type Row = { rate?: number; p99?: number | null; errors?: number | null };

/** A day in steps at 100 requests a second, 90 ms and no errors, except for those given by their place. */
function imported(
  other: Record<number, Row> = {},
  {
    step = HOUR,
    count = (24 * HOUR) / step,
    ...change
  }: Partial<ImportedDayInput> & { step?: number; count?: number } = {},
) {
  const rows = Array.from({ length: count }, (_, at) => ({ rate: 100, p99: 90, errors: 0, ...other[at] }));
  const second = (at: number) => START + at * step;
  return {
    ...day,
    curve: { stepSeconds: step, points: rows.map(({ rate }, at) => [second(at), rate] as const) },
    p99: {
      stepSeconds: step,
      points: rows.flatMap(({ p99 }, at) => (p99 === null ? [] : [[second(at), p99, p99] as const])),
    },
    errors: rows.flatMap(({ errors }, at) => (errors === null ? [] : [[second(at), errors] as const])),
    ...change,
  };
}

function answer(input: Parameters<typeof importedDay>[0], byTodaysTargets = false) {
  const found = { ...importedDay(input), targets: input.targets, byTodaysTargets };
  const { word, sentence } = dayAnswer(
    { day: found, real: null, simulated: false, changesUntil: null },
    times,
  );
  return `${word}: ${sentence}`;
}

const everyHour = (row: Row) => Object.fromEntries(Array.from({ length: 24 }, (_, at) => [at, row]));

describe("a day that was imported by the hour", () => {
  it("held if no hour's p99 is above the target, and few enough of all requests failed", () => {
    expect(answer(imported({ 18: { p99: 180, errors: 0.5 } }))).toBe(
      "Held: Targets were met. p99 was at most 180 ms in each of 24 hours (target 200 ms). 0.021% of all requests failed (limit 0.10%). It was above that in 1 of 24 hours, the highest 0.50% at 18:00.",
    );
    expect(answer(imported(), true)).toMatch(/^Met today's targets: Targets were met\./);
  });

  it("isn't known to have met its p99 if some hours were above it", () => {
    const some = { 17: { p99: 210 }, 18: { p99: 240 }, 19: { p99: 201 } };
    expect(answer(imported(some))).toBe(
      "Over: p99 was above 200 ms in 3 of 24 hours, the highest 240 ms at 18:00. It isn't known whether the whole day met it. 0% of all requests failed (limit 0.10%).",
    );
    expect(importedDay(imported(some))).toMatchObject({ verdict: "unknown", missedSeconds: 3 * HOUR });
  });

  it("missed its p99 if all hours with traffic were above it", () => {
    const slow = { ...everyHour({ p99: 210 }), 3: { rate: 0, p99: null } };
    expect(answer(imported(slow))).toMatch(
      /^Did not hold: Targets were missed\. p99 was above 200 ms in each of 23 hours, the highest 210 ms at 00:00\./,
    );
  });

  it("missed its errors by how many of all requests failed, not by the mean of the hours", () => {
    const quiet = { ...everyHour({ rate: 100 }), 3: { rate: 0.01, errors: 0.01 } };
    expect(importedDay(imported(quiet)).verdict).toBe("held");
    const busy = { 18: { rate: 10_000, errors: 50 } };
    expect(answer(imported(busy))).toContain("Targets were missed.");
    expect(answer(imported(busy))).toContain("0.41% of all requests failed (limit 0.10%).");
  });

  it("is only judged by what was imported of most of it", () => {
    expect(answer(imported({}, { p99: null }))).toBe(
      "Over: p99 wasn't imported, so it isn't known whether it met its target. 0% of all requests failed (limit 0.10%).",
    );
    expect(answer(imported({}, { p99: null, errors: null }))).toBe(
      "Over: Neither p99 nor errors were imported, so it isn't known whether targets were met.",
    );
    expect(answer(imported({}, { targets: { p99Ms: null, errorRate: null } }))).toBe(
      "Over: It has no target of p99 or errors to be judged by.",
    );
    expect(answer(imported({}, { count: 12 }))).toMatch(/Nothing is known of 12h of the day\.$/);
    expect(answer(imported({ 5: { p99: null } }))).toContain(
      "p99 was at most 90 ms in each of 23 hours (target 200 ms), and isn't known for 1h. It isn't known whether the whole day met it.",
    );
    expect(answer(imported({ 5: { errors: null } }))).toContain("0% to 4.17% of all requests failed");
  });

  it("says in which of the points p99 was above its target, whatever their length", () => {
    const quarters = imported({ 4: { p99: 300 } }, { step: 900 });
    expect(answer(quarters)).toContain("in 1 of 96 stretches of 15m, the highest 300 ms at 01:00");
    const { p99 } = imported({ 18: { p99: 240 } });
    expect(answer({ ...imported({}, { step: 60 }), p99 })).toContain("in 1 of 24 hours");
  });

  it("isn't known to have met its p99 if a stretch of the p99 is missing, however long those of the throughput are", () => {
    const { p99 } = imported({ 72: { p99: null } }, { step: 900 });
    expect(answer(imported({}, { p99 }))).toBe(
      "Over: p99 was at most 90 ms in each of 95 stretches of 15m (target 200 ms), and isn't known for 15m. It isn't known whether the whole day met it. 0% of all requests failed (limit 0.10%).",
    );
  });
});

describe("a day that was imported by the minute", () => {
  const minutes = (count: number, row: Row) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [600 + at, row]));

  it("is judged like live traffic", () => {
    const of = (count: number) => answer(imported(minutes(count, { p99: 900 }), { step: 60 }));
    expect(of(0)).toBe("Held: Targets were met.");
    expect(of(2)).toBe("Held: Targets were met but for 2m.");
    expect(of(5)).toBe("Did not hold: Targets were missed for 5m.");
  });

  it("held although nobody came at night", () => {
    const night = Object.fromEntries(
      Array.from({ length: 480 }, (_, at) => [at, { rate: 0, p99: null, errors: 0 }]),
    );
    expect(answer(imported(night, { step: 60 }))).toBe("Held: Targets were met.");
  });
});
