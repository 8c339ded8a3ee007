import "server-only";
import type { RunGauges } from "@headroom/contract";
import {
  getSharedGauges,
  getSharedHeatmap,
  getSharedLabels,
  getSharedRun,
  getSharedTimeline,
  getSharedWindow,
} from "@headroom/services";
import type { RunDetail, RunHeatmap, RunWindow, ShareContext, WindowLabels } from "@headroom/services";
import { env } from "../../../server/env.ts";
import { labelsQuery } from "../tables/labels-query.ts";
import { heatmapQuery, timelineQuery } from "../view/run-queries.ts";
import { FIRST_VIEW } from "../view/search-params.ts";
import { timelineFigures } from "../timeline/timeline-points.ts";
import type { TimelineFigures } from "../timeline/timeline-points.ts";
import { stretchOf, timelineSteps } from "../timeline/timeline-steps.ts";

export interface SharedRunData {
  detail: RunDetail;
  window: RunWindow;
  labels: WindowLabels;
  gauges: RunGauges;
  /** Null: the source gives nothing over time. */
  overTime: { figures: TimelineFigures; heatmap: RunHeatmap | null } | null;
}

/** A link's run in the view that members see first: the same window, the same step, the same order. */
export async function readSharedRun(ctx: ShareContext, runId: string): Promise<SharedRunData> {
  const { window: asked, labels: order } = FIRST_VIEW;
  const [detail, window, labels] = await Promise.all([
    getSharedRun({ ctx, input: { runId, webUrl: env().HEADROOM_WEB_URL } }),
    getSharedWindow({ ctx, input: { runId, window: asked } }),
    getSharedLabels({ ctx, input: labelsQuery(runId, FIRST_VIEW, order, 0) }),
  ]);
  const [gauges, overTime] = await Promise.all([
    detail.gaugesTotal === 0 ? { gauges: [], meanwhile: [] } : getSharedGauges({ ctx, input: { runId } }),
    detail.answer.run.finestStepSeconds === null ? null : readOverTime(ctx, detail),
  ]);
  return { detail, window, labels, gauges, overTime };
}

async function readOverTime(
  ctx: ShareContext,
  { answer: { run, summary } }: RunDetail,
): Promise<NonNullable<SharedRunData["overTime"]>> {
  const { maxPoints } = timelineSteps(stretchOf(summary)).first;
  const { successful, ...timeline } = timelineQuery(run.id, FIRST_VIEW, { maxPoints, window: null });
  const [points, heatmap] = await Promise.all([
    getSharedTimeline({ ctx, input: timeline }),
    getSharedHeatmap({ ctx, input: heatmapQuery(run.id, FIRST_VIEW) }),
  ]);
  return { figures: timelineFigures(points, successful), heatmap };
}
