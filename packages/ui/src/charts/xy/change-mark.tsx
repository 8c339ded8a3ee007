import type { TrendChangeTone } from "./prepare-trend-chart.ts";

export const CHANGE_COLORS: Record<TrendChangeTone, string> = {
  worse: "var(--bad)",
  better: "var(--good)",
  accepted: "var(--neutral)",
};

interface ChangeMarkProps {
  x: number;
  top: number;
  bottom: number;
  tone: TrendChangeTone;
}

/** Where a level changed: a line from top to bottom with a diamond. */
export function ChangeMark({ x, top, bottom, tone }: ChangeMarkProps) {
  return (
    <g stroke={CHANGE_COLORS[tone]} fill={CHANGE_COLORS[tone]} strokeWidth="1.4">
      <path fill="none" d={`M${x} ${top}V${bottom}`} />
      <path d={`M${x} ${top - 4}l4 4l-4 4l-4 -4z`} stroke="none" />
    </g>
  );
}
