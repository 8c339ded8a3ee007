import { HOUR_MILLIS, MINUTE_MILLIS } from "@headroom/core";
import type { DemoPeakDay } from "../demo-run.ts";
import { LIVE_SERVICE } from "./live-service.ts";
import { greenSaturday, GREEN_SATURDAY_TALK } from "../published/green-saturday.ts";
import type { ReplayPlan } from "../traffic/replay.ts";
import { SCENARIOS } from "../traffic/scenarios.ts";
import { STEP_SECONDS, TrafficDay } from "../traffic/traffic-day.ts";

export const YEAR_EARLIER = "Green Saturday, a year earlier (simulated)";

const STEP_MILLIS = STEP_SECONDS * 1_000;
/** The peak comes while somebody looks, and the climb before it can be seen. */
const UNTIL_PEAK = 20 * MINUTE_MILLIS;
const BEFORE = 4 * HOUR_MILLIS;
const AFTER_PEAK = 4 * HOUR_MILLIS;
/** It costs processor time, so it ends on its own. */
const LIVE = HOUR_MILLIS;
const YEAR = 364 * 24 * HOUR_MILLIS;
const CURVE_STEP_SECONDS = 300;
const GROWTH_MARGIN = 0.1;

/** When a simulated day has its peak, and from when to when it is sent. */
export interface LiveDay {
  peakAt: Date;
  /** Of the readings to send: those of the past as fast as possible. */
  fromMillis: number;
  toMillis: number;
}

/** A new day, whose morning is sent first, or as much of it as somebody wants to wait for. */
export function newLiveDay(nowMillis: number, morningMillis = BEFORE): LiveDay {
  const peakAt = new Date(Math.ceil((nowMillis + UNTIL_PEAK) / MINUTE_MILLIS) * MINUTE_MILLIS);
  const fromMillis = peakAt.getTime() - UNTIL_PEAK - Math.min(morningMillis, BEFORE);
  return { peakAt, fromMillis, toMillis: nowMillis + LIVE };
}

/** The day goes on. The time in which nothing was sent stays empty: it can't be told apart from an outage. */
export function resumedLiveDay(peakAt: Date, endsAt: Date, nowMillis: number): LiveDay {
  return { peakAt, fromMillis: nowMillis, toMillis: Math.min(nowMillis + LIVE, endsAt.getTime()) };
}

/** The readings of a day: in time with the clock, once those of the past have been sent. */
export function replayOf({ peakAt, fromMillis, toMillis }: LiveDay, id: string): ReplayPlan {
  const day = greenDay(1);
  const peakStep = Math.round(day.peakSecond / STEP_SECONDS);
  const fromStep = peakStep + Math.ceil((fromMillis - peakAt.getTime()) / STEP_MILLIS);
  const startMillis = peakAt.getTime() + (fromStep - peakStep) * STEP_MILLIS;
  const steps = Math.max(1, Math.floor((toMillis - startMillis) / STEP_MILLIS));
  return { day, fromStep, steps, speed: 1, startMillis, id };
}

/** The day of a year before, and the day itself. */
export function livePeakDays(
  { peakAt }: LiveDay,
  name: string,
): [yearEarlier: DemoPeakDay, day: DemoPeakDay] {
  const { timesYearBefore } = greenSaturday;
  const at = (millis: number) => new Date(peakAt.getTime() + millis);
  const common = {
    service: LIVE_SERVICE,
    eventName: "The busiest minute",
    expectedPeak: null,
    expectedSource: null,
  };
  const [growthLow, growthHigh] = [1 - GROWTH_MARGIN / 2, 1 + GROWTH_MARGIN / 2].map(
    (margin) => timesYearBefore.value * margin,
  );
  return [
    {
      ...common,
      name: YEAR_EARLIER,
      ...timesOf(at(-YEAR)),
      notes: `Simulated: half of what the demo sends today, because traffic doubled in a year (${GREEN_SATURDAY_TALK}).`,
      earlier: [],
      curve: curveOf(at(-YEAR), 1 / timesYearBefore.value),
    },
    {
      ...common,
      name,
      ...timesOf(at(0)),
      notes: `Simulated. The busiest minute, the shares of the endpoints, the cache hits and the mean latency are those of ${GREEN_SATURDAY_TALK}. The rest is made up. The simulator stops after an hour.`,
      earlier: [{ name: YEAR_EARLIER, growthLow: growthLow ?? 1, growthHigh: growthHigh ?? 1 }],
    },
  ];
}

function timesOf(peakAt: Date): Pick<DemoPeakDay, "startsAt" | "endsAt" | "eventAt"> {
  const at = (millis: number) => new Date(peakAt.getTime() + millis);
  return { startsAt: at(-UNTIL_PEAK - BEFORE), endsAt: at(AFTER_PEAK), eventAt: peakAt };
}

function curveOf(peakAt: Date, times: number): NonNullable<DemoPeakDay["curve"]> {
  const day = greenDay(2);
  const { startsAt, endsAt } = timesOf(peakAt);
  const seconds = (endsAt.getTime() - startsAt.getTime()) / 1_000;
  return Array.from({ length: Math.floor(seconds / CURVE_STEP_SECONDS) }, (_, point) => {
    const at = new Date(startsAt.getTime() + point * CURVE_STEP_SECONDS * 1_000);
    const second = day.peakSecond + (at.getTime() - peakAt.getTime()) / 1_000;
    const expected = day.expectedIn(Math.floor(second / STEP_SECONDS)) / STEP_SECONDS;
    return { at, requestsPerSecond: Math.round(expected * times) };
  });
}

function greenDay(seed: number): TrafficDay {
  const scenario = SCENARIOS.find(({ name }) => name === "green-saturday");
  if (scenario === undefined) throw new Error("There is no scenario green-saturday.");
  return new TrafficDay(scenario, seed);
}
