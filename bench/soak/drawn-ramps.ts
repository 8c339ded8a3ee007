import { emptyCell, Sketch } from "@headroom/core";
import type { Cell, RampPoint } from "@headroom/core";

/** What a made service does under a load, and where it bends and breaks. */
export interface RampLaw {
  /** Completed requests per second, and the median latency in seconds. */
  at(load: number): { throughput: number; latency: number; errors?: number };
  knee: number | null;
  /** Where latency starts to rise. */
  rises: number | null;
  breaks: number | null;
}

/** How the load is raised over the run, from 0 to 1. */
export type RampShape = (share: number) => number;

export const SHAPES: Record<string, RampShape> = {
  continuous: (share) => share,
  "ten steps": (share) => Math.min(10, Math.floor(share * 10) + 1) / 10,
  "twenty steps": (share) => Math.min(20, Math.floor(share * 20) + 1) / 20,
};

/** Users who think between requests, on a service with a limit: the knee is where both bounds meet (L. Kleinrock 1976). */
export function queueWithThinking(knee: number, { think = 15, latency = 0.2 } = {}): RampLaw {
  const most = knee / (think + latency);
  return {
    at: (users) => ({
      throughput: Math.min(users / (think + latency), most),
      latency: Math.max(latency, users / most - think),
    }),
    knee,
    rises: knee,
    breaks: null,
  };
}

/** The same with the rounded bend of random arrivals: exact mean value analysis of one queue and a delay. */
export function roundedQueue(knee: number, { think = 15, latency = 0.2 } = {}): RampLaw {
  const service = (think + latency) / knee;
  const rest = Math.max(0, latency - service);
  const answers: { throughput: number; latency: number }[] = [{ throughput: 0, latency }];
  let queue = 0;
  for (let users = 1; users <= 2_000; users++) {
    const inQueue = service * (1 + queue);
    const throughput = users / (inQueue + rest + think);
    queue = throughput * inQueue;
    answers.push({ throughput, latency: inQueue + rest });
  }
  return {
    at: (users) => answers[Math.max(1, Math.min(2_000, Math.round(users)))] ?? { throughput: 0, latency },
    knee,
    rises: knee,
    breaks: null,
  };
}

/** Latency rises gently from one load on, and at another one throughput collapses. */
export function breaking(rises: number, breaks: number): RampLaw {
  return {
    at: (users) => {
      const latency = 0.2 + (2 * Math.max(0, users - rises)) / Math.max(1, breaks - rises);
      if (users < breaks) return { throughput: users / (15 + latency), latency };
      const throughput = Math.max(6, breaks / 17 - (users - breaks) * 0.5);
      return { throughput, latency: users / throughput - 15 };
    },
    knee: rises,
    rises,
    breaks,
  };
}

/** It rises with the users as far as the ramp goes. */
export const UNBENT: RampLaw = {
  at: (users) => ({ throughput: users / 15.2, latency: 0.2 }),
  knee: null,
  rises: null,
  breaks: null,
};

export interface DrawnRamp {
  seconds: number;
  stepSeconds: number;
  most: number;
  shape: RampShape;
  /** How much latency and throughput move from step to step, and how much of that lasts. */
  scatter: number;
  memory: number;
}

/** The run as its timeline shows it. */
export function drawRamp(law: RampLaw, drawn: DrawnRamp, random: () => number): RampPoint[] {
  const { seconds, stepSeconds, most, shape, scatter, memory } = drawn;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let [fast, slow] = [0, 0];
  return Array.from({ length: Math.floor(seconds / stepSeconds) }, (_, at) => {
    fast = memory * fast + Math.sqrt(1 - memory ** 2) * normal();
    slow = memory * slow + Math.sqrt(1 - memory ** 2) * normal();
    const load = Math.max(1, Math.round(most * shape((at + 0.5) / (seconds / stepSeconds))));
    const { throughput, latency, errors = 0 } = law.at(load);
    const expected = throughput * stepSeconds * Math.exp((scatter / 3) * fast);
    const requests = Math.max(0, Math.round(expected + Math.sqrt(expected) * normal()));
    const cell = cellOf(requests, { normal, latency: latency * Math.exp(scatter * slow), errors });
    return { offsetSeconds: at * stepSeconds, stepSeconds, load, cell };
  });
}

/** Drawn one by one up to so many, and then several alike. */
const DRAWS = 150;

function cellOf(
  requests: number,
  { normal, latency, errors }: { normal: () => number; latency: number; errors: number },
): Cell | null {
  if (requests === 0) return null;
  const all = new Sketch();
  const failed = new Sketch();
  const draws = Math.min(DRAWS, requests);
  for (let at = 0; at < draws; at++) {
    const times = Math.floor(((at + 1) * requests) / draws) - Math.floor((at * requests) / draws);
    all.add(Math.max(1, Math.round(latency * 1e6 * Math.exp(0.6 * normal()))), times);
  }
  const bad = Math.round(requests * errors);
  if (bad > 0) failed.add(all.max ?? 1, bad);
  return {
    ...emptyCell(),
    requests,
    errors: bad,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: bad > 0 ? failed : null },
  };
}
