import { writeFileSync } from "node:fs";
import { usageError } from "../run-arguments.ts";
import type { World } from "../world.ts";

/** To a file, or to standard output. */
export function writeOut(report: string, output: string | null, { stdout }: Pick<World, "stdout">): void {
  if (output === null) {
    stdout.write(report);
    return;
  }
  try {
    writeFileSync(output, report);
  } catch (cause) {
    throw usageError(`${output} cannot be written.`, cause);
  }
}
