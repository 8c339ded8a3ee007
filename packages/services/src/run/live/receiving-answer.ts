import { mergeAllCells } from "@headroom/core";
import type { AbsentFigure } from "@headroom/core";
import type { ProofAnswer, RunAnswer, RunSetup } from "@headroom/contract";
import type { LiveWriterModel, WorkspaceTx } from "@headroom/db";
import { setupOf } from "../record/run-setup.ts";
import { runUrl } from "../record/run-url.ts";
import { summaryOf } from "../record/summary-of.ts";
import { liveOrigin } from "./live-origin.ts";
import type { LiveRun } from "./live-run.ts";
import { absentOfMetrics } from "./metrics-batch.ts";
import { totalsOf } from "./writer-fold.ts";

const UNPROVEN: ProofAnswer = {
  grade: "D",
  source: "none",
  errorBound: null,
  exact: [],
  beyond: { p50: 0, p90: 0, p95: 0, p99: 0, "p99.9": 0 },
  reasons: ["The run is still in progress. These are the requests counted so far, with warm-up."],
  overrides: [],
};

/** A run before its first writer has ended: what arrived so far, and no verdict. */
export async function receivingAnswer(tx: WorkspaceTx, run: LiveRun, webUrl: string): Promise<RunAnswer> {
  const writers = await tx.prisma.liveWriter.findMany({ where: { runId: run.runId } });
  const { cell, parts, span } = soFar(writers);
  const durationSeconds = span === null ? 0 : (span.lastMicros - span.firstMicros) / 1e6;
  const absent: readonly AbsentFigure[] = span === null ? ["errors"] : await absentOfMetrics(tx, run.runId);
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
      endedAt: instant(Math.max(origin, span?.last ?? origin)),
      finestStepSeconds: null,
    },
    summary: {
      ...summaryOf(cell, { durationSeconds, absent, parts }),
      labelsTotal: 0,
      labels: [],
    },
    steady: null,
    phase: null,
    proof: UNPROVEN,
    verdict: null,
    outcome: null,
    targets: [],
    comparison: null,
    cost: null,
    setup: await readSetup(tx, run.runId),
    warnings: await liveOrigin(tx, run),
    codes: null,
    labelFilter: null,
    hosts: [],
    setAside: null,
    accepted: null,
    reparse: null,
  };
}

async function readSetup(tx: WorkspaceTx, id: string): Promise<RunSetup> {
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id } });
  const experiment = await tx.prisma.experiment.findUniqueOrThrow({ where: { id: run.experimentId } });
  return setupOf({ run, experiment });
}

/** All requests of all writers so far. */
export function soFar(writers: readonly LiveWriterModel[]) {
  const cells = writers.flatMap((writer) => {
    const { sent, addedUp } = totalsOf(writer);
    return (writer.sendsAll ? sent : addedUp) ?? [];
  });
  const edges = writers.flatMap(({ firstStartUs, lastCompletionUs, lastSecond }) =>
    firstStartUs === null || lastCompletionUs === null
      ? []
      : [{ first: Number(firstStartUs), last: Number(lastCompletionUs), second: Number(lastSecond) }],
  );
  const span =
    edges.length === 0
      ? null
      : {
          firstMicros: Math.min(...edges.map(({ first }) => first)),
          lastMicros: Math.max(...edges.map(({ last }) => last)),
          last: Math.max(...edges.map(({ second }) => second)),
        };
  return { cell: mergeAllCells(cells), parts: cells, span };
}
