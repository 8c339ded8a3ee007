import type { PeakDayPoint, PeakDayUptime, PeakDayView } from "@headroom/contract";
import { NEAR_PROVEN, shownBy, whatTestsShow } from "@headroom/core";
import {
  formatAge,
  formatFigure,
  formatKnown,
  formatLength,
  formatMillis,
  formatPercentFigure,
} from "@headroom/ui";
import type { FigureCell, FigureTone } from "@headroom/ui";
import { dateText, missText } from "./day-words.ts";

const NOTHING = "–";

/** Keys of the cell that says how much of the capacity it is. */
export const SHARE_KEYS: readonly string[] = ["Of proven capacity", "Of measured capacity"];

/** What is proven, and how much of it that throughput is. */
export function capacityCell(
  { capacity, provenAt, now, peakDay }: PeakDayView,
  throughput: number | null,
): FigureCell {
  if (!capacity.proven) {
    const { experiment } = capacity;
    const why = experiment === null ? "no experiment represents the peak" : `${experiment.name} has no proof`;
    return cell("Proven capacity", "No proof", "", why);
  }
  const { run, throughput: proven, experiment, heldAt = null } = capacity;
  // What was proven when the day ended has no age that matters now.
  const at = heldAt ?? run.ranAt;
  const tested = provenAt === null ? formatAge(new Date(at), new Date(now)) : dateText(at, peakDay);
  const proof =
    heldAt === null
      ? [`${experiment.name}, ${tested}`, ...doubtsOf(capacity)].join(", ")
      : `production itself, ${tested}`;
  const shown = shownBy(capacity);
  if (throughput === null)
    return cell(
      shown === "proven" ? "Proven capacity" : "Measured capacity",
      formatFigure(proven),
      "req/s",
      proof,
    );
  const share = throughput / proven;
  const near = nearText(share, whatTestsShow(capacity));
  const caption = `${near === "" ? "" : `${near}: `}${formatFigure(proven)} req/s, ${proof}`;
  return {
    ...cell(`Of ${shown} capacity`, formatPercentFigure(share), "%", caption),
    tone: toneOfShare(share),
  };
}

/** What keeps a capacity from being a plain proof: nobody should take it for one. */
function doubtsOf(capacity: Extract<PeakDayView["capacity"], { proven: true }>): string[] {
  const { elsewhere, run, accepted, calibration = null } = capacity;
  return [
    ...(elsewhere ? [`on ${run.environment ?? ""}`] : []),
    ...(run.otherBranch == null ? [] : [`on branch ${run.otherBranch}`]),
    ...(run.leftOut == null ? [] : [`without ${run.leftOut}`]),
    ...(calibration === null
      ? []
      : [`times ${formatFigure(calibration.factor)}, as ${calibration.peakDay.name} showed`]),
    ...(accepted === null ? [] : [`missed ${accepted.misses.map(missText).join(", ")}, accepted`]),
  ];
}

function nearText(share: number, shown: string): string {
  if (share > 1) return `above ${shown}`;
  return isNearCapacity(share) ? `close to ${shown}` : "";
}

export function toneOfShare(share: number): FigureTone {
  if (share > 1) return "over";
  return isNearCapacity(share) ? "near" : "plain";
}

function isNearCapacity(share: number): boolean {
  return share > NEAR_PROVEN;
}

export function isOver(value: number | null, target: number | null): boolean {
  return value !== null && target !== null && value > target;
}

/** Nobody knows how minutes without data went, so they count neither way. */
export function uptimeCells(uptime: PeakDayUptime | null): FigureCell[] {
  if (uptime === null) return [];
  const { upSeconds, downSeconds, unknownSeconds } = uptime;
  const knownSeconds = upSeconds + downSeconds;
  if (knownSeconds === 0) return [];
  const down = downSeconds === 0 ? "never mostly errors" : `mostly errors for ${formatLength(downSeconds)}`;
  const unknown = unknownSeconds === 0 ? "" : `, not known for ${formatLength(unknownSeconds)}`;
  // Rounded down: 99.996% isn't 100%.
  const share = (Math.floor((upSeconds / knownSeconds) * 10_000) / 100).toLocaleString("en-US");
  return [cell("Uptime", share, "%", `${down}${unknown}`)];
}

export function busiestCells(busiest: { label: string; share: number } | null): FigureCell[] {
  if (busiest === null) return [];
  return [cell("Busiest label", formatPercentFigure(busiest.share), "%", busiest.label)];
}

export function p99Text({ p99Ms, p99Range }: Pick<PeakDayPoint, "p99Ms" | "p99Range">): string | null {
  return formatKnown({ value: p99Ms, range: p99Range }, formatMillis);
}

export function percent(share: number): string {
  return `${formatPercentFigure(share)}%`;
}

export function known(value: number | null, format: (value: number) => string): string | null {
  return value === null ? null : format(value);
}

export function cell(label: string, value: string | null, unit: string, caption: string): FigureCell {
  return {
    key: label,
    label,
    value: value ?? NOTHING,
    unit: value === null ? "" : unit,
    caption,
    state: null,
  };
}
