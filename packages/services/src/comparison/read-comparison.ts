import { HeadroomError } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import type { ComparedRun, LabelRow, RunComparison } from "@headroom/contract";
import { readComparedLabels, readComparedRuns, readLabelCounts, readNamedLabels } from "@headroom/db";
import type { ComparedLabel, ComparedRunRead, LabelName, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { noSuchRun, readRunId } from "../run/record/get.ts";
import { onlyServiceOf } from "../scope.ts";
import {
  differencesBetween,
  figuresOf,
  fingerprintOf,
  toComparedRun,
  whatChangedBetween,
} from "./compared-run.ts";
import { toCostRows } from "./cost-rows.ts";
import { toEarlier } from "./find-earlier.ts";
import { findLostLabels, untoldIn } from "./find-lost-labels.ts";
import { judgedLabels } from "./judged-labels.ts";
import { countNames, labelsLookedAt, mixOf, toLabelRows, withPooledLabels } from "./label-rows.ts";
import type { PooledLabels } from "./label-rows.ts";
import { toMetricRows } from "./metric-rows.ts";
import { levelBeside, overFirstPart, sideOf, toSideRun } from "./pair-question.ts";
import type { SideRun } from "./read-noise.ts";
import { labelsWithoutChanges, readComparedRamps, runsByLoad, withoutChanges } from "./compared-by-load.ts";
import { typicalRun } from "./typical-run.ts";
import { readRunLoads } from "./run-load.ts";
import type { RunLoad } from "./run-load.ts";
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
  /** The other runs of the two sides; nothing where single runs are compared. */
  others?: readonly [level: OtherRun[], commit: OtherRun[]] | undefined;
}

/** What a judgement of `after` compares. */
export interface JudgedSides {
  before: string;
  /** The other runs of the level, of which `before` is the newest. */
  level: string[];
  after: string;
  /** The runs of its commit, and how many times it has been judged. */
  pool: { runs: readonly { id: string }[]; look: number };
}

export type ReadSides = (tx: WorkspaceTx, runIds: readonly string[]) => Promise<JudgedSides>;

/** A run that a side of a judged pair is made of, besides the compared one. */
interface OtherRun {
  read: ComparedRunRead;
  compared: ComparedRun;
}

interface Compared {
  sides: readonly SideRun[];
  labels: readonly ComparedLabel[];
  reference: number;
  loads: ReadonlyMap<string, RunLoad>;
}

function sidesOf(reads: readonly ComparedRunRead[], runs: readonly ComparedRun[]): SideRun[] {
  return reads.flatMap((read, at) => {
    const compared = runs[at];
    return compared === undefined ? [] : [{ read, compared }];
  });
}

export async function readComparison(
  tx: WorkspaceTx,
  reads: readonly ComparedRunRead[],
  { reference, labels: most, sort, webUrl, others }: ShownComparison,
): Promise<RunComparison> {
  const runs = reads.map((read, at) => toComparedRun(read, { letter: letterOf(at), webUrl }));
  const runIds = runs.map(({ id }) => id);
  const busiest = labelsLookedAt(runs.length);
  const labels = await readComparedLabels(tx, { runIds, busiest });
  const ofLabels = most === 0 ? [] : await judgedLabels(tx, labels, runs);
  const rows = toLabelRows({ labels: ofLabels, runs, reference, most, sort });
  const all = labels.every(({ rank }) => rank <= busiest);
  const sides = sidesOf(reads, runs);
  const loads = await readRunLoads(tx, sides);
  const byLoad = runsByLoad({ sides, reference, loads });
  const whole = toMetricRows({
    figures: runs.map(figuresOf),
    pooled: reads.map(({ run }, at) =>
      [run, ...(others?.[at] ?? []).map(({ read }) => read.run)].flatMap(toEarlier),
    ),
    reference,
    runs,
    label: null,
  });
  const shown =
    others === undefined ? rows : await poolLabels(tx, rows, { labels: ofLabels, runs, reference, others });
  return {
    runs,
    reference,
    judged: judgedOf(others, runs[0]),
    comparability: await comparabilityOf(tx, { sides, labels, reference, loads }),
    ramps: await readComparedRamps(tx, { sides, reference, loads }),
    whole: withoutChanges(whole, byLoad),
    // Prices of several runs have no sum.
    costs: others?.some((some) => some.length > 0) ? [] : toCostRows(runs, reference),
    labels: {
      rows: labelsWithoutChanges(shown, byLoad),
      total: countNames(labels),
      sortedAmong: all ? null : busiest,
    },
  };
}

/** The sides that a judgement compares: the runs that are shown, and the others of each. */
export async function readJudged(
  tx: WorkspaceTx,
  ctx: Context,
  { before, level, after, pool }: JudgedSides,
): Promise<{ reads: ComparedRunRead[]; others: [OtherRun[], OtherRun[]] }> {
  const ofCommit = pool.runs.flatMap(({ id }) => (id === before || id === after ? [] : [id]));
  const sides = { before: [before], after: [after, ...ofCommit], level, overFirst: true };
  const found = await readRunsOf(tx, ctx, [...new Set([before, ...sides.after, ...level])]);
  const whole = new Map(found.map((read) => [read.run.id, toSideRun(read)]));
  const { runs } = await overFirstPart(tx, whole, sides);
  const labels = await readComparedLabels(tx, {
    runIds: [before, ...level],
    busiest: labelsLookedAt(sides.after.length + 1),
  });
  return {
    reads: sideOf(runs, [before, after]).map(({ read }) => read),
    others: [levelBeside(runs, sides, labels), sideOf(runs, ofCommit)],
  };
}

function judgedOf(others: ShownComparison["others"], face: ComparedRun | undefined): RunComparison["judged"] {
  if (others === undefined) return null;
  const side = (some: readonly OtherRun[]) => ({
    count: some.length + 1,
    others: some.map(({ read: { run } }) => ({ id: run.id, number: run.number })),
  });
  const [level, commit] = others;
  const typical =
    face === undefined || level.length === 0
      ? null
      : typicalRun([face, ...level.map(({ compared }) => compared)]);
  return { level: { ...side(level), ...(typical === null ? {} : { typical }) }, commit: side(commit) };
}

/** Only the rows that are shown: a level has up to 15 runs. */
async function poolLabels(
  tx: WorkspaceTx,
  rows: readonly LabelRow[],
  { others, ...of }: Omit<PooledLabels, "others"> & { others: NonNullable<ShownComparison["others"]> },
): Promise<LabelRow[]> {
  const more = others.map((some) => some.map(({ compared }) => compared));
  const named = await readNamedLabels(tx, {
    runIds: more.flat().map(({ id }) => id),
    labels: rows.map(({ label, kind }) => ({ name: label, kind: kind as LabelName["kind"] })),
  });
  const labels = [...of.labels, ...(await judgedLabels(tx, named, more.flat()))];
  return withPooledLabels(rows, { ...of, labels, others: more });
}

async function comparabilityOf(
  tx: WorkspaceTx,
  { sides, labels, reference, loads }: Compared,
): Promise<RunComparison["comparability"]> {
  const face = sides[reference];
  if (face === undefined) throw new RangeError("the reference is not one of the runs");
  const printOf = ({ read, compared }: SideRun) =>
    fingerprintOf(read, compared, {
      labels: mixOf(labels, compared.id),
      load: loads.get(compared.id),
    });
  const before = printOf(face);
  const counts = await readLabelCounts(tx, [face.compared.id]);
  const comparability: RunComparison["comparability"] = [];
  for (const [run, other] of sides.entries()) {
    if (run === reference) continue;
    const after = printOf(other);
    const ids = [face.compared.id, other.compared.id];
    const isLive = before.liveTraffic && after.liveTraffic;
    const usual = isLive ? await readStoredUsual(tx, ids.slice(0, 1), ids.slice(1)) : null;
    const missing = findLostLabels(labels, {
      before: [face],
      level: [],
      after: [other],
      labels: counts.get(face.compared.id) ?? 0,
      untold: untoldIn(labels, ids.slice(1)),
    });
    const beside = { usualDays: usual?.days.length ?? 0, ...missing };
    comparability.push({
      run,
      ...differencesBetween(before, after, beside),
      whatChanged: whatChangedBetween(face.compared, other.compared),
    });
  }
  return comparability;
}

function letterOf(at: number): string {
  return String.fromCodePoint(65 + at);
}
