import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES } from "../../parser.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import { ByteCursor } from "./byte-cursor.ts";
import { RecordReader } from "./record-reader.ts";

const RUN = 0;
/** A record may have so many longest texts in all. */
const MAX_TEXTS_IN_RECORD = 4;
const HINT = "Wait for the run to finish, then send simulation.log exactly as Gatling wrote it.";

/**
 * Reads the binary simulation.log of Gatling 3.13 and later, record by record from chunks with any borders. A record
 * that is cut by the end of the file is left out with a warning; one that makes no sense loses the place of all behind
 * it, so the file is refused.
 */
export class GatlingBinaryParser implements Parser {
  readonly #maxRecordBytes: number;
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #cursor: ByteCursor;
  readonly #records: RecordReader;
  #held = Buffer.alloc(131_072);
  #heldBytes = 0;
  /** The place of the first held byte in the file. */
  #offset = 0;
  /** How many blanks came, and nothing else; null once something has. */
  #blankBytes: number | null = 0;

  constructor(sink: SampleSink, options: ParseOptions) {
    const maxTextBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#maxRecordBytes = MAX_TEXTS_IN_RECORD * maxTextBytes;
    this.#cursor = new ByteCursor(maxTextBytes);
    this.#records = new RecordReader(this.#cursor, sink, this.#refusals, this.#warnings);
  }

  write(chunk: Uint8Array): void {
    if (chunk.length === 0 || this.#isBlank(chunk)) return;
    this.#hold(chunk);
    if (this.#heldBytes >= this.#cursor.needed || this.#heldBytes > this.#maxRecordBytes) this.#readHeld();
  }

  end(): ParseReport {
    if (this.#blankBytes !== null) refuseEmpty(this.#blankBytes);
    const { run, accepted } = this.#records;
    if (run === null) {
      const byte = this.#offset + this.#heldBytes;
      throw new HeadroomError("file-truncated", "The log ends inside its first record.", {
        byte,
        hint: HINT,
      });
    }
    if (this.#heldBytes > 0) {
      const detail = `The log ends inside a record that starts at byte ${this.#offset}. Everything before it was read.`;
      this.#warnings.add("truncated", detail);
    }
    this.#records.end();
    return rowsReport(
      { refusals: this.#refusals, warnings: this.#warnings },
      {
        format: "gatling-binary",
        tool: "gatling",
        toolVersion: run.version,
        accepted,
        // Users arrive in an open or a closed model, and the file does not say in which.
        loadModel: "unknown",
        latencyResolutionMicros: 1_000,
        startedAtMicros: run.startMillis * 1_000,
      },
    );
  }

  /** Whether nothing but blanks has come; a log begins with a zero, so text is none. */
  #isBlank(chunk: Uint8Array): boolean {
    if (this.#blankBytes === null) return false;
    const at = chunk.findIndex((byte) => byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9);
    const byte = this.#blankBytes + Math.max(0, at);
    if (at < 0) {
      this.#blankBytes += chunk.length;
      return true;
    }
    if (byte > 0 || chunk[0] !== RUN) this.#break(byte, "it does not start with a RUN record");
    this.#blankBytes = null;
    return false;
  }

  #hold(chunk: Uint8Array): void {
    const wanted = this.#heldBytes + chunk.length;
    if (wanted > this.#held.length) {
      const grown = Buffer.alloc(Math.max(wanted, 2 * this.#held.length));
      grown.set(this.#held.subarray(0, this.#heldBytes));
      this.#held = grown;
    }
    this.#held.set(chunk, this.#heldBytes);
    this.#heldBytes = wanted;
  }

  #readHeld(): void {
    const cursor = this.#cursor;
    cursor.needed = 0;
    let from = 0;
    while (from < this.#heldBytes) {
      cursor.begin(this.#held, from, this.#heldBytes);
      const isRead = this.#records.read(this.#offset + from);
      // Looked at first, so that what is said of a record does not hang on how much of it has come.
      if (cursor.at - from > this.#maxRecordBytes) {
        this.#break(this.#offset + from, `a record is longer than ${this.#maxRecordBytes} bytes`);
      }
      if (cursor.fault !== null) this.#break(this.#offset + from, cursor.fault);
      if (!isRead) break;
      from = cursor.at;
    }
    this.#held.copyWithin(0, from, this.#heldBytes);
    this.#heldBytes -= from;
    this.#offset += from;
    cursor.needed = Math.max(0, cursor.needed - from);
  }

  #break(byte: number, what: string): never {
    throw new HeadroomError("file-unreadable", `The Gatling log cannot be read at byte ${byte}: ${what}.`, {
      byte,
      hint: HINT,
    });
  }
}

function refuseEmpty(bytes: number): never {
  const what = bytes === 0 ? "The file is empty (0 bytes)." : "The file contains only blank lines.";
  throw new HeadroomError("file-empty", what, { byte: 0, hint: "Send the result file of a finished run." });
}
