import { setTimeout as delay } from "node:timers/promises";

const PAUSE_MILLIS = 5;

/**
 * Waits for a state outside this process; the test's own time limit ends it. It pauses between its looks, because asking
 * without a pause takes the processor from what it waits for.
 */
export async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await delay(PAUSE_MILLIS);
}
