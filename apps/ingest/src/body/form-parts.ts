import type { FastifyRequest } from "fastify";

/** What each part of a form begins after; the first one may do without the line end before it. */
const BEFORE_BOUNDARY = "\r\n--";

/**
 * Calls back as soon as a form has had more delimiters than it may, whatever its parts are, and takes it away from its parser:
 * what follows isn't read as a form. To be called once the form has its parser, and before any of it has arrived.
 */
export function limitDelimiters({ raw, headers }: FastifyRequest, most: number, onTooMany: () => void): void {
  const delimiters = new DelimiterCount(boundaryIn(headers["content-type"] ?? ""));
  const look = (chunk: Buffer) => {
    if (delimiters.add(chunk) <= most) return;
    raw.off("data", look);
    raw.unpipe();
    onTooMany();
  };
  raw.on("data", look);
}

/** Of a type that names one. */
function boundaryIn(contentType: string): string {
  const [, quoted, plain] = /\bboundary=(?:"([^"]*)"?|([^;\s]*))/i.exec(contentType) ?? [];
  return quoted ?? plain ?? "";
}

/** Counts in bytes that arrive in any pieces. */
export class DelimiterCount {
  readonly #delimiter: Buffer;
  #count = 0;
  /** The end of what was seen: a delimiter can begin in it. */
  #seen: Buffer = Buffer.from(BEFORE_BOUNDARY.slice(0, 2));

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`${BEFORE_BOUNDARY}${boundary}`, "latin1");
  }

  /** Those so far. */
  add(chunk: Buffer): number {
    const kept = this.#delimiter.length - 1;
    const seam = Buffer.concat([this.#seen, chunk.subarray(0, kept)]);
    this.#count += this.#in(seam) + this.#in(chunk);
    this.#seen = Buffer.from((chunk.length < kept ? seam : chunk).subarray(-kept));
    return this.#count;
  }

  #in(bytes: Buffer): number {
    let found = 0;
    let at = bytes.indexOf(this.#delimiter);
    for (; at !== -1; at = bytes.indexOf(this.#delimiter, at + this.#delimiter.length)) found += 1;
    return found;
  }
}
