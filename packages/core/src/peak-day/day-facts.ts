import { formatShort } from "../format/number.ts";
import { clockText } from "./clock-text.ts";
import { peakHourText } from "./peak-hour.ts";
import type { PeakHour } from "./peak-hour.ts";
import { volumeText } from "./volume-text.ts";
import type { Volume } from "./volume-text.ts";

interface Known {
  busiestHour: (PeakHour & { at: string; requests: number }) | null;
  volume: { window: Volume | null; week: Volume | null } | null;
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
  ];
}
