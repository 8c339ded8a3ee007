import { PERCENTILE_IDS } from "@headroom/core";
import type { FigureId, PercentileId } from "@headroom/core";

/** Which percentile is read over time for a figure; means and rates have none. */
export function percentileOf(metric: FigureId): PercentileId {
  return PERCENTILE_IDS.find((one) => one === metric) ?? "p99";
}
