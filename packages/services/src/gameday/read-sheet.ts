import type { GamedayRunAnswer, GamedaySheet, GamedayStepAnswer } from "@headroom/contract";
import {
  CAPACITY_HOLD_SECONDS,
  countSteps,
  gamedayPhase,
  leftOutOf,
  outcomeSentence,
  startOf,
  stepOfRuns,
  stepOfTick,
} from "@headroom/core";
import type { GamedayWindow, TargetResult, TickedOutcome } from "@headroom/core";
import { readCurrentTargetSets, readGamedayRuns, readJudgedRuns, readTargetTexts } from "@headroom/db";
import type { GamedayModel, GamedayRunRead, GamedayStepModel, WorkspaceTx } from "@headroom/db";
import { readSteps } from "./store-steps.ts";

const MAX_RUNS = 1_000;
const MAX_OTHERS = 50;

/** What happened to each step up to now, or until the gameday was closed. */
export async function readSheet(tx: WorkspaceTx, gameday: GamedayModel, now: Date): Promise<GamedaySheet> {
  const window = windowOf(gameday);
  const planned = await readSteps(tx, gameday.id);
  const facts = await readFacts(tx, planned);
  const read = await readGamedayRuns(tx, {
    serviceId: gameday.serviceId,
    from: window.startsAt,
    to: window.endsAt,
    limit: MAX_RUNS + 1,
  });
  const runs = read.slice(0, MAX_RUNS);
  const results = await readResults(tx, runs);
  const steps = planned.map((step) => {
    const own = runs.filter(({ experimentId }) => experimentId === step.experimentId);
    return stepAnswer(step, { facts, window, results, runs: own });
  });
  const inPlan = new Set(planned.map(({ experimentId }) => experimentId));
  const others = runs.filter(({ experimentId }) => !inPlan.has(experimentId));
  const counts = countSteps(steps.map(({ state }) => state));
  return {
    counts,
    sentence: outcomeSentence(counts, gamedayPhase({ ...gameday, now })),
    steps,
    others: others.slice(0, MAX_OTHERS).map((run) => ({
      ...runAnswer(run, { window, results, planned: run.targets }),
      experiment: { id: run.experimentId, name: run.experiment },
    })),
    isCut: read.length > MAX_RUNS || others.length > MAX_OTHERS,
  };
}

/** What is uploaded after it was closed isn't part of it unless it ran before that. */
function windowOf({ startsAt, endsAt, environment, closedAt }: GamedayModel): GamedayWindow {
  return { startsAt, endsAt: closedAt !== null && closedAt < endsAt ? closedAt : endsAt, environment };
}

interface Facts {
  experiments: ReadonlyMap<string, { id: string; name: string; deletedAt: Date | null }>;
  /** The current target set of each experiment. */
  current: ReadonlyMap<string, string>;
  /** What each target set demands. */
  texts: ReadonlyMap<string, string[]>;
}

async function readFacts(tx: WorkspaceTx, steps: readonly GamedayStepModel[]): Promise<Facts> {
  const ids = steps.flatMap(({ experimentId }) => experimentId ?? []);
  const found = await tx.prisma.experiment.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, deletedAt: true },
  });
  const current = await readCurrentTargetSets(tx, ids);
  const sets = [...steps.flatMap(({ targetSetId }) => targetSetId ?? []), ...current.values()];
  const texts = await readTargetTexts(tx, sets);
  return { experiments: new Map(found.map((one) => [one.id, one])), current, texts };
}

type Results = ReadonlyMap<string, readonly TargetResult[]>;

async function readResults(tx: WorkspaceTx, runs: readonly GamedayRunRead[]): Promise<Results> {
  const judged = await readJudgedRuns(tx, {
    runIds: runs.map(({ id }) => id),
    holdSeconds: CAPACITY_HOLD_SECONDS,
  });
  return new Map(judged.map(({ id, results }) => [id, results]));
}

interface StepInput {
  facts: Facts;
  window: GamedayWindow;
  results: Results;
  /** Of its experiment. */
  runs: readonly GamedayRunRead[];
}

function stepAnswer(step: GamedayStepModel, { facts, window, results, runs }: StepInput): GamedayStepAnswer {
  const { id, experimentId, watcher } = step;
  const experiment = experimentId === null ? undefined : facts.experiments.get(experimentId);
  const targets = textsOf(facts, step.targetSetId);
  const now = experiment === undefined ? targets : textsOf(facts, facts.current.get(experiment.id) ?? null);
  const counting = runs
    .map((run) => gamedayRunOf(run, targets))
    .filter((run) => leftOutOf(run, window) === null);
  const verdict =
    experimentId === null
      ? { state: stepOfTick(step.outcome as TickedOutcome | null), words: null }
      : stepOfRuns(counting);
  return {
    id,
    experiment:
      experiment === undefined
        ? null
        : { id: experiment.id, name: experiment.name, deleted: experiment.deletedAt !== null },
    title: experiment?.name ?? step.title,
    watcher,
    targets,
    changedTargets: isSameList(targets, now) ? null : now,
    ...verdict,
    runs: runs.map((run) => runAnswer(run, { window, results, planned: targets })),
    tick: tickOf(step),
  };
}

function textsOf({ texts }: Facts, targetSetId: string | null): string[] {
  return targetSetId === null ? [] : (texts.get(targetSetId) ?? []);
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}

function tickOf({ outcome, outcomeNote, tickedAt, tickedBy }: GamedayStepModel): GamedayStepAnswer["tick"] {
  if (outcome === null || tickedAt === null || tickedBy === null) return null;
  return { outcome: outcome as TickedOutcome, note: outcomeNote, by: tickedBy, at: tickedAt.toISOString() };
}

function gamedayRunOf(run: GamedayRunRead, planned: readonly string[]) {
  return { ...run, asPlanned: isSameList(run.targets, planned) };
}

function runAnswer(
  run: GamedayRunRead,
  { window, results, planned }: { window: GamedayWindow; results: Results; planned: readonly string[] },
): GamedayRunAnswer {
  const { id, number, status, environment, simulated, verdict, outcome, endedAt } = run;
  return {
    id,
    number,
    status,
    environment,
    simulated,
    verdict,
    outcome,
    at: startOf(run).toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    leftOut: leftOutOf(gamedayRunOf(run, planned), window),
    results: (results.get(id) ?? []).map(({ text, value, unit, verdict: each }) => {
      return { text, value, unit, verdict: each };
    }),
  };
}
