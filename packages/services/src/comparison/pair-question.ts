import { createHash } from "node:crypto";
import { compareFingerprints } from "@headroom/core";
import { readComparedLabels } from "@headroom/db";
import type { ComparedLabel, ComparedRunRead, EarlierRunRead, LabelName, WorkspaceTx } from "@headroom/db";
import { fingerprintOf, toComparedRun } from "./compared-run.ts";
import { findEarlier } from "./find-earlier.ts";
import { mixOf } from "./label-rows.ts";
import type { SideRun } from "./read-noise.ts";
import { readStoredUsual } from "./stored-usual.ts";

/** Increase it when the same runs would get a different result. */
const METHOD_VERSION = 11;
/** Enough labels to compare the mix. */
const BUSIEST = 100;

/** Everything needed to compute a pair, small enough to store as a job's input. */
export interface PairQuestion {
  before: string[];
  after: string[];
  /** One list of runs for each experiment, in order of time. */
  earlier: string[][];
  /** In the same order. */
  between: string[][];
  veto: string | null;
  labels: LabelName[];
  /** Whether what is usual between the same hours was stored with these runs. */
  usual: boolean;
}

export interface AskedPair {
  question: PairQuestion;
  /** Identifies the question and the state of its runs at that time. */
  digest: Buffer;
  before: SideRun[];
  after: SideRun[];
  earlier: EarlierRunRead[][];
  between: EarlierRunRead[][];
}

export interface SidesAsked {
  before: readonly string[];
  after: readonly string[];
}

/** Builds the question for each pair: what vetoes it, which labels both sides have, which earlier runs show the noise. */
export async function askPairs(
  tx: WorkspaceTx,
  reads: readonly ComparedRunRead[],
  { pairs, labels: most }: { pairs: readonly SidesAsked[]; labels: number },
): Promise<AskedPair[]> {
  const runs = new Map(reads.map((read) => [read.run.id, toSideRun(read)]));
  const labels = await readComparedLabels(tx, { runIds: [...runs.keys()], busiest: BUSIEST });
  const asked: AskedPair[] = [];
  for (const pair of pairs) {
    const [before, after] = [sideOf(runs, pair.before), sideOf(runs, pair.after)];
    const { earlier, between } = await findEarlier(tx, [...before, ...after]);
    const usual = await readStoredUsual(tx, pair.before, pair.after);
    const question: PairQuestion = {
      before: [...pair.before],
      after: [...pair.after],
      earlier: earlier.map((list) => list.map(({ id }) => id)),
      between: between.map((list) => list.map(({ id }) => id)),
      veto: vetoOf(before, after, labels),
      labels: sharedLabels(labels, [...pair.before, ...pair.after], pair.before[0] ?? "").slice(0, most),
      usual: usual !== null,
    };
    asked.push({ question, digest: digestOf(question, before, after), before, after, earlier, between });
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

/** The first reason why a run of one side can't be compared with a run of the other. */
function vetoOf(
  before: readonly SideRun[],
  after: readonly SideRun[],
  labels: readonly ComparedLabel[],
): string | null {
  const print = ({ read, compared }: SideRun) => fingerprintOf(read, compared, mixOf(labels, compared.id));
  for (const one of before) {
    for (const other of after) {
      const { differences } = compareFingerprints(print(one), print(other));
      const veto = differences.find(({ severity }) => severity === "veto");
      if (veto !== undefined) return veto.words;
    }
  }
  return null;
}

/** Labels that every run has, those that are busiest in the first run first. */
function sharedLabels(
  labels: readonly ComparedLabel[],
  runIds: readonly string[],
  first: string,
): LabelName[] {
  const asked = new Set(runIds);
  const inRuns = Map.groupBy(
    labels.filter(({ runId }) => asked.has(runId)),
    ({ kind, label }) => `${kind} ${label}`,
  );
  return labels
    .filter(
      ({ runId, kind, label }) => runId === first && inRuns.get(`${kind} ${label}`)?.length === asked.size,
    )
    .map(({ label, kind }) => ({ name: label, kind }));
}

function digestOf(question: PairQuestion, before: readonly SideRun[], after: readonly SideRun[]): Buffer {
  const identity = ({ read, compared }: SideRun) => [compared.id, read.partIds, compared.window];
  const told = [METHOD_VERSION, question, before.map(identity), after.map(identity)];
  return createHash("sha256").update(JSON.stringify(told)).digest();
}
