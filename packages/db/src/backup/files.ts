import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { BackupProblem } from "./problem.ts";
import type { StoredTable } from "./tables.ts";

/** What a file has to contain, as it is on disk. */
export interface FileContent {
  bytes: number;
  sha256: string;
}

/** Writes the rows of a query, as the client's transaction sees them. Memory doesn't grow with their number. */
export async function writeRows(
  client: pg.Client,
  select: string,
  file: string,
): Promise<FileContent & { rows: number }> {
  // With a query, because a plain COPY of a hypertable leaves its chunks out.
  const rows = client.query(copyTo(`copy (${select}) to stdout (format binary)`));
  const meter = new Meter();
  await pipeline(
    rows,
    createZstdCompress(),
    meter.pass,
    createWriteStream(file, { mode: 0o600, flags: "wx", flush: true }),
  );
  return { rows: rows.rowCount, ...meter.content() };
}

/** Returns how many rows were loaded. Throws if the file isn't the one that was written. */
export async function loadTable(
  client: pg.Client,
  { name, sqlName, sqlColumns }: StoredTable,
  file: string,
  expected: FileContent,
): Promise<number> {
  const rows = client.query(copyFrom(`copy public.${sqlName} (${sqlColumns}) from stdin (format binary)`));
  const meter = new Meter();
  try {
    await pipeline(createReadStream(file), meter.pass, createZstdDecompress(), rows);
  } catch (error) {
    throw damaged(`the table ${name}`, error);
  }
  requireSame(`the table ${name}`, meter.content(), expected);
  return rows.rowCount;
}

/** Copies a file as it is. */
export async function copyFile(from: string, to: string): Promise<FileContent> {
  const meter = new Meter();
  await pipeline(createReadStream(from), meter.pass, createWriteStream(to, { mode: 0o600, flush: true }));
  return meter.content();
}

export function requireSame(what: string, found: FileContent, expected: FileContent): void {
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) throw damaged(what);
}

function damaged(what: string, cause?: unknown): BackupProblem {
  const detail = cause instanceof Error ? ` (${cause.message})` : "";
  return new BackupProblem(
    `The folder is damaged: ${what} is not what was written${detail}.`,
    "Nothing was changed. Use another copy of it.",
    { cause },
  );
}

/** Counts and digests what passes. */
export class Meter {
  #hash = createHash("sha256");
  #bytes = 0;

  readonly pass = (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> => this.#through(chunks);

  async *#through(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
  }

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  content(): FileContent {
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
