import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { DAY_MILLIS } from "@headroom/core";
import { expect } from "vitest";
import { JTL_HEADER, jtl, jtlRows } from "./jtl.ts";
import { resultFile, utf16 } from "./result-files.ts";

export interface Sent {
  query?: string;
  headers?: Record<string, string>;
}

type Build = () => string | Uint8Array;
type Refused = [what: string, build: Build, status: number, expected: Record<string, unknown>, sent?: Sent];
type Taken = [what: string, build: Build, requests: number, warnings: string[]];

const encoded = (name: string): Sent => ({ headers: { "content-encoding": name } });
const as = (tool: string): Sent => ({ query: `&tool=${tool}` });
const half = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2));
const rows = (change: (row: string, at: number) => string, count = 10_000) =>
  `${JTL_HEADER}\n${jtlRows({ rows: count }).map(change).join("\n")}\n`;
/** Puts another value into a column of one row out of ten thousand, on line 5,002. */
export const one = (column: number, value: string) => () =>
  rows((row, at) => (at === 5_000 ? row.split(",").with(column, value).join(",") : row));
const all = (column: number, value: string) => () =>
  rows((row) => row.split(",").with(column, value).join(","), 50);
const labelled = (label: string) => () => rows((row) => row.split(",").with(2, label).join(","), 50);
const quickly = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
const START = 1_700_000_000_000;
const file = jtl({ rows: 500 });
const xml = () => resultFile("jmeter-xml", "default").toString();
const withDoctype = (entities: string) => () =>
  xml()
    .replace("<testResults", `<!DOCTYPE r [${entities}]>\n<testResults`)
    .replace(/lb="[^"]*"/, 'lb="&a9;"');
const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join(
  "",
);
const summary = () => resultFile("generic-summary", "full").toString().trimEnd();
const withTail = (text: string) => () => summary().replace(/\}$/, `,"x":${text}}`);

/** What is sent, and how it is refused: the status and what its problem says. */
/** Fifty answered requests of oha with so many bytes each. */
function ohaRows(bytes: string): string {
  const head = "request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status";
  const row = (at: number) => `${at / 10},0.0001,0.0002,0.003,0.004,${bytes},200`;
  return [head, ...Array.from({ length: 50 }, (_, at) => row(at))].join("\n");
}

export const REFUSED: Refused[] = [
  ["nothing", () => "", 422, { code: "file-empty" }],
  ["nothing, compressed", () => gzipSync(""), 422, { code: "file-empty" }],
  ["blank lines", () => "\n \r\n\t\n", 422, { code: "file-empty", byte: 0 }],
  ["zeros", () => Buffer.alloc(200_000), 422, { code: "file-empty", byte: 0 }],
  ["a mark alone", () => "\uFEFF", 422, { code: "file-empty", byte: 0 }],
  ["a header alone", () => `${JTL_HEADER}\n`, 422, { code: "file-empty" }],
  ["a ZIP", () => Buffer.from("504b0304", "hex"), 422, { code: "format-unknown", detail: /ZIP/ }],
  ["a PDF", () => "%PDF-1.7\n", 422, { code: "format-unknown", detail: /PDF/ }],
  [
    "more bytes than can be counted",
    () => ohaRows("1e15"),
    422,
    { code: "file-unreadable", detail: /bytes/ },
  ],
  [
    "a page of an error",
    () => "<!DOCTYPE html><title>502</title>",
    422,
    { code: "format-unknown", detail: /web page/ },
  ],
  ["one line of 3 MB", () => "x".repeat(3_000_000), 422, { code: "format-unknown", byte: 0 }],
  [
    "another tool's file",
    () => file,
    422,
    { code: expect.stringMatching(/format-unknown|file-unreadable/) },
    as("gatling-binary"),
  ],
  ["a JSON array without end", () => "[".repeat(200_000), 422, { code: "format-unknown" }],

  ["gzip in gzip", () => gzipSync(gzipSync(file)), 415, { code: "encoding-unsupported" }],
  ["two encodings", () => file, 415, { code: "encoding-unsupported" }, encoded("gzip, br")],
  [
    "br that is gzip",
    () => gzipSync(file),
    400,
    { code: "encoding-broken", field: "Content-Encoding" },
    encoded("br"),
  ],
  ["gzip that is cut", () => half(gzipSync(file)), 422, { code: "file-truncated" }],
  ["zstd that is cut", () => half(zstdCompressSync(file)), 422, { code: "file-truncated" }],
  ["br that is cut", () => half(brotliCompressSync(file)), 422, { code: "file-truncated" }, encoded("br")],
  [
    "deflate that goes on",
    () => Buffer.concat([deflateSync(file), deflateSync(file)]),
    400,
    { code: "encoding-broken" },
    encoded("deflate"),
  ],
  [
    "gzip that goes on",
    () => Buffer.concat([gzipSync(file), Buffer.from(file)]),
    400,
    { code: "encoding-broken" },
  ],
  [
    "a bomb",
    () => quickly(Buffer.concat([Buffer.from(file), Buffer.alloc(60_000_000, 10)])),
    413,
    { code: "compression-ratio" },
    encoded("br"),
  ],

  ["times in seconds", all(0, "1700000000"), 422, { code: "too-many-bad-lines", line: 2 }],
  ["times in microseconds", all(0, "1700000000000000"), 422, { code: "too-many-bad-lines", line: 2 }],
  ["times of 1970", all(0, "5000"), 422, { code: "too-many-bad-lines", line: 2, detail: /timeStamp/ }],
  [
    "mixed units of time",
    () => rows((row, at) => (at % 2 === 0 ? row : row.replace(/^(\d{10})\d+/, "$1"))),
    422,
    { code: "too-many-bad-lines", line: 3 },
  ],
  [
    "two months",
    () => rows((row, at) => row.replace(/^\d+/, `${START + at * DAY_MILLIS}`), 60),
    422,
    { code: "run-too-long" },
  ],
  [
    "half of it years ahead",
    () => rows((row, at) => (at % 2 === 0 ? row : row.replace(/^\d+/, "4070908800000"))),
    422,
    { code: "run-too-long" },
  ],
  ...["-1", "NaN", "Infinity", "1e400", "", "2592000001"].map((value): Refused => [
    `latencies of "${value}"`,
    all(1, value),
    422,
    { code: "too-many-bad-lines", line: 2, detail: /elapsed/ },
  ]),
  [
    "more than 1% bad lines",
    () => rows((row, at) => (at % 99 === 0 ? "bad" : row)),
    422,
    { code: "too-many-bad-lines", line: 2 },
  ],
  ["quotes that are never closed", labelled('"a'), 422, { code: "too-many-bad-lines", line: 2 }],

  ["the laughs of a billion", withDoctype(laughs), 422, {}],
  ["a file of the server's", withDoctype('<!ENTITY a9 SYSTEM "file:///etc/passwd">'), 422, {}],
  [
    "XML without end",
    () => `${xml().split("\n", 2).join("\n")}${"<sample>".repeat(50_000)}`,
    422,
    { code: "file-unreadable", detail: /deep/ },
  ],
  [
    "a tag of 2 MB",
    () => `${xml().split("\n", 2).join("\n")}<sample lb="${"x".repeat(2_000_000)}"/>`,
    422,
    { code: "file-unreadable" },
  ],
  [
    "a JSON that is cut",
    () => half(Buffer.from(summary())),
    422,
    { code: "file-unreadable", line: expect.any(Number) },
  ],
  [
    "two JSON in one",
    () => `${summary()}\n${summary()}`,
    422,
    { code: "file-unreadable", line: expect.any(Number) },
  ],
  [
    "a number that is none",
    () => summary().replace(/"requests":\s*\d+/, '"requests": 1e400'),
    422,
    { code: "file-unreadable", field: "total.requests" },
  ],
  [
    "millions of objects",
    withTail(`[${"{},".repeat(4_000_000)}{}]`),
    413,
    { code: "document-too-large", byte: expect.any(Number) },
  ],
  ["depth without end", withTail("[".repeat(70_000)), 422, {}],
  ["a body past its limit", () => Buffer.alloc(64_000_001, file), 413, { code: "body-too-large" }],
  [
    "a binary log with other bytes in it",
    () => resultFile("gatling-binary").map((byte, at) => (at % 997 === 600 ? byte ^ 255 : byte)),
    422,
    { code: "file-unreadable", byte: expect.any(Number) },
  ],
  [
    "a gob that ends in zeros",
    () => Buffer.concat([resultFile("vegeta-gob"), Buffer.alloc(99)]),
    422,
    { code: "file-unreadable", byte: expect.any(Number) },
  ],
  [
    "half a database",
    () => half(resultFile("oha-sqlite")),
    422,
    { code: "file-truncated", byte: expect.any(Number) },
  ],
  [
    "half a row of Locust's",
    () => half(resultFile("locust-stats")),
    422,
    { code: "too-many-bad-lines", line: expect.any(Number) },
  ],
];

const NAMES = ["__proto__", "constructor", "\u202Eabc", "👩‍👩‍👧", "<script>", "a\u0001\u001b[31m"];

/** What is sent, how many requests are read from it, and the warnings of the run. */
export const TAKEN: Taken[] = [
  ["bytes that are not whole", () => ohaRows("0.3"), 50, ["start-assumed", "unanswered-untold"]],
  [
    "one bad line of ten thousand",
    () => rows((row, at) => (at === 5_000 ? "bad" : row)),
    9_999,
    ["lines-refused"],
  ],
  ...["-1", "NaN", "1e400", "99999999999"].map((value): Taken => [
    `one latency of "${value}"`,
    one(1, value),
    9_999,
    ["lines-refused"],
  ]),
  ["one time of 1970", one(0, "5"), 9_999, ["lines-refused"]],
  ["one time of 2099", one(0, "4070908800000"), 9_999, ["gauge-out-of-range", "time-out-of-range"]],
  ["a jump of a day ahead", one(0, `${START + DAY_MILLIS}`), 10_000, []],
  ["a jump of a day back", one(0, `${START - DAY_MILLIS}`), 10_000, []],
  ["lines in no order", () => `${JTL_HEADER}\n${jtlRows({ rows: 999 }).toReversed().join("\n")}\n`, 999, []],
  ["a line that is cut", () => rows((row) => row, 500).slice(0, -30), 499, ["lines-refused"]],
  [
    "a line of 2 MB",
    () => rows((row, at) => (at === 9 ? `${row}${"x".repeat(2_000_000)}` : row), 500),
    499,
    ["lines-refused"],
  ],
  ["20,000 columns", () => file.replaceAll("\n", `${",c".repeat(20_000)}\n`), 500, []],
  [
    "a column twice",
    () => file.replace(",label,", ",label,label,").replaceAll(/,(GET [^,]+),/g, ",$1,x,"),
    500,
    ["duplicate-column"],
  ],
  ["line ends in labels", labelled('"a\nb,c""d"'), 50, []],
  ["zeros in labels", labelled("a\0b"), 50, []],
  ["labels of 10,000 characters", labelled("x".repeat(10_000)), 50, ["label-length"]],
  ...["(all)", "(other)"].map((name): Taken => [
    `labels named ${name}`,
    labelled(name),
    50,
    ["label-renamed"],
  ]),
  ...NAMES.map((name): Taken => [`labels named ${JSON.stringify(name)}`, labelled(name), 50, []]),
  ["CRLF", () => file.replaceAll("\n", "\r\n"), 500, []],
  ["a mark", () => `\uFEFF${file}`, 500, []],
  ...(["le", "be"] as const).flatMap((order): Taken[] => [
    [`UTF-16 ${order}`, () => utf16(file, order), 500, ["utf-16"]],
    [`UTF-16 ${order} without a mark`, () => utf16(file, order, false), 500, ["utf-16"]],
    [`a summary in UTF-16 ${order}`, () => utf16(summary(), order), 1_000, ["utf-16"]],
  ]),
  [
    "Latin-1",
    () =>
      Buffer.from(
        rows((row) => row.replace("GET", "Größe"), 50),
        "latin1",
      ),
    50,
    ["latin-1"],
  ],
  [
    "gzip of two members",
    () => Buffer.concat([gzipSync(file), gzipSync(jtlRows({ rows: 5 }).join("\n"))]),
    505,
    ["clock-jump"],
  ],
  [
    "zstd of two frames",
    () => Buffer.concat([zstdCompressSync(file), zstdCompressSync(jtlRows({ rows: 5 }).join("\n"))]),
    505,
    ["clock-jump"],
  ],
  ["XML that is cut", () => half(Buffer.from(xml())), 160, ["ends-early"]],
  ["half a binary log", () => half(resultFile("gatling-binary", "binary-3.13")), 283, ["truncated"]],
  [
    "a database with more behind it",
    () => Buffer.concat([resultFile("oha-sqlite"), Buffer.alloc(5_000)]),
    400,
    ["start-assumed", "unanswered-untold"],
  ],
];
