import { createHash } from "node:crypto";
import { aboutFile, HeadroomError } from "@headroom/core";
import type { ReadRun } from "@headroom/core";
import { chooseFormat, DETECTION_BYTES, peekFirstStart, refuseUnused } from "@headroom/formats";
import type { Format, ParseOptions } from "@headroom/formats";
import { inSpan } from "@headroom/services";
import type { CellIntake, UploadHead, UploadSource } from "@headroom/services";
import { decodeBody } from "../body/decode.ts";
import type { RequestFile } from "../body/decode.ts";
import { BodyMeter } from "../body/limits.ts";
import type { BodyLimits } from "../body/limits.ts";
import type { FileOrder } from "./parse-messages.ts";
import type { ParserPool } from "./parser-pool.ts";
import type { Reading } from "./reading.ts";

/** The files of a request as an upload's source. */
export function openSource(
  files: AsyncGenerator<RequestFile>,
  reading: Reading,
  limits: BodyLimits,
  parsers: ParserPool,
): UploadSource {
  return new FilesSource(files, reading, limits, parsers);
}

/** A file being read: its decoded bytes, each included in the digest. */
interface OpenFile {
  name: string;
  several: boolean;
  chunks: AsyncGenerator<Uint8Array>;
}

/** Read as far as it took to detect its format. */
interface KnownFile extends OpenFile {
  format: Format;
  parse: ParseOptions;
  /** The first bytes again, as they arrived. */
  begun: Uint8Array[];
}

class FilesSource implements UploadSource {
  readonly #files: AsyncGenerator<RequestFile>;
  readonly #reading: Reading;
  readonly #limits: BodyLimits;
  readonly #parsers: ParserPool;
  readonly #meter: BodyMeter;
  readonly #hash = createHash("sha256");
  #current: OpenFile | null = null;
  #first: KnownFile | null = null;
  #storedMapping: unknown = null;
  #digested: Uint8Array | null = null;

  constructor(files: AsyncGenerator<RequestFile>, reading: Reading, limits: BodyLimits, parsers: ParserPool) {
    this.#files = files;
    this.#reading = reading;
    this.#limits = limits;
    this.#parsers = parsers;
    this.#meter = new BodyMeter(limits);
  }

  async open(known: { mapping: unknown }): Promise<UploadHead> {
    this.#storedMapping = known.mapping;
    const file = await this.#next();
    if (file === null) throw emptyBody();
    const { head, begun } = await readHead(file.chunks);
    if (head.length === 0) throw emptyBody();
    this.#first = this.#know(file, head, begun);
    const { format, parse } = this.#first;
    const { mapping, labelFilter } = this.#reading;
    const first = peekFirstStart(format, head, parse, labelFilter);
    return { format: format.id, tool: format.tool, mapping, ...first };
  }

  async read({ options, startMicros, errorsBy, write }: CellIntake): Promise<ReadRun> {
    const first = this.#first;
    if (first === null) throw new Error("read before open");
    const { several } = first;
    const told = { startMicros, errorsBy };
    const order = { first: orderOf(first, told), several, aggregation: options };
    const attributes = { "headroom.format": first.format.id };
    return inSpan("parse", attributes, () => this.#parsers.parse(order, this.#chunks(first, told), write));
  }

  async digest(): Promise<Uint8Array> {
    if (this.#digested === null) {
      let file = this.#current ?? (await this.#next());
      for (; file !== null; file = await this.#next()) for await (const _left of file.chunks);
      this.#digested = this.#hash.digest();
    }
    return this.#digested;
  }

  bytesIn(): number {
    return this.#meter.received;
  }

  /** The bytes of all files, and where each one begins. */
  async *#chunks(first: KnownFile, told: ToldOfRun): AsyncGenerator<Uint8Array | FileOrder> {
    yield* first.begun.splice(0);
    yield* first.chunks;
    for (let file = await this.#next(); file !== null; file = await this.#next()) {
      const { head, begun } = await readHead(file.chunks);
      const known = named(file.name, () => this.#know(file, head, begun));
      yield orderOf(known, told);
      yield* begun;
      yield* known.chunks;
    }
  }

  #know(file: OpenFile, head: Uint8Array, begun: Uint8Array[]): KnownFile {
    const { tool, mapping, options, refusesUnused } = this.#reading;
    const chosen = chooseFormat(head, { tool, mapping, storedMapping: this.#storedMapping });
    // Of several files, each takes what applies to it.
    if (refusesUnused && !file.several) refuseUnused(chosen.format, options);
    const parse = chosen.mapping === null ? options : { ...options, mapping: chosen.mapping };
    return { ...file, format: chosen.format, parse, begun };
  }

  async #next(): Promise<OpenFile | null> {
    const { done, value } = await this.#files.next();
    if (done === true) return null;
    // Where one file ends is part of what was sent.
    if (this.#current !== null) this.#hash.update("\0");
    const { chunks } = decodeBody(value.body, this.#limits, this.#meter);
    this.#current = { name: value.name, several: value.several, chunks: this.#hashed(chunks) };
    return this.#current;
  }

  async *#hashed(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      yield chunk;
    }
  }
}

async function readHead(
  chunks: AsyncGenerator<Uint8Array>,
): Promise<{ head: Uint8Array; begun: Uint8Array[] }> {
  const begun: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < DETECTION_BYTES) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    begun.push(value);
    bytes += value.length;
  }
  return { head: Buffer.concat(begun).subarray(0, DETECTION_BYTES), begun };
}

/** What the run says about how its files are read. */
type ToldOfRun = Pick<CellIntake, "startMicros" | "errorsBy">;

function orderOf({ name, format, parse }: KnownFile, told: ToldOfRun): FileOrder {
  return { name, format: format.id, parse: { ...parse, ...told } };
}

/** If there are several files, the error says which. */
function named<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw aboutFile(name, error);
  }
}

function emptyBody(): HeadroomError {
  return new HeadroomError("file-empty", "The body is empty.", {
    hint: "Send the tool's result file as the body: curl --data-binary @results.jtl",
  });
}
