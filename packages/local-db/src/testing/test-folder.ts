import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

import type { LocalDatabase } from "../local-database.ts";
import { removeLocalDatabase } from "../running.ts";
import { startLocalDatabase } from "../start.ts";
import type { StartOptions } from "../start.ts";

/** Data folders in one temporary folder, and the end of everything started in them. */
export class TestFolder {
  readonly path = mkdtempSync(join(tmpdir(), "headroom-local-db-"));
  readonly #names = new Set<string>();
  #made: Promise<string> | null = null;

  constructor() {
    // mkdtemp lets no other user in, and root's server runs as another user.
    chmodSync(this.path, 0o711);
  }

  dataDir(name: string): string {
    this.#names.add(name);
    return join(this.path, name);
  }

  start(name: string, options: Partial<StartOptions> = {}): Promise<LocalDatabase> {
    return startLocalDatabase({
      dataDir: this.dataDir(name),
      port: 0,
      ephemeral: true,
      log: () => undefined,
      ...options,
    });
  }

  /** Starts in a copy of a folder that was used before, because creating a cluster takes most of the time of a start. */
  async startMade(name: string, options: Partial<StartOptions> = {}): Promise<LocalDatabase> {
    await this.make(name);
    return this.start(name, options);
  }

  async make(name: string): Promise<void> {
    this.#made ??= this.#makeFirst();
    execFileSync("cp", ["-a", await this.#made, this.dataDir(name)]);
  }

  async #makeFirst(): Promise<string> {
    await (await this.start("made")).stop();
    return this.dataDir("made");
  }

  async remove(): Promise<void> {
    for (const name of this.#names) await removeLocalDatabase(join(this.path, name));
    rmSync(this.path, { recursive: true, force: true });
  }
}

export function pidOf(database: LocalDatabase): number {
  if (database.pid === null) throw new Error("this test requires a server outside Docker");
  return database.pid;
}

/** The rows of the last statement, each as an array. */
export async function query(url: string, ...statements: string[]): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  // A server killed during a test ends the connection with an error that the query already reports.
  client.on("error", () => undefined);
  await client.connect();
  try {
    let rows: unknown[][] = [];
    for (const text of statements) rows = (await client.query<unknown[]>({ text, rowMode: "array" })).rows;
    return rows;
  } finally {
    await client.end();
  }
}
