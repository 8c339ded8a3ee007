import { formatChange } from "../format/number.ts";
import { joinUnit } from "../format/unit.ts";
import { gaugeFigure } from "./gauge-sentences.ts";

/** What a gauge showed in a run: over its own time, the band in its judged window. */
export interface GaugeLevels {
  highest: number;
  mean: number;
  band: { low: number; high: number } | null;
}

/** By which share each of them is more or less; null: it can't be said of zero, or isn't known. */
export interface GaugeChange {
  highest: number | null;
  mean: number | null;
  low: number | null;
  high: number | null;
}

export function gaugeChange(before: GaugeLevels, after: GaugeLevels): GaugeChange {
  return {
    highest: shareOf(before.highest, after.highest),
    mean: shareOf(before.mean, after.mean),
    low: shareOf(before.band?.low ?? null, after.band?.low ?? null),
    high: shareOf(before.band?.high ?? null, after.band?.high ?? null),
  };
}

/** Below zero, a share has no direction. */
function shareOf(before: number | null, after: number | null): number | null {
  return before === null || after === null || before <= 0 || after < 0 ? null : after / before - 1;
}

/** A smaller change isn't worth a sentence. */
const HARDLY = 0.01;

function isAlike(first: Pick<GaugeLevels, "highest" | "mean">, run: typeof first): boolean {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= HARDLY * Math.max(Math.abs(a), Math.abs(b));
  return isNear(first.highest, run.highest) && isNear(first.mean, run.mean);
}

interface SaidGauge {
  name: string;
  unit: string | null;
  /** The reference first. Runs without the gauge are left out. */
  runs: readonly { highest: number; mean: number; change: GaugeChange | null }[];
}

/** "“consumer lag” peaked at 29,000, then 7,000 (−76%), and averaged 9,000, then 2,100 (−77%)." Null: one run has it at most, or it hardly changed. */
export function sayGaugeChange({ name, unit, runs }: SaidGauge): string | null {
  const [first] = runs;
  if (first === undefined || runs.length < 2 || runs.every((run) => isAlike(first, run))) return null;
  const said = (of: "highest" | "mean") =>
    runs
      .map(({ change, ...values }) => {
        const share = change?.[of] ?? null;
        const text = joinUnit(gaugeFigure(values[of]), unit ?? "");
        return share === null ? text : `${text} (${formatChange(share)})`;
      })
      .join(", then ");
  return `“${name}” peaked at ${said("highest")}, and averaged ${said("mean")}.`;
}
