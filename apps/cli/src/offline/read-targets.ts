import { readFileSync } from "node:fs";
import { parseTarget } from "@headroom/core";
import type { ExpectedLoad, Target } from "@headroom/core";
import { experimentIn, readAsCode } from "../as-code/read-as-code.ts";
import { usageError } from "../run-arguments.ts";

export interface OfflineTargets {
  targets: Target[];
  workload: ExpectedLoad;
}

const NO_WORKLOAD: ExpectedLoad = { durationSeconds: null, ratePerGenerator: null, generators: null };

/** From a file with one target a line, from `headroom.yaml`, and from options. */
export function readOfflineTargets(given: {
  file: string | null;
  texts: readonly string[];
  experiment: string | undefined;
}): OfflineTargets {
  const { file, texts, experiment } = given;
  const fromFile = file === null ? { texts: [], workload: NO_WORKLOAD } : readFile(file, experiment);
  const all = [...fromFile.texts, ...texts];
  if (all.length === 0)
    throw usageError("No targets given: without one, nothing can be judged. Use --targets or --target.");
  return { targets: all.map(readTarget), workload: fromFile.workload };
}

function readFile(path: string, experiment: string | undefined): { texts: string[]; workload: ExpectedLoad } {
  const text = textOf(path);
  if (!/\.ya?ml$/i.test(path)) {
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    return { texts: lines.filter((line) => line !== "" && !line.startsWith("#")), workload: NO_WORKLOAD };
  }
  const { experiment: stated } = experimentIn(readAsCode(text, path), experiment, path);
  const { durationSeconds = null, ratePerGenerator = null, generators = null } = stated.workload ?? {};
  return { texts: stated.targets ?? [], workload: { durationSeconds, ratePerGenerator, generators } };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw usageError(`The targets file ${path} cannot be read.`, cause);
  }
}

function readTarget(text: string): Target {
  const parsed = parseTarget(text);
  if (parsed.ok) return parsed.target;
  throw usageError(`The target "${text}" cannot be read: ${parsed.error.message}`);
}
