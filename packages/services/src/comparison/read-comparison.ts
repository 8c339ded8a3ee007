import { HeadroomError } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import type { ComparedRun, RunComparison } from "@headroom/contract";
import { readComparedLabels, readComparedRuns } from "@headroom/db";
import type { ComparedLabel, ComparedRunRead, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { noSuchRun, readRunId } from "../run/record/get.ts";
import { onlyServiceOf } from "../scope.ts";
import { differencesBetween, figuresOf, fingerprintOf, toComparedRun } from "./compared-run.ts";
import { toCostRows } from "./cost-rows.ts";
import { judgedLabels } from "./judged-labels.ts";
import { countNames, labelsLookedAt, mixOf, toLabelRows } from "./label-rows.ts";
import { toMetricRows } from "./metric-rows.ts";
import { readStoredUsual } from "./stored-usual.ts";

export const MIN_RUNS = 2;
export const MAX_RUNS = 20;

/** The IDs in the order given. An invalid or repeated one is reported with its position. */
export function readRunIds(given: readonly string[]): string[] {
  const ids = given.map(readRunId);
  if (new Set(ids).size < ids.length)
    throw new HeadroomError("parameter-unreadable", "A run cannot be compared with itself.", {
      field: "runs",
      hint: "List each run only once.",
    });
  return ids;
}

/** All of them, or not-found: naming the missing one would reveal runs of another workspace. */
export async function readRunsOf(
  tx: WorkspaceTx,
  ctx: Context,
  runIds: readonly string[],
): Promise<ComparedRunRead[]> {
  const only = onlyServiceOf(ctx.actor);
  const reads = await readComparedRuns(tx, runIds);
  const visible = reads.filter(({ service }) => only === null || service.id === only);
  if (visible.length < runIds.length) throw noSuchRun();
  return visible;
}

interface ShownComparison {
  reference: number;
  /** How many rows of labels. */
  labels: number;
  sort: FigureId;
  webUrl: string;
}

interface Compared {
  reads: readonly ComparedRunRead[];
  runs: readonly ComparedRun[];
  labels: readonly ComparedLabel[];
  reference: number;
}

export async function readComparison(
  tx: WorkspaceTx,
  reads: readonly ComparedRunRead[],
  { reference, labels: most, sort, webUrl }: ShownComparison,
): Promise<RunComparison> {
  const runs = reads.map((read, at) => toComparedRun(read, { letter: letterOf(at), webUrl }));
  const runIds = runs.map(({ id }) => id);
  const busiest = labelsLookedAt(runs.length);
  const labels = await readComparedLabels(tx, { runIds, busiest });
  const rows =
    most === 0
      ? []
      : toLabelRows({ labels: await judgedLabels(tx, labels, runs), runs, reference, most, sort });
  const all = labels.every(({ rank }) => rank <= busiest);
  return {
    runs,
    reference,
    comparability: await comparabilityOf(tx, { reads, runs, labels, reference }),
    whole: toMetricRows({ figures: runs.map(figuresOf), reference, runs, label: null }),
    costs: toCostRows(runs, reference),
    labels: { rows, total: countNames(labels), sortedAmong: all ? null : busiest },
  };
}

async function comparabilityOf(
  tx: WorkspaceTx,
  { reads, runs, labels, reference }: Compared,
): Promise<RunComparison["comparability"]> {
  const fingerprints = reads.flatMap((read, at) => {
    const run = runs[at];
    return run === undefined ? [] : [fingerprintOf(read, run, mixOf(labels, run.id))];
  });
  const before = fingerprints[reference];
  if (before === undefined) throw new RangeError("the reference is not one of the runs");
  const comparability: RunComparison["comparability"] = [];
  for (const [run, after] of fingerprints.entries()) {
    if (run === reference) continue;
    const ids = [reference, run].flatMap((at) => runs[at]?.id ?? []);
    const isLive = before.liveTraffic && after.liveTraffic;
    const usual = isLive ? await readStoredUsual(tx, ids.slice(0, 1), ids.slice(1)) : null;
    comparability.push({ run, ...differencesBetween(before, after, usual?.days.length) });
  }
  return comparability;
}

function letterOf(at: number): string {
  return String.fromCodePoint(65 + at);
}
