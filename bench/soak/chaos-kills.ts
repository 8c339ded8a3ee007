import { setTimeout as delay } from "node:timers/promises";
import type { ChaosRow } from "./chaos-row.ts";
import type { Installation } from "./installation.ts";
import { smallJtl, uploadOnce, uploadUntilStored } from "./keyed-upload.ts";

export interface Kills {
  which: "ingest" | "database";
  times: number;
  /** From 0 to 1. */
  chance: () => number;
}

const ROWS = 60_000;

/**
 * Kills a process at random moments of an upload. Afterwards the upload is repeated under its key twice: it must be one run
 * with the right number of requests, and the one that was answered before, if it was.
 */
export async function killDuringUploads(
  installation: Installation,
  { which, times, chance }: Kills,
): Promise<ChaosRow> {
  const body = smallJtl(ROWS);
  const whole = await uploadOnce(installation.local(), body, { query: "", key: `whole-${which}` });
  const tally = { lost: 0, doubled: 0, answered: 0 };
  const back: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const upload = { query: "", key: `${which}-${round}` };
    const first = uploadOnce(installation.local(), body, upload);
    await delay(chance() * whole.millis);
    back.push(await installation.kill(which));
    const before = await first;
    const stored = await uploadUntilStored(installation.local, body, upload);
    const again = await uploadUntilStored(installation.local, body, upload);
    const wasAnswered = before.status === 201;
    tally.answered += Number(wasAnswered);
    tally.lost += Number(stored.requests !== ROWS || (wasAnswered && before.runId !== stored.runId));
    tally.doubled += Number(stored.runId !== again.runId);
  }
  const { answered, lost, doubled } = tally;
  return {
    fault: `${times} kills of ${which === "ingest" ? "ingest" : "PostgreSQL"} during uploads`,
    outcome: `${times} of ${times} stored under their key, ${answered} of them answered before the kill`,
    lost,
    doubled,
    back,
    healthP99: null,
    memory: null,
  };
}
