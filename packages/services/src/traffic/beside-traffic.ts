import type { GaugeBesideLoad } from "@headroom/contract";
import { besideLoadIn } from "../run/read/gauge-beside-load.ts";
import type { ReadGauge, SharedLoad } from "../run/read/gauge-beside-load.ts";
import type { TrafficGaugeSeries, TrafficPoint, TrafficRange } from "./read-traffic.ts";

interface TrafficLoad {
  range: TrafficRange;
  /** Of all requests. */
  points: readonly TrafficPoint[];
  /** Over how many seconds the requests of a point were reported, by its second. */
  secondsOf: ReadonlyMap<number, number>;
  /** What gauges are a share of, by their name. */
  shared?: ReadonlyMap<string, SharedLoad>;
  /** What was read as the newest second began has no requests beside it yet: the end of what is known. */
  latest: number;
}

/** What each gauge did beside a service's requests, as beside the load of a run. */
export function besideTraffic(
  gauges: readonly TrafficGaugeSeries[],
  { range, points, secondsOf, shared, latest }: TrafficLoad,
): (name: string) => GaugeBesideLoad {
  const { from, to, pointSeconds } = range;
  const read = gauges.map(({ name, points: values }): ReadGauge => {
    const known = values.filter(({ second }) => second < latest);
    const sorted = known.toSorted((a, b) => a.second - b.second);
    return {
      name,
      pointSeconds,
      shared: shared?.get(name),
      points: sorted.map(({ second, cell }) => ({ offsetSeconds: second - from, cell })),
    };
  });
  const span = { fromSeconds: 0, toSeconds: to - from };
  const requests = {
    kind: "requests" as const,
    points: points.map(({ second, cell }) => ({
      offsetSeconds: second - from,
      load: cell.requests / (secondsOf.get(second) ?? pointSeconds),
    })),
    pointSeconds,
    // Where nothing was reported, nobody knows how much load there was.
    between: "unknown" as const,
  };
  const of = besideLoadIn({ gauges: read, requests, span, window: span, originMillis: from * 1_000 });
  const byName = new Map(read.map((gauge) => [gauge.name, of(gauge)]));
  return (name) => {
    const known = byName.get(name);
    if (known === undefined) throw new RangeError(`gauge ${name} was not read`);
    return known;
  };
}
