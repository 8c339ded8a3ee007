import { env } from "./env.ts";

/** Next would go on and answer every request with an error. */
export function stopUnlessComplete(): void {
  try {
    env();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
