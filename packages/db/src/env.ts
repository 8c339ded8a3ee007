import { randomBytes } from "node:crypto";

/** The address for migrations: locks and multi-statement files need the server itself, not a pooler. */
export function migrationUrl(): string | null {
  const url = process.env["HEADROOM_DATABASE_DIRECT_URL"] ?? process.env["DATABASE_URL"] ?? "";
  return url === "" ? null : url;
}

export interface BackupEnv {
  /** The database as the product connects to it. */
  ownerUrl: string;
  /** The same database with a role that sees all rows, and for a restore a superuser. */
  adminUrl: string;
  /** HEADROOM_RAW_FILES and HEADROOM_SECRET, as for ingest. */
  rawFiles: string | null;
  secret: string | null;
}

/** Null: no database is named. */
export function backupEnv(): BackupEnv | null {
  const ownerUrl = migrationUrl();
  if (ownerUrl === null) return null;
  return {
    ownerUrl,
    adminUrl: process.env["HEADROOM_DATABASE_ADMIN_URL"] || ownerUrl,
    rawFiles: process.env["HEADROOM_RAW_FILES"] || null,
    secret: process.env["HEADROOM_SECRET"] || null,
  };
}

/** The address of a running server, with a superuser: tests create and drop their databases there. */
export function testServerUrl(): string | null {
  const url = process.env["HEADROOM_TEST_DATABASE_URL"] ?? "";
  return url === "" ? null : url;
}

/** For the workers that the test runner starts afterwards. */
export function setTestServerUrl(url: string): void {
  process.env["HEADROOM_TEST_DATABASE_URL"] = url;
}

/** What the names of all databases of one test run begin with, for its workers and for who removes them. */
export function testDatabasePrefix(): string {
  return (process.env["HEADROOM_TEST_DATABASE_PREFIX"] ??=
    `headroom_test_${randomBytes(4).toString("hex")}_`);
}

/**
 * For Prisma's commands. Each tries to download its schema engine first. An invalid address keeps them offline, and
 * generating the client doesn't need the engine.
 */
export function offlinePrisma(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: "/dev/null",
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
}
