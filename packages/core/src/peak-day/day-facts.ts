import { formatLength } from "../format/duration.ts";
import { formatMillis } from "../format/latency.ts";
import { formatFigure, formatKnown, formatShort } from "../format/number.ts";
import { clockText } from "./clock-text.ts";
import { growthText, volumeText } from "./volume-text.ts";
import type { UsualGrowth, Volume } from "./volume-text.ts";

export interface PeakHour {
  /** Requests a second, over all of the hour. */
  throughput: number;
  /** Null: nobody knows. */
  unknownSeconds: number | null;
  p99Ms: number | null;
  p99Range: { low: number; high: number | null } | null;
  meanMs: number | null;
}

/** "9,802 req/s, mean 40 ms, p99 91 ms" */
export function peakHourText({ throughput, unknownSeconds, p99Ms, p99Range, meanMs }: PeakHour): string {
  const p99 = formatKnown({ value: p99Ms, range: p99Range }, formatMillis);
  return [
    `${formatFigure(throughput)} req/s`,
    ...(meanMs === null ? [] : [`mean ${formatMillis(meanMs)} ms`]),
    ...(p99 === null ? [] : [`p99 ${p99} ms`]),
    ...(unknownSeconds ? [`no data for ${formatLength(unknownSeconds)} of it`] : []),
  ].join(", ");
}

interface Known {
  busiestHour: (PeakHour & { at: string; requests: number }) | null;
  volume: {
    window: Volume | null;
    week: Volume | null;
    yearBefore?: UsualGrowth | null | undefined;
  } | null;
}

/** What a day that is over came to beside its targets, in sentences; nothing of what isn't known. */
export function dayFacts(
  { busiestHour, volume }: Known,
  day: { startsAt: string; timeZone: string },
): string[] {
  const of = (what: string, one: Volume | null | undefined) => {
    if (one == null) return [];
    const { change, rests } = volumeText(one, day.timeZone);
    return change === null ? [] : [`${what} against usual: ${change}, ${rests}.`];
  };
  return [
    ...(busiestHour === null
      ? []
      : [
          `Peak hour ${formatShort(busiestHour.requests)} requests from ${clockText(busiestHour.at, day)}: ${peakHourText(busiestHour)}.`,
        ]),
    ...of("Day", volume?.window),
    ...of("Week", volume?.week),
    ...(volume?.yearBefore == null ? [] : [growthSentence(volume.yearBefore, day.timeZone)]),
  ];
}

function growthSentence(growth: UsualGrowth, timeZone: string): string {
  const { times, rests } = growthText(growth, timeZone);
  return `Usual traffic ${growth.now > growth.before ? "grew" : "was"} ${times}: ${rests}.`;
}
