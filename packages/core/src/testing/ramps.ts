import type { RampPoint } from "../capacity/ramp/rising-part.ts";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { normalQuantile } from "../chance/special-functions.ts";
import { seededRandom } from "../random.ts";
import { Sketch } from "../sketch/sketch.ts";

/** What a service does under a load: requests per second, latency in milliseconds, share of failed requests. */
export type Service = (load: number) => { rate: number; millis: number; failed?: number };

export interface Ramp {
  service: Service;
  /** The load at a share of the run, 0 to 1; null: not known. */
  load: (share: number) => number | null;
  minutes?: number;
  /** How much counts and latencies scatter from point to point. */
  scatter?: number;
  seed?: number;
}

/** A run in points of ten seconds. */
export function rampOf({ service, load, minutes = 60, scatter = 0.03, seed = 7 }: Ramp): RampPoint[] {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const points = minutes * 6;
  return Array.from({ length: points }, (_, at) => {
    const seen = load((at + 0.5) / points);
    const { rate, millis, failed = 0 } = service(seen ?? 0);
    const requests = Math.max(0, Math.round(rate * 10 * (1 + scatter * normal())));
    return {
      offsetSeconds: at * 10,
      stepSeconds: 10,
      load: seen,
      cell: requests === 0 ? null : cellOf(requests, millis * (1 + scatter * normal()), failed),
    };
  });
}

/** Latencies spread as a lognormal's twentieths do: p95 is about twice the median. */
const SPREAD = Array.from({ length: 20 }, (_, at) => Math.exp(0.4 * normalQuantile((at + 0.5) / 20)));

function cellOf(requests: number, millis: number, failed: number): Cell {
  const [all, bad] = [new Sketch(), new Sketch()];
  for (const [at, times] of SPREAD.entries()) {
    const [from, to] = [at, at + 1].map((edge) => Math.floor((edge * requests) / SPREAD.length));
    all.add(Math.max(1, Math.round(millis * times * 1_000)), (to ?? 0) - (from ?? 0));
  }
  const errors = Math.round(requests * failed);
  bad.add(all.min ?? 1, errors);
  return {
    ...emptyCell(),
    requests,
    errors,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: errors > 0 ? bad : null },
  };
}

/** From 1 to 1,000 users at even intervals. */
export const toThousand = (share: number) => Math.max(1, Math.round(1_000 * share));

/** Each user asks every 15 seconds. Latency is low until 500 users, tolerable until 700, and then the service breaks. */
export const breaksAt700: Service = (users) => {
  const millis = 200 + 9 * Math.max(0, users - 500);
  if (users < 700) return { rate: users / (15 + millis / 1_000), millis };
  const rate = Math.max(8, 41 - (users - 700) * 0.6);
  return { rate, millis: (users / rate - 15) * 1_000 };
};

/** Latency is low until 400 users, and throughput levels off at 500. */
export const levelsOffAt500: Service = (users) => {
  const millis = Math.max(200 + 6 * Math.max(0, users - 400), (users / 32.6 - 15) * 1_000);
  return { rate: users / (15 + millis / 1_000), millis };
};

/** Each user asks five times a second. Throughput rises to `knee` users, and beyond goes on with so many times that slope. */
export function bendsAt(knee: number, slopeAfter: number): Service {
  return (users) => {
    const rate = 5 * (Math.min(users, knee) + slopeAfter * Math.max(0, users - knee));
    return { rate, millis: (1_000 * users) / rate };
  };
}

/** Each user asks every 12 seconds. Latency bends at 580 users, and the service breaks at 700. */
export const firstDataSet: Service = (users) => {
  const millis = 250 * Math.exp(Math.max(0, users - 580) / 70);
  if (users < 700) return { rate: users / (12 + millis / 1_000), millis };
  const rate = Math.max(8, 51 - (users - 700) * 0.35);
  return { rate, millis: (users / rate - 12) * 1_000 };
};

/** Each user asks every 14 seconds. Throughput levels off at 480 users. */
export const secondDataSet: Service = (users) => {
  const millis = Math.max(250, (users / 33.7 - 14) * 1_000);
  return { rate: users / (14 + millis / 1_000), millis };
};
