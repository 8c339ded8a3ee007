import type { WrittenSample } from "@headroom/core/wire";
import { expect, it } from "vitest";
import { clockOf, Replay, timeOf } from "./replay.ts";
import { SCENARIOS } from "./scenarios.ts";
import { TrafficDay } from "./traffic-day.ts";

const [scenario] = SCENARIOS;
if (scenario === undefined) throw new Error("no scenario");
const START = 1_795_000_000_000;

/** A world whose time passes in waits only, and what was written when. */
function worldOf() {
  const stop = new AbortController();
  let now = START;
  const sleep = (millis: number) => {
    now += millis;
    return Promise.resolve();
  };
  return { world: { now: () => now, sleep, say: () => undefined, stop: stop.signal }, stop };
}

const plan = {
  day: new TrafficDay(scenario, 1),
  fromStep: 0,
  steps: 240,
  speed: 60,
  startMillis: START,
  id: "a",
};

it("places the last reading at the end of the replay, and the others as far before it as in the day", () => {
  const end = START + 60_000;
  expect(timeOf(plan, 240)).toBe(end);
  expect(timeOf(plan, 0)).toBe(end - 3_600_000);
  expect(timeOf(plan, 1) - timeOf(plan, 0)).toBe(15_000);
  expect(timeOf({ ...plan, speed: 1 }, 0)).toBe(START);
});

it("begins with zero, has each reading once, never early, and ends when it should", async () => {
  const { world } = worldOf();
  const bodies: { at: number; samples: readonly WrittenSample[] }[] = [];
  const replay = new Replay(
    plan,
    (samples) => {
      bodies.push({ at: world.now(), samples });
      return Promise.resolve(true);
    },
    world,
  );
  await replay.begin();
  const counters = (bodies[0]?.samples ?? []).filter(({ labels }) => labels[0]?.[1].startsWith("http_"));
  expect(counters.length).toBeGreaterThan(100);
  expect(counters.every(({ value, atMillis }) => value === 0 && atMillis === timeOf(plan, 0))).toBe(true);
  const replayed = await replay.run();
  expect(world.now()).toBe(START + 60_000);
  const times = bodies.flatMap(({ samples }) => [...new Set(samples.map(({ atMillis }) => atMillis))]);
  expect(times).toEqual(Array.from({ length: 241 }, (_, step) => timeOf(plan, step)));
  // Nothing waits for longer than a second.
  for (const { at, samples } of bodies) {
    const newest = Math.max(...samples.map(({ atMillis }) => atMillis));
    const oldest = Math.min(...samples.map(({ atMillis }) => atMillis));
    expect(newest).toBeLessThanOrEqual(at);
    expect((newest - oldest) / plan.speed).toBeLessThanOrEqual(1_000);
  }
  expect(replayed).toMatchObject({ stopped: false, toMillis: START + 60_000 });
  expect(replayed.samples).toBe(bodies.reduce((sum, { samples }) => sum + samples.length, 0));
});

it("counts only what was accepted once it is stopped", async () => {
  const { world, stop } = worldOf();
  let bodies = 0;
  const replay = new Replay(
    plan,
    () => {
      bodies += 1;
      if (bodies === 5) stop.abort();
      return Promise.resolve(bodies < 5);
    },
    world,
  );
  await replay.begin();
  const replayed = await replay.run();
  expect(replayed.stopped).toBe(true);
  expect(replayed.toMillis).toBeLessThan(timeOf(plan, 240));
  expect(bodies).toBe(5);
});

it("writes times of the day as a clock does", () => {
  expect([0, 58_830, 86_400].map(clockOf)).toEqual(["00:00", "16:20", "24:00"]);
});
