import { deltaSize, isCeiling, parseTarget } from "@headroom/core";
import type { Comparator } from "@headroom/core";
import type { ExperimentDetail } from "@headroom/services";
import { formatCount, formatFigure, formatMillis, formatPercentFigure, insideRatio } from "@headroom/ui";
import { cellVerdict } from "../run/verdict/prepare-target-cells.ts";
import type { CellVerdict } from "../run/verdict/prepare-target-cells.ts";

export interface TargetCell {
  key: string;
  /** As it is written. */
  text: string;
  verdict: CellVerdict | null;
  /** Of the latest run; null: not known. */
  value: string | null;
  unit: string;
  ratio: number | null;
  caption: string;
}

/** The present targets with what the latest run that counts showed of each. */
export function prepareTargetCells({
  targetSets: [present],
  latestTargets,
  recentRuns: [run],
}: Pick<ExperimentDetail, "targetSets" | "latestTargets" | "recentRuns">): TargetCell[] {
  return (present?.texts ?? []).map((text, place) => {
    const judged = latestTargets.find((one) => one.text === text);
    const key = `${place} ${text}`;
    const shown = judged === undefined ? null : cellVerdict(judged.verdict, run?.outcome ?? null);
    if (judged === undefined || judged.value === null) {
      return {
        key,
        text,
        verdict: shown,
        value: null,
        unit: "",
        ratio: null,
        caption: captionWithout(run?.number),
      };
    }
    const { value, threshold, unit } = judged;
    const comparator = judged.comparator as Comparator;
    const format = formatterOf(unit);
    return {
      key,
      text,
      verdict: shown,
      value: format(value),
      unit: unitWordsOf(text, unit),
      ratio: value < 0 || threshold < 0 ? null : insideRatio(comparator, value, threshold),
      caption: `${awayWords(value, threshold, { format, unit: unitWordsOf(text, unit), comparator })}${countedWords(judged, value, run)}`,
    };
  });
}

function captionWithout(run: number | undefined): string {
  return run === undefined ? "No run yet." : `Run ${run} wasn't judged by it, or doesn't show it.`;
}

/** "11 ms over, +9.2%": on which side of the target, and how far. */
function awayWords(
  value: number,
  threshold: number,
  { format, unit, comparator }: { format: (value: number) => string; unit: string; comparator: Comparator },
): string {
  const away = value - threshold;
  if (away === 0) return "exactly on target";
  const [more, less] = isCeiling(comparator) ? ["over", "under"] : ["above", "below"];
  const distance = `${format(Math.abs(away))} ${unit === "%" ? "points" : unit}`.trim();
  const share = unit === "%" || !(threshold > 0) ? "" : `, ${deltaSize(value / threshold)}`;
  return `${distance} ${away > 0 ? more : less} the target${share}`;
}

/** What a rate was counted from: the requests of the judged window, as on the page of the run. */
function countedWords(
  { metric, label }: ExperimentDetail["latestTargets"][number],
  value: number,
  run: ExperimentDetail["recentRuns"][number] | undefined,
): string {
  if (metric !== "error rate" || label !== null || run === undefined || run.judgedRequests === null)
    return "";
  const errors = Math.round((value / 100) * run.judgedRequests);
  return `, about ${formatCount(errors)} of ${formatCount(run.judgedRequests)} requests`;
}

function formatterOf(unit: string): (value: number) => string {
  if (unit === "ms") return formatMillis;
  if (unit === "%") return (value) => formatPercentFigure(value / 100);
  return formatFigure;
}

/** Requests a second are written so, whatever the target says. */
function unitWordsOf(text: string, unit: string): string {
  const parsed = parseTarget(text);
  if (!unit.startsWith("/")) return unit;
  return parsed.ok && parsed.target.metric.kind === "items" ? `items${unit}` : `req${unit}`;
}
