import { seededRandom } from "../random.ts";
import { joinLoad } from "../gauge/moments.ts";
import type { MeanwhileInput } from "../gauge/meanwhile.ts";

export const SHAPES = ["ramp, then steady", "ramp", "steps", "steady"] as const;
export const CAUSES = ["nothing", "a pause", "slower work", "a stall from the start"] as const;

export interface MadeRun {
  shape: (typeof SHAPES)[number];
  gauges: MeanwhileInput["gauges"];
}

interface Asked {
  seed: number;
  shape: MadeRun["shape"];
  /** The gauge `write units` limits what is done; otherwise work waits because of this. */
  limited: boolean;
  cause?: (typeof CAUSES)[number];
}

/** A consumer with six gauges. A limited one does less than it is offered, and the rest waits. */
export function madeRun({ seed, shape, limited, cause = "nothing" }: Asked): MadeRun {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const around = (share: number) => 1 + share * (random() + random() + random() - 1.5);
  const [seconds, every] = [Math.round(between(300, 900)), random() < 0.5 ? 5 : 10];
  const peak = between(500, 20_000);
  const [rampSeconds, steps] = [between(60, 240), Math.round(between(3, 6))];
  const shapes: Record<MadeRun["shape"], (second: number) => number> = {
    "ramp, then steady": (second) => Math.min(1, (second + 1) / rampSeconds),
    ramp: (second) => (second + 1) / seconds,
    steps: (second) => (Math.floor((steps * second) / seconds) + 1) / steps,
    steady: (second) => Math.min(1, (second + 1) / 3),
  };
  const most = limited ? peak * between(0.45, 0.75) : Infinity;
  const troubleAt = seconds * between(0.2, 0.6);
  const slowed: Record<(typeof CAUSES)[number], (second: number) => number> = {
    nothing: () => Infinity,
    "a pause": (second) => (second > troubleAt && second < troubleAt + seconds * 0.25 ? 0 : Infinity),
    "slower work": (second) => (second > troubleAt ? peak * 0.6 : Infinity),
    "a stall from the start": () => peak * 0.05,
  };
  const load: number[] = [];
  const done: number[] = [];
  const waiting: number[] = [];
  let lag = 0;
  for (let second = 0; second < seconds; second++) {
    const offered = peak * shapes[shape](second) * around(0.02);
    const able = Math.min(most, slowed[cause](second));
    const worked = Math.min(offered + lag, able);
    lag += offered - worked;
    load.push(offered);
    done.push(worked);
    waiting.push(lag);
  }
  const unitsEach = between(0.2, 3);
  const bend = between(0.6, 1.2);
  const heap = between(20, 60);
  let drift = 0;
  // Like a host's load average: over a minute.
  let average = 0;
  const averages = load.map((offered) => (average += (offered / peak - average) / 60));
  const gauges: [string, (second: number) => number][] = [
    ["consumer lag", (at) => (waiting[at] ?? 0) + 20 * random()],
    // Where nothing limits it, it follows what is offered: writes of the producers, say.
    ["write units", (at) => ((limited ? done : load)[at] ?? 0) * unitsEach * around(0.01)],
    ["instances", () => 8],
    ["gateway cpu", (at) => 5 + 60 * ((load[at] ?? 0) / peak) ** bend * around(0.05)],
    ["heap", () => heap + (drift = 0.9 * drift + 6 * (random() - 0.5))],
    ["smoothed cpu", (at) => averages[at] ?? 0],
  ];
  const series = {
    points: load.map((one, offsetSeconds) => ({ offsetSeconds, load: one })),
    pointSeconds: 1,
    fromSeconds: 0,
    toSeconds: seconds,
    between: "nothing" as const,
  };
  return {
    shape,
    gauges: gauges.map(([name, valueAt]) => {
      const moments = [];
      for (let at = Math.floor(every * random()); at < seconds; at += every)
        moments.push({ offsetSeconds: at, value: valueAt(at) });
      return { name, unit: null, moments, joined: joinLoad(moments, series), isLoad: false };
    }),
  };
}
