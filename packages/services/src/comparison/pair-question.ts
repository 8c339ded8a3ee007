import { createHash } from "node:crypto";
import { compareFingerprints, isLoadOfPlan, isOtherMix } from "@headroom/core";
import type { BesideRuns, ChangeReason, Difference, PairEvidence, RunFingerprint } from "@headroom/core";
import { readComparedLabels, readLabelCounts, readLonelyLabels } from "@headroom/db";
import type { ComparedLabel, ComparedRunRead, EarlierRunRead, LabelName, WorkspaceTx } from "@headroom/db";
import { fingerprintOf, toComparedRun } from "./compared-run.ts";
import { cutAfter, firstPartDifferences, firstPartOf } from "./first-part.ts";
import { findEarlier, isAlike } from "./find-earlier.ts";
import { findLostLabels, untoldIn } from "./find-lost-labels.ts";
import { BUSIEST_LABELS, labelsLookedAt, LABELS_WITH_STATISTICS, mixOf } from "./label-rows.ts";
import type { SideRun } from "./read-noise.ts";
import { readRampPair, readRunLoads } from "./run-load.ts";
import type { RunLoad } from "./run-load.ts";
import { readStoredUsual } from "./stored-usual.ts";

/** Increase it when the same runs would get a different result. 19: sides of several runs by their medians. */
const METHOD_VERSION = 19;
/** How many new or missing labels are listed and looked at. */
const MOST_LISTED = 200;

/** Everything needed to compute a pair, small enough to store as a job's input. */
export interface PairQuestion {
  before: string[];
  after: string[];
  /** The other runs of the level, of which the first of `before` is the newest. */
  level: string[];
  /** One list of runs for each experiment, in order of time. */
  earlier: string[][];
  /** In the same order. */
  between: string[][];
  veto: ChangeReason | null;
  /** The first side and its level are compared over so many seconds from their start; null: as a whole. */
  firstSeconds: number | null;
  labels: LabelName[];
  /** Whether how many requests each label got is the doing of the plan, which had an open load. */
  loadOfPlan: boolean;
  /** The labels by which the second side is weighted to the mix of the first, because the plan sent another one. */
  mix: LabelName[] | null;
  /** Labels of targets that aren't among those. */
  watched: LabelName[];
  /** Whether what is usual between the same hours was stored with these runs. */
  usual: boolean;
  /** Left out at the first look at the commit of the second side. */
  look?: number | undefined;
}

export interface AskedPair {
  question: PairQuestion;
  /** Identifies the question and the state of its runs at that time. */
  digest: Buffer;
  before: SideRun[];
  after: SideRun[];
  level: SideRun[];
  earlier: EarlierRunRead[][];
  between: EarlierRunRead[][];
  /** What the pair is judged by besides its statistics. */
  beside: Pick<PairEvidence, "differences" | "ramps" | "labels">;
}

export interface SidesAsked {
  before: readonly string[];
  after: readonly string[];
  /** The runs of the level, of which the first of `before` is the newest. Those under another load are left out. */
  level?: readonly string[] | undefined;
  look?: number | undefined;
  /** A second side that is short on purpose is compared with the first part of the others. */
  overFirst?: boolean | undefined;
}

/** Builds the question for each pair: what vetoes it, which labels both sides have, which earlier runs show the noise. */
export async function askPairs(
  tx: WorkspaceTx,
  reads: readonly ComparedRunRead[],
  pairs: readonly SidesAsked[],
): Promise<AskedPair[]> {
  const whole = new Map(reads.map((read) => [read.run.id, toSideRun(read)]));
  const sides = new Set(pairs.flatMap(({ before, after }) => [...before, ...after]));
  const levels = pairs.flatMap(({ level = [] }) => level.filter((id) => isOpen(whole.get(id))));
  const labels = await readComparedLabels(tx, {
    runIds: [...new Set([...sides, ...levels])],
    busiest: labelsLookedAt(sides.size),
  });
  const counts = await readLabelCounts(tx, [...sides]);
  const asked: AskedPair[] = [];
  for (const pair of pairs) {
    const { firstSeconds, runs } = await overFirstPart(tx, whole, pair);
    const [before, after] = [sideOf(runs, pair.before), sideOf(runs, pair.after)];
    const level = levelBeside(runs, pair, labels);
    const { earlier, between } = await findEarlier(tx, [...before, ...after], level);
    const usual = await readStoredUsual(tx, pair.before, pair.after);
    const own = labels.filter(({ runId }) => pair.before.includes(runId) || pair.after.includes(runId));
    const lonely = await readLonelyLabels(tx, {
      before: pair.before,
      after: pair.after,
      beside: level.map(({ compared }) => compared.id),
      most: MOST_LISTED,
    });
    const missing = findLostLabels(lonely, {
      before,
      level,
      after,
      labels: counts.get(pair.before[0] ?? "") ?? 0,
      untold: untoldIn(own, pair.after),
    });
    const loads = await readRunLoads(tx, [...before, ...after]);
    const prints = printsOf(before, after, { labels: own, loads });
    const ramps = await readRampPair(tx, loads, [before[0], after[0]]);
    const differences = [
      ...differencesOf(prints, { usualDays: usual?.days.length ?? 0, ...missing }),
      ...firstPartDifferences(sideOf(whole, pair.before), firstSeconds),
    ];
    const shared = sharedLabels(own, [...pair.before, ...pair.after], pair.before[0] ?? "");
    const isOtherPlan = differences.some(({ reason }) => reason.code === "mix-of-plan");
    const question: PairQuestion = {
      before: [...pair.before],
      after: [...pair.after],
      level: level.map(({ compared }) => compared.id),
      earlier: earlier.map((list) => list.map(({ id }) => id)),
      between: between.map((list) => list.map(({ id }) => id)),
      veto:
        differences.find(({ severity }) => severity === "veto")?.reason ??
        (ramps === null ? null : { code: "by-load" }),
      firstSeconds,
      labels: shared.slice(0, LABELS_WITH_STATISTICS),
      watched: watchedLabels(after, shared.slice(0, LABELS_WITH_STATISTICS)),
      loadOfPlan: prints.every(([one, other]) => isLoadOfPlan(one, other)),
      mix: isOtherPlan ? shared.filter(({ kind }) => kind === "request") : null,
      usual: usual !== null,
      ...(pair.look === undefined ? {} : { look: pair.look }),
    };
    const digest = digestOf(question, before, after);
    const beside = { differences, ramps, labels: lonelyLabels(lonely, pair) };
    asked.push({ question, digest, before, after, level, earlier, between, beside });
  }
  return asked;
}

/** The runs with those of the first side cut to what the second one covers, where it is short on purpose. */
export async function overFirstPart(
  tx: WorkspaceTx,
  runs: ReadonlyMap<string, SideRun>,
  { before, after, level = [], overFirst = false }: SidesAsked,
): Promise<{ firstSeconds: number | null; runs: ReadonlyMap<string, SideRun> }> {
  const [face] = sideOf(runs, before);
  const [short] = sideOf(runs, after);
  const whole = { firstSeconds: null, runs };
  if (!overFirst || face === undefined || short === undefined) return whole;
  const firstSeconds = firstPartOf(face.read, short.read);
  if (firstSeconds === null) return whole;
  const cut = await cutRuns(tx, runs, { ids: [...before, ...level], firstSeconds });
  return before.every((id) => cut.has(id)) ? { firstSeconds, runs: new Map([...runs, ...cut]) } : whole;
}

/** Those of which so short a first part is stored. */
export async function cutRuns(
  tx: WorkspaceTx,
  runs: ReadonlyMap<string, SideRun>,
  { ids, firstSeconds }: { ids: readonly string[]; firstSeconds: number },
): Promise<Map<string, SideRun>> {
  const cut = new Map<string, SideRun>();
  for (const id of new Set(ids)) {
    const run = runs.get(id);
    const part = run === undefined ? null : await cutAfter(tx, run.read, firstSeconds);
    if (part !== null) cut.set(id, toSideRun(part));
  }
  return cut;
}

export function toSideRun(read: ComparedRunRead): SideRun {
  return { read, compared: toComparedRun(read, { letter: "", webUrl: "" }) };
}

export function sideOf(runs: ReadonlyMap<string, SideRun>, ids: readonly string[]): SideRun[] {
  return ids.map((id) => {
    const run = runs.get(id);
    if (run === undefined) throw new RangeError(`run ${id} was not read`);
    return run;
  });
}

function isOpen(run: SideRun | undefined): boolean {
  return run?.compared.loadModel === "open";
}

/** Only runs like the newest one, which is a side of the pair already. Under an open load, they have its mix of labels. */
export function levelBeside(
  runs: ReadonlyMap<string, SideRun>,
  { before, after, level = [] }: Pick<SidesAsked, "before" | "after" | "level">,
  labels: readonly ComparedLabel[],
): SideRun[] {
  const [face] = sideOf(runs, before);
  const others = level.filter((id) => !before.includes(id) && !after.includes(id));
  if (face === undefined || !isAlike(face.read.run, face)) return [];
  const isOfMix = ({ compared: { id } }: SideRun) =>
    !isOpen(face) || !isOtherMix(mixOf(labels, face.compared.id), mixOf(labels, id));
  return sideOf(runs, others).filter((one) => isAlike(one.read.run, face) && isOfMix(one));
}

/** Each run of one side with each of the other. */
function printsOf(
  before: readonly SideRun[],
  after: readonly SideRun[],
  { labels, loads }: { labels: readonly ComparedLabel[]; loads: ReadonlyMap<string, RunLoad> },
): [RunFingerprint, RunFingerprint][] {
  const print = ({ read, compared }: SideRun) =>
    fingerprintOf(read, compared, {
      labels: mixOf(labels, compared.id),
      load: loads.get(compared.id),
    });
  const others = after.map(print);
  return before
    .map(print)
    .flatMap((one) => others.map((other): [RunFingerprint, RunFingerprint] => [one, other]));
}

/** How the runs of one side differ from those of the other, each difference once. */
function differencesOf(
  prints: readonly (readonly [RunFingerprint, RunFingerprint])[],
  beside: BesideRuns,
): Difference[] {
  const found = prints.flatMap((pair) => compareFingerprints(...pair, beside).differences);
  return [...new Map(found.map((one) => [JSON.stringify(one.reason), one])).values()];
}

/** Labels that every run has, those that are busiest in the first run first. */
function sharedLabels(
  labels: readonly ComparedLabel[],
  runIds: readonly string[],
  first: string,
): LabelName[] {
  const inRuns = Map.groupBy(labels, nameOf);
  return labels
    .filter((one) => {
      const everywhere = inRuns.get(nameOf(one)) ?? [];
      const isBusy = everywhere.some(({ rank }) => rank <= BUSIEST_LABELS);
      return one.runId === first && isBusy && everywhere.length === runIds.length;
    })
    .map(({ label, kind }) => ({ name: label, kind }));
}

function watchedLabels(runs: readonly SideRun[], shared: readonly LabelName[]): LabelName[] {
  const names = new Set(runs.flatMap(({ read }) => read.verdicts.flatMap(({ label }) => label ?? [])));
  for (const { name, kind } of shared) if (kind === "request") names.delete(name);
  return [...names].toSorted().map((name) => ({ name, kind: "request" }));
}

/** Labels that only one side has: first those that are missing from the second one. */
function lonelyLabels(
  labels: readonly ComparedLabel[],
  { before, after }: SidesAsked,
): PairEvidence["labels"] {
  const inRuns = Map.groupBy(
    labels.filter(({ runId }) => before.includes(runId) || after.includes(runId)),
    nameOf,
  );
  const onlyIn = (side: readonly string[], state: "new" | "vanished") =>
    [...inRuns.values()].flatMap(([one]) =>
      one !== undefined && side.includes(one.runId) ? [{ label: one.label, state }] : [],
    );
  return [...onlyIn(before, "vanished"), ...onlyIn(after, "new")];
}

const nameOf = ({ kind, label }: ComparedLabel) => `${kind} ${label}`;

function digestOf(question: PairQuestion, before: readonly SideRun[], after: readonly SideRun[]): Buffer {
  const identity = ({ read, compared }: SideRun) => [compared.id, read.partIds, compared.window];
  const told = [METHOD_VERSION, question, before.map(identity), after.map(identity)];
  return createHash("sha256").update(JSON.stringify(told)).digest();
}
