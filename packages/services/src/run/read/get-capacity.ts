import { runCapacityParameters } from "@headroom/contract";
import type { RampAnswer, RampNote, RunCapacity, UslAnswer } from "@headroom/contract";
import { heldLoadAt, heldLoads, readRamp, seededRandom, withMoreData } from "@headroom/core";
import type { AbsentFigure, Capacity, RampCapacity, RampLevels, RampLoad } from "@headroom/core";
import type { PartModel, RunModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { evidenceOf } from "../load/evidence.ts";
import type { Evidence } from "../load/evidence.ts";
import { readLoadGauge } from "../load/read-load-gauge.ts";
import { readConfidence } from "../load/read-confidence.ts";
import { readRampLevels } from "../load/read-ramp.ts";
import { readRunId } from "../record/get.ts";
import { requireRun } from "../record/require-run.ts";
import { storedPhase, storedSteady, storedTarget } from "../record/stored.ts";
import { heldAnswers, rampShape, readGaugeTurns } from "../load/ramp-answer.ts";
import { readUsl } from "./read-usl.ts";

/** The same run gives the same intervals. */
const SEED = 1;
/** From this share on, a generator's processor may be what limits the load. */
const SATURATED = 0.85;

/** What a run shows of the service's capacity: what it held, and how it behaved while the load rose. */
export async function getRunCapacity({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; parameters?: unknown };
}): Promise<RunCapacity> {
  requireScope(ctx, "read");
  const { data = null } = parseInput(runCapacityParameters, input.parameters ?? {});
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    return { tested: run.capacity as Capacity | null, ramp: await rampOf(tx, run, data) };
  });
}

const STEADY = "The load was steady, so the run shows what happens at one load only.";

async function rampOf(tx: WorkspaceTx, run: RunModel, data: number | null): Promise<RunCapacity["ramp"]> {
  const phase = storedPhase(run.phase);
  if (storedSteady(run.steady) !== null && run.steadyByHand === null) return { problem: STEADY };
  const evidence = await readEvidence(tx, run.id);
  const { absent } = evidence;
  const levels = await readRampLevels(tx, run, { absent, holes: phase?.holes ?? [] });
  if ("problem" in levels) return levels;
  const ramp = readRamp(levels, { absent, random: seededRandom(SEED) });
  return {
    load: levels.of,
    ...rampShape(run, ramp),
    notes: await notesOf(tx, run, { levels, evidence }),
    targets: await targetsOf(tx, run, { levels, evidence }),
    gauges: await readGaugeTurns(tx, run, { capacity: ramp, of: levels.of }),
    usl: uslOfRamp(ramp, levels.of, seededRandom(SEED)),
    withMoreData: data === null ? null : withMoreData(ramp.most, data),
  };
}

type Read = Extract<RampLevels, { of: unknown }>;

async function readEvidence(tx: WorkspaceTx, runId: string): Promise<Evidence> {
  const parts: PartModel[] = await tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published" },
  });
  return evidenceOf(parts);
}

interface ReadRampInput {
  levels: Read;
  evidence: Evidence;
}

async function notesOf(
  tx: WorkspaceTx,
  run: RunModel,
  { levels, evidence }: ReadRampInput,
): Promise<RampAnswer["notes"]> {
  const notes: [RampNote, number | null][] = [];
  const saturated = await saturatedFrom(tx, run, levels);
  if (saturated !== null) notes.push(["generator-saturated", saturated]);
  if (evidence.loadOffered === false) notes.push(["load-not-offered", null]);
  if (levels.recovered.length > 0) notes.push(["outage", loadDuring(levels)]);
  if (levels.fellAgain) notes.push(["load-fell-again", null]);
  if (run.loadModel === "closed") notes.push(["closed-loop", null]);
  return notes.map(([note, fromLoad]) => ({ note, fromLoad }));
}

/** The first load under which the generators were as busy as they can be. */
async function saturatedFrom(tx: WorkspaceTx, run: RunModel, { levels }: Read): Promise<number | null> {
  const cpu = await readLoadGauge(tx, run, "generator cpu");
  // A share and a percentage look alike only below 1%.
  const most = Math.max(0, ...cpu.points.map(({ load }) => load)) > 1.5 ? 100 * SATURATED : SATURATED;
  const at = heldLoadAt(cpu);
  const busy = levels.find(({ fromSeconds, toSeconds }) => (at((fromSeconds + toSeconds) / 2) ?? 0) >= most);
  return busy?.load ?? null;
}

function loadDuring({ levels, recovered: [first] }: Read): number | null {
  if (first === undefined) return null;
  return levels.find(({ toSeconds }) => toSeconds > first.fromSeconds)?.load ?? null;
}

async function targetsOf(
  tx: WorkspaceTx,
  run: RunModel,
  { levels, evidence }: ReadRampInput,
): Promise<RampAnswer["targets"]> {
  const verdicts = await tx.prisma.runVerdict.findMany({
    where: { runId: run.id },
    orderBy: { position: "asc" },
    select: { text: true },
  });
  const absent: readonly AbsentFigure[] = evidence.absent;
  const held = heldLoads(levels, {
    targets: verdicts.map(({ text }) => storedTarget(text)),
    absent,
    latencyResolutionMicros: evidence.resolutionMicros,
    latencyRelativeError: evidence.relativeError,
    confidence: await readConfidence(tx, run.workspaceId),
  });
  return heldAnswers(held);
}

/** The scalability law over the levels of a ramp, up to where the service broke: a broken service follows no law. */
function uslOfRamp(
  { curve, breaking, most }: RampCapacity,
  of: RampLoad,
  random: () => number,
): RampAnswer["usl"] {
  if (of !== "users") return { problem: "The scalability law is about users, and this ramp has none." };
  const whole = curve.filter(({ load }) => breaking === null || load < breaking.brokeAt);
  const law = readUsl(
    whole.map(({ load, throughput, fromSeconds, toSeconds }) => ({
      load,
      throughput,
      weight: (toSeconds - fromSeconds) / (throughput + most.throughput / 10),
    })),
    random,
  );
  return breaking === null || "problem" in law ? law : withinMeasured(law);
}

/** Higher loads were tried and broke the service, whatever the law makes of the lower ones. */
function withinMeasured(law: UslAnswer): UslAnswer {
  const limit = law.measured.to;
  const peak = law.peak?.measured === true ? law.peak : null;
  return { ...law, limit, peak, curve: law.curve.filter(({ load }) => load <= limit) };
}
