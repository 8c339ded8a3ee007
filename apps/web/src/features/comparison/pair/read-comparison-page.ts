import "server-only";
import { TRPCError } from "@trpc/server";
import type { ComparisonStatistics, RunComparison } from "@headroom/contract";
import type { RunReference } from "@headroom/services";
import type { CallerOf } from "../../../server/trpc.ts";
import type { RunCaller } from "../../run/router.ts";
import type { OnlyRun } from "./choose-page.tsx";
import type { comparisonRouter } from "../router.ts";
import {
  MANY_RUNS,
  MATRIX_LABELS,
  MAX_LABELS,
  comparisonAddress,
  placedRuns,
  referenceOf,
} from "../view/search-params.ts";
import type { ComparisonQuery } from "../view/search-params.ts";

interface ComparisonPageData {
  /** Null: fewer than two runs are there. */
  comparison: RunComparison | null;
  positions: readonly number[];
  /** How many runs are not there. */
  missing: number;
  /** The one run, where there is but one. */
  only: OnlyRun | null;
  /** What else the second run of a pair can be compared with. */
  reference: RunReference | null;
  /** What is known about the changes so far; null: nothing is compared. */
  statistics: ComparisonStatistics | null;
}

type Caller = { comparison: CallerOf<typeof comparisonRouter> } & RunCaller;
type Placed = ReturnType<typeof placedRuns>;

/** The comparison of the runs of the address; those that are gone are counted, and the rest compared. */
export async function readComparisonPage(
  caller: Caller,
  query: ComparisonQuery,
): Promise<ComparisonPageData> {
  const wanted = placedRuns(query);
  if (wanted.length >= 2) {
    const comparison = await orNull(compare(caller, query, wanted));
    if (comparison !== null) {
      const beside = await besideComparison(caller, query, comparison);
      return { comparison, positions: positionsOf(wanted), missing: 0, only: null, ...beside };
    }
  }
  const found = await present(caller, wanted);
  const there = wanted.filter(({ id }) => found.has(id));
  const missing = wanted.length - there.length;
  const comparison = there.length < 2 ? null : await orNull(compare(caller, query, there));
  const [first] = there;
  const only = first === undefined ? null : await onlyRun(caller, first.id, found);
  const beside = await besideComparison(caller, query, comparison);
  return { comparison, positions: positionsOf(there), missing, only, ...beside };
}

/** What the page shows beside the figures. */
async function besideComparison(
  caller: Caller,
  { judged }: ComparisonQuery,
  comparison: RunComparison | null,
): Promise<Pick<ComparisonPageData, "reference" | "statistics">> {
  if (comparison === null) return { reference: null, statistics: null };
  const { runs, reference: at } = comparison;
  const named = runs[at]?.id;
  const [reference, statistics] = await Promise.all([
    referenceOfPair(caller, comparison),
    orNull(
      caller.comparison.statistics({
        runIds: runs.map(({ id }) => id),
        ...(named === undefined ? {} : { reference: named }),
        ...(comparison.judged === null || judged === null ? {} : { judged }),
      }),
    ),
  ]);
  return { reference, statistics };
}

/** What the only run of the address is compared with: its reference, or the run before it. Null: there is no other run. */
export async function readResolvedAddress(caller: Caller, query: ComparisonQuery): Promise<string | null> {
  const [run, ...others] = placedRuns(query);
  if (run === undefined || others.length > 0) return null;
  const found = await orNull(caller.run.reference({ runId: run.id }));
  if (found === null) return null;
  const { reference, previous, next } = found;
  const address = (slots: string[], judged: ComparisonQuery["judged"]) =>
    comparisonAddress({ ...query, slots, reference: null, judged });
  if (reference !== null) return address([reference.id, run.id], reference.judged);
  if (previous !== null) return address([previous.id, run.id], null);
  return next === null ? null : address([run.id, next.id], null);
}

async function referenceOfPair(
  caller: Caller,
  { runs, reference }: RunComparison,
): Promise<RunReference | null> {
  const [second, ...more] = runs.filter((_, at) => at !== reference);
  return second === undefined || more.length > 0 ? null : orNull(caller.run.reference({ runId: second.id }));
}

async function onlyRun(caller: Caller, id: string, found: Present): Promise<OnlyRun | null> {
  const run = found.get(id);
  if (run === undefined) return null;
  const { why, hasOthers } = await caller.run.reference({ runId: id });
  return { ...run, why, hasOthers };
}

function compare(caller: Caller, query: ComparisonQuery, runs: Placed): Promise<RunComparison> {
  const reference = referenceOf(query)?.id;
  const named = reference !== undefined && runs.some(({ id }) => id === reference) ? { reference } : {};
  // Without one of its runs, it isn't the pair that was judged.
  const isWhole = runs.length === placedRuns(query).length;
  const judged = query.judged !== null && isWhole ? { judged: query.judged } : {};
  const showsLabels = query.view === "labels" || (query.view === null && runs.length === 2);
  const labels = runs.length >= MANY_RUNS ? MATRIX_LABELS : showsLabels ? MAX_LABELS : 0;
  return caller.comparison.get({
    runIds: runs.map(({ id }) => id),
    labels,
    sort: query.metric ?? "p99",
    ...named,
    ...judged,
  });
}

type Present = ReadonlyMap<string, { name: string; experiment: string }>;

async function present(caller: Caller, runs: Placed): Promise<Present> {
  const names = new Map<string, { name: string; experiment: string }>();
  for (const { id } of runs) {
    const run = await orNull(caller.comparison.nameOf({ runId: id }));
    if (run !== null)
      names.set(id, { name: `${run.experiment}, run ${run.number}`, experiment: run.experiment });
  }
  return names;
}

const positionsOf = (runs: Placed) => runs.map(({ position }) => position);

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
