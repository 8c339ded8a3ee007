import type { LikenessSide } from "@headroom/core";
import { readGauges, readGaugeTimeline, readLabels, readTimeline, readTotalParts } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { gaugeSpanOf } from "../run/record/run-span.ts";
import { storedJudged, storedSteady, storedSummary } from "../run/record/stored.ts";

const MAX_LABELS = 20_000;
const MAX_GAUGES = 50;
const BURST_SECONDS = 600;

/** A run as it is compared with live traffic: all of its requests, at the load and the pace of its steady phase. */
export async function readTestSide(tx: WorkspaceTx, run: RunModel): Promise<LikenessSide> {
  const summary = storedSummary(run.summary);
  const totals = await readTotalParts(tx, run.id, null);
  const bytes = totals.reduce((sum, cell) => sum + cell.bytes, 0);
  const errors = summary?.errorsAtLeast === true ? null : (summary?.errors ?? null);
  return {
    labels: await readRequests(tx, run.id, errors !== null),
    requests: summary?.requests ?? 0,
    errors,
    // Tools that don't report bytes have none.
    bytes: bytes === 0 ? null : bytes,
    throughput: storedJudged(run)?.throughput ?? null,
    seconds: await readSeconds(tx, run),
    gauges: await readMeans(tx, run),
  };
}

async function readRequests(
  tx: WorkspaceTx,
  runId: string,
  errorsKnown: boolean,
): Promise<LikenessSide["labels"]> {
  const { labels } = await readLabels(tx, { runId, kind: "request", limit: MAX_LABELS });
  return labels.flatMap(({ label, requests, errors }) =>
    requests === null ? [] : { label, requests, errors: errorsKnown ? errors : null },
  );
}

/** From the middle of the steady phase, or of the run; empty if it isn't known by the second. */
async function readSeconds(tx: WorkspaceTx, run: RunModel): Promise<readonly number[]> {
  const span = storedSteady(run.steady) ?? gaugeSpanOf(run);
  if (span === null) return [];
  const middle = Math.floor((span.fromSeconds + span.toSeconds) / 2);
  const from = Math.max(Math.ceil(span.fromSeconds), middle - BURST_SECONDS / 2);
  const to = Math.min(Math.floor(span.toSeconds), middle + BURST_SECONDS / 2);
  if (!(from < to)) return [];
  const timeline = await readTimeline(tx, {
    runId: run.id,
    label: null,
    fromSeconds: from,
    toSeconds: to,
    maxPoints: BURST_SECONDS,
  });
  if (timeline === null || timeline.pointSeconds !== 1) return [];
  const bySecond = new Map(timeline.points.map(({ offsetSeconds, cell }) => [offsetSeconds, cell.requests]));
  return Array.from({ length: to - from }, (_, at) => bySecond.get(from + at) ?? 0);
}

async function readMeans(tx: WorkspaceTx, run: RunModel): Promise<LikenessSide["gauges"]> {
  const span = storedSteady(run.steady) ?? gaugeSpanOf(run);
  if (span === null) return [];
  const { fromSeconds, toSeconds } = span;
  const means: { name: string; unit: string | null; mean: number }[] = [];
  for (const gauge of (await readGauges(tx, run.id)).slice(0, MAX_GAUGES)) {
    const { points } = await readGaugeTimeline(tx, { runId: run.id, gauge, fromSeconds, toSeconds });
    if (points.length === 0) continue;
    const sum = points.reduce((all, { cell }) => all + cell.sum / cell.count, 0);
    means.push({ name: gauge.name, unit: gauge.unit, mean: sum / points.length });
  }
  return means;
}
