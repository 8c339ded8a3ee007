import type { PhasePoint } from "../phase/phase-point.ts";
import { seededRandom } from "../random.ts";

/** One simulated request; seconds count from the start of the run. */
export interface PhaseRequest {
  startSeconds: number;
  millis: number;
  failed?: boolean;
}

interface Load {
  seconds: number;
  /** Requests per second that start at this moment. */
  rate: (second: number) => number;
  /** The median latency of those. */
  millis?: (second: number) => number;
  sigma?: number;
  seed?: number;
  errorShare?: number;
  /** Of an AR(1) process that moves the latency from second to second, with a deviation of a tenth. */
  memory?: number;
}

/** Poisson arrivals with lognormal latencies from a fixed seed. */
export function requestsOf(load: Load): PhaseRequest[] {
  const { seconds, rate, millis = () => 100, sigma = 1, seed = 1, errorShare = 0.002, memory = 0 } = load;
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const requests: PhaseRequest[] = [];
  let level = 0;
  for (let second = 0; second < seconds; second++) {
    level = memory * level + 0.1 * Math.sqrt(1 - memory ** 2) * normal();
    const most = rate(second);
    if (most <= 0) continue;
    for (let at = -Math.log(1 - random()) / most; at < 1; at += -Math.log(1 - random()) / most) {
      const shaken = millis(second + at) * Math.exp(sigma * normal() + (memory > 0 ? level : 0));
      requests.push({ startSeconds: second + at, millis: shaken, failed: random() < errorShare });
    }
  }
  return requests;
}

/** Users that each wait for so many failing time-outs, from a moment on. */
export function timeOuts(users: number, times: number, fromSeconds: number, seconds: number): PhaseRequest[] {
  return Array.from({ length: users * times }, (_, at) => ({
    startSeconds: fromSeconds + Math.floor(at / users) * seconds,
    millis: seconds * 1_000,
    failed: true,
  }));
}

/** The run as its timeline shows it, with an optional gauge of users. */
export function pointsOf(
  requests: readonly PhaseRequest[],
  { step = 1, users = null }: { step?: number; users?: ((second: number) => number) | null } = {},
): PhasePoint[] {
  const slices = new Map<number, PhaseRequest[]>();
  let last = 0;
  for (const request of requests) {
    const slice = Math.floor((request.startSeconds + request.millis / 1_000) / step);
    const there = slices.get(slice);
    if (there === undefined) slices.set(slice, [request]);
    else there.push(request);
    last = Math.max(last, slice);
  }
  return Array.from({ length: last + 1 }, (_, slice) => {
    const own = (slices.get(slice) ?? []).map(({ millis }) => millis * 1_000).toSorted((a, b) => a - b);
    return {
      offsetSeconds: slice * step,
      stepSeconds: step,
      throughput: own.length / step,
      p50Micros: own[Math.floor(own.length / 2)] ?? null,
      minMicros: own[0] ?? null,
      maxMicros: own.at(-1) ?? null,
      errors: (slices.get(slice) ?? []).filter(({ failed }) => failed === true).length / step,
      users: users === null ? null : users(slice * step),
    };
  });
}
