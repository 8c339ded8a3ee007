import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { HOUR_SECONDS } from "../time.ts";
import { foundState, isDayNews, nextAlert } from "./day-alert.ts";
import type { DayAlert, DayAlertState } from "./day-alert.ts";
import type { RunningDay } from "./running-day.ts";

const PROVEN = 1_000;
const TARGETS = { p99Ms: 200, errorRate: 0.01 };
const LOOK_SECONDS = 15;
const BEGIN = Date.parse("2026-11-27T08:00:00Z");

interface Second {
  rate: number;
  errors: number;
  /** The share of requests that take 900 ms. */
  slow: number;
}
/** Null: nothing arrives. */
type Made = (second: number) => Second | null;

/** What the day's page knows at a moment: the last minute that has arrived. */
function dayAt(made: Made, now: number): RunningDay {
  let end = now;
  while (end > now - HOUR_SECONDS && made(end - 1) === null) end -= 1;
  const minute = Array.from({ length: 60 }, (_, index) => made(end - 60 + index)).flatMap((one) => one ?? []);
  const sum = (of: (one: Second) => number) => minute.reduce((all, one) => all + of(one), 0);
  const requests = sum(({ rate }) => rate);
  const iso = (second: number) => new Date(BEGIN + second * 1_000).toISOString();
  const figures = {
    throughput: requests / 60,
    errorRate: sum(({ rate, errors }) => rate * errors) / requests,
    p99Ms: sum(({ rate, slow }) => rate * slow) / requests > 0.01 ? 900 : 140,
    p99Range: null,
  };
  return {
    now: iso(now),
    phase: "during",
    source: "live",
    peakDay: { startsAt: iso(0), timeZone: "UTC" },
    targets: TARGETS,
    capacity: { proven: true, throughput: PROVEN, accepted: null },
    points: [],
    latest: { at: iso(end), minute: figures, since: { errors: null, slow: null }, slope: null },
    heardAt: iso(end),
    offClock: null,
  };
}

/** What people are told, and when, in seconds of the day. */
function told(made: Made, { from = 0, to, minutes = 1 }: { from?: number; to: number; minutes?: number }) {
  let alert: DayAlert = { state: "calm", worseSince: null, betterSince: null };
  let known: DayAlertState = "calm";
  const messages: [number, DayAlertState][] = [];
  for (let second = from; second < to; second += LOOK_SECONDS) {
    const now = new Date(BEGIN + second * 1_000);
    alert = nextAlert(alert, { found: foundState(dayAt(made, second)), now, minutes });
    if (isDayNews(alert.state, known)) messages.push([second, alert.state]);
    known = alert.state;
  }
  return messages;
}

/** A day that rises to 80% of what is proven, with noise and with errors and slow requests within their targets. */
function quietDay(seed: number): Made {
  const random = seededRandom(seed);
  const noise = Array.from({ length: 997 }, () => random());
  return (second) => {
    const at = (offset: number) => noise[(second * 7 + offset) % noise.length] ?? 0;
    const rise = Math.sin((Math.PI * (second % 43_200)) / 43_200);
    return { rate: (200 + 580 * rise) * (0.95 + 0.1 * at(1)), errors: 0.004 * at(2), slow: 0.012 * at(3) };
  };
}

/** From a second on, for some time. */
const during = (day: Made, from: number, seconds: number, changed: (one: Second) => Second | null): Made => {
  return (second) => {
    const one = day(second);
    return one !== null && second >= from && second < from + seconds ? changed(one) : one;
  };
};

const HOUR = HOUR_SECONDS;

describe("alerts of a peak day", () => {
  it("say nothing on 30 quiet days", () => {
    const days = Array.from({ length: 30 }, (_, seed) => told(quietDay(seed), { from: 60, to: 12 * HOUR }));
    expect(days.flat()).toEqual([]);
  });

  const incidents: [string, DayAlertState, (one: Second) => Second | null, number][] = [
    ["everything fails", "errors", (one) => ({ ...one, errors: 1 }), 600],
    ["half fails", "errors", (one) => ({ ...one, errors: 0.5 }), 600],
    ["3% fail", "errors", (one) => ({ ...one, errors: 0.03 }), 900],
    ["slow, then it fails", "errors", (one) => ({ ...one, errors: 0.2, slow: 0.5 }), 300],
    ["5% are slow", "slow", (one) => ({ ...one, slow: 0.05 }), 700],
    ["all are slow", "slow", (one) => ({ ...one, slow: 1 }), 400],
    ["more than was proven", "above", (one) => ({ ...one, rate: one.rate * 1.9 }), 500],
    ["close to what was proven", "near", () => ({ rate: 930, errors: 0, slow: 0 }), 800],
    ["nothing arrives", "silent", () => null, 900],
    ["an outage of two minutes", "errors", (one) => ({ ...one, errors: 1 }), 120],
  ];
  const cases = [4 * HOUR, 6 * HOUR + 7].flatMap((begin) =>
    incidents.map(([what, state, changed, seconds]) => ({ what, state, changed, seconds, begin })),
  );
  it.each(cases)("one of $what at $begin s: one alert in time, one all-clear", (incident) => {
    const { state, changed, seconds, begin } = incident;
    const day = during(quietDay(begin), begin, seconds, changed);
    const messages = told(day, { from: begin - 600, to: begin + seconds + 1_200 });
    expect(messages.map(([, one]) => one)).toEqual([state, "calm"]);
    const [first = 0, last = 0] = messages.map(([second]) => second);
    // Silence is known after two minutes of it.
    expect(first - begin).toBeLessThanOrEqual(state === "silent" ? 140 : 90);
    expect(last - begin - seconds).toBeLessThanOrEqual(200);
  });

  it("say it again once it gets worse, and not that it got a little better", () => {
    const slow = during(quietDay(5), HOUR, 1_800, (one) => ({ ...one, slow: 0.3 }));
    const failing = during(slow, HOUR + 600, 300, (one) => ({ ...one, errors: 0.9 }));
    const messages = told(failing, { from: HOUR - 300, to: 2 * HOUR });
    expect(messages.map(([, state]) => state)).toEqual(["slow", "errors", "calm"]);
  });

  it("wait for as many bad minutes as they are asked to", () => {
    const day = during(quietDay(6), HOUR, 400, (one) => ({ ...one, errors: 1 }));
    const first = (minutes: number) => told(day, { from: HOUR - 300, to: 2 * HOUR, minutes })[0]?.[0] ?? 0;
    expect(first(5) - HOUR).toBeGreaterThanOrEqual(240);
    expect(first(5) - HOUR).toBeLessThanOrEqual(270);
    expect(told(day, { from: HOUR - 300, to: 2 * HOUR, minutes: 10 })).toEqual([]);
  });

  it("don't flap around a limit", () => {
    const day = during(quietDay(7), HOUR, 3_000, () => null);
    const around: Made = (second) =>
      second >= HOUR && second < HOUR + 3_000
        ? { rate: 500, errors: Math.floor(second / 60) % 2 === 0 ? 0.016 : 0.006, slow: 0 }
        : day(second);
    expect(told(around, { from: HOUR - 300, to: 2 * HOUR }).length).toBeLessThanOrEqual(2);
  });

  it("know nothing where nothing ever came, where data has wrong times, and of imported days", () => {
    const day = dayAt(quietDay(1), HOUR);
    const late = { ...day, now: new Date(Date.parse(day.now) + 600_000).toISOString() };
    expect(foundState(late)).toBe("silent");
    expect(foundState({ ...late, offClock: { at: late.now } })).toBeNull();
    expect(foundState({ ...day, latest: null, heardAt: null })).toBeNull();
    expect(foundState({ ...day, source: "file" })).toBeNull();
    expect(foundState({ ...day, capacity: { proven: false } })).toBe("calm");
  });
});
