import {
  achievedOfOffered,
  formatTarget,
  heldBack,
  heldLoads,
  MIN_STEPS,
  offeredLoad,
  readRamp,
  seededRandom,
  shapeOfRest,
  TARGET_CONFIDENCE,
} from "@headroom/core";
import type {
  ComparedRamp,
  GaugeFigures,
  LoadModel,
  LoadShape,
  RampCapacity,
  RampLevels,
  RampPair,
  RunFingerprint,
  Target,
} from "@headroom/core";
import type { ComparedRunRead, WorkspaceTx } from "@headroom/db";
import { evidenceOf } from "../run/load/evidence.ts";
import type { Evidence } from "../run/load/evidence.ts";
import { readConfidence } from "../run/load/read-confidence.ts";
import { readJudgedGauges } from "../run/load/read-judged-gauges.ts";
import { readRampLevels } from "../run/load/read-ramp.ts";
import { OFFERED_RATE, USERS } from "../run/load/read-load-gauge.ts";
import { storedPhase, storedSteady, storedTarget, storedWarnings } from "../run/record/stored.ts";
import { workloadOfRun } from "../run/record/workload.ts";
import { FIRST_PART } from "./first-part.ts";
import type { SideRun } from "./read-noise.ts";

/** What a run was offered, over time. */
export interface RunLoad extends Pick<RunFingerprint, "offered" | "shape" | "achieved"> {
  /** Of a run whose load rises. */
  ramp: ReadRamp | null;
}

export interface ReadRamp {
  levels: Extract<RampLevels, { of: unknown }>;
  capacity: RampCapacity;
  evidence: Evidence;
}

/** The same run gives the same intervals. */
const SEED = 1;

/** What each of these runs was offered, by its ID. */
export async function readRunLoads(
  tx: WorkspaceTx,
  runs: readonly SideRun[],
): Promise<ReadonlyMap<string, RunLoad>> {
  const withGauges = await tx.prisma.series.findMany({
    where: {
      runId: { in: runs.map(({ compared }) => compared.id) },
      kind: "gauge",
      label: { in: [USERS, OFFERED_RATE], mode: "insensitive" },
    },
    select: { runId: true },
  });
  const measured = new Set(withGauges.map(({ runId }) => runId));
  const loads = new Map<string, RunLoad>();
  for (const run of runs)
    loads.set(run.compared.id, await readRunLoad(tx, run, measured.has(run.compared.id)));
  return loads;
}

async function readRunLoad(
  tx: WorkspaceTx,
  { read, compared }: SideRun,
  hasGauges: boolean,
): Promise<RunLoad> {
  const { run, experiment } = read;
  const window = storedSteady(run.steady);
  const gauge = hasGauges
    ? await readJudgedGauges(tx, run, { names: [USERS, OFFERED_RATE], window })
    : () => null;
  const measured = { users: gauge(USERS), offeredRate: gauge(OFFERED_RATE) };
  const { throughput } = compared.summary;
  const loadModel: LoadModel =
    run.loadModel === "open" || run.loadModel === "closed" ? run.loadModel : "unknown";
  const { achieved } = compared;
  const offered = offeredLoad({
    ...measured,
    loadModel,
    workload: workloadOfRun(run, experiment),
    throughput,
    achieved,
    heldBack: heldBack(storedWarnings(run.warnings)),
  });
  const isWhole = window === null || window.method === FIRST_PART;
  const ramp = isWhole ? await readRampOf(tx, read) : null;
  return {
    offered,
    achieved: achievedOfOffered({ achieved, throughput, offeredRate: measured.offeredRate }),
    ramp,
    shape: shapeOf({ read, ramp, ...measured }),
  };
}

interface ShapeInput extends Record<"users" | "offeredRate", GaugeFigures | null> {
  read: ComparedRunRead;
  ramp: ReadRamp | null;
}

function shapeOf({ read, ramp, ...measured }: ShapeInput): LoadShape | null {
  const { run, experiment, hasTimeline } = read;
  if (ramp !== null) return { kind: "ramp", of: ramp.levels.of };
  if (storedSteady(run.steady) !== null) return { kind: "steady" };
  if (hasTimeline) return shapeOfRest(measured);
  // Only totals: what was planned is one rate for all of the run.
  return workloadOfRun(run, experiment).ratePerGenerator === null ? null : { kind: "constant" };
}

/** Null: its load doesn't rise all the time, or nothing is known of it. */
async function readRampOf(tx: WorkspaceTx, { run, hasTimeline }: ComparedRunRead): Promise<ReadRamp | null> {
  const phase = storedPhase(run.phase);
  if (!hasTimeline || phase?.ramp !== true) return null;
  const parts = await tx.prisma.part.findMany({
    where: { runId: run.id, kind: "requests", state: "published" },
  });
  const evidence = evidenceOf(parts);
  const { absent } = evidence;
  const levels = await readRampLevels(tx, run, { absent, holes: phase.holes, leastLevels: MIN_STEPS });
  if ("problem" in levels) return null;
  return { levels, evidence, capacity: readRamp(levels, { absent, random: seededRandom(SEED) }) };
}

/** Two ramps of the same kind of load. Null: they aren't. */
export async function readRampPair(
  tx: WorkspaceTx,
  loads: ReadonlyMap<string, RunLoad>,
  [before, after]: readonly [SideRun | undefined, SideRun | undefined],
): Promise<RampPair | null> {
  if (before === undefined || after === undefined) return null;
  const [first, second] = [before, after].map(({ compared }) => loads.get(compared.id)?.ramp ?? null);
  if (!first || !second || !isSameLoad(first, second)) return null;
  const asked = await readAskedTargets(tx, [before, after]);
  return { before: comparedRamp(first, asked), after: comparedRamp(second, asked) };
}

export function isSameLoad({ levels: a }: ReadRamp, { levels: b }: ReadRamp): boolean {
  return (a.of === "users") === (b.of === "users");
}

interface AskedTargets {
  targets: readonly Target[];
  confidence: number;
}

/** With how much load each of these targets held. */
export function comparedRamp(
  { levels, capacity, evidence }: ReadRamp,
  { targets, confidence }: AskedTargets,
): ComparedRamp {
  const { knee, breaking, most, curve } = capacity;
  const held = heldLoads(levels, {
    targets,
    confidence,
    absent: evidence.absent,
    latencyResolutionMicros: evidence.resolutionMicros,
    latencyRelativeError: evidence.relativeError,
  });
  return {
    of: levels.of,
    to: curve.at(-1)?.load ?? 0,
    knee,
    breaking,
    most,
    held: [...held].map(([target, load]) => ({ target, held: load })),
  };
}

/** The limits of latency and errors that these runs were judged by, each once and without a load of its own. */
export async function readAskedTargets(tx: WorkspaceTx, runs: readonly SideRun[]): Promise<AskedTargets> {
  const [first] = runs;
  const confidence =
    first === undefined ? TARGET_CONFIDENCE : await readConfidence(tx, first.read.run.workspaceId);
  const texts = new Map<string, Target>();
  for (const { text } of runs.flatMap(({ read }) => read.verdicts)) {
    const target = { ...storedTarget(text), users: null };
    texts.set(formatTarget(target), target);
  }
  return { targets: [...texts.values()], confidence };
}
