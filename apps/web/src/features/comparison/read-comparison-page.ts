import "server-only";
import { TRPCError } from "@trpc/server";
import type { RunComparison } from "@headroom/contract";
import { letterLook } from "@headroom/ui";
import type { CallerOf } from "../../server/trpc.ts";
import type { RunCaller } from "../run/router.ts";
import type { OnlyRun } from "./choose-page.tsx";
import type { comparisonRouter } from "./router.ts";
import { MAX_LABELS, comparisonAddress, placedRuns, referenceOf } from "./search-params.ts";
import type { ComparisonQuery } from "./search-params.ts";

interface ComparisonPageData {
  /** Null: fewer than two runs are there. */
  comparison: RunComparison | null;
  positions: readonly number[];
  /** Letters of runs that are not there. */
  missing: readonly string[];
  /** The one run, where there is but one. */
  only: OnlyRun | null;
}

type Caller = { comparison: CallerOf<typeof comparisonRouter> } & RunCaller;
type Placed = ReturnType<typeof placedRuns>;

/** The comparison of the runs of the address; those that are gone are named by their letters, and the rest compared. */
export async function readComparisonPage(
  caller: Caller,
  query: ComparisonQuery,
): Promise<ComparisonPageData> {
  const wanted = placedRuns(query);
  if (wanted.length >= 2) {
    const comparison = await orNull(compare(caller, query, wanted));
    if (comparison !== null) return { comparison, positions: positionsOf(wanted), missing: [], only: null };
  }
  const found = await present(caller, wanted);
  const there = wanted.filter(({ id }) => found.has(id));
  const missing = wanted
    .filter(({ id }) => !found.has(id))
    .map(({ position }) => letterLook(position).letter);
  const comparison = there.length < 2 ? null : await orNull(compare(caller, query, there));
  const [first] = there;
  const only = first === undefined ? null : await onlyRun(caller, first.id, found);
  return { comparison, positions: positionsOf(there), missing, only };
}

/** The address that compares the only run with its reference; null: there are more runs, or there is no reference. */
export async function readResolvedAddress(caller: Caller, query: ComparisonQuery): Promise<string | null> {
  const [run, ...others] = placedRuns(query);
  if (run === undefined || others.length > 0) return null;
  const found = await orNull(caller.run.reference({ runId: run.id }));
  if (!found?.reference) return null;
  const { id, judged } = found.reference;
  return comparisonAddress({ ...query, slots: [id, run.id], reference: null, judged });
}

async function onlyRun(caller: Caller, id: string, found: Present): Promise<OnlyRun | null> {
  const run = found.get(id);
  if (run === undefined) return null;
  const { why } = await caller.run.reference({ runId: id });
  return { ...run, why };
}

function compare(caller: Caller, query: ComparisonQuery, runs: Placed): Promise<RunComparison> {
  const reference = referenceOf(query)?.id;
  const named = reference !== undefined && runs.some(({ id }) => id === reference) ? { reference } : {};
  // Without one of its runs, it isn't the pair that was judged.
  const isWhole = runs.length === placedRuns(query).length;
  const judged = query.judged !== null && isWhole ? { judged: query.judged } : {};
  const labels = query.view === "labels" ? MAX_LABELS : 0;
  return caller.comparison.get({
    runIds: runs.map(({ id }) => id),
    labels,
    sort: query.metric,
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
