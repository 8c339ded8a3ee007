import { isOtherLoad, isQuoted, isSameHour, loadOfRun } from "@headroom/core";
import type { EarlierRun } from "@headroom/core";
import type { WindowSummary } from "@headroom/contract";
import { readEarlierRuns, readNamedLabels } from "@headroom/db";
import type { ComparedLabel, EarlierRunRead, LabelName, WorkspaceTx } from "@headroom/db";
import { storedProof, storedSteady, storedSummary } from "../run/record/stored.ts";
import { figuresOf, isLiveTraffic } from "./compared-run.ts";
import { toFigures } from "./label-rows.ts";
import type { SideRun } from "./read-noise.ts";

/** More runs would reach back to an older state of the system. */
const MAX_EARLIER = 20;
const LOOKED_AT = 40;
/** So many show how much runs vary without those in between. */
const ENOUGH_EARLIER = 7;
/** A run that differs more in length or offered load is a different kind of run. */
const DURATION_APART = 2;
const OFFERED_APART = 0.1;

/** Other runs of the experiments of a pair: one list for each experiment, in order of time. */
interface OtherRuns {
  /** Before the experiment's first run of the pair: they show how much the pair's metrics vary. */
  earlier: EarlierRunRead[][];
  /** Between its first and its last run of the pair: they may already contain the change. Only if `earlier` is short. */
  between: EarlierRunRead[][];
}

/** Runs made like those of the pair and of the same branch, because another branch is another system; none of its level. */
export async function findEarlier(
  tx: WorkspaceTx,
  pair: readonly SideRun[],
  level: readonly SideRun[] = [],
): Promise<OtherRuns> {
  const without = [...pair, ...level].map(({ compared }) => compared.id);
  const others: OtherRuns = { earlier: [], between: [] };
  for (const [experimentId, runs] of Map.groupBy(pair, ({ read }) => read.experiment.id)) {
    const [first, ...later] = runs.toSorted((a, b) => startOf(a) - startOf(b));
    if (first === undefined) continue;
    const { tool, environment, loadModel, branch } = first.read.run;
    const like = { experimentId, tool, environment, loadModel, branch, without, limit: LOOKED_AT };
    const alikeIn = async (span: { after: Date | null; before: Date }) => {
      const found = await readEarlierRuns(tx, { ...like, ...span });
      const alike = found.filter((run) => runs.some((side) => isAlike(run, side))).slice(0, MAX_EARLIER);
      return alike.toSorted((a, b) => timeOf(a) - timeOf(b));
    };
    const start = new Date(startOf(first));
    const earlier = await alikeIn({ after: null, before: start });
    const last = later.at(-1);
    const needsMore = earlier.length < ENOUGH_EARLIER && last !== undefined;
    others.earlier.push(earlier);
    others.between.push(needsMore ? await alikeIn({ after: start, before: new Date(startOf(last)) }) : []);
  }
  return others;
}

/** For the judged windows: what remains of the whole runs. */
export function toEarlier(run: EarlierRunRead): EarlierRun[] {
  const summary = judgedSummary(run);
  if (summary === null) return [];
  const { requests, errors, errorsAtLeast } = summary;
  return [
    {
      id: run.id,
      figures: figuresOf({ summary }),
      requests,
      errors: errorsAtLeast === true ? null : errors,
    },
  ];
}

/** The same lists for labels. These cover whole runs, which vary just as much. */
export async function readEarlierLabels(
  tx: WorkspaceTx,
  earlier: readonly (readonly string[])[],
  labels: readonly LabelName[],
): Promise<(label: LabelName) => EarlierRun[][]> {
  const runIds = earlier.flat();
  const rows =
    runIds.length === 0 || labels.length === 0 ? [] : await readNamedLabels(tx, { runIds, labels });
  const byLabel = Map.groupBy(rows, ({ kind, label }) => `${kind} ${label}`);
  return ({ kind, name }) => {
    const own = byLabel.get(`${kind} ${name}`) ?? [];
    return earlier.map((ids) =>
      ids.flatMap((id) => own.filter(({ runId }) => runId === id).map(toEarlierLabel)),
    );
  };
}

function toEarlierLabel(label: ComparedLabel): EarlierRun {
  return { id: label.runId, figures: toFigures(label), requests: label.requests, errors: label.errors };
}

export function isAlike(run: EarlierRunRead, { read, compared }: SideRun): boolean {
  if (isOtherLoad(loadOfRun(run, read.experiment), loadOfRun(read.run, read.experiment))) return false;
  const summary = judgedSummary(run);
  const proof = storedProof(run.proof);
  if (summary === null || proof === null || isQuoted(proof.source)) return false;
  if ((storedSteady(run.steady) !== null) !== (compared.window.kind === "steady")) return false;
  if (isLiveTraffic(compared) && !isSameHour(timeOf(run), startOf({ compared }))) return false;
  const { durationSeconds, throughput } = compared.summary;
  if (!isWithin(summary.durationSeconds, durationSeconds, DURATION_APART)) return false;
  return compared.loadModel !== "open" || isWithin(summary.throughput, throughput, 1 + OFFERED_APART);
}

function isWithin(a: number | null, b: number | null, times: number): boolean {
  if (a === null || b === null || !(a > 0) || !(b > 0)) return false;
  return Math.max(a, b) / Math.min(a, b) <= times;
}

export function judgedSummary({
  steady,
  summary,
}: Pick<EarlierRunRead, "steady" | "summary">): WindowSummary | null {
  return storedSteady(steady)?.summary ?? storedSummary(summary);
}

function startOf({ compared }: Pick<SideRun, "compared">): number {
  return Date.parse(compared.startedAt);
}

function timeOf({ startedAt }: EarlierRunRead): number {
  return startedAt?.getTime() ?? 0;
}
