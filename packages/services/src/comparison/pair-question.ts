import { createHash } from "node:crypto";
import { compareFingerprints } from "@headroom/core";
import type { BesideRuns, ChangeReason, Difference, PairEvidence } from "@headroom/core";
import { readComparedLabels, readLabelCounts, readLonelyLabels } from "@headroom/db";
import type { ComparedLabel, ComparedRunRead, EarlierRunRead, LabelName, WorkspaceTx } from "@headroom/db";
import { fingerprintOf, toComparedRun } from "./compared-run.ts";
import { findEarlier, isAlike } from "./find-earlier.ts";
import { findLostLabels, untoldIn } from "./find-lost-labels.ts";
import { BUSIEST_LABELS, labelsLookedAt, LABELS_WITH_STATISTICS, mixOf } from "./label-rows.ts";
import type { SideRun } from "./read-noise.ts";
import { readStoredUsual } from "./stored-usual.ts";

/** Increase it when the same runs would get a different result. */
const METHOD_VERSION = 15;
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
  labels: LabelName[];
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
  beside: Pick<PairEvidence, "differences" | "labels">;
}

export interface SidesAsked {
  before: readonly string[];
  after: readonly string[];
  /** The runs of the level, of which the first of `before` is the newest. Those under another load are left out. */
  level?: readonly string[] | undefined;
  look?: number | undefined;
}

/** Builds the question for each pair: what vetoes it, which labels both sides have, which earlier runs show the noise. */
export async function askPairs(
  tx: WorkspaceTx,
  reads: readonly ComparedRunRead[],
  pairs: readonly SidesAsked[],
): Promise<AskedPair[]> {
  const runs = new Map(reads.map((read) => [read.run.id, toSideRun(read)]));
  const sides = new Set(pairs.flatMap(({ before, after }) => [...before, ...after]));
  const labels = await readComparedLabels(tx, {
    runIds: [...sides],
    busiest: labelsLookedAt(sides.size),
  });
  const counts = await readLabelCounts(tx, [...sides]);
  const asked: AskedPair[] = [];
  for (const pair of pairs) {
    const [before, after] = [sideOf(runs, pair.before), sideOf(runs, pair.after)];
    const level = levelBeside(runs, pair);
    const { earlier, between } = await findEarlier(tx, [...before, ...after], level);
    const usual = await readStoredUsual(tx, pair.before, pair.after);
    const own = labels.filter(({ runId }) => pair.before.includes(runId) || pair.after.includes(runId));
    const lonely = await readLonelyLabels(tx, {
      before: pair.before,
      after: pair.after,
      beside: level.map(({ compared }) => compared.id),
      most: MOST_LISTED,
    });
    const lost = findLostLabels(lonely, {
      before,
      level,
      after,
      labels: counts.get(pair.before[0] ?? "") ?? 0,
      untold: untoldIn(own, pair.after),
    });
    const differences = differencesOf(
      { before, after, labels: own },
      { usualDays: usual?.days.length ?? 0, lost },
    );
    const question: PairQuestion = {
      before: [...pair.before],
      after: [...pair.after],
      level: level.map(({ compared }) => compared.id),
      earlier: earlier.map((list) => list.map(({ id }) => id)),
      between: between.map((list) => list.map(({ id }) => id)),
      veto: differences.find(({ severity }) => severity === "veto")?.reason ?? null,
      labels: sharedLabels(own, [...pair.before, ...pair.after], pair.before[0] ?? ""),
      usual: usual !== null,
      ...(pair.look === undefined ? {} : { look: pair.look }),
    };
    const digest = digestOf(question, before, after);
    const beside = { differences, labels: lonelyLabels(lonely, pair) };
    asked.push({ question, digest, before, after, level, earlier, between, beside });
  }
  return asked;
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

/** Only runs like the newest one, which is a side of the pair already. */
export function levelBeside(
  runs: ReadonlyMap<string, SideRun>,
  { before, after, level = [] }: Pick<SidesAsked, "before" | "after" | "level">,
): SideRun[] {
  const [face] = sideOf(runs, before);
  const others = level.filter((id) => !before.includes(id) && !after.includes(id));
  if (face === undefined || !isAlike(face.read.run, face)) return [];
  return sideOf(runs, others).filter(({ read }) => isAlike(read.run, face));
}

/** How the runs of one side differ from those of the other, each difference once. */
function differencesOf(
  {
    before,
    after,
    labels,
  }: Record<"before" | "after", readonly SideRun[]> & { labels: readonly ComparedLabel[] },
  beside: BesideRuns,
): Difference[] {
  const print = ({ read, compared }: SideRun) => fingerprintOf(read, compared, mixOf(labels, compared.id));
  const found = before.flatMap((one) =>
    after.flatMap((other) => compareFingerprints(print(one), print(other), beside).differences),
  );
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
    .slice(0, LABELS_WITH_STATISTICS)
    .map(({ label, kind }) => ({ name: label, kind }));
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
