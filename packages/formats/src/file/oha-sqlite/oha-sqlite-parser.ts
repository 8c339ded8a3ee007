import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import { MAX_DOCUMENT_BYTES } from "../../text/document.ts";
import { UNANSWERED_UNTOLD } from "../oha-csv/oha-rows.ts";
import { brokenDatabase } from "./broken-database.ts";
import { OhaRequests } from "./oha-requests.ts";
import { readOhaTable } from "./oha-table.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Reads the database that `oha --db-url` writes: one row for each request that was answered. */
export class OhaSqliteParser implements Parser {
  readonly #sink: SampleSink;
  readonly #options: ParseOptions;
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#maxBytes = options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES;
  }

  write(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) {
      throw new HeadroomError(
        "document-too-large",
        `An oha database can be at most ${this.#maxBytes} bytes.`,
        {
          byte: this.#maxBytes,
          hint: "Send the CSV (--output-format csv) instead, which is read as a stream.",
        },
      );
    }
    // The caller uses its chunk again.
    this.#chunks.push(new Uint8Array(chunk));
  }

  end(): ParseReport {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks.length = 0;
    const hasRun = checkWhole(bytes);
    const findings = { refusals: new Refusals(), warnings: new Warnings() };
    const requests = new OhaRequests(this.#sink, this.#options, findings, bytes.length);
    try {
      withDatabase(bytes, (database) => requests.read(database, hasRun));
    } catch (cause) {
      if (cause instanceof HeadroomError) throw cause;
      throw brokenDatabase("SQLite cannot read it", cause);
    }
    findings.warnings.add("unanswered-untold", UNANSWERED_UNTOLD);
    return rowsReport(findings, {
      format: "oha-sqlite",
      tool: "oha",
      accepted: requests.accepted,
      loadModel: requests.isCorrected ? "open" : "closed",
      clock: hasRun ? "absolute" : "relative",
    });
  }
}

/** Whether rows name their run. */
function checkWhole(bytes: Buffer): boolean {
  if (isBlank(bytes)) {
    const what = bytes.length === 0 ? "The file is empty (0 bytes)." : "The file contains only blank lines.";
    throw new HeadroomError("file-empty", what, { byte: 0, hint: "Send the result file of a finished run." });
  }
  const table = readOhaTable(bytes);
  if (!table.ok) {
    throw new HeadroomError("format-unknown", `This is not a valid oha database: ${table.reason}.`, {
      byte: 0,
      hint: "Send the file that `oha --db-url` writes, unchanged.",
    });
  }
  if (bytes.length < table.pages * table.pageBytes) {
    throw new HeadroomError("file-truncated", "The database is shorter than its header says.", {
      byte: bytes.length,
      hint: "Wait for the run to finish, then send the complete file.",
    });
  }
  return table.hasRun;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 32 || (byte >= 9 && byte <= 13));
}

/**
 * Opens the bytes of a database for `read`: from a file that only this process's user can see, that cannot be written,
 * and that is gone afterwards whatever happens.
 */
function withDatabase<T>(bytes: Uint8Array, read: (database: DatabaseSync) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "headroom-oha-"));
  try {
    const path = join(folder, "results.sqlite");
    writeFileSync(path, bytes, { flag: "wx", mode: 0o400 });
    const database = new DatabaseSync(path, {
      readOnly: true,
      allowExtension: false,
      enableForeignKeyConstraints: false,
    });
    try {
      database.exec("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
      database.exec("PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0");
      return read(database);
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
