import "server-only";
import { TRPCError } from "@trpc/server";
import type { CallerOf } from "../../../server/trpc.ts";
import type { RunCaller } from "../../run/router.ts";
import type { comparisonRouter } from "../router.ts";
import { comparisonAddress, EMPTY_QUERY } from "../view/search-params.ts";
import { prepareAgainst, referenceName } from "./prepare-against.ts";
import type { AgainstRow, ComparedRead } from "./prepare-against.ts";

type Caller = { comparison: CallerOf<typeof comparisonRouter> } & RunCaller;

/**
 * A run against its level, or its baseline, and against the run before it; empty: it is the only one. `isUnjudged`: nothing
 * could be said about it from any other run, so none is called a good one.
 */
export async function readAgainst(caller: Caller, runId: string, isUnjudged: boolean): Promise<AgainstRow[]> {
  const { reference, previous } = await caller.run.reference({ runId });
  const asked = [
    ...(reference === null
      ? []
      : [{ id: reference.id, judged: reference.judged, name: referenceName(reference, isUnjudged) }]),
    // Alone, it is the reference already.
    ...(previous === null || previous.id === reference?.id
      ? []
      : [{ id: previous.id, judged: null, name: `run ${previous.number}, before it` }]),
  ];
  const found = await Promise.all(
    asked.map(async ({ id, judged, name }): Promise<ComparedRead | null> => {
      const pair = { runIds: [id, runId], ...(judged === null ? {} : { judged }) };
      const href = comparisonAddress({ ...EMPTY_QUERY, slots: [id, runId], judged });
      const [comparison, statistics] = await Promise.all([
        orNull(caller.comparison.get(pair)),
        // Every run was compared with its reference when it was judged. Of other pairs, nothing is computed for this line.
        judged === null ? null : orNull(caller.comparison.statistics(pair)),
      ]);
      return comparison === null ? null : { comparison, statistics, name, href };
    }),
  );
  return prepareAgainst(found.filter((one) => one !== null));
}

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
