import { comparisonParameters } from "@headroom/contract";
import type { ComparisonAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { getComparison } from "./get.ts";
import { getComparisonStatistics } from "./get-statistics.ts";

/** The response of `GET /v1/comparisons`: metrics immediately, verdicts as far as they are computed. */
export async function getComparisonAnswer({
  ctx,
  input: { parameters, webUrl },
}: {
  ctx: Context;
  input: { parameters: unknown; webUrl: string };
}): Promise<ComparisonAnswer> {
  requireScope(ctx, "read");
  const { runs: runIds, labels, sort, judged, ...rest } = parseInput(comparisonParameters, parameters);
  const reference = rest.reference === undefined ? {} : { reference: rest.reference };
  const comparison = await getComparison({
    ctx,
    input: {
      runIds,
      webUrl,
      ...reference,
      ...(judged === undefined ? {} : { judged }),
      ...(labels === undefined ? {} : { labels }),
      ...(sort === undefined ? {} : { sort }),
    },
  });
  const { pairs } = await getComparisonStatistics({ ctx, input: { runIds, ...reference, judged } });
  return { ...comparison, statistics: pairs };
}
