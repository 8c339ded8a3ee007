import { HeadroomError } from "@headroom/core";

/** A series of a document, and where it begins. */
export interface CutSeries {
  bytes: Uint8Array;
  line: number;
  byte: number;
}

interface OpenSeries {
  pieces: Uint8Array[];
  bytes: number;
  line: number;
  byte: number;
}

/** Ten times as many values as Prometheus returns for a series. */
const MAX_SERIES_BYTES = 4 * 1024 * 1024;
/** What is beside the series: warnings and statistics. */
const MAX_REST_BYTES = 4 * 1024 * 1024;

const NEWLINE = 10;
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const PLACEHOLDER = Buffer.from("0");
/** Series are objects of an array of an object of the document. */
const SERIES_DEPTH = 3;

/**
 * Cuts a query_range response into its series as it arrives, so that none of the pieces takes long to read. The rest of the
 * document has a 0 in place of each series: it is valid JSON exactly if the document is, apart from the series.
 */
export class SeriesCutter {
  readonly #onSeries: (series: CutSeries) => void;
  readonly #rest: Uint8Array[] = [];
  #restBytes = 0;
  #series: OpenSeries | null = null;
  /** Open objects and arrays, outermost first. */
  readonly #open: number[] = [];
  #inString = false;
  #isEscaped = false;
  #line = 1;
  #byte = 0;

  constructor(onSeries: (series: CutSeries) => void) {
    this.#onSeries = onSeries;
  }

  write(chunk: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk[at] as number;
      if (code === NEWLINE) this.#line += 1;
      if (this.#inString) {
        this.#passInString(code);
        continue;
      }
      switch (code) {
        case QUOTE:
          this.#inString = true;
          break;
        case OPEN_OBJECT:
          if (this.#isAtSeries()) {
            this.#keep(chunk.subarray(from, at));
            this.#begin(this.#byte + at);
            from = at;
          }
          this.#open.push(code);
          break;
        case OPEN_ARRAY:
          this.#open.push(code);
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY:
          this.#open.pop();
          if (this.#series !== null && this.#open.length === SERIES_DEPTH) {
            this.#keep(chunk.subarray(from, at + 1));
            this.#give(this.#series);
            from = at + 1;
          }
          break;
      }
    }
    this.#keep(chunk.subarray(from));
    this.#byte += chunk.length;
  }

  /** The document without its series. */
  end(): Uint8Array {
    if (this.#open.length > 0 || this.#inString) {
      throw new HeadroomError(
        "file-unreadable",
        `The JSON cannot be read at line ${this.#line}, byte ${this.#byte}: it ends too early.`,
        { line: this.#line, byte: this.#byte, hint: "Send the response exactly as Prometheus returned it." },
      );
    }
    return Buffer.concat(this.#rest);
  }

  #passInString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#inString = false;
  }

  #isAtSeries(): boolean {
    const [root, data, list] = this.#open;
    return (
      this.#open.length === SERIES_DEPTH &&
      root === OPEN_OBJECT &&
      data === OPEN_OBJECT &&
      list === OPEN_ARRAY
    );
  }

  #begin(byte: number): void {
    this.#keep(PLACEHOLDER);
    this.#series = { pieces: [], bytes: 0, line: this.#line, byte };
  }

  #give({ pieces, line, byte }: OpenSeries): void {
    this.#series = null;
    this.#onSeries({ bytes: Buffer.concat(pieces), line, byte });
  }

  /** The caller reuses its chunk, so it is copied. */
  #keep(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const series = this.#series;
    if (series === null) {
      this.#restBytes += piece.length;
      if (this.#restBytes > MAX_REST_BYTES) throw tooLarge("What is beside the series", MAX_REST_BYTES);
      this.#rest.push(new Uint8Array(piece));
      return;
    }
    series.bytes += piece.length;
    if (series.bytes > MAX_SERIES_BYTES) throw tooLarge("A series", MAX_SERIES_BYTES);
    series.pieces.push(new Uint8Array(piece));
  }
}

function tooLarge(what: string, limit: number): HeadroomError {
  return new HeadroomError("document-too-large", `${what} can be at most ${limit} bytes.`, {
    hint: "Query a shorter time or with a larger step.",
  });
}
