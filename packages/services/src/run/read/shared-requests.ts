import { isSelection, selectLabels, sharedRequests } from "@headroom/core";
import { readLabels, readTogether } from "@headroom/db";
import type { StoredGauge, WorkspaceTx } from "@headroom/db";
import { MAX_SHARED_LABELS } from "./gauge-beside-load.ts";
import type { RequestsOverTime, SharedLoad } from "./gauge-beside-load.ts";

const MAX_LABELS = 20_000;

/** Gauges with the requests that they are a share of, where their unit says it. */
export async function withShared<Gauge extends StoredGauge>(
  tx: WorkspaceTx,
  runId: string,
  { gauges, requests }: { gauges: readonly Gauge[]; requests: RequestsOverTime | null },
): Promise<(Gauge & { shared?: SharedLoad })[]> {
  if (requests === null) return [...gauges];
  const wanted = new Map(gauges.map((gauge) => [gauge, sharedRequests(gauge.unit)]));
  const selections = new Set([...wanted.values()].flatMap((one) => one?.of ?? []));
  const selected = await readSelected(tx, runId, selections);
  return gauges.map((gauge) => {
    const of = wanted.get(gauge)?.of;
    if (of === undefined) return gauge;
    const load = of === null ? requests : selected.get(of);
    return load === undefined ? gauge : { ...gauge, shared: { ...load, of } };
  });
}

type Load = Pick<SharedLoad, "points" | "pointSeconds">;

async function readSelected(
  tx: WorkspaceTx,
  runId: string,
  selections: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Load>> {
  const known = [...selections].some(isSelection) ? await readNames(tx, runId) : [];
  const loads = new Map<string, Load>();
  for (const selection of selections) {
    const labels = isSelection(selection) ? selectLabels(selection, known) : [selection];
    const isFew = labels.length <= MAX_SHARED_LABELS;
    const { pointSeconds, points } = await readTogether(tx, { runId, labels: isFew ? labels : [] });
    loads.set(selection, {
      pointSeconds,
      points: points.map(({ offsetSeconds, requests }) => ({
        offsetSeconds,
        load: requests / pointSeconds,
      })),
    });
  }
  return loads;
}

async function readNames(tx: WorkspaceTx, runId: string): Promise<string[]> {
  const { labels } = await readLabels(tx, { runId, kind: "request", limit: MAX_LABELS });
  return labels.map(({ label }) => label);
}
