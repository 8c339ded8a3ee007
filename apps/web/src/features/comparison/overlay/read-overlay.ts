import "server-only";
import { isHeadroomError, MAX_POINTS } from "@headroom/core";
import type { PercentileId } from "@headroom/core";
import type { RunTimeline } from "@headroom/services";
import { overlayPoints } from "./overlay-points.ts";
import type { OverlayFigures } from "./overlay-points.ts";

/** A few runs may be drawn finely; many would be too much to read. */
const FEW_RUNS = 4;

interface OverlayRead {
  runIds: readonly string[];
  percentile: PercentileId;
  /** For the one who asks: a member, or a guest with a link. */
  timelineOf: (input: { runId: string; maxPoints: number }) => Promise<RunTimeline>;
}

/** The runs over time, laid over each other. */
export async function readOverlay({ runIds, percentile, timelineOf }: OverlayRead): Promise<OverlayFigures> {
  const maxPoints = runIds.length <= FEW_RUNS ? MAX_POINTS : MAX_POINTS / 3;
  const timelines: { id: string; timeline: RunTimeline }[] = [];
  // One after the other: a comparison of twenty runs does not take every connection.
  for (const runId of runIds) {
    const timeline = await orNull(timelineOf({ runId, maxPoints }));
    if (timeline !== null) timelines.push({ id: runId, timeline });
  }
  return overlayPoints(timelines, Number(percentile.slice(1)));
}

/** A run of totals alone has nothing over time, and one that is gone is said elsewhere. */
async function orNull(timeline: Promise<RunTimeline>): Promise<RunTimeline | null> {
  try {
    return await timeline;
  } catch (error) {
    if (isHeadroomError(error, "not-found")) return null;
    throw error;
  }
}
