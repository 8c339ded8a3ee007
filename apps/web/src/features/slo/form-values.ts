import type { SloAnswer } from "@headroom/contract";
import type { SloWindowUnit } from "@headroom/core";

export type WindowKind = "rolling" | SloWindowUnit;

export interface FormValues {
  name: string;
  label: string;
  objectivePercent: number | null;
  latencyMs: number | null;
  withoutError: boolean;
  windowKind: WindowKind;
  days: number | null;
  timeZone: string;
}

/** By the names that a refusal has. */
export const FIELD_WORDS = {
  name: "Name",
  label: "Label",
  objectivePercent: "Objective",
  latencyMs: "Time limit",
  withoutError: "Without an error",
  window: "Window",
  timeZone: "Time zone",
} as const;

export function emptyValues(timeZone: string): FormValues {
  return {
    name: "",
    label: "",
    objectivePercent: 99.9,
    latencyMs: null,
    withoutError: true,
    windowKind: "rolling",
    days: 30,
    timeZone,
  };
}

export function valuesOf(slo: SloAnswer, timeZone: string): FormValues {
  const { name, label, objectivePercent, latencyMs, withoutError, window } = slo;
  const shared = { name, label: label ?? "", objectivePercent, latencyMs, withoutError };
  if (window.kind === "rolling") return { ...shared, windowKind: "rolling", days: window.days, timeZone };
  return { ...shared, windowKind: window.unit, days: 30, timeZone: window.timeZone };
}

/** What is sent. A number that is missing is refused by its field. */
export function inputOf({ windowKind, days, timeZone, objectivePercent, ...values }: FormValues) {
  return {
    ...values,
    objectivePercent: objectivePercent ?? 0,
    window:
      windowKind === "rolling"
        ? { kind: "rolling" as const, days: days ?? 0 }
        : { kind: "calendar" as const, unit: windowKind, timeZone },
  };
}
