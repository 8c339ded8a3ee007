import { z } from "zod";

const bytes = z.number().nullable();

/** What a process says of itself. Fields that another version doesn't know are absent. */
export const processFacts = z.object({
  host: z.string().optional(),
  pid: z.number().optional(),
  /** How the one before it ended, if that is known: `by SIGKILL`. */
  restartedAfter: z.string().optional(),
  /** Negative: its clock is behind the database's. Null: not known. */
  clockAheadSeconds: z.number().nullable().optional(),
  /** What it may open on the database's server. */
  connections: z.number().optional(),
  /** What ingest does. */
  roles: z.array(z.string()).optional(),
  /** How many partitions of the live log it counts. */
  partitions: z.number().optional(),
  /** Which store its saved files are in. Null: it saves none. */
  keptFiles: z.string().nullable().optional(),
  /** Only ingest measures it. */
  room: z
    .object({
      status: z.enum(["enough", "low", "full", "unknown"]),
      databaseDiskFreeBytes: bytes,
      keptFilesDiskFreeBytes: bytes,
      minFreeBytes: z.number(),
      maxDatabaseBytes: bytes,
    })
    .optional(),
  /** What it holds in memory. */
  memoryBytes: z.number().optional(),
  /** The live batches that it counted since its report before this one. */
  countedBatches: z.number().optional(),
  /** The newest migration that it knows. */
  newestMigration: z.string().optional(),
});
export type ProcessFacts = z.infer<typeof processFacts>;
