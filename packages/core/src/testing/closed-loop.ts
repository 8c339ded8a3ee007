import { emptyCell } from "../cell/cell.ts";
import type { LoadPoint } from "../run/long-requests.ts";
import { seededRandom } from "../random.ts";
import { Sketch } from "../sketch/sketch.ts";

export interface ClosedLoop {
  users: number;
  seconds: number;
  stepSeconds?: number;
  seed?: number;
  /** The median, of lognormal latencies. */
  latencySeconds?: number;
  sigma?: number;
  /** The mean, of exponential think times. */
  thinkSeconds?: number;
  /** Some users hang: what they send takes until its end, or until it times out. */
  hang?: { users: number; fromSeconds: number; toSeconds: number; timeOutSeconds?: number };
  /** Some users pause: they send nothing. */
  pause?: { users: number; fromSeconds: number; toSeconds: number };
  /** This share of the requests takes so many times as long. */
  slow?: { share: number; times: number };
  gauge?: boolean;
}

/** A made run of users who wait for each response, as its timeline shows it. */
export function closedLoop(loop: ClosedLoop): LoadPoint[] {
  const { users, seconds, stepSeconds = 1, gauge = true } = loop;
  const slices: Sketch[] = [];
  for (let user = 0; user < users; user++)
    for (const { start, end } of requestsOf(loop, user)) {
      const slice = (slices[Math.floor(end / stepSeconds)] ??= new Sketch());
      slice.add(Math.max(1, Math.round((end - start) * 1e6)));
    }
  return Array.from({ length: slices.length }, (_, at) => ({
    offsetSeconds: at * stepSeconds,
    stepSeconds,
    cell: cellOf(slices[at]),
    users: gauge && at * stepSeconds < seconds ? users : null,
  }));
}

/** With a stream of their own for each user, those who don't hang are the same whether others do. */
function* requestsOf(loop: ClosedLoop, user: number): Generator<{ start: number; end: number }> {
  const { seconds, seed = 1, latencySeconds = 0.1, sigma = 0.5, thinkSeconds = 1 } = loop;
  const { share, times } = loop.slow ?? { share: 0, times: 1 };
  const random = seededRandom(seed * 1_000 + user);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const think = () => -thinkSeconds * Math.log(1 - random());
  for (let start = think(); start < seconds;) {
    const median = latencySeconds * (random() < share ? times : 1);
    const end = hungUntil(loop, user, start, start + median * Math.exp(sigma * normal()));
    yield { start, end };
    start = pausedUntil(loop, user, end + think());
  }
}

function hungUntil({ hang }: ClosedLoop, user: number, start: number, end: number): number {
  if (hang === undefined || user >= hang.users || end < hang.fromSeconds || start >= hang.toSeconds)
    return end;
  return Math.max(end, Math.min(hang.toSeconds, start + (hang.timeOutSeconds ?? Infinity)));
}

function pausedUntil({ pause }: ClosedLoop, user: number, at: number): number {
  if (pause === undefined || user >= pause.users || at < pause.fromSeconds) return at;
  return Math.max(at, pause.toSeconds);
}

function cellOf(all: Sketch | undefined): LoadPoint["cell"] {
  if (all === undefined) return null;
  return {
    ...emptyCell(),
    requests: all.count,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: null },
  };
}
