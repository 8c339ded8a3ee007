import { comparedFigure, FIGURES, ratioOf } from "@headroom/core";
import type { FigureId, Proof } from "@headroom/core";
import type { Delta, WindowSummary } from "@headroom/contract";
import { readComparedRuns } from "@headroom/db";
import type { ExperimentModel, RunModel, WorkspaceTx } from "@headroom/db";
import { changesBetween, LevelReader } from "../../comparison/changes-between.ts";
import { figuresOf } from "../../comparison/compared-run.ts";
import { engineHere } from "../../comparison/engine.ts";
import { askPairs } from "../../comparison/pair-question.ts";
import { NoiseReader } from "../../comparison/read-noise.ts";
import { comparePair } from "../../comparison/compare-pair.ts";
import { runUrl } from "../record/run-url.ts";
import { storedSteady, storedSummary } from "../record/stored.ts";
import type { Steady, StoredComparison } from "../record/stored.ts";

export interface CompareInput {
  run: RunModel;
  experiment: Pick<ExperimentModel, "baselineRunId">;
  /** What was just computed for the run and isn't stored yet. */
  summary: WindowSummary;
  steady: Steady | null;
  proof: Proof;
  webUrl: string;
}

/** An upload waits for it, so it resamples half as often as a background comparison. */
const RESAMPLES_AT_PUBLISH = 200;

/** The run and its experiment's baseline, each in its judged window; null without a baseline. */
export async function compareWithBaseline(
  tx: WorkspaceTx,
  input: CompareInput,
): Promise<StoredComparison | null> {
  const { summary, steady, webUrl } = input;
  const baseline = await readBaseline(tx, input);
  if (baseline === null) return null;
  const { id, isReceiving } = baseline;
  const url = runUrl(webUrl, id);
  const { before = baseline.before, ...judged } = await verdictAgainst(tx, id, input);
  return {
    baseline: { id, url, ...(isReceiving ? { receiving: true } : {}) },
    // What has arrived of it so far isn't what it will be.
    ...deltasOf(isReceiving ? null : before, steady?.summary ?? summary),
    ...judged,
  };
}

/** With the figures of its judged window. */
async function readBaseline(
  tx: WorkspaceTx,
  { run, experiment: { baselineRunId: id } }: CompareInput,
): Promise<{ id: string; before: WindowSummary; isReceiving: boolean } | null> {
  if (id === null || id === run.id) return null;
  const baseline = await tx.prisma.run.findUnique({
    where: { id },
    select: { summary: true, steady: true, status: true },
  });
  if (baseline === null) return null;
  const before = storedSteady(baseline.steady)?.summary ?? storedSummary(baseline.summary);
  return before === null ? null : { id, before, isReceiving: baseline.status === "receiving" };
}

/** For the whole runs, without labels; unknown if the baseline was deleted. `before`: of the part that it is compared with. */
async function verdictAgainst(
  tx: WorkspaceTx,
  baselineRunId: string,
  { run, summary, steady, proof }: CompareInput,
): Promise<Required<Pick<StoredComparison, "verdict" | "trend">> & { before?: WindowSummary }> {
  const found = await readComparedRuns(tx, [baselineRunId, run.id]);
  const reads = found.map((read) =>
    read.run.id === run.id
      ? {
          ...read,
          run: {
            ...read.run,
            summary: { ...summary },
            steady: steady === null ? null : { ...steady },
            proof: { ...proof },
          },
        }
      : read,
  );
  if (reads.length < 2) return UNKNOWN;
  const [pair] = await askPairs(tx, reads, [{ before: [baselineRunId], after: [run.id], overFirst: true }]);
  if (pair === undefined) return UNKNOWN;
  const engine = engineHere(RESAMPLES_AT_PUBLISH);
  const noise = new NoiseReader((work) => work(tx), engine);
  const { before, after, level, earlier, between, question } = pair;
  const { veto, loadOfPlan, mix } = question;
  const asked = { veto, loadOfPlan, mix, labels: [], watched: [], usual: null, look: 1 };
  const sides = { before, after, level, earlier, between, ...asked };
  const part = question.firstSeconds === null ? undefined : before[0]?.compared.summary;
  return {
    ...(part === undefined ? {} : { before: part }),
    verdict: await comparePair(sides, { noise, engine, rest: null }),
    trend: await changesBetween({ before, after }, new LevelReader(tx, { asTold: false })),
  };
}

const UNKNOWN = { verdict: null, trend: [] };

type Deltas = Omit<StoredComparison, "baseline" | "verdict" | "trend">;

function deltasOf(before: WindowSummary | null, after: WindowSummary): Deltas {
  const [a, b] = [before === null ? null : figuresOf({ summary: before }), figuresOf({ summary: after })];
  const delta = (metric: FigureId): Delta => {
    const [from, to] = [a === null ? null : comparedFigure(metric, a), comparedFigure(metric, b)];
    return {
      baseline: from ?? (a === null ? null : FIGURES[metric].of(a)),
      value: to ?? FIGURES[metric].of(b),
      ...changeBetween(from, to),
    };
  };
  return {
    throughput: delta("throughput"),
    itemsPerSecond: delta("items"),
    errorRate: delta("error-rate"),
    latencyMs: {
      mean: delta("mean"),
      p50: delta("p50"),
      p90: delta("p90"),
      p95: delta("p95"),
      p99: delta("p99"),
      "p99.9": delta("p99.9"),
    },
  };
}

function changeBetween(before: number | null, after: number | null): Pick<Delta, "change" | "times"> {
  const times = ratioOf(before, after);
  return { change: times === null ? null : times - 1, times };
}
