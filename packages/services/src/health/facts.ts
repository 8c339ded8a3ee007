import { z } from "zod";

const bytes = z.number().nullable();

/** What a process says of itself. Fields that another version doesn't know are absent. */
export const processFacts = z.object({
  host: z.string().optional(),
  pid: z.number().optional(),
  /** How the one before it ended, if that is known: `by SIGKILL`. */
  restartedAfter: z.string().optional(),
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
  /** The newest migration that it knows. */
  newestMigration: z.string().optional(),
});
export type ProcessFacts = z.infer<typeof processFacts>;
