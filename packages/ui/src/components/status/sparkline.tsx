import type { Verdict } from "@headroom/core";
import type { DeltaTone } from "./delta-pill.tsx";
import { sparkShape } from "./spark-path.ts";

const ends: Record<Verdict, string> = {
  met: "fill-good",
  missed: "fill-bad",
  unsure: "fill-unsure",
  "no-baseline": "fill-neutral",
};

const markTints: Record<DeltaTone, string> = {
  worse: "stroke-bad",
  better: "stroke-good",
  accepted: "stroke-neutral",
};

interface SparklineProps {
  /** Oldest first; null where a run has no figure. */
  values: readonly (number | null)[];
  target: number | null;
  verdict: Verdict | null;
  /** The place of the first value at a new level, and whether that is good. */
  change?: { at: number; tone: DeltaTone } | null;
  /** What the picture says, for those who do not see it. */
  label: string;
  width?: number;
  height?: number;
}

/** A dashed target, a solid mark where a change begins, and a dot in the colour of the last verdict. */
export function Sparkline({
  values,
  target,
  verdict,
  change = null,
  label,
  width = 128,
  height = 30,
}: SparklineProps) {
  const marks = { target, changeAt: change?.at ?? null };
  const { line, last, targetY, markX } = sparkShape(values, marks, { width, height });
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
      {markX === null || change === null ? null : (
        <path d={`M${markX} 0V${height}`} className={markTints[change.tone]} strokeWidth="1.4" fill="none" />
      )}
      {last ? (
        <circle cx={last.x} cy={last.y} r="2.8" className={verdict ? ends[verdict] : "fill-ink-2"} />
      ) : null}
    </svg>
  );
}
