import type { LabelMix } from "@headroom/contract";
import { ALL_LABEL } from "@headroom/core";
import { readTrafficLabelCounts, readTrafficLabelTotals } from "@headroom/db";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { coverSegments, coverTotalSegments } from "../traffic/read-traffic.ts";
import { at, dayRange } from "./day-points.ts";
import type { Reading } from "./day-points.ts";

/** Each is a line of a chart. */
const LABELS_DRAWN = 7;
/** Shares of fewer requests are chance. */
const LEAST_REQUESTS = 20;
const MIX_POINTS = 60;

/** How the day's requests are spread over the labels that are the busiest of the day. */
export async function readLabelMix(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: Reading,
): Promise<LabelMix | null> {
  const range = dayRange(day, reading, MIX_POINTS);
  const { serviceId } = day;
  const totals = new Map<string, number>();
  for (const segment of await coverTotalSegments(tx, serviceId, range))
    for (const { label, requests } of await readTrafficLabelTotals(tx, serviceId, segment))
      totals.set(label, (totals.get(label) ?? 0) + requests);
  totals.delete(ALL_LABEL);
  const labels = [...totals]
    .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .slice(0, LABELS_DRAWN)
    .map(([label]) => label);
  if (labels.length === 0) return null;
  const counts = new Map<number, Map<string, number>>();
  const wanted = { labels: [ALL_LABEL, ...labels], pointSeconds: range.pointSeconds };
  for (const segment of await coverSegments(tx, serviceId, range))
    for (const { label, second, requests } of await readTrafficLabelCounts(tx, serviceId, segment, wanted)) {
      const point = counts.get(second) ?? new Map<string, number>();
      counts.set(second, point.set(label, (point.get(label) ?? 0) + requests));
    }
  const points = [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([second, own]) => ({ second, own, requests: own.get(ALL_LABEL) ?? 0 }))
    .filter(({ requests }) => requests >= LEAST_REQUESTS)
    .map(({ second, own, requests }) => {
      return { at: at(second), requests, shares: labels.map((label) => (own.get(label) ?? 0) / requests) };
    });
  return { stepSeconds: range.pointSeconds, labels, labelsTotal: totals.size, points };
}
