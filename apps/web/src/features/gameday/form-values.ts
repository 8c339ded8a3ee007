import type { GamedayAnswer } from "@headroom/contract";
import { localText } from "../event/local-text.ts";

export interface StepValues {
  /** Of the row on the page. */
  key: string;
  /** Null: it is new. */
  id: string | null;
  /** The experiment's ID; null: it is ticked by hand. */
  experiment: string | null;
  title: string;
  watcher: string;
  adoptTargets: boolean;
  /** What the experiment's targets are now, where the plan has others. */
  changedTargets: readonly string[] | null;
}

export interface RoleValues {
  key: string;
  who: string;
  does: string;
}

export interface FormValues {
  /** The slug; only of a new one. */
  service: string;
  name: string;
  startsAt: string;
  endsAt: string;
  timeZone: string;
  peakDay: string;
  environment: string;
  lead: string;
  roles: RoleValues[];
  notes: string;
  steps: StepValues[];
}

export type FormField = keyof FormValues;

export const FIELD_WORDS: Record<FormField, string> = {
  service: "Service",
  name: "Name",
  startsAt: "Starts",
  endsAt: "Ends",
  timeZone: "Time zone",
  peakDay: "Rehearses",
  environment: "Environment",
  lead: "Lead",
  roles: "Roles",
  notes: "Notes",
  steps: "Steps",
};

/** Those on the page: what exists stays with its service. */
export function fieldsOf(gameday: GamedayAnswer | null): string[] {
  return Object.keys(FIELD_WORDS).filter((field) => gameday === null || field !== "service");
}

export function emptyValues({
  service,
  timeZone,
  peakDay,
}: Pick<FormValues, "service" | "timeZone" | "peakDay">): FormValues {
  return {
    service,
    timeZone,
    peakDay,
    name: "",
    startsAt: "",
    endsAt: "",
    environment: "",
    lead: "",
    roles: [],
    notes: "",
    steps: [],
  };
}

export function valuesOf(gameday: GamedayAnswer): FormValues {
  const { timeZone, roles, steps } = gameday;
  return {
    service: gameday.service.slug,
    name: gameday.name,
    startsAt: localText(gameday.startsAt, timeZone),
    endsAt: localText(gameday.endsAt, timeZone),
    timeZone,
    peakDay: gameday.peakDay?.id ?? "",
    environment: gameday.environment ?? "",
    lead: gameday.lead ?? "",
    roles: roles.map((role, place) => ({ ...role, key: `role-${place}` })),
    notes: gameday.notes ?? "",
    steps: steps.map(({ id, experiment, title, watcher, changedTargets }) => ({
      key: id,
      id,
      title,
      experiment: experiment?.id ?? null,
      watcher: watcher ?? "",
      adoptTargets: false,
      changedTargets,
    })),
  };
}

/**
 * What is sent: a time that wasn't changed goes as the moment that it was, because in the night in which clocks go back
 * they show it twice.
 */
export function inputOf(values: FormValues, before: GamedayAnswer | null) {
  const shown = before === null ? null : valuesOf(before);
  const moment = (field: "startsAt" | "endsAt") =>
    before !== null && shown?.[field] === values[field] && before.timeZone === values.timeZone
      ? before[field].replace(".000Z", "Z")
      : values[field];
  const { service: _apart, roles, steps, ...rest } = values;
  return {
    ...rest,
    startsAt: moment("startsAt"),
    endsAt: moment("endsAt"),
    // Rows that nothing was entered in.
    roles: roles
      .filter(({ who, does }) => `${who}${does}`.trim() !== "")
      .map(({ who, does }) => ({ who, does })),
    steps: steps
      .filter(({ experiment, title }) => experiment !== null || title.trim() !== "")
      .map(({ id, experiment, title, watcher, adoptTargets }) => ({
        id,
        experiment,
        watcher,
        adoptTargets,
        title: experiment === null ? title : null,
      })),
  };
}

/** The rows with one of them a place further up or down. */
export function moved<Row>(rows: readonly Row[], place: number, by: -1 | 1): Row[] {
  const next = [...rows];
  const [row] = next.splice(place, 1);
  if (row !== undefined) next.splice(place + by, 0, row);
  return next;
}

/** The key of one more row. */
export function freshKey(rows: readonly { key: string }[]): string {
  const isTaken = (number: number) => rows.some(({ key }) => key === `new-${number}`);
  let number = rows.length;
  while (isTaken(number)) number += 1;
  return `new-${number}`;
}
