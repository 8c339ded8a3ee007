import { z } from "zod";
import { MINUTE_MILLIS, MINUTE_SECONDS } from "@headroom/core";
import type { TrafficAnswer } from "@headroom/contract";
import type { BegunProcess } from "./count-metrics.ts";

const stored = z.array(
  z.object({ at: z.iso.datetime(), processes: z.int().positive(), requests: z.number().nonnegative() }),
);

/** Of a service: the minutes of the last deploys. */
const MAX_MINUTES = 200;

/** The minutes of a service's row, with the processes that have begun now. */
export function begunWith(before: unknown, begun: readonly BegunProcess[]): z.infer<typeof stored> {
  const minutes = new Map(stored.parse(before).map((minute) => [minute.at, minute]));
  for (const { atMicros, requests } of begun) {
    const start = Math.floor(atMicros / 1_000 / MINUTE_MILLIS) * MINUTE_MILLIS;
    const at = new Date(start).toISOString();
    const known = minutes.get(at) ?? { at, processes: 0, requests: 0 };
    minutes.set(at, { at, processes: known.processes + 1, requests: known.requests + requests });
  }
  return [...minutes.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-MAX_MINUTES);
}

/** Those of a range in epoch seconds, as one; null: none. */
export function begunIn(given: unknown, { from, to }: { from: number; to: number }): TrafficAnswer["begun"] {
  const minutes = stored.parse(given).filter(({ at }) => {
    const second = Date.parse(at) / 1_000;
    return second > from - MINUTE_SECONDS && second < to;
  });
  const [first, last] = [minutes.at(0), minutes.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    from: first.at,
    to: new Date(Date.parse(last.at) + MINUTE_MILLIS).toISOString(),
    processes: minutes.reduce((sum, { processes }) => sum + processes, 0),
    requestsAtMost: minutes.reduce((sum, { requests }) => sum + requests, 0),
  };
}
