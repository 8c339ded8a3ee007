import { z } from "zod";
import { FIGURE_IDS, HeadroomError } from "@headroom/core";
import type { RunComparison } from "@headroom/contract";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import type { ReadSides } from "./read-comparison.ts";
import { readComparison, readJudged, readRunIds, readRunsOf, MIN_RUNS, MAX_RUNS } from "./read-comparison.ts";

const comparisonInput = z.strictObject({
  /** In the order of their letters. */
  runIds: z.array(z.string()).min(MIN_RUNS).max(MAX_RUNS),
  /** The run that the others are compared with; the first one by default. */
  reference: z.string().optional(),
  labels: z.int().min(0).max(1_000).default(200),
  /** The metric whose worst change comes first among the labels. */
  sort: z.enum(FIGURE_IDS).default("p99"),
  webUrl: z.string(),
});

/**
 * 2 to 20 runs of any tools and experiments next to each other, from their stored summaries. `readSides`: of two runs, what each
 * stands for.
 */
export async function getComparison(
  { ctx, input }: { ctx: Context; input: z.input<typeof comparisonInput> },
  readSides?: ReadSides,
): Promise<RunComparison> {
  requireScope(ctx, "read");
  const { runIds: given, reference: named, ...shown } = parseInput(comparisonInput, input);
  const runIds = readRunIds(given);
  const reference = named === undefined ? 0 : runIds.indexOf(named.toLowerCase());
  if (reference < 0)
    throw new HeadroomError("parameter-unreadable", "The reference is not one of the compared runs.", {
      field: "reference",
      hint: "Use one of the compared runs, or leave it out to use the first.",
    });
  if (readSides !== undefined && reference > 0)
    throw new HeadroomError("parameter-unreadable", "The baseline of a judgement comes first.", {
      field: "reference",
    });
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    if (readSides === undefined)
      return readComparison(tx, await readRunsOf(tx, ctx, runIds), { ...shown, reference });
    const { reads, others } = await readJudged(tx, ctx, await readSides(tx, runIds));
    return readComparison(tx, reads, { ...shown, reference, others });
  });
}
