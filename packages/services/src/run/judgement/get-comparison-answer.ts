import { comparisonParameters } from "@headroom/contract";
import type { ComparisonAnswer } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { getJudgedComparison, getJudgedStatistics } from "./judged-comparison.ts";

/** The response of `GET /v1/comparisons`: metrics immediately, verdicts as far as they are computed. */
export async function getComparisonAnswer({
  ctx,
  input: { parameters, webUrl },
}: {
  ctx: Context;
  input: { parameters: unknown; webUrl: string };
}): Promise<ComparisonAnswer> {
  requireScope(ctx, "read");
  const { runs: runIds, labels, sort, judged = null, ...rest } = parseInput(comparisonParameters, parameters);
  const reference = rest.reference === undefined ? {} : { reference: rest.reference };
  const comparison = await getJudgedComparison({
    ctx,
    input: {
      runIds,
      webUrl,
      ...reference,
      judged,
      ...(labels === undefined ? {} : { labels }),
      ...(sort === undefined ? {} : { sort }),
    },
  });
  const { pairs } = await getJudgedStatistics({ ctx, input: { runIds, ...reference, judged } });
  return { ...comparison, statistics: pairs };
}
