import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { HeadroomError } from "@headroom/core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseAll } from "../../recorder.ts";
import { ohaSqlite } from "./index.ts";

const product = gunzipSync(readFileSync(join(import.meta.dirname, "fixtures/product.sqlite.gz")));
const COLUMNS =
  "url TEXT NOT NULL, start REAL NOT NULL, start_latency_correction REAL, end REAL NOT NULL, duration REAL NOT NULL, status INTEGER NOT NULL, len_bytes INTEGER NOT NULL, run INTEGER NOT NULL";
const TABLE = `CREATE TABLE oha (${COLUMNS})`;
const RUN = 1_795_254_979;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "oha-sqlite-test-"));
  vi.stubEnv("TMPDIR", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A database that other statements made, in memory but for its way here. */
function database(...statements: string[]): Buffer {
  const own = mkdtempSync(join(folder, "made-"));
  const path = join(own, "made.sqlite");
  const made = new DatabaseSync(path);
  made.exec("PRAGMA synchronous = OFF");
  for (const statement of statements) made.exec(statement);
  made.close();
  const bytes = readFileSync(path);
  rmSync(own, { recursive: true });
  return bytes;
}

const row = (values: Partial<Record<string, string>> = {}) => {
  const written = {
    url: "'/'",
    start: "0.5",
    due: "NULL",
    end: "0.6",
    duration: "0.1",
    status: "200",
    bytes: "9",
    run: `${RUN}`,
    ...values,
  };
  return `INSERT INTO oha VALUES (${Object.values(written).join(", ")})`;
};

describe("a database of oha", () => {
  it("has a clock by the second in which its run began", () => {
    const { report, recorder } = parseAll(ohaSqlite, database(TABLE, row()));
    expect(report).toMatchObject({ accepted: 1, clock: "absolute", loadModel: "closed" });
    expect(recorder.lastCompletionMicros).toBe(RUN * 1_000_000 + 600_000);
    expect(recorder.countsOf("request")).toEqual({ "/": 1 });
  });

  it("is of an open load where latencies were corrected", () => {
    const { report } = parseAll(ohaSqlite, database(TABLE, row({ due: "0.45", duration: "0.15" })));
    expect(report.loadModel).toBe("open");
  });

  it("is the last of several runs, which is said", () => {
    const bytes = database(TABLE, row(), row(), row({ run: `${RUN + 60}` }));
    const { report } = parseAll(ohaSqlite, bytes);
    expect(report.accepted).toBe(1);
    expect(report.warnings.map(({ code }) => code)).toEqual(["several-runs", "unanswered-untold"]);
  });

  it.each([
    ["end", "-0.1"],
    ["end", "'soon'"],
    ["duration", "-1.0"],
    ["duration", "9e99"],
    ["status", "zeroblob(100000)"],
    ["status", "2"],
    ["run", "17"],
  ])("leaves out a row whose %s is %s", (column, value) => {
    const bytes = database(TABLE, ...(column === "run" ? [] : [row()]), row({ [column]: value }));
    const { report } = parseAll(ohaSqlite, bytes);
    expect(report.refused.first).toMatchObject([{ column }]);
  });

  it("does not read an address that is longer than any", () => {
    const { recorder } = parseAll(ohaSqlite, database(TABLE, row({ url: "hex(zeroblob(2000))" })));
    expect(recorder.named).toEqual([]);
    expect(recorder.requests.all.count).toBe(1);
  });

  it("leaves no file behind, whether it could be read or not", () => {
    parseAll(ohaSqlite, product);
    const broken = Buffer.from(product).fill(0xff, 4_096);
    expect(() => parseAll(ohaSqlite, broken)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("has at most so many bytes", () => {
    expect(() => parseAll(ohaSqlite, product, { maxDocumentBytes: 50_000 })).toThrow(
      expect.objectContaining({ code: "document-too-large" }),
    );
  });
});

describe("a database that is not oha's", () => {
  it.each([
    ["has a view of its name", "CREATE TABLE t (a)", "CREATE VIEW oha AS SELECT * FROM t"],
    ["has a view beside", TABLE, "CREATE VIEW more AS SELECT 1"],
    ["has a trigger", TABLE, "CREATE TRIGGER tr AFTER INSERT ON oha BEGIN DELETE FROM oha; END"],
    ["has an index", TABLE, "CREATE INDEX i ON oha (abs(start))"],
    ["has another table", TABLE, "CREATE TABLE t (a)"],
    ["computes a column", TABLE.replace("run INTEGER NOT NULL", "run AS (abs(status))")],
    ["checks a column", TABLE.replace("run INTEGER NOT NULL", "run INTEGER CHECK (run > abs(1))")],
    ["has a default", TABLE.replace("end REAL NOT NULL", "end REAL NOT NULL DEFAULT (random())")],
    ["has other columns", "CREATE TABLE oha (a, b)"],
    ["has a virtual table", "CREATE VIRTUAL TABLE oha USING fts5(url)"],
    ["hides behind a comment", TABLE.replace("(url", "(/* */ url")],
    ["keeps a write-ahead log", TABLE, "PRAGMA journal_mode = WAL"],
    ["is UTF-16", "PRAGMA encoding = 'UTF-16'", TABLE],
  ])("%s", (_, ...statements) => {
    const bytes = database(...statements);
    expect(ohaSqlite.detect(bytes)).toMatchObject({
      match: false,
      reason: expect.stringContaining("SQLite"),
    });
    expect(() => parseAll(ohaSqlite, bytes)).toThrow(expect.objectContaining({ code: "format-unknown" }));
  });

  it("points back at itself", () => {
    const bytes = database(TABLE, ...Array.from({ length: 400 }, (_, at) => row({ start: `${at}.5` })));
    const root = 4_096;
    expect(bytes[root]).toBe(0x05);
    const firstCell = bytes.readUInt16BE(root + 12);
    bytes.writeUInt32BE(2, root + firstCell);
    expect(() => parseAll(ohaSqlite, bytes)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });

  it("may be damaged anywhere: it is read, or refused by an error of ours", { timeout: 60_000 }, () => {
    const small = database(TABLE, ...Array.from({ length: 120 }, (_, at) => row({ start: `${at}.5` })));
    const damage = fc.array(fc.tuple(fc.nat(small.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 6,
    });
    const property = fc.property(damage, (changes) => {
      const bytes = Buffer.from(small);
      for (const [at, byte] of changes) bytes[at] = byte;
      try {
        parseAll(ohaSqlite, bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(HeadroomError);
      }
    });
    fc.assert(property, { numRuns: 300 });
    expect(readdirSync(folder)).toEqual([]);
  });
});
