import type { TrafficAnswer } from "@headroom/contract";
import type { TrafficModel } from "@headroom/db";
import { offClockIn } from "./off-clock.ts";

/** When something arrived for a service, when something was last not counted, and when its times were last wrong; null: never. */
export interface TrafficTimes {
  heardAt: string | null;
  leftOutAt: string | null;
  unusableAt: string | null;
  offClock: TrafficAnswer["offClock"];
}

export function timesOfTraffic(traffic: TrafficModel | null): TrafficTimes {
  const textOf = (at: Date | null = null) => at?.toISOString() ?? null;
  return {
    heardAt: textOf(traffic?.heardAt),
    leftOutAt: textOf(traffic?.leftOutAt),
    unusableAt: textOf(traffic?.unusableAt),
    offClock: traffic === null ? null : offClockIn(traffic),
  };
}
