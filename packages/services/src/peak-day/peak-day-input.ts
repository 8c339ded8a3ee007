import { LONGEST_PEAK_DAY } from "@headroom/contract";
import type { PeakDayFields } from "@headroom/contract";
import { DAY_SECONDS, HeadroomError } from "@headroom/core";
import { readMoment, requireTimeZone } from "./read-moment.ts";

const MAX_DAYS = LONGEST_PEAK_DAY / DAY_SECONDS;

/** What people entered about a peak day, as columns of its table and of that of its services. Earlier days are apart. */
export function columnsOf({ earlier: _apart, expectedPeak, expectedSource, ...fields }: PeakDayFields) {
  return { day: columnsOfDay(fields), ofService: { expectedPeak, expectedSource } };
}

type DayFields = Omit<PeakDayFields, "earlier" | "expectedPeak" | "expectedSource">;

function columnsOfDay({ startsAt, endsAt, eventAt, timeZone, ...texts }: DayFields) {
  requireTimeZone(timeZone);
  const starts = readMoment(startsAt, { field: "startsAt", timeZone });
  const ends = readMoment(endsAt, { field: "endsAt", timeZone });
  const event = readMoment(eventAt, { field: "eventAt", timeZone });
  if (ends <= starts) throw refusal("endsAt", "It ends before it starts.");
  if (ends.getTime() - starts.getTime() > LONGEST_PEAK_DAY * 1_000)
    throw refusal("endsAt", `A peak day can last at most ${MAX_DAYS} days.`);
  if (event < starts || event > ends)
    throw refusal("eventAt", "The event must be between the start and the end of the peak day.");
  return { ...texts, timeZone, startsAt: starts, endsAt: ends, eventAt: event };
}

export function refusal(field: string, message: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, { field, fieldMessage: message });
}
