import { randomUUID } from "node:crypto";
import {
  type Cell,
  type FoldedReading,
  type FoldedTraffic,
  type GaugeCell,
  type UnmappedMetric,
  withoutOutcome,
} from "@headroom/core";
import { type LiveFigures, readLiveFigures, writeLiveFigures } from "@headroom/contract";

/** The traffic of one request, as the log stores it. */
export interface MetricsContent {
  /** Of the body: what isn't cumulative counts once for each. */
  body: string;
  cells: MessageCell[];
  readings: FoldedReading[];
  gauges: { name: string; unit: string | null; second: number; cell: GaugeCell }[];
}

/** For one service. */
export interface TrafficMessage extends MetricsContent {
  kind: "traffic";
  workspaceId: string;
  serviceId: string;
  /** When it arrived. */
  at: string;
  unmapped: UnmappedMetric[];
}

interface MessageCell extends Pick<Cell, "withoutOutcome"> {
  rule: string;
  label: string;
  second: number;
  figures: LiveFigures;
}

/** `digest`: of the request's body. */
export function metricsContent(
  { cells, readings, gauges, timed }: FoldedTraffic,
  digest: string,
): MetricsContent {
  return {
    // Without times of their own, two bodies with the same content are two bodies.
    body: timed ? digest : randomUUID(),
    cells: cells.map(({ cell, ...place }) => {
      return { ...place, ...withoutOutcome(cell.withoutOutcome ?? 0), figures: writeLiveFigures(cell) };
    }),
    readings,
    gauges,
  };
}

export function cellOf({ figures, withoutOutcome: unknown = 0 }: MessageCell): Cell {
  return { ...readLiveFigures(figures), ...withoutOutcome(unknown) };
}
