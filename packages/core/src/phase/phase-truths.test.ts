import { describe, expect, it } from "vitest";
import { pointsOf, requestsOf, timeOuts } from "../testing/phases.ts";
import type { PhaseRequest } from "../testing/phases.ts";
import type { PhasePoint } from "./phase-point.ts";
import { findSteadyPhase } from "./phase.ts";

/** What a case has to give: the seconds that each edge may lie in, or no steady phase, on a ramp or not. */
interface Truth {
  name: string;
  points: () => PhasePoint[];
  phase: { from: [number, number]; to: [number, number] } | { ramp: boolean };
  holes?: [number, number][];
}

const steadyLoad = (seconds: number, changes: Partial<Parameters<typeof requestsOf>[0]> = {}) =>
  requestsOf({ seconds, rate: () => 100, ...changes });
const between = (from: number, to: number) => (second: number) => second >= from && second < to;
const whole = (seconds: number) => ({
  from: [0, 1] as [number, number],
  to: [seconds - 1, seconds + 1] as [number, number],
});

/** Nothing is sent in this stretch. */
function silentIn(from: number, to: number, seconds = 600): PhaseRequest[] {
  const silent = between(from, to);
  return steadyLoad(seconds, { rate: (second) => (silent(second) ? 0 : 100) });
}

const cutOff = (requests: PhaseRequest[], seconds: number) =>
  requests.filter(({ startSeconds, millis }) => startSeconds + millis / 1_000 < seconds);

const TRUTHS: Truth[] = [
  {
    name: "a server that is dead from 20 to 60 s, with 200 time-outs",
    points: () => pointsOf([...silentIn(20, 60), ...timeOuts(50, 4, 20, 10)]),
    phase: whole(600),
    holes: [[20, 60]],
  },
  {
    name: "requests that hang from 20 to 60 s and complete",
    points: () =>
      pointsOf([...silentIn(20, 60), ...timeOuts(50, 1, 20, 40).map((one) => ({ ...one, failed: false }))]),
    phase: whole(600),
    holes: [[20, 60]],
  },
  {
    name: "1% of the load from 20 to 50 s",
    points: () => pointsOf(steadyLoad(600, { rate: (t) => (between(20, 50)(t) ? 1 : 100) })),
    phase: whole(600),
  },
  {
    name: "a server that is dead from 0 to 40 s, with 150 errors",
    points: () => pointsOf([...silentIn(0, 40), ...timeOuts(50, 3, 0, 10)]),
    phase: { from: [0, 11], to: [599, 601] },
  },
  {
    name: "a server that is dead for the second half of the run",
    points: () => pointsOf([...silentIn(300, 600), ...timeOuts(50, 10, 300, 29.9)]),
    phase: { from: [0, 1], to: [598, 601] },
    holes: [[300, 599]],
  },
  {
    name: "a server that dies at 540 s, but for five requests at 599 s",
    points: () =>
      pointsOf([
        ...silentIn(540, 600),
        ...Array.from({ length: 5 }, (_, at) => ({ startSeconds: 599 + at / 10, millis: 100 })),
      ]),
    phase: whole(600),
    holes: [[540, 599]],
  },
  {
    name: "a latency that drifts by 20%",
    points: () => pointsOf(cutOff(steadyLoad(600, { millis: (t) => 100 * (1 + t / 3_000) }), 600)),
    phase: whole(600),
  },
  {
    name: "a throughput that falls by 15%",
    points: () => pointsOf(cutOff(steadyLoad(600, { rate: (t) => 100 * (1 - t / 4_000) }), 600)),
    phase: whole(600),
  },
  {
    name: "a throughput that falls by 50%",
    points: () => pointsOf(steadyLoad(600, { rate: (t) => 100 * (1 - t / 1_200) })),
    phase: { ramp: true },
  },
  {
    name: "stages of 100, 200, 300, 200 and 100/s",
    points: () =>
      pointsOf(steadyLoad(600, { rate: (t) => [100, 200, 300, 200, 100][Math.floor(t / 120)] ?? 0 })),
    phase: { ramp: true },
  },
  {
    name: "a warm-up of 50% that fades in 60 s",
    points: () =>
      pointsOf(cutOff(steadyLoad(900, { millis: (t) => 100 * (1 + 0.5 * Math.exp(-t / 60)) }), 900)),
    phase: { from: [140, 240], to: [895, 901] },
  },
  {
    name: "a warm-up of 20% that fades in 60 s",
    points: () =>
      pointsOf(cutOff(steadyLoad(900, { millis: (t) => 100 * (1 + 0.2 * Math.exp(-t / 60)) }), 900)),
    phase: { from: [80, 180], to: [895, 901] },
  },
  {
    name: "a warm-up of 10% that fades in 20 s",
    points: () =>
      pointsOf(cutOff(steadyLoad(600, { millis: (t) => 100 * (1 + 0.1 * Math.exp(-t / 20)) }), 600)),
    phase: { from: [0, 60], to: [595, 601] },
  },
  {
    name: "a minute of constant load",
    points: () => pointsOf(cutOff(steadyLoad(60), 60)),
    phase: whole(60),
  },
  {
    name: "45 s in which nothing completed",
    points: () => pointsOf(silentIn(700, 745, 1_500), { step: 3 }),
    phase: { from: [0, 3], to: [1_495, 1_503] },
    holes: [[702, 744]],
  },
  {
    name: "120 s in which nothing completed",
    points: () => pointsOf(silentIn(200, 320)),
    phase: whole(600),
    holes: [[200, 320]],
  },
  {
    name: "users that rise from 1 to 1,000 and break the service",
    points: () => breaking((t) => 1 + t),
    phase: { ramp: true },
  },
  {
    name: "the same without a gauge",
    points: () => breaking(null),
    phase: { ramp: true },
  },
  {
    name: "users that stay while throughput falls by 40%",
    points: () => pointsOf(steadyLoad(600, { rate: (t) => 100 * (1 - t / 1_500) }), { users: () => 50 }),
    phase: whole(600),
  },
  {
    name: "users that arrive over two minutes",
    points: () =>
      pointsOf(steadyLoad(600, { rate: (t) => Math.min(100, t * 2) }), {
        users: (t) => Math.min(100, Math.floor((t * 100) / 120)),
      }),
    phase: { from: [110, 125], to: [595, 605] },
  },
  {
    name: "answers that still arrive for 35 s after the load has ended",
    points: () =>
      pointsOf([
        ...steadyLoad(400, { rate: () => 95 }),
        ...Array.from({ length: 2_000 }, (_, at) => ({
          startSeconds: at / 5,
          millis: 35 * ((at * 379) % 1_000),
        })),
      ]),
    phase: { from: [0, 1], to: [398, 406] },
  },
  {
    name: "a first half that is three times slower",
    points: () => pointsOf(cutOff(steadyLoad(600, { millis: (t) => (t < 300 ? 300 : 100) }), 600)),
    phase: { ramp: false },
  },
  {
    name: "a first half that is three times slower, so that users who wait ask for less",
    points: () =>
      pointsOf(
        cutOff(
          steadyLoad(600, {
            rate: (t) => (t < 300 ? 50 : 100),
            millis: (t) => (t < 300 ? 300 : 100),
          }),
          600,
        ),
        { users: () => 20 },
      ),
    phase: { ramp: false },
  },
  {
    name: "a fifth that is three times slower at first",
    points: () => pointsOf(cutOff(steadyLoad(300, { millis: (t) => (t < 60 ? 300 : 100) }), 300)),
    phase: { from: [59, 66], to: [299, 301] },
  },
  {
    name: "a quarter that is three times slower at first",
    points: () => pointsOf(cutOff(steadyLoad(300, { millis: (t) => (t < 75 ? 300 : 100) }), 300)),
    phase: { ramp: false },
  },
  {
    name: "a tenth that is three times slower at first",
    points: () => pointsOf(cutOff(steadyLoad(600, { millis: (t) => (t < 60 ? 300 : 100) }), 600)),
    phase: { from: [59, 66], to: [599, 601] },
  },
  {
    name: "users that arrive over 150 s at a service that is cold",
    points: () =>
      pointsOf(
        steadyLoad(600, {
          rate: (t) => Math.min(100, t / 1.5),
          millis: (t) => 100 * (1 + 2 * Math.exp(-t / 60)),
        }),
        { users: (t) => Math.min(100, Math.floor(t / 1.5)) },
      ),
    phase: { from: [135, 160], to: [595, 605] },
  },
  {
    name: "time-outs at the end",
    points: () => pointsOf([...silentIn(560, 600), ...timeOuts(50, 4, 560, 10)]),
    phase: whole(600),
    holes: [[560, 600]],
  },
];

/** The service answers until 600 s, then ever less and ever later. */
function breaking(users: ((second: number) => number) | null): PhasePoint[] {
  const requests = requestsOf({
    seconds: 1_000,
    rate: (t) => (t < 600 ? t / 3 : Math.max(5, 200 - (t - 600) / 2)),
    millis: (t) => (t < 600 ? 100 : 100 + (t - 600) * 10),
  });
  return pointsOf(requests, { users, step: 2 });
}

describe("the steady phase of", () => {
  it.each(TRUTHS)("$name", (truth) => {
    const found = findSteadyPhase(truth.points());
    expect(found).toMatchObject(truthOf(truth));
  });

  it("constant load is nearly always the whole run, even a minute of little or remembering load", () => {
    const cases = [
      { seconds: 60, rate: () => 5 },
      { seconds: 60, rate: () => 20 },
      { seconds: 120, rate: () => 5 },
      { seconds: 60, rate: () => 100, memory: 0.9 },
    ];
    for (const one of cases) {
      const wrong = Array.from({ length: 40 }, (_, seed) =>
        findSteadyPhase(pointsOf(cutOff(requestsOf({ ...one, seed: seed + 1 }), one.seconds))),
      ).filter((phase) => phase.none === true || phase.toSeconds - phase.fromSeconds < one.seconds * 0.9);
      expect(wrong.length).toBeLessThanOrEqual(4);
    }
  });
});

function truthOf({ phase, holes = [] }: Truth) {
  const inside = ([low, high]: [number, number]) =>
    expect.toSatisfy((value: number) => value >= low && value <= high);
  const edges =
    "ramp" in phase
      ? { none: true, ramp: phase.ramp }
      : { fromSeconds: inside(phase.from), toSeconds: inside(phase.to) };
  return {
    ...edges,
    holes: holes.map(([from, to]) => ({
      fromSeconds: inside([from - 1, from + 3]),
      toSeconds: inside([to - 3, to + 1]),
    })),
  };
}
