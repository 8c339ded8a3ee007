import type { RunGauge } from "@headroom/contract";
import { getRun } from "../run/record/get.ts";
import { getRunWindow } from "../run/read/get-window.ts";
import type { RunWindow } from "../run/read/get-window.ts";
import type { RunDetail } from "../run/record/read-run-detail.ts";
import { listRunGauges } from "../run/read/list-gauges.ts";
import { getRunTimeline } from "../run/read/timeline.ts";
import type { RunTimeline } from "../run/read/timeline.ts";
import { readerOf } from "./share-context.ts";
import type { ShareContext } from "./share-context.ts";

/**
 * A link's run as a guest may see it: without details of the workspace and its people (notes, labels, the
 * CI link, the price, the names of generators), and without a baseline that the link doesn't show.
 */
export async function getSharedRun({
  ctx,
  input: { runId, webUrl },
}: {
  ctx: ShareContext;
  input: { runId: string; webUrl: string };
}): Promise<RunDetail> {
  const detail = await getRun({ ctx: readerOf(ctx, [runId]), input: { runId, webUrl } });
  const { answer, steadyByHand } = detail;
  return {
    ...detail,
    answer: { ...answer, reparse: null, cost: null, comparison: shownComparison(ctx, answer.comparison) },
    steadyByHand: steadyByHand === null ? null : { by: null, at: steadyByHand.at },
    editedAt: null,
    notes: null,
    price: null,
    labels: {},
    ciUrl: null,
    parts: [],
  };
}

/** The judged figures of a link's run: its steady phase if it has one. */
export async function getSharedWindow({
  ctx,
  input: { runId },
}: {
  ctx: ShareContext;
  input: { runId: string };
}): Promise<RunWindow> {
  return getRunWindow({ ctx: readerOf(ctx, [runId]), input: { runId } });
}

/** A link's run over time. */
export async function getSharedTimeline({
  ctx,
  input,
}: {
  ctx: ShareContext;
  input: { runId: string; maxPoints: number };
}): Promise<RunTimeline> {
  return getRunTimeline({ ctx: readerOf(ctx, [input.runId]), input });
}

/** What the gauges of a link's run showed while it ran. */
export async function getSharedGauges({
  ctx,
  input: { runId },
}: {
  ctx: ShareContext;
  input: { runId: string };
}): Promise<{ gauges: RunGauge[] }> {
  return listRunGauges({ ctx: readerOf(ctx, [runId]), input: { runId, parameters: {} } });
}

function shownComparison(
  ctx: ShareContext,
  comparison: RunDetail["answer"]["comparison"],
): RunDetail["answer"]["comparison"] {
  return comparison !== null && ctx.actor.runIds.includes(comparison.baseline.id) ? comparison : null;
}
