import type { JoinedMoment } from "./moments.ts";

const OF = "% of ";
const ALL = ["requests", "all requests"];

/** What a gauge is a share of, as its unit says. */
export interface SharedRequests {
  /** Labels, as people write them; null: all requests. */
  of: string | null;
}

/** Of a unit such as `% of requests` or `% of GET /search`; null: it doesn't say of what. */
export function sharedRequests(unit: string | null): SharedRequests | null {
  if (unit === null || !unit.startsWith(OF)) return null;
  const of = unit.slice(OF.length).trim();
  if (of === "") return null;
  return { of: ALL.includes(of.toLowerCase()) ? null : of };
}

/** The unit itself, without what it is of. */
export function unitOfShare(unit: string): string {
  return sharedRequests(unit) === null ? unit : "%";
}

/** How many requests a share is. */
export interface GaugeShare extends SharedRequests {
  /** The mean, each value with its requests. */
  percent: number;
  /** Of what it is a share of, and of the share. */
  throughput: number;
  shareThroughput: number;
}

/** `joined`: with the requests that it is a share of. Null: there were none, or the values are no shares. */
export function gaugeShare(shared: SharedRequests, joined: readonly JoinedMoment[]): GaugeShare | null {
  let [requests, ofShare] = [0, 0];
  for (const { value, load } of joined) {
    if (!(value >= 0 && value <= 100)) return null;
    requests += load;
    ofShare += (load * value) / 100;
  }
  if (requests === 0) return null;
  const throughput = requests / joined.length;
  const shareThroughput = ofShare / joined.length;
  return { ...shared, percent: (100 * ofShare) / requests, throughput, shareThroughput };
}
