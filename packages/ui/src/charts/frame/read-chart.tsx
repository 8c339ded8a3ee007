import type { ComponentProps, ReactNode } from "react";
import { ChartFrame } from "./chart-frame.tsx";
import type { ChartFrameProps } from "./chart-frame.tsx";
import { CHART_HEIGHT_CLASS } from "./chart-heights.ts";
import { LegendLine } from "./legend-line.tsx";

interface ReadChartProps extends Omit<ChartFrameProps, "heightClassName"> {
  legendLine: ComponentProps<typeof LegendLine>;
  /** Below the chart. */
  foot?: ReactNode;
}

/** A chart under a legend that also reads out the value under the crosshair. */
export function ReadChart({ legendLine, foot, ...frame }: ReadChartProps) {
  return (
    <div className="flex flex-1 flex-col paper:block">
      <LegendLine {...legendLine} />
      <ChartFrame {...frame} heightClassName={CHART_HEIGHT_CLASS} />
      {foot}
    </div>
  );
}
