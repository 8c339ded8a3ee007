import { latin1 } from "../../text/url-hosts.ts";
import { ROW_SCAN_BYTES } from "./row-scan-bytes.ts";
import type { RequestGauges } from "./request-gauges.ts";
import type { Layout } from "./layout.ts";
import type { Row } from "./row.ts";

/** The places in memory that row-scan.wat speaks of. */
const WINDOW = 1_024;
const WINDOW_BYTES = 32_768;
const RECORDS = 170_000;
const RECORD_BYTES = 48;
const LABELS = 262_144;
const TIMINGS = 524_288;
const TIMING_WORDS = 3;
const SUMS = 64;
const SUMS_TOTALS = 112;
const SUMS_SECOND = 144;
const LABEL_TEXT = 16;
const LABEL_TEXT_BYTES = 112;
const URLS = 552_960;
const URL_BYTES = 288;
const MOST_URLS = 128;
const URL_TEXT = 16;
const CODE_BITS = 0x3ff;
const TO_OTHER_HOST = 0x10000;

/** Where a careful row may come again soon, little is scanned ahead: it would be scanned again behind that row. */
const CAUTIOUS_BYTES = 2_048;
/** Where no row can be read, as with dates for times, scans are left out more and more, up to so many. */
const MAX_SKIPPED = 63;
const UNKNOWN = -1;

interface RowScanExports {
  memory: { buffer: ArrayBuffer };
  sum(row: number, rows: number, timeIsStart: number): number;
  scan(
    length: number,
    delimiter: number,
    columns: number,
    longest: number,
    time: number,
    elapsed: number,
    label: number,
    success: number,
    message: number,
    thread: number,
    bytes: number,
    dataType: number,
    latency: number,
    connect: number,
    sentBytes: number,
    code: number,
    url: number,
  ): number;
}

declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: RowScanExports };
};

/** One for all parsers of a thread: what it holds is of one call, but for the labels, which are forgotten in between. */
class Engine {
  readonly exports: RowScanExports;
  readonly bytes: Buffer;
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  #owner: object | null = null;
  /** What URLs begin with, and where that is. */
  readonly urls = new Map<string, number>();

  constructor() {
    const compiled = new WebAssembly.Module(Buffer.from(ROW_SCAN_BYTES, "base64"));
    const { exports } = new WebAssembly.Instance(compiled);
    this.exports = exports;
    this.bytes = Buffer.from(exports.memory.buffer);
    this.words = new Int32Array(exports.memory.buffer);
    this.doubles = new Float64Array(exports.memory.buffer);
  }

  /** Labels are entries of one parser's table. */
  use(owner: object): void {
    if (this.#owner === owner) return;
    this.#owner = owner;
    this.bytes.fill(0, LABELS);
    this.urls.clear();
  }
}

let engine: Engine | null = null;

/**
 * Reads the rows that nearly all rows are: no quotes, whole milliseconds, true or false. It reads a window full of them
 * at once, in WebAssembly, and stops at the first that it leaves to the careful way.
 */
export class RowScan {
  /** Where the labels lie that `read` tells of. */
  readonly bytes: Buffer;
  /** Whether the last scan stopped at a row that it cannot read. */
  stopped = false;
  readonly #layout: Layout;
  readonly #longest: number;
  readonly #engine: Engine;
  #window = CAUTIOUS_BYTES;
  /** How many scans to leave out after one that read nothing, and how many of them are left. */
  #skipped = 0;
  #toSkip = 0;

  constructor(layout: Layout, maxLineBytes: number) {
    this.#engine = engine ??= new Engine();
    this.bytes = this.#engine.bytes;
    this.#layout = layout;
    this.#longest = maxLineBytes;
  }

  /** Whether rows of this layout can be read here at all. */
  static fits(layout: Layout): boolean {
    const { timeStamp, label, success, responseMessage, dataType, URL, SampleCount } = layout.at;
    const marksElsewhere = responseMessage < 0 && dataType >= 0 && URL >= 0;
    return timeStamp >= 0 && label >= 0 && success >= 0 && SampleCount < 0 && !marksElsewhere;
  }

  /** Scans on from `at`, as far as a window goes, and answers how many rows it read. */
  scan(bytes: Buffer, at: number, to: number): number {
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      this.stopped = true;
      return 0;
    }
    const { at: columns, columns: names, delimiter } = this.#layout;
    const length = Math.min(to - at, this.#window);
    this.#engine.use(this);
    bytes.copy(this.#engine.bytes, WINDOW, at, at + length);
    const answer = this.#engine.exports.scan(
      length,
      delimiter,
      4 * names.length,
      this.#longest,
      4 * columns.timeStamp,
      4 * columns.elapsed,
      4 * columns.label,
      4 * columns.success,
      4 * columns.responseMessage,
      4 * columns.threadName,
      4 * columns.bytes,
      4 * columns.dataType,
      4 * columns.Latency,
      4 * columns.Connect,
      4 * columns.sentBytes,
      4 * columns.responseCode,
      4 * columns.URL,
    );
    const rows = answer >> 1;
    // A row that does not fit into the largest window is left as well.
    this.stopped = (answer & 1) === 1 || (rows === 0 && length === WINDOW_BYTES);
    this.#window = this.stopped ? CAUTIOUS_BYTES : Math.min(WINDOW_BYTES, 2 * this.#window);
    if (rows > 0) this.#skipped = 0;
    else if (this.stopped) this.#toSkip = this.#skipped = Math.min(MAX_SKIPPED, 2 * this.#skipped + 1);
    return rows;
  }

  /** How far behind the scan's beginning the row ends. */
  endOf(index: number): number {
    return this.#word(index, 40) - WINDOW;
  }

  /** Fills the row with one that was scanned, but for the label's hash. */
  read(index: number, row: Row): void {
    const { words, doubles } = this.#engine;
    const at = RECORDS + index * RECORD_BYTES;
    const word = at >> 2;
    const flags = words[word + 9] as number;
    row.timeMicros = (doubles[at >> 3] as number) * 1_000;
    row.elapsedMillis = words[word + 2] as number;
    row.bytes = words[word + 3] as number;
    row.labelFrom = words[word + 4] as number;
    row.labelTo = words[word + 5] as number;
    row.threadHash = words[word + 8] as number;
    row.failed = (flags & 1) !== 0;
    row.isTransaction = (flags & 2) !== 0;
    row.code = (flags >> 2) & CODE_BITS;
    row.toOtherHost = (flags & TO_OTHER_HOST) !== 0;
  }

  /** Fills the row with its timings, which `read` leaves out: they are added up many rows at once. */
  readTimings(index: number, row: Row): void {
    const { words } = this.#engine;
    const timing = (TIMINGS >> 2) + index * TIMING_WORDS;
    row.firstByteMillis = words[timing] as number;
    row.connectMillis = words[timing + 1] as number;
    row.sentBytes = words[timing + 2] as number;
  }

  /** Leaves the row out when timings are added up. */
  dropTimings(index: number): void {
    const { words } = this.#engine;
    const first = (TIMINGS >> 2) + index * TIMING_WORDS;
    words.fill(UNKNOWN, first, first + TIMING_WORDS);
  }

  /** Adds up the timings of the scan's rows by the second in which they ended. */
  addTimings(rows: number, timeIsStart: boolean, gauges: RequestGauges): void {
    const { words, doubles, exports } = this.#engine;
    for (let row = 0; row < rows;) {
      row = exports.sum(row, rows, timeIsStart ? 1 : 0);
      gauges.turnTo((doubles[SUMS_SECOND >> 3] as number) * 1_000);
      for (let which = 0; which < TIMING_WORDS; which++) {
        const place = (SUMS >> 2) + which;
        const count = words[place] as number;
        if (count === 0) continue;
        const sum = doubles[(SUMS_TOTALS >> 3) + which] as number;
        gauges.add(which, { count, sum, min: words[place + 4] as number, max: words[place + 8] as number });
      }
    }
  }

  /** The entry that was kept for the row's label, or -1. */
  entryOf(index: number): number {
    return this.#word(index, 24) + UNKNOWN;
  }

  /** Keeps what the row's label is, for the scans to come. */
  keepEntry(index: number, entry: number): void {
    const { words, bytes } = this.#engine;
    const [from, to, slot] = [this.#word(index, 16), this.#word(index, 20), this.#word(index, 28)];
    if (to - from > LABEL_TEXT_BYTES) return;
    words[slot >> 2] = this.#word(index, 44);
    words[(slot >> 2) + 1] = to - from;
    words[(slot >> 2) + 2] = entry - UNKNOWN;
    bytes.copyWithin(slot + LABEL_TEXT, from, to);
  }

  /** Keeps what the URLs of the row's label begin with, so that rows with the same don't show as to another host. */
  keepUrl(index: number, bytes: Uint8Array, from: number, to: number): void {
    const { words, bytes: memory, urls } = this.#engine;
    const slot = this.#word(index, 28) >> 2;
    if (this.#word(index, 24) === 0 || words[slot + 3] !== 0 || to - from > URL_BYTES - URL_TEXT) return;
    const url = latin1(bytes, from, to);
    let place = urls.get(url);
    if (place === undefined) {
      if (urls.size === MOST_URLS) return;
      place = URLS + urls.size * URL_BYTES;
      urls.set(url, place);
      words[place >> 2] = to - from;
      memory.set(bytes.subarray(from, to), place + URL_TEXT);
    }
    words[slot + 3] = place;
  }

  #word(index: number, offset: number): number {
    return this.#engine.words[(RECORDS + index * RECORD_BYTES + offset) >> 2] as number;
  }
}
