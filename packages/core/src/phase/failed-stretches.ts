import { MIN_HOLE_SECONDS, MIN_MISSING } from "./phase-outages.ts";
import type { PhasePoint, Span } from "./phase-point.ts";

/** Longer silences are not part of an outage: nobody knows what happened in them. */
const MAX_SILENCE_SECONDS = 300;

/**
 * Stretches of several seconds in which every request failed, of a run whose load nobody offered: silence alone says
 * nothing there. They can be anywhere, also at the start, but something has to succeed at another time.
 */
export function findFailedStretches(points: readonly PhasePoint[]): Span[] {
  if (!points.some(({ throughput, errors }) => throughput > (errors ?? 0))) return [];
  const stretches: (Span & { failed: number })[] = [];
  let open = false;
  for (const { offsetSeconds, stepSeconds, throughput, errors = 0 } of points) {
    if (throughput <= 0) continue;
    const toSeconds = offsetSeconds + stepSeconds;
    const last = stretches.at(-1);
    const hasFailed = throughput - errors < 1e-9;
    const goesOn = open && last !== undefined && offsetSeconds - last.toSeconds <= MAX_SILENCE_SECONDS;
    if (hasFailed && goesOn) {
      last.toSeconds = toSeconds;
      last.failed += throughput * stepSeconds;
    } else if (hasFailed)
      stretches.push({ fromSeconds: offsetSeconds, toSeconds, failed: throughput * stepSeconds });
    open = hasFailed;
  }
  return stretches
    .filter(
      ({ fromSeconds, toSeconds, failed }) =>
        toSeconds - fromSeconds >= MIN_HOLE_SECONDS && failed >= MIN_MISSING - 1e-6,
    )
    .map(({ fromSeconds, toSeconds }) => ({ fromSeconds, toSeconds }));
}
