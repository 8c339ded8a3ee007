import { randomBytes } from "node:crypto";
import type { Database } from "@headroom/db";
import { createTestDatabase, restoreTestDatabase } from "@headroom/db/testing";
import type { Services } from "../context.ts";
import { createIdSource } from "../uuid.ts";

export interface TestServices {
  services: Services;
  /** The address of the database, for a separate process. */
  url: string;
  db: Database;
  /** Moves the clock forward. */
  pass(seconds: number): void;
  drop(): Promise<void>;
}

/** Far ahead of any real clock: the database compares some expiries with its own. */
const START = Date.UTC(2100, 0, 1);

/** A separate database, real randomness, and a clock that only moves when told to. */
export async function createTestServices(): Promise<TestServices> {
  const database = await createTestDatabase();
  let now = START;
  const clock = () => new Date(now);
  return {
    services: {
      db: database.db,
      clock,
      newId: createIdSource(clock, randomBytes),
      newSecretBytes: () => randomBytes(32),
    },
    url: database.url,
    db: database.db,
    pass(seconds) {
      now += seconds * 1_000;
    },
    drop: () => database.drop(),
  };
}

/** The same services, with a database that was backed up and restored. */
export async function restoreTestServices(
  original: TestServices,
  keptFiles: { from: string; to: string },
): Promise<TestServices> {
  const database = await restoreTestDatabase(original.url, keptFiles);
  return {
    services: { ...original.services, db: database.db },
    url: database.url,
    db: database.db,
    pass: (seconds) => original.pass(seconds),
    drop: () => database.drop(),
  };
}
