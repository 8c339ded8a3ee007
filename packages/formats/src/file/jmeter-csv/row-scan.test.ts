import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RecordFields } from "../../text/record.ts";
import { rowScanSource } from "./build-row-scan.ts";
import { CarefulRow } from "./careful-row.ts";
import { layoutOfNames } from "./layout.ts";
import { emptyRow } from "./row.ts";
import type { Row } from "./row.ts";
import { RowScan } from "./row-scan.ts";

const NAMES = [
  "timeStamp",
  "elapsed",
  "label",
  "responseCode",
  "responseMessage",
  "threadName",
  "success",
  "bytes",
  "Latency",
  "Connect",
  "sentBytes",
];

function layoutOf(columns: readonly string[], delimiter: string) {
  const layout = layoutOfNames(columns, delimiter.charCodeAt(0));
  if (layout === null) throw new Error("these columns make no header");
  return layout;
}

/** A row of either way with its label as text. */
type ReadRow = Omit<Row, "labelFrom" | "labelTo"> & { label: string };

function told({ labelFrom, labelTo, ...row }: Row, bytes: Uint8Array): ReadRow {
  return { ...row, label: Buffer.from(bytes.subarray(labelFrom, labelTo)).toString("latin1") };
}

/** The rows that were read, up to the first that was not. */
function scanned(text: Buffer, columns: readonly string[], delimiter = ",", longest = 1_000_000) {
  const scan = new RowScan(layoutOf(columns, delimiter), longest);
  const rows: ReadRow[] = [];
  let at = 0;
  while (at < text.length) {
    const count = scan.scan(text, at, text.length);
    for (let index = 0; index < count; index++) {
      const row = emptyRow();
      scan.read(index, row);
      scan.readTimings(index, row);
      rows.push(told(row, scan.bytes));
    }
    if (count > 0) at += scan.endOf(count - 1);
    if (scan.stopped) break;
  }
  return { rows, at };
}

function readCarefully(line: Buffer, columns: readonly string[], delimiter: string) {
  const row = emptyRow();
  const careful = new CarefulRow(layoutOf(columns, delimiter), row, true);
  const fields = new RecordFields();
  fields.split(line, 0, line.length, delimiter.charCodeAt(0));
  const refusal = careful.read(fields);
  return refusal === null ? told(row, careful.labelBytes) : null;
}

const anyOf = (...values: string[]) => fc.constantFrom(...values);
/** Mostly what JMeter writes, and what is nearly that. */
const fieldOf: Record<string, fc.Arbitrary<string>> = {
  timeStamp: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 946_684_800_000, max: 4_102_444_799_999 }).map(String) },
    anyOf("", "4102444800000", "0946684799999", "0000000000001", "17952000000001", "179520000000a"),
    anyOf("1795200000:00", "1795200000/00", "2026/11/21 09:05:07", "-795200000000"),
  ),
  elapsed: fc.oneof(
    { weight: 20, arbitrary: fc.nat().map(String) },
    anyOf("", "00000007", "000000007", "99999999", "2592000001", "-1", "1.5", "1a", "/", ":"),
  ),
  label: fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ minLength: 100, maxLength: 140 }),
    anyOf("Home", 'a"b', '"a', ""),
  ),
  responseCode: anyOf(
    "200",
    "404",
    "500",
    "503",
    "599",
    "600",
    "50",
    "5000",
    "5x3",
    "",
    "Non HTTP response code: x",
  ),
  responseMessage: fc.oneof(
    { weight: 3, arbitrary: anyOf("OK", "", "N", "Number of samples in transaction : 3") },
    fc.string({ maxLength: 40 }),
  ),
  threadName: fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), anyOf("Users 1-1", "")),
  success: fc.oneof(
    { weight: 20, arbitrary: anyOf("true", "false") },
    anyOf("", "TRUE", "truex", "tru", "falsy", "false "),
  ),
  bytes: fc.oneof(
    { weight: 20, arbitrary: fc.nat().map(String) },
    anyOf("", "123456789012", "12x", "99999999"),
  ),
  Latency: fc.oneof(fc.nat({ max: 9_999 }).map(String), anyOf("", "0", "00012", "/", "99999999")),
  Connect: fc.oneof(fc.nat().map(String), anyOf("", "x\r")),
  sentBytes: fc.oneof(fc.nat().map(String), anyOf("", "1a", ":", "123456789")),
};

describe("scanning rows", () => {
  it("is what row-scan.wat says; after a change run build-row-scan.ts", async () => {
    const checkedIn = await readFile(join(import.meta.dirname, "row-scan-bytes.ts"), "utf8");
    expect(await rowScanSource()).toBe(checkedIn);
  });

  it("reads the same as the careful way, of as many rows as it reads", () => {
    const row = fc.record(fieldOf);
    const property = fc.property(
      fc.array(row, { minLength: 1, maxLength: 30 }),
      fc.shuffledSubarray(NAMES, { minLength: NAMES.length }),
      anyOf(",", ";", "\t", "|", "~"),
      anyOf("\n", "\r\n"),
      (fields, columns, delimiter, end) => {
        const lines = fields.map((of) =>
          Buffer.from(
            columns
              .map((name) => (of[name] ?? "").replaceAll(delimiter, "").replaceAll("\n", ""))
              .join(delimiter) + end,
          ),
        );
        const { rows, at } = scanned(Buffer.concat(lines), columns, delimiter);
        const careful = lines.map((line) => readCarefully(line, columns, delimiter));
        expect(rows).toEqual(careful.slice(0, rows.length));
        expect(at).toBe(Buffer.concat(lines.slice(0, rows.length)).length);
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });

  const plain = (index: number) =>
    `${1_795_200_000_000 + index},${index},Page ${index % 300},200,OK,Users 1-${index % 7},true,${index},1,0,120\n`;

  it("reads every plain row, in windows or all at once, with or without CR", () => {
    for (const end of ["\n", "\r\n"]) {
      const lines = Array.from({ length: 5_000 }, (_, index) => plain(index).replace("\n", end));
      const { rows } = scanned(Buffer.from(lines.join("")), NAMES);
      expect(rows).toHaveLength(5_000);
      expect(rows[4_321]).toMatchObject({
        timeMicros: 1_795_200_004_321_000,
        elapsedMillis: 4_321,
        label: "Page 121",
        bytes: 4_321,
        failed: false,
      });
    }
  });

  it.each([
    ["a quote", plain(2).replace("Page", '"Page')],
    ["too few columns", plain(2).replace(",OK", "")],
    ["too many columns", plain(2).replace(",OK", ",OK,OK")],
    ["a date", plain(2).replace("1795200000002", "2026/11/21 09:05:07")],
    ["a line longer than allowed", plain(2).replace("OK", "x".repeat(200))],
    ["a line longer than the window", plain(2).replace("OK", "x".repeat(40_000))],
    ["nothing", "\n"],
  ])("stops before a row with %s", (_, odd) => {
    const before = plain(0) + plain(1);
    const { rows, at } = scanned(Buffer.from(before + odd + plain(3)), NAMES, ",", 200);
    expect(rows).toHaveLength(2);
    expect(at).toBe(before.length);
  });

  it("tries seldom where it can read nothing, and always where it can again", () => {
    const bad = Buffer.from("\n".repeat(1_000));
    const scan = new RowScan(layoutOf(NAMES, ","), 1_000);
    for (let at = 0; at < 1_000; at++) expect([scan.scan(bad, at, 1_000), scan.stopped]).toEqual([0, true]);
    const good = Buffer.from(plain(1));
    const reads = Array.from({ length: 200 }, () => scan.scan(good, 0, good.length));
    expect(reads.indexOf(1)).toBeLessThan(64);
    expect(reads.slice(reads.indexOf(1)).every((rows) => rows === 1)).toBe(true);
  });

  it("knows labels again once it is told what they are, and forgets them for another file", () => {
    const text = Buffer.from(plain(1) + plain(2).replace("2,Page 2", "2,Page 1"));
    const scan = new RowScan(layoutOf(NAMES, ","), 1_000);
    expect(scan.scan(text, 0, text.length)).toBe(2);
    expect([scan.entryOf(0), scan.entryOf(1)]).toEqual([-1, -1]);
    scan.keepEntry(0, 7);
    scan.scan(text, 0, text.length);
    expect([scan.entryOf(0), scan.entryOf(1)]).toEqual([7, 7]);
    const other = new RowScan(layoutOf(NAMES, ","), 1_000);
    other.scan(text, 0, text.length);
    expect(other.entryOf(0)).toBe(-1);
    scan.scan(text, 0, text.length);
    expect(scan.entryOf(0)).toBe(-1);
  });
});
