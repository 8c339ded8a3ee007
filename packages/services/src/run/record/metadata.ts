import { MAX_CONFIGURATION, parsePrice, readConfiguration } from "@headroom/core";
import type { Warning } from "@headroom/core";
import type { ImportParameters } from "@headroom/contract";
import type { RunModel } from "@headroom/db";

/** The parameter of an upload that gives each column. */
const GIVEN_BY = {
  environment: "environment",
  commitSha: "commit",
  branch: "branch",
  ciUrl: "ci",
  repeats: "repeat",
  plannedSeconds: "duration",
  ratePerGenerator: "rate",
  generators: "generators",
  threadsPerGenerator: "threads",
  errorsBy: "errors-by",
  notes: "notes",
  price: "price",
  changed: "changed",
} as const satisfies Partial<Record<keyof RunModel, keyof ImportParameters>>;
type Column = keyof typeof GIVEN_BY;
const COLUMNS = Object.keys(GIVEN_BY) as Column[];

export interface RunMetadata extends Pick<RunModel, Column> {
  isArchive: boolean;
  configuration: Record<string, string>;
}

/** What an upload says about its run. */
export function metadataOf({ price, ...parameters }: ImportParameters): RunMetadata {
  const given = { ...parameters, price: price === undefined ? null : priceTextOf(price) };
  return {
    ...columnsFrom((column) => given[GIVEN_BY[column]] ?? null),
    isArchive: parameters.archive === "true",
    configuration: readConfiguration(parameters.configuration),
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
  const configuration = configurationOf(run);
  const joined: RunMetadata = {
    ...columnsFrom((column) => run[column] ?? given[column]),
    isArchive: run.isArchive || given.isArchive,
    configuration: withMore(configuration, given.configuration),
  };
  const differing = [
    ...COLUMNS.filter((column) => given[column] !== null && given[column] !== joined[column]).map(
      (column) => GIVEN_BY[column],
    ),
    ...Object.keys(given.configuration).filter(
      (key) => given.configuration[key] !== joined.configuration[key],
    ),
  ];
  return { joined, warnings: differing.length === 0 ? [] : [differs(differing)] };
}

function columnsFrom(valueOf: (column: Column) => RunModel[Column]): Pick<RunModel, Column> {
  return Object.fromEntries(COLUMNS.map((column) => [column, valueOf(column)])) as Pick<RunModel, Column>;
}

function differs(fields: readonly string[]): Warning {
  return {
    code: "metadata-differs",
    count: fields.length,
    detail: `The parts of the run give different values. The first part's values were used for: ${fields.join(", ")}.`,
    lines: [],
  };
}

export function configurationOf({ configuration }: Pick<RunModel, "configuration">): Record<string, string> {
  return configuration as Record<string, string>;
}

/** What the run already has comes first, and counts. */
function withMore(
  configuration: Record<string, string>,
  more: Record<string, string>,
): Record<string, string> {
  const all = Object.entries({ ...configuration, ...more, ...configuration });
  return Object.fromEntries(all.slice(0, MAX_CONFIGURATION.keys));
}
