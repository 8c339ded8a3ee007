import type { TimePanel } from "../model/time-model.ts";

/** Heights of the charts and of the skeletons that hold their place. Latency takes the remaining height. */
export const THROUGHPUT_HEIGHT_CLASS = "h-[154px] wide:h-[180px] paper:h-[124px]!";
export const LATENCY_HEIGHT_CLASS = "min-h-[234px] flex-1 wide:min-h-[312px] paper:min-h-[208px]!";
export const GAUGE_HEIGHT_CLASS = "h-[122px] wide:h-[132px] paper:h-[104px]!";
/** Of a percentile curve, a histogram, a heatmap, a map, a trend. */
export const CHART_HEIGHT_CLASS = "h-[260px] wide:h-[300px] paper:h-[200px]!";

/** Two in a row: what both of them are read for is as high as a chart alone. */
export function besideHeightClass({ key }: Pick<TimePanel, "key">): string {
  return key === "throughput" || key === "latency" ? CHART_HEIGHT_CLASS : GAUGE_HEIGHT_CLASS;
}

export function chartHeightClass({ key, size }: Pick<TimePanel, "key" | "size">): string {
  if (key.startsWith("gauge-")) return GAUGE_HEIGHT_CLASS;
  if (size === "middle") return CHART_HEIGHT_CLASS;
  return size === "tall" ? LATENCY_HEIGHT_CLASS : THROUGHPUT_HEIGHT_CLASS;
}
