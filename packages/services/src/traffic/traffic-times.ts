import type { TrafficModel } from "@headroom/db";

/** When something arrived for a service, when something was last not counted, and when its times were last wrong; null: never. */
export interface TrafficTimes {
  heardAt: string | null;
  leftOutAt: string | null;
  unusableAt: string | null;
  offClock: { at: string; aheadSeconds: number } | null;
}

export function timesOfTraffic(traffic: TrafficModel | null): TrafficTimes {
  const textOf = (at: Date | null = null) => at?.toISOString() ?? null;
  return {
    heardAt: textOf(traffic?.heardAt),
    leftOutAt: textOf(traffic?.leftOutAt),
    unusableAt: textOf(traffic?.unusableAt),
    offClock: offClockIn(traffic),
  };
}

function offClockIn(traffic: TrafficModel | null): TrafficTimes["offClock"] {
  const { offClockAt = null, offClockSeconds = null } = traffic ?? {};
  if (offClockAt === null || offClockSeconds === null) return null;
  return { at: offClockAt.toISOString(), aheadSeconds: offClockSeconds };
}
