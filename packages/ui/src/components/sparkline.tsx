import type { Verdict } from "@headroom/core";
import { sparkShape } from "./spark-path.ts";

const ends: Record<Verdict, string> = {
  met: "fill-good",
  missed: "fill-bad",
  unsure: "fill-unsure",
  "no-baseline": "fill-neutral",
};

interface SparklineProps {
  /** Oldest first; null where a run has no figure. */
  values: readonly (number | null)[];
  target: number | null;
  verdict: Verdict | null;
  /** What the picture says, for those who do not see it. */
  label: string;
  width?: number;
  height?: number;
}

export function Sparkline({ values, target, verdict, label, width = 128, height = 30 }: SparklineProps) {
  const { line, last, targetY } = sparkShape(values, target, { width, height });
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {targetY === null ? null : (
        <path d={`M0 ${targetY}H${width}`} className="stroke-ink-3" strokeDasharray="3 3" fill="none" />
      )}
      <path
        d={line}
        className="stroke-ink-2"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
        fill="none"
      />
      {last ? (
        <circle cx={last.x} cy={last.y} r="2.8" className={verdict ? ends[verdict] : "fill-ink-2"} />
      ) : null}
    </svg>
  );
}
