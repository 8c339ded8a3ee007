import { z } from "zod";
import type { GaugeBesideLoad } from "@headroom/contract";
import { gaugeChange, MAX_POINTS, sayGaugeChange } from "@headroom/core";
import type { GaugeChange } from "@headroom/core";
import { readGauges } from "@headroom/db";
import type { RunModel, StoredGauge, WorkspaceTx } from "@headroom/db";
import { readRunIds, readRunsOf, MAX_RUNS } from "../../comparison/read-comparison.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunGauges } from "./read-run-gauges.ts";
import type { ReadRunGauge } from "./read-run-gauges.ts";

/** As many lines as can be read at a time, and as many charts as somebody looks at. */
const MAX_SERIES = 60;
const MAX_GAUGES = 12;
/** As on the page of a run, so that both say the same of a gauge. */
const POINTS = MAX_POINTS / 2;

/** A gauge of several runs, with seconds from the start of each. */
export interface ComparedGauge {
  name: string;
  unit: string | null;
  /** In the order of the runs; null: the run doesn't have it in this unit. */
  runs: (ComparedGaugeRun | null)[];
  /** How its peak and its mean changed, in a sentence; null: fewer than two runs have it. */
  words: string | null;
}

interface ComparedGaugeRun {
  pointSeconds: number;
  points: { offsetSeconds: number; mean: number }[];
  lowest: { value: number; offsetSeconds: number };
  highest: { value: number; offsetSeconds: number };
  /** Over time. */
  mean: number;
  /** Against the reference; null: it is the reference, or the reference doesn't have it. */
  change: GaugeChange | null;
  besideLoad: GaugeBesideLoad;
}

export interface ComparedGauges {
  runs: {
    id: string;
    /** To the second: where its seconds count from. Null: it has no times. */
    startedAt: string | null;
    /** What its gauges did while something rose, in sentences. */
    meanwhile: string[];
  }[];
  /** Those of the most runs first, then by name. */
  gauges: ComparedGauge[];
  /** How many the runs have together. */
  total: number;
}

export const compareGaugesInput = z.strictObject({
  runIds: z.array(z.string()).min(1).max(MAX_RUNS),
  /** The run that the others are compared with: the first one by default. */
  reference: z.string().optional(),
});

/** The gauges of runs side by side: what each did in each run. One gauge in two units is two. */
export async function compareGauges({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof compareGaugesInput>;
}): Promise<ComparedGauges> {
  requireScope(ctx, "read");
  const { runIds: ids, reference } = parseInput(compareGaugesInput, input);
  const runIds = readRunIds(ids);
  const against = Math.max(0, reference === undefined ? 0 : runIds.indexOf(reference));
  const found = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const runs = (await readRunsOf(tx, ctx, runIds)).map(({ run }) => run);
    return { runs, names: await namesOf(tx, runs) };
  });
  const most = Math.min(MAX_GAUGES, Math.floor(MAX_SERIES / runIds.length));
  const chosen = found.names.slice(0, most);
  const wanted = new Set(chosen.map(keyOf));
  const read: { gauges: Map<string, ReadRunGauge>; meanwhile: string[] }[] = [];
  // A transaction for each: a comparison of twenty runs doesn't hold its connection for all of them.
  for (const run of found.runs) {
    const { gauges, meanwhile } = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
      readRunGauges(tx, run, { maxPoints: POINTS, wanted: (gauge) => wanted.has(keyOf(gauge)) }),
    );
    read.push({
      gauges: new Map(gauges.map((gauge) => [keyOf(gauge), gauge])),
      meanwhile: meanwhile.flatMap(({ words }) => words),
    });
  }
  return {
    runs: found.runs.map((run, at) => ({
      id: run.id,
      startedAt: startedAt(run)?.toISOString() ?? null,
      meanwhile: read[at]?.meanwhile ?? [],
    })),
    gauges: chosen.map((gauge) => {
      const runs = read.map(({ gauges }, at) =>
        comparedRun(gauges.get(keyOf(gauge)), offsetOf(found.runs[at])),
      );
      return { name: gauge.name, unit: gauge.unit, ...withChanges(gauge, runs, against) };
    }),
    total: found.names.length,
  };
}

function withChanges(
  { name, unit }: NamedGauge,
  runs: readonly (ComparedGaugeRun | null)[],
  against: number,
): Pick<ComparedGauge, "runs" | "words"> {
  const before = runs[against] ?? null;
  const changed = runs.map((run, at) =>
    run === null || before === null || at === against
      ? run
      : { ...run, change: gaugeChange(levelsOf(before), levelsOf(run)) },
  );
  const ordered = [changed[against] ?? null, ...changed.filter((_, at) => at !== against)];
  const known = ordered.flatMap((run) => (run === null ? [] : [{ ...levelsOf(run), change: run.change }]));
  return { runs: changed, words: sayGaugeChange({ name, unit, runs: known }) };
}

function levelsOf({ highest, mean, besideLoad }: ComparedGaugeRun) {
  return { highest: highest.value, mean, band: besideLoad.band };
}

/** A file that replaced another one can begin long after the run's origin, from which cells count. */
function offsetOf(run: RunModel | undefined): number {
  const [start, origin] = [run?.startedAt ?? null, run?.origin ?? null];
  return start === null || origin === null ? 0 : Math.floor((start.getTime() - origin.getTime()) / 1_000);
}

function startedAt(run: RunModel): Date | null {
  return run.origin === null ? null : new Date(run.origin.getTime() + offsetOf(run) * 1_000);
}

type NamedGauge = Pick<StoredGauge, "name" | "unit">;

const keyOf = ({ name, unit }: NamedGauge) => JSON.stringify([name, unit]);

/** Of all runs together: those that more runs have come first. */
async function namesOf(tx: WorkspaceTx, runs: readonly RunModel[]): Promise<NamedGauge[]> {
  const counts = new Map<string, NamedGauge & { runs: number }>();
  for (const { id } of runs) {
    for (const { name, unit } of await readGauges(tx, id)) {
      const key = keyOf({ name, unit });
      counts.set(key, { name, unit, runs: (counts.get(key)?.runs ?? 0) + 1 });
    }
  }
  return [...counts.values()].toSorted((a, b) => b.runs - a.runs || (keyOf(a) < keyOf(b) ? -1 : 1));
}

function comparedRun(gauge: ReadRunGauge | undefined, startSeconds: number): ComparedGaugeRun | null {
  const [first, ...rest] = gauge?.points ?? [];
  if (gauge === undefined || first === undefined) return null;
  const highest = rest.reduce((most, point) => (point.cell.max > most.cell.max ? point : most), first);
  const lowest = rest.reduce((least, point) => (point.cell.min < least.cell.min ? point : least), first);
  const means = gauge.points.map(({ cell }) => cell.sum / cell.count);
  return {
    pointSeconds: gauge.pointSeconds,
    points: gauge.points.map(({ offsetSeconds, cell }) => ({
      offsetSeconds: offsetSeconds - startSeconds,
      mean: cell.sum / cell.count,
    })),
    lowest: { value: lowest.cell.min, offsetSeconds: lowest.offsetSeconds - startSeconds },
    highest: { value: highest.cell.max, offsetSeconds: highest.offsetSeconds - startSeconds },
    mean: means.reduce((sum, mean) => sum + mean, 0) / means.length,
    change: null,
    besideLoad: gauge.besideLoad,
  };
}
