import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { HeadroomError } from "@headroom/core";
import pg from "pg";
import { unavailableOr } from "../availability.ts";

/** The class of the advisory locks that show that a process is alive; never renumber. */
export const INSTANCE_LOCK = 18_514;

export interface Instance {
  /** The number to write into parts and claims. Throws `unavailable` while the lock isn't held. */
  number(): number;
  /** Releases the number: everything unpublished under it may be swept. */
  release(): Promise<void>;
}

const RETRY_MILLIS = [100, 250, 500, 1_000, 2_000, 5_000];

/**
 * Takes an unused number and holds its lock on a separate connection for as long as the process
 * lives. If the connection breaks, it takes the same number again, so that uploads in flight survive.
 */
export async function claimInstance(directUrl: string): Promise<Instance> {
  let held: { client: pg.Client; number: number } | null = null;
  const stopping = new AbortController();

  async function hold(wanted: number | null): Promise<void> {
    const client = new pg.Client({
      connectionString: directUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
      application_name: "headroom instance",
    });
    client.on("error", () => undefined);
    await client.connect();
    const number = await takeNumber(client, wanted).catch(async (error: unknown) => {
      await client.end().catch(() => undefined);
      throw error;
    });
    held = { client, number };
    client.once("end", () => {
      held = null;
      void holdAgain(number);
    });
  }

  async function holdAgain(wanted: number): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      try {
        return await hold(wanted);
      } catch {
        const pause = RETRY_MILLIS[Math.min(attempt, RETRY_MILLIS.length - 1)];
        await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  await hold(null).catch(unavailableOr);
  return {
    number() {
      if (held === null) {
        throw new HeadroomError("unavailable", "The database cannot be reached.", {
          hint: "Try again in a few seconds.",
        });
      }
      return held.number;
    },
    async release() {
      stopping.abort();
      await held?.client.end();
    },
  };
}

async function takeNumber(client: pg.Client, wanted: number | null): Promise<number> {
  for (let number = wanted ?? newNumber(); ; number = newNumber()) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1, $2) as taken", [
      INSTANCE_LOCK,
      number,
    ]);
    if (rows[0]?.taken === true) return number;
  }
}

function newNumber(): number {
  return randomInt(1, 2 ** 31 - 1);
}
