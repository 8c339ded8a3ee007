import type { PeakDayAnswer } from "@headroom/contract";
import { localText } from "../event/local-text.ts";

export interface FormValues {
  /** The slug; only of a new one. */
  service: string;
  name: string;
  startsAt: string;
  endsAt: string;
  timeZone: string;
  eventName: string;
  eventAt: string;
  expectedPeak: number | null;
  expectedSource: string;
  owner: string;
  notes: string;
  earlier: { id: string; growthLow: number | null; growthHigh: number | null }[];
}

export type FormField = keyof FormValues;

export const FIELD_WORDS: Record<FormField, string> = {
  service: "Service",
  name: "Name",
  startsAt: "Starts",
  endsAt: "Ends",
  timeZone: "Time zone",
  eventName: "Event",
  eventAt: "Time of the event",
  expectedPeak: "Expected peak",
  expectedSource: "Where that comes from",
  owner: "Owner",
  notes: "Notes",
  earlier: "Earlier peak days",
};

/** Those on the page: what exists stays with its service. */
export function fieldsOf(peakDay: PeakDayAnswer | null): string[] {
  return Object.keys(FIELD_WORDS).filter((field) => peakDay === null || field !== "service");
}

export function emptyValues(service: string, timeZone: string): FormValues {
  return {
    service,
    timeZone,
    name: "",
    startsAt: "",
    endsAt: "",
    eventName: "",
    eventAt: "",
    expectedPeak: null,
    expectedSource: "",
    owner: "",
    notes: "",
    earlier: [],
  };
}

export function valuesOf(day: PeakDayAnswer): FormValues {
  const { timeZone } = day;
  return {
    service: day.service.slug,
    name: day.name,
    startsAt: localText(day.startsAt, timeZone),
    endsAt: localText(day.endsAt, timeZone),
    timeZone,
    eventName: day.eventName,
    eventAt: localText(day.eventAt, timeZone),
    expectedPeak: day.expectedPeak,
    expectedSource: day.expectedSource ?? "",
    owner: day.owner ?? "",
    notes: day.notes ?? "",
    earlier: day.earlier.map(({ id, growthLow, growthHigh }) => ({ id, growthLow, growthHigh })),
  };
}

/**
 * What is sent: a time that wasn't changed goes as the moment that it was, because in the night in which clocks go back
 * its text can be two moments.
 */
export function inputOf({ service: _apart, ...values }: FormValues, before: PeakDayAnswer | null) {
  const base = before === null ? null : valuesOf(before);
  const moment = (field: "startsAt" | "endsAt" | "eventAt") =>
    before !== null && base?.[field] === values[field] && base.timeZone === values.timeZone
      ? before[field].replace(".000Z", "Z")
      : values[field];
  return {
    ...values,
    startsAt: moment("startsAt"),
    endsAt: moment("endsAt"),
    eventAt: moment("eventAt"),
    earlier: values.earlier.map(({ id, growthLow, growthHigh }) => {
      return { id, growthLow: growthLow ?? 1, growthHigh: growthHigh ?? growthLow ?? 1 };
    }),
  };
}
