import { parsePrice } from "@headroom/core";
import type { Warning } from "@headroom/core";
import type { ImportParameters } from "@headroom/contract";
import type { RunModel } from "@headroom/db";

export interface RunMetadata {
  environment: string | null;
  commitSha: string | null;
  branch: string | null;
  ciUrl: string | null;
  repeats: number | null;
  plannedSeconds: number | null;
  isArchive: boolean;
  errorsBy: string | null;
  notes: string | null;
  price: string | null;
  labels: Record<string, string>;
}

/** What an upload says about its run. */
export function metadataOf(parameters: ImportParameters): RunMetadata {
  return {
    environment: parameters.environment ?? null,
    commitSha: parameters.commit ?? null,
    branch: parameters.branch ?? null,
    ciUrl: parameters.ci ?? null,
    repeats: parameters.repeat ?? null,
    plannedSeconds: parameters.duration ?? null,
    isArchive: parameters.archive === "true",
    errorsBy: parameters["errors-by"] ?? null,
    notes: parameters.notes ?? null,
    price: parameters.price === undefined ? null : priceTextOf(parameters.price),
    labels: readLabels(parameters.label),
  };
}

/** The same price is always stored as the same text. */
export function priceTextOf(given: string): string | null {
  return parsePrice(given)?.text ?? null;
}

/** What the run already says stays; a later part fills in what is missing, and gets a warning where it differs. */
export function joinMetadata(
  run: RunModel,
  given: RunMetadata,
): { joined: RunMetadata; warnings: Warning[] } {
  const labels = run.labels as Record<string, string>;
  const joined: RunMetadata = {
    environment: run.environment ?? given.environment,
    commitSha: run.commitSha ?? given.commitSha,
    branch: run.branch ?? given.branch,
    ciUrl: run.ciUrl ?? given.ciUrl,
    repeats: run.repeats ?? given.repeats,
    plannedSeconds: run.plannedSeconds ?? given.plannedSeconds,
    isArchive: run.isArchive || given.isArchive,
    errorsBy: run.errorsBy ?? given.errorsBy,
    notes: run.notes ?? given.notes,
    price: run.price ?? given.price,
    labels: { ...given.labels, ...labels },
  };
  const differing = [
    ...FIELDS.filter(([field]) => given[field] !== null && given[field] !== joined[field]).map(
      ([, said]) => said,
    ),
    ...Object.keys(given.labels).filter((key) => given.labels[key] !== joined.labels[key]),
  ];
  return { joined, warnings: differing.length === 0 ? [] : [differs(differing)] };
}

const FIELDS = [
  ["environment", "environment"],
  ["commitSha", "commit"],
  ["branch", "branch"],
  ["ciUrl", "ci"],
  ["repeats", "repeat"],
  ["plannedSeconds", "duration"],
  ["errorsBy", "errors-by"],
  ["notes", "notes"],
  ["price", "price"],
] as const satisfies readonly (readonly [keyof RunMetadata, keyof ImportParameters])[];

function differs(fields: readonly string[]): Warning {
  return {
    code: "metadata-differs",
    count: fields.length,
    detail: `The parts of the run give different values. The first part's values were used for: ${fields.join(", ")}.`,
    lines: [],
  };
}

function readLabels(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}
