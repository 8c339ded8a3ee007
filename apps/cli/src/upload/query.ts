import type { ImportParameters } from "@headroom/contract";
import type { UploadPlan } from "./plan.ts";

const OF_THE_RUN = [
  "service",
  "experiment",
  "run",
  "started",
  "environment",
  "commit",
  "branch",
  "ci",
  "repeat",
  "duration",
  "rate",
  "generators",
  "threads",
  "errors-by",
  "notes",
  "price",
  "simulated",
  "configuration",
  "changed",
  "target",
] as const;
const OF_THE_FILE = [
  "archive",
  "tool",
  "generator",
  "timestamps",
  "zone",
  "load",
  "unit",
  "mapping",
  "only-label",
  "except-label",
] as const;

/** The parameters of an upload in a fixed order, so that the same options give the same query. */
export function uploadQuery(plan: UploadPlan): string {
  return queryOf(plan.parameters, [...OF_THE_RUN, ...OF_THE_FILE]);
}

export function liveQuery(parameters: ImportParameters): string {
  return queryOf(parameters, OF_THE_RUN);
}

function queryOf(parameters: ImportParameters, names: readonly (keyof ImportParameters)[]): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = parameters[name];
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value])
      query.append(name, String(one));
  }
  return query.toString();
}
