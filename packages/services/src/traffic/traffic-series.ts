import { ALL_LABEL, OTHER_LABEL } from "@headroom/core";
import { addTrafficSeries, countTrafficSeries, findTrafficSeries, setTrafficUnits } from "@headroom/db";
import type { TrafficSeriesName, WorkspaceTx } from "@headroom/db";

/** Of a service; what further labels count is in `(other)`, so that no request is lost. */
export const MAX_TRAFFIC_LABELS = 1_000;
/** Further gauges are left out. */
const MAX_TRAFFIC_GAUGES = 200;

export interface TrafficSeriesIds {
  all: number;
  label(name: string): number;
  /** Null: there are too many. */
  gauge(name: string): number | null;
}

/** The series of labels and gauges, created if missing. */
export async function seriesOfTraffic(
  tx: WorkspaceTx,
  serviceId: string,
  names: { labels: readonly string[]; gauges: readonly { name: string; unit: string | null }[] },
): Promise<TrafficSeriesIds> {
  const requests = [...new Set([...OWN_LABELS, ...names.labels])].map((label): TrafficSeriesName => {
    return { kind: "requests", label, unit: null };
  });
  const units = new Map(names.gauges.map(({ name, unit }) => [name, unit]));
  const gauges = [...units].map(([label, unit]): TrafficSeriesName => ({ kind: "gauge", label, unit }));
  const ofLabels = await idsOf(tx, serviceId, requests, MAX_TRAFFIC_LABELS);
  const ofGauges = await idsOf(tx, serviceId, gauges, MAX_TRAFFIC_GAUGES);
  const [all, other] = OWN_LABELS.map((label) => ofLabels.get(label) ?? null);
  if (all == null || other == null) throw new Error("a service has no series for all requests");
  return {
    all,
    label: (name) => ofLabels.get(name) ?? other,
    gauge: (name) => ofGauges.get(name) ?? null,
  };
}

/** Those that every service has, beside the labels of its requests. */
const OWN_LABELS: readonly string[] = [ALL_LABEL, OTHER_LABEL];

export function countTrafficLabels(tx: WorkspaceTx, serviceId: string): Promise<number> {
  return countTrafficSeries(tx, serviceId, "requests", OWN_LABELS);
}

async function idsOf(
  tx: WorkspaceTx,
  serviceId: string,
  names: readonly TrafficSeriesName[],
  most: number,
): Promise<Map<string, number | null>> {
  const [first] = names;
  if (first === undefined) return new Map();
  const find = async () => {
    const series = await findTrafficSeries(tx, serviceId, names);
    const other = names.filter(({ unit }, at) => {
      const { id = null, unit: before = null } = series[at] ?? {};
      return id !== null && unit !== null && unit !== before;
    });
    await setTrafficUnits(tx, serviceId, other);
    return new Map(names.map(({ label }, at) => [label, series[at]?.id ?? null]));
  };
  const found = await find();
  const missing = names.filter(({ label }) => found.get(label) === null);
  if (missing.length === 0) return found;
  const own = first.kind === "requests" ? OWN_LABELS : [];
  const room = Math.max(0, most - (await countTrafficSeries(tx, serviceId, first.kind, own)));
  const isOwn = ({ label }: TrafficSeriesName) => own.includes(label);
  const added = missing.filter((name) => !isOwn(name)).slice(0, room);
  await addTrafficSeries(tx, serviceId, [...missing.filter(isOwn), ...added]);
  return find();
}
