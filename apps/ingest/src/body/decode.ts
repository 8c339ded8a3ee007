import { pipeline } from "node:stream";
import type { Readable } from "node:stream";
import { HeadroomError } from "@headroom/core";
import { createDecoder, MAGIC_BYTES, nested, readContentEncoding, sniffEncoding } from "./encoding.ts";
import type { Encoding } from "./encoding.ts";
import { bodyTooLarge, BodyMeter } from "./limits.ts";
import type { BodyLimits } from "./limits.ts";
import { receive } from "./receive.ts";
import { cutAtFrames } from "./zstd-frames.ts";

export interface RequestBody {
  stream: Readable;
  contentEncoding: string | undefined;
  contentLength: number | null;
  /** Sees the decoded bytes pass by. */
  tee?: (chunks: AsyncGenerator<Uint8Array>) => AsyncGenerator<Uint8Array>;
}

/** A file of a request: its body, or one file of a form. */
export interface RequestFile {
  /** As the uploader calls it, for messages. */
  name: string;
  body: RequestBody;
  /** More files may follow. */
  several: boolean;
}

export interface DecodedBody {
  chunks: AsyncGenerator<Uint8Array>;
  meter: BodyMeter;
}

/** The decoded bytes of a body, chunk by chunk. Never holds more than a few chunks. */
export function decodeBody(
  body: RequestBody,
  limits: BodyLimits,
  meter = new BodyMeter(limits),
): DecodedBody {
  const declared = readContentEncoding(body.contentEncoding);
  if (body.contentLength !== null && body.contentLength > limits.bodyBytes)
    throw bodyTooLarge(limits.bodyBytes);
  const chunks = decode(receive(body.stream, meter, limits), declared, meter);
  return { chunks: body.tee?.(chunks) ?? chunks, meter };
}

async function* decode(
  received: AsyncGenerator<Uint8Array>,
  declared: Encoding | null,
  meter: BodyMeter,
): AsyncGenerator<Uint8Array> {
  const { head, whole } = await peek(received, MAGIC_BYTES);
  const encoding = declared ?? sniffEncoding(head);
  const decoded = encoding === null ? whole : decompress(whole, encoding, head);
  let first = true;
  for await (const chunk of decoded) {
    meter.countDecoded(chunk.length);
    if (first && encoding !== null && sniffEncoding(chunk) !== null) {
      throw nested(`The body is compressed twice: ${encoding} contains ${sniffEncoding(chunk)}.`);
    }
    first = false;
    yield chunk;
  }
}

async function* decompress(
  chunks: AsyncGenerator<Uint8Array>,
  encoding: Encoding,
  head: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const decoder = createDecoder(encoding, head);
  let given = 0;
  const counted = async function* () {
    for await (const chunk of encoding === "zstd" ? cutAtFrames(chunks) : chunks) {
      given += chunk.length;
      yield chunk;
    }
  };
  // The pipeline passes every error to the decoder, and the loop below sees it there.
  pipeline(counted(), decoder, () => {});
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw explain(error, encoding, given);
  } finally {
    decoder.destroy();
  }
  // Zeros after gzip data are padding; the decoder itself refuses anything else after it.
  if (encoding !== "gzip" && decoder.bytesWritten < given) throw goesOn(encoding, decoder.bytesWritten);
}

function explain(error: unknown, encoding: Encoding, given: number): unknown {
  if (error instanceof HeadroomError) return error;
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "Z_BUF_ERROR") {
    return new HeadroomError("file-truncated", `The ${encoding} stream is incomplete.`, {
      cause: error,
      byte: given,
      hint: "The file was cut off or is still being written. Upload it again once it is complete.",
    });
  }
  return new HeadroomError("encoding-broken", `The body is not a valid ${encoding} stream.`, {
    cause: error,
    field: "Content-Encoding",
    hint: `Check that the file is ${encoding}, or leave Content-Encoding out.`,
  });
}

function goesOn(encoding: Encoding, byte: number): HeadroomError {
  return new HeadroomError("encoding-broken", `The body contains other data after its ${encoding} stream.`, {
    field: "Content-Encoding",
    byte,
    hint: "Send one file per request body.",
  });
}

/** The first bytes, and the whole stream again from its start. */
async function peek(
  chunks: AsyncGenerator<Uint8Array>,
  bytes: number,
): Promise<{ head: Uint8Array; whole: AsyncGenerator<Uint8Array> }> {
  let head = Buffer.alloc(0);
  while (head.length < bytes) {
    const next = await chunks.next();
    if (next.done) break;
    head = head.length === 0 ? Buffer.from(next.value) : Buffer.concat([head, next.value]);
  }
  return { head, whole: chain(head, chunks) };
}

async function* chain(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}
