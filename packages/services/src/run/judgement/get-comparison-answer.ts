import { comparisonParameters } from "@headroom/contract";
import type { ComparisonAnswer } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { compareGauges } from "../read/compare-gauges.ts";
import type { ComparedGauge } from "../read/compare-gauges.ts";
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
  const {
    runs: runIds,
    labels,
    sort,
    judged = null,
    minChange,
    detect,
    ...rest
  } = parseInput(comparisonParameters, parameters);
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
  const { pairs } = await getJudgedStatistics({
    ctx,
    input: { runIds, ...reference, judged, minChange, detect },
  });
  const { gauges } = await compareGauges({ ctx, input: { runIds, ...reference } });
  return { ...comparison, statistics: pairs, gauges: gauges.map(answerOf) };
}

/** Without its values over time, which each run has itself. */
function answerOf({ runs, ...gauge }: ComparedGauge): NonNullable<ComparisonAnswer["gauges"]>[number] {
  return {
    ...gauge,
    runs: runs.map((run) => {
      if (run === null) return null;
      const { lowest, highest, mean, change, besideLoad } = run;
      return { lowest, highest, mean, change, band: besideLoad.band };
    }),
  };
}
