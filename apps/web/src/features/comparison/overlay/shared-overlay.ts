import "server-only";
import type { PercentileId } from "@headroom/core";
import { getSharedComparedGauges, getSharedTimeline } from "@headroom/services";
import type { ComparedGauges, ShareContext } from "@headroom/services";
import { SharedReads } from "../../../server/shared-reads.ts";
import type { OverlayFigures } from "./overlay-points.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { readOverlay } from "./read-overlay.ts";

const reads = new SharedReads<OverlayFigures>(1_000);
const gauges = new SharedReads<ComparedGauges>(1_000);

/** The runs of a link over time. All who open it within a second share one read; it was checked for each of them before. */
export function readSharedOverlay(
  ctx: ShareContext,
  drawn: readonly Pick<RunCard, "id">[],
  percentile: PercentileId,
): Promise<OverlayFigures> {
  return reads.read(`${ctx.workspaceId} ${ctx.actor.id}`, () =>
    readOverlay({
      runIds: drawn.map(({ id }) => id),
      percentile,
      timelineOf: (input) => getSharedTimeline({ ctx, input }),
    }),
  );
}

/** The same for their gauges. */
export function readSharedGauges(ctx: ShareContext, reference: string): Promise<ComparedGauges> {
  return gauges.read(`${ctx.workspaceId} ${ctx.actor.id} ${reference}`, () =>
    getSharedComparedGauges({ ctx, input: { reference } }),
  );
}
