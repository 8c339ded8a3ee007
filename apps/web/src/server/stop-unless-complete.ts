import { env } from "./env.ts";

/** Stops the process if its environment is invalid. Next would answer every request with an error. */
export function stopUnlessComplete(): void {
  try {
    env();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
