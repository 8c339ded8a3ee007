import type { TrafficModel } from "@headroom/db";

/** When something arrived for a service, and when something was last not counted; null: never. */
export interface TrafficTimes {
  heardAt: string | null;
  leftOutAt: string | null;
  unusableAt: string | null;
}

export function timesOfTraffic(traffic: TrafficModel | null): TrafficTimes {
  const textOf = (at: Date | null = null) => at?.toISOString() ?? null;
  return {
    heardAt: textOf(traffic?.heardAt),
    leftOutAt: textOf(traffic?.leftOutAt),
    unusableAt: textOf(traffic?.unusableAt),
  };
}
