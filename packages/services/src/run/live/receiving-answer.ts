import type { LatencyMs, ProofAnswer, RunAnswer } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import { runUrl } from "../record/run-url.ts";
import type { LiveRun } from "./live-run.ts";

const NO_LATENCIES: LatencyMs = {
  min: null,
  mean: null,
  p50: null,
  p90: null,
  p95: null,
  p99: null,
  "p99.9": null,
  max: null,
};

const UNPROVEN: ProofAnswer = {
  grade: "D",
  source: "none",
  errorBound: null,
  exact: [],
  beyond: { p50: 0, p90: 0, p95: 0, p99: 0, "p99.9": 0 },
  reasons: ["The run is still in progress. Results are calculated when a writer finishes."],
  overrides: [],
};

/** A run before its first writer has ended: its span so far, how many requests arrived, and no verdict. */
export async function receivingAnswer(tx: WorkspaceTx, run: LiveRun, webUrl: string): Promise<RunAnswer> {
  const { _sum: sent, _max: heard } = await tx.prisma.liveWriter.aggregate({
    where: { runId: run.runId },
    _sum: { requests: true },
    _max: { lastSecond: true },
  });
  const origin = run.origin ?? Math.floor(run.openedAt.getTime() / 1_000);
  const instant = (second: number) => new Date(second * 1_000).toISOString();
  return {
    run: {
      id: run.runId,
      url: runUrl(webUrl, run.runId),
      status: run.status,
      tool: "live",
      toolVersion: null,
      format: "cells",
      startedAt: instant(origin),
      endedAt: instant(Math.max(origin, Number(heard.lastSecond ?? origin))),
      finestStepSeconds: null,
    },
    summary: {
      requests: Number(sent.requests ?? 0),
      items: null,
      errors: null,
      errorRate: null,
      durationSeconds: null,
      throughput: null,
      latencyMs: NO_LATENCIES,
      latencyIntervalsMs: {},
      labelsTotal: 0,
      labels: [],
    },
    steady: null,
    phase: null,
    proof: UNPROVEN,
    verdict: null,
    targets: [],
    comparison: null,
    warnings: [],
    reparse: null,
  };
}
