import { randomBytes } from "node:crypto";
import type { Database } from "@headroom/db";
import {
  ageRunningJobs,
  createTestDatabase,
  moveTestWorkspace,
  backUpTestDatabase,
  restoreTestBackup,
  restoreTestDatabase,
  dueJobs,
  forgetJobs,
  holdTable,
  jobDelays,
  tablesNaming,
} from "@headroom/db/testing";
import type { TestDatabase } from "@headroom/db/testing";
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

/** Which tables have rows that contain the text, and how many. */
export const tablesWith = ({ url }: TestServices, text: string): Promise<Record<string, number>> =>
  tablesNaming(url, text);

/** How many seconds each job that has a key was put off when it was last added. */
export const delaysOf = ({ url }: TestServices): Promise<Record<string, number>> => jobDelays(url);

/** What is due, in the order in which it is done. */
export const dueJobsOf = ({ url }: TestServices): ReturnType<typeof dueJobs> => dueJobs(url);

/** Nobody writes to the table until it is released. */
export const holdTableOf = ({ url }: TestServices, table: string): ReturnType<typeof holdTable> =>
  holdTable(url, table);

/** A killed process's jobs go on as soon as the next one starts. */
export const ageRunningJobsOf = ({ url }: TestServices): Promise<void> => ageRunningJobs(url);

/** What was added so far counts as done. */
export const forgetJobsOf = ({ url }: TestServices): Promise<void> => forgetJobs(url);

interface KeptFolders {
  from: string;
  to: string;
}

/** The same services, with a database that was backed up and restored. */
export async function restoreTestServices(
  original: TestServices,
  keptFiles: KeptFolders,
): Promise<TestServices> {
  return withDatabase(original, await restoreTestDatabase(original.url, keptFiles));
}

export const backUpTestServices = ({ url }: TestServices, to: string): Promise<string> =>
  backUpTestDatabase(url, to);

/** The same services, with a database from a backup of any version. */
export async function restoreBackup(original: TestServices, folder: string): Promise<TestServices> {
  return withDatabase(original, await restoreTestBackup(folder));
}

/** The same services in another instance, into which one workspace was imported. */
export async function moveTestServices(
  original: TestServices,
  workspaceId: string,
  keptFiles: KeptFolders,
): Promise<TestServices> {
  const { slug } = await original.db.inWorkspace(workspaceId, (tx) =>
    tx.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { slug: true } }),
  );
  return withDatabase(original, await moveTestWorkspace(original.url, slug, keptFiles));
}

function withDatabase(original: TestServices, database: TestDatabase): TestServices {
  return {
    services: { ...original.services, db: database.db },
    url: database.url,
    db: database.db,
    pass: (seconds) => original.pass(seconds),
    drop: () => database.drop(),
  };
}
