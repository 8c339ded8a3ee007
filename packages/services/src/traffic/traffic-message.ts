import { randomUUID } from "node:crypto";
import type { FoldedExemplar, FoldedTraffic, Sample, SeenMetric, TrafficOrigin } from "@headroom/core";

/** The traffic of one request, as the log stores it. */
export interface MetricsContent extends Pick<FoldedTraffic, "cells" | "readings" | "gauges"> {
  /** Missing in entries of earlier builds. */
  origin?: TrafficOrigin;
  /** Missing in entries of earlier builds. */
  samples?: Sample[];
  /** When it arrived. Missing in entries of earlier builds. */
  at?: string;
  /** Of the body: what isn't cumulative counts once for each. */
  body: string;
}

/** For one service. */
export interface TrafficMessage extends MetricsContent {
  kind: "traffic";
  workspaceId: string;
  serviceId: string;
  /** When it arrived. */
  at: string;
  /** Missing in entries of earlier builds. */
  seen?: SeenMetric[];
  /** Missing in entries of earlier builds. */
  exemplars?: FoldedExemplar[];
  /** Missing in entries of earlier builds. */
  aheadSeconds?: number | null;
}

/** `digest`: of the request's body. */
export function metricsContent(
  { cells, readings, samples, gauges, origin, timed }: FoldedTraffic,
  digest: string,
): MetricsContent {
  // Without times of their own, two bodies with the same content are two bodies.
  return { body: timed ? digest : randomUUID(), cells, readings, samples, gauges, origin };
}
