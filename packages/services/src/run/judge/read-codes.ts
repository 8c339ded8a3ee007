import { runCodes } from "@headroom/core";
import type { RunCodes, Target } from "@headroom/core";
import { readLabelWindows, readRunCodes, readTimeline } from "@headroom/db";
import type { ExperimentModel, RunCode, RunModel, RunTotal, WorkspaceTx } from "@headroom/db";
import type { Evidence, RunPhase } from "../load/evidence.ts";
import { wantedErrorsBy } from "../record/errors-by.ts";
import { allOf } from "../record/summary-of.ts";
import { runSpanOf } from "../record/run-span.ts";

interface CodesInput {
  experiment: ExperimentModel;
  totals: readonly RunTotal[];
  phase: RunPhase;
  evidence: Evidence;
  targets: readonly Target[];
}

/** What the status codes of a run say beside its tool, in its steady phase or else in all of it. */
export async function readCodes(
  tx: WorkspaceTx,
  run: RunModel,
  { experiment, totals, phase, evidence, targets }: CodesInput,
): Promise<RunCodes | null> {
  const codes = await readRunCodes(tx, run.id);
  if (codes.every(({ requests, failed }) => requests === failed)) return null;
  const { steady } = phase;
  const all = steady === null ? allOf(totals) : steady.summary;
  const inside = steady === null ? codes : await codesInside(tx, run.id, codes, steady);
  const counted = [];
  for (const one of inside) counted.push({ ...one, span: await readSpan(tx, run, one) });
  return runCodes(counted, {
    all: { requests: all.requests ?? 0, errors: all.errors ?? 0 },
    targets,
    countedBy: evidence.countedBy,
    wanted: wantedErrorsBy(run, experiment),
  });
}

async function codesInside(
  tx: WorkspaceTx,
  runId: string,
  codes: readonly RunCode[],
  { fromSeconds, toSeconds }: { fromSeconds: number; toSeconds: number },
): Promise<RunCode[]> {
  const windows = await readLabelWindows(tx, { runId, series: codes, fromSeconds, toSeconds });
  return codes.map((one) => {
    const cell = windows.get(one.seriesId)?.cell;
    return cell === undefined ? one : { ...one, requests: cell.requests, failed: cell.errors };
  });
}

/** When the tool called one a success, in seconds from the run's start. */
async function readSpan(tx: WorkspaceTx, run: RunModel, { code, requests, failed }: RunCode) {
  if (requests === failed) return null;
  const label = { name: String(code), kind: "status" } as const;
  const timeline = await readTimeline(tx, { runId: run.id, label });
  const points = (timeline?.points ?? []).filter(({ cell }) => cell.requests > cell.errors);
  const [first, last] = [points[0], points.at(-1)];
  const start = runSpanOf(run)?.fromSeconds ?? 0;
  if (first === undefined || last === undefined) return null;
  return {
    fromSeconds: Math.max(0, first.offsetSeconds - start),
    toSeconds: last.offsetSeconds + last.stepSeconds - start,
  };
}
