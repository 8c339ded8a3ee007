import { expectedRequests } from "@headroom/core";
import type { ExperimentDetail } from "@headroom/services";

/** The values in the form; an empty number is null. */
export interface FormValues {
  service: string;
  name: string;
  groupName: string;
  /** Separated by commas. */
  tags: string;
  owner: string;
  requestSet: string;
  distinctRequests: number | null;
  durationSeconds: number | null;
  ratePerGenerator: number | null;
  generators: number | null;
  threadsPerGenerator: number | null;
  representsPeak: boolean;
  defaultBranch: string;
  /** One each; empty ones are not there. */
  targets: readonly string[];
}

export type FormField = keyof FormValues;

export const FIELD_WORDS: Record<FormField, string> = {
  service: "Service",
  name: "Name",
  groupName: "Group",
  tags: "Tags",
  owner: "Owner",
  requestSet: "Request set",
  distinctRequests: "Distinct requests",
  durationSeconds: "Duration",
  ratePerGenerator: "Rate per generator",
  generators: "Generators",
  threadsPerGenerator: "Threads per generator",
  representsPeak: "Represents the peak",
  defaultBranch: "Default branch",
  targets: "Targets",
};

const FIELDS = Object.keys(FIELD_WORDS) as FormField[];

export const EMPTY_VALUES: FormValues = {
  service: "",
  name: "",
  groupName: "",
  tags: "",
  owner: "",
  requestSet: "",
  distinctRequests: null,
  durationSeconds: null,
  ratePerGenerator: null,
  generators: null,
  threadsPerGenerator: null,
  representsPeak: false,
  defaultBranch: "",
  targets: [],
};

export function valuesOf(detail: ExperimentDetail): FormValues {
  const { expectedRequests: _computed, ...workload } = detail.workload;
  return {
    ...workload,
    service: detail.service.name,
    name: detail.name,
    groupName: detail.groupName ?? "",
    tags: detail.tags.join(", "),
    owner: detail.owner ?? "",
    requestSet: workload.requestSet ?? "",
    representsPeak: detail.representsPeak,
    defaultBranch: detail.defaultBranch ?? "",
    targets: detail.targetSets[0]?.texts ?? [],
  };
}

/** The input of the verbs, without the service. */
export function inputOf({ service: _apart, tags, targets, ...values }: FormValues) {
  return {
    ...values,
    tags: tags
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    targets: targets.map((target) => target.trim()).filter((target) => target !== ""),
  };
}

export interface Seen {
  version: number;
  targetsVersion: number;
}

export function seenOf({ version, targetSets }: ExperimentDetail): Seen {
  return { version, targetsVersion: targetSets[0]?.version ?? 0 };
}

export function expectedOf(values: FormValues): number | null {
  return expectedRequests(values);
}

/** A field that somebody else changed too. */
interface Clash {
  field: FormField;
  theirs: string;
}

export interface Joined {
  /** Theirs where only they changed a field, else what was typed here. */
  values: FormValues;
  /** What they changed. */
  changed: FormField[];
  /** Where both did. */
  clashes: Clash[];
}

/** Merges what was typed here with what somebody else saved meanwhile. Nothing is lost silently. */
export function joinValues(base: FormValues, mine: FormValues, theirs: FormValues): Joined {
  const changed = FIELDS.filter((field) => !sameField(field, base, theirs));
  const both = changed.filter((field) => !sameField(field, base, mine) && !sameField(field, mine, theirs));
  const taken = changed.filter((field) => sameField(field, base, mine));
  const values = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
  return { values, changed, clashes: both.map((field) => ({ field, theirs: shown(theirs[field]) })) };
}

export function isChanged(base: FormValues, mine: FormValues): boolean {
  return FIELDS.some((field) => !sameField(field, base, mine));
}

function sameField(field: FormField, a: FormValues, b: FormValues): boolean {
  return JSON.stringify(inputWith(a)[field]) === JSON.stringify(inputWith(b)[field]);
}

function inputWith(values: FormValues) {
  return { service: values.service, ...inputOf(values) };
}

/** A value as people read it. */
export function shown(value: FormValues[FormField]): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return value.toLocaleString("en-US");
  if (typeof value === "string") return value;
  return value.length === 0 ? "no targets" : value.join("; ");
}
