import { HeadroomError } from "@headroom/core";
import type { AttributeValues, FoldedTraffic } from "@headroom/core";
import type { Context } from "../../context.ts";
import { partitionOf } from "../../live/batch-log.ts";
import { requireScope } from "../../scope.ts";
import { metricsContent } from "../../traffic/traffic-message.ts";
import { readRunId } from "../record/get.ts";
import { checkRoom } from "./add-cells.ts";
import type { KnownRun, LiveIntake } from "./intake.ts";
import type { LiveLimits } from "./live-limits.ts";
import { METRICS_WRITER } from "./metrics-batch.ts";
import { packMessage } from "./messages.ts";
import type { MetricsMessage } from "./messages.ts";
import { runEnded } from "./place-batch.ts";
import { requireBeforeEnd } from "./require-before-end.ts";

export interface AddMetricsInput {
  run: string;
  traffic: FoldedTraffic;
  /** Of its resources: those that the workspace names. */
  attributes?: AttributeValues;
  /** Of the request's body. */
  digest: string;
  bytesIn: number;
  limits: LiveLimits;
}

/** The open live run that metrics are sent to. Once a run has ended, nothing more counts, so it is refused. */
export async function runForMetrics(ctx: Context, intake: LiveIntake, run: string): Promise<KnownRun> {
  requireScope(ctx, "ingest");
  const known = await intake.findNow(ctx, readRunId(run));
  const state = known.writers.get(METRICS_WRITER)?.state ?? "open";
  if (!known.isOpen) throw runEnded();
  if (state === "open") return known;
  throw new HeadroomError("conflict", "The run's metrics have ended.", {
    field: "run",
    hint: "Open a new run for further metrics.",
  });
}

/** Accepts a body of metrics for a live run: once this resolves it counts, however often it is sent. */
export async function addMetrics({
  ctx,
  intake,
  input: { run, traffic, attributes = {}, digest, bytesIn, limits },
}: {
  ctx: Context;
  intake: LiveIntake;
  input: AddMetricsInput;
}): Promise<void> {
  requireScope(ctx, "ingest");
  const runId = readRunId(run);
  const { cells, readings, gauges } = traffic;
  if (cells.length + readings.length + gauges.length === 0) return;
  checkRoom(await intake.find(ctx, runId), { writer: METRICS_WRITER, cells: cells.length }, limits);
  const id = ctx.newId();
  const message: MetricsMessage = {
    kind: "metrics",
    id,
    workspaceId: ctx.workspaceId,
    runId,
    bytesIn,
    attributes,
    at: ctx.clock().toISOString(),
    ...metricsContent(traffic, digest),
  };
  await intake.log.append(partitionOf(intake.log, ctx.workspaceId, runId), await packMessage(message));
  await requireBeforeEnd(ctx, intake, { runId, id });
}
