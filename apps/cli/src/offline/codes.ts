import { MAX_POINTS, runCodes } from "@headroom/core";
import type { ErrorsBy, RunCodes, Target } from "@headroom/core";
import type { MemoryLabel, MemoryRun } from "./memory-run.ts";
import type { Stretch } from "./memory-series.ts";

interface CodesInput {
  steady: Stretch | null;
  targets: readonly Target[];
  /** Null: nobody says. */
  errorsBy: ErrorsBy | null;
}

/** What the status codes of a run say beside its tool, as a server finds it. */
export function codesOf(run: MemoryRun, { steady, targets, errorsBy }: CodesInput): RunCodes | null {
  const inside = ({ series, total }: MemoryLabel) =>
    steady === null || series === null ? total : (series.window(steady)?.cell ?? total);
  const codes = [...run.codes].map(([code, label]) => {
    const { requests, errors: failed } = inside(label);
    return { code: Number(code), requests, failed, span: spanOf(run, label) };
  });
  return runCodes(codes, {
    all: inside(run.all),
    targets,
    countedBy: errorsBy ?? "tool",
    wanted: errorsBy,
  });
}

function spanOf({ times }: MemoryRun, { series }: MemoryLabel) {
  if (times === null || series === null) return null;
  const { points, pointSeconds } = series.timeline(MAX_POINTS);
  const succeeded = points.filter(({ cell }) => cell.requests > cell.errors);
  const [first, last] = [succeeded[0], succeeded.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    fromSeconds: Math.max(0, first.offsetSeconds - times.fromSeconds),
    toSeconds: last.offsetSeconds + pointSeconds - times.fromSeconds,
  };
}
