import type { FoldedReading, FoldedTraffic, GaugeCell, UnmappedMetric } from "@headroom/core";
import { type LiveFigures, writeLiveFigures } from "@headroom/contract";

/** What one request brought for one service, as it stands in the log. */
export interface TrafficMessage {
  kind: "traffic";
  workspaceId: string;
  serviceId: string;
  /** Of the body: what isn't cumulative counts once for each. */
  body: string;
  /** When it arrived. */
  at: string;
  cells: { rule: string; label: string; second: number; figures: LiveFigures }[];
  readings: FoldedReading[];
  gauges: { name: string; unit: string | null; second: number; cell: GaugeCell }[];
  unmapped: UnmappedMetric[];
}

export function trafficMessage(
  of: Pick<TrafficMessage, "workspaceId" | "serviceId" | "body" | "at">,
  { cells, readings, gauges, unmapped }: FoldedTraffic,
): TrafficMessage {
  return {
    kind: "traffic",
    ...of,
    cells: cells.map(({ cell, ...place }) => ({ ...place, figures: writeLiveFigures(cell) })),
    readings,
    gauges,
    unmapped,
  };
}
