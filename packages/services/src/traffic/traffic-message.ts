import {
  type Cell,
  type FoldedReading,
  type FoldedTraffic,
  type GaugeCell,
  type UnmappedMetric,
  withoutOutcome,
} from "@headroom/core";
import { type LiveFigures, readLiveFigures, writeLiveFigures } from "@headroom/contract";

/** What one request brought for one service, as it stands in the log. */
export interface TrafficMessage {
  kind: "traffic";
  workspaceId: string;
  serviceId: string;
  /** Of the body: what isn't cumulative counts once for each. */
  body: string;
  /** When it arrived. */
  at: string;
  cells: MessageCell[];
  readings: FoldedReading[];
  gauges: { name: string; unit: string | null; second: number; cell: GaugeCell }[];
  unmapped: UnmappedMetric[];
}

interface MessageCell extends Pick<Cell, "withoutOutcome"> {
  rule: string;
  label: string;
  second: number;
  figures: LiveFigures;
}

export function trafficMessage(
  of: Pick<TrafficMessage, "workspaceId" | "serviceId" | "body" | "at">,
  { cells, readings, gauges, unmapped }: FoldedTraffic,
): TrafficMessage {
  return {
    kind: "traffic",
    ...of,
    cells: cells.map(({ cell, ...place }) => {
      return { ...place, ...withoutOutcome(cell.withoutOutcome ?? 0), figures: writeLiveFigures(cell) };
    }),
    readings,
    gauges,
    unmapped,
  };
}

export function cellOf({ figures, withoutOutcome: unknown = 0 }: MessageCell): Cell {
  return { ...readLiveFigures(figures), ...withoutOutcome(unknown) };
}
