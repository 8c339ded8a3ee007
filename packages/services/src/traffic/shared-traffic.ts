import { ALL_LABEL, selectLabels, sharedRequests } from "@headroom/core";
import type { GaugeBesideLoad } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import { MAX_SHARED_LABELS } from "../run/read/gauge-beside-load.ts";
import type { SharedLoad } from "../run/read/gauge-beside-load.ts";
import { besideTraffic } from "./beside-traffic.ts";
import { readRateSeconds } from "./read-rate-seconds.ts";
import { readTrafficPoints } from "./read-traffic.ts";
import type { TrafficGaugeSeries, TrafficPoint, TrafficRange } from "./read-traffic.ts";

interface SharedTraffic {
  range: TrafficRange;
  /** Of all requests. */
  points: readonly TrafficPoint[];
  secondsOf: ReadonlyMap<number, number>;
}

/** The labels of a service that a selection matches. */
export async function selectTrafficLabels(
  tx: WorkspaceTx,
  serviceId: string,
  selection: string,
): Promise<string[]> {
  return selectLabels(selection, await readNames(tx, serviceId));
}

async function readNames(tx: WorkspaceTx, serviceId: string): Promise<string[]> {
  const series = await tx.prisma.trafficSeries.findMany({
    where: { serviceId, kind: "requests" },
    select: { label: true },
  });
  return series.map(({ label }) => label).filter((label) => label !== ALL_LABEL);
}

/** What gauges did beside a service's traffic. */
export async function readBesideTraffic(
  tx: WorkspaceTx,
  serviceId: string,
  { gauges, points, range }: Omit<SharedTraffic, "secondsOf"> & { gauges: readonly TrafficGaugeSeries[] },
  { now, latest }: { now: number; latest: number },
): Promise<{
  secondsOf: ReadonlyMap<number, number>;
  besideLoad: (name: string) => GaugeBesideLoad;
}> {
  const { seconds: secondsOf } = await readRateSeconds(tx, serviceId, { points, range }, { now, latest });
  const reading = { range, points, secondsOf };
  const shared = await readSharedTraffic(tx, serviceId, { gauges, ...reading });
  return { secondsOf, besideLoad: besideTraffic(gauges, { ...reading, shared, latest }) };
}

/** The requests that gauges are a share of, by their name, where their unit says it. */
async function readSharedTraffic(
  tx: WorkspaceTx,
  serviceId: string,
  { gauges, ...traffic }: SharedTraffic & { gauges: readonly TrafficGaugeSeries[] },
): Promise<ReadonlyMap<string, SharedLoad>> {
  const wanted = gauges.flatMap(({ name, unit }) => {
    const one = sharedRequests(unit);
    return one === null ? [] : [{ name, of: one.of }];
  });
  const known = wanted.some(({ of }) => of !== null) ? await readNames(tx, serviceId) : [];
  const loads = new Map<string | null, SharedLoad>();
  for (const of of new Set(wanted.map((one) => one.of))) {
    const points =
      of === null
        ? traffic.points
        : await readSelected(tx, serviceId, { labels: selectLabels(of, known), range: traffic.range });
    loads.set(of, { of, ...loadOf(points, traffic) });
  }
  return new Map(
    wanted.flatMap(({ name, of }) => {
      const load = loads.get(of);
      return load === undefined ? [] : [[name, load]];
    }),
  );
}

async function readSelected(
  tx: WorkspaceTx,
  serviceId: string,
  { labels, range }: { labels: readonly string[] } & Pick<SharedTraffic, "range">,
): Promise<TrafficPoint[]> {
  const isRead = labels.length > 0 && labels.length <= MAX_SHARED_LABELS;
  return isRead ? readTrafficPoints(tx, serviceId, range, labels) : [];
}

function loadOf(
  points: readonly TrafficPoint[],
  { range: { from, pointSeconds }, secondsOf }: Pick<SharedTraffic, "range" | "secondsOf">,
): Pick<SharedLoad, "points" | "pointSeconds"> {
  return {
    points: points.map(({ second, cell }) => ({
      offsetSeconds: second - from,
      load: cell.requests / (secondsOf.get(second) ?? pointSeconds),
    })),
    pointSeconds,
  };
}
