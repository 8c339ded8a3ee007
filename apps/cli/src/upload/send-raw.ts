import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createZstdCompress, constants } from "node:zlib";
import { runAnswer } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import type { Client } from "../http/client.ts";
import type { Progress } from "../terminal/progress.ts";
import { unpack } from "./open-file.ts";
import type { InputFile } from "./open-file.ts";
import type { UploadPlan } from "./plan.ts";
import { uploadQuery } from "./query.ts";
import { readAnswer } from "../http/read-answer.ts";

export interface RawUpload {
  client: Client;
  progress: Progress;
  plan: UploadPlan;
  key: string | null;
}

/** Sends a file as it is, compressed on the way if needed. Standard input gets only one attempt. */
export async function sendRaw({ client, progress, plan, key }: RawUpload): Promise<RunAnswer> {
  progress.begin("sending ");
  const { files } = plan;
  const content = contentOf(files, progress);
  const answer = await client.send({
    method: "POST",
    path: `/v1/runs?${uploadQuery(plan)}`,
    headers: {
      ...(key === null ? {} : { "idempotency-key": key }),
      ...content.headers,
    },
    body: content.body,
    once: files.some(({ bytes }) => bytes === null),
  });
  return readAnswer(runAnswer, answer);
}

interface Content {
  headers: Record<string, string>;
  body: () => Readable;
}

function contentOf(files: readonly InputFile[], progress: Progress): Content {
  const [only] = files;
  if (only === undefined || files.length > 1) return formOf(files);
  return {
    headers: {
      "content-type": "application/octet-stream",
      ...(only.path.endsWith(".br") ? { "content-encoding": "br" } : {}),
    },
    body: () => bodyOf(only, progress),
  };
}

/** SHA-256 of the decoded bytes of all files. */
export async function digestOf(files: readonly InputFile[], progress: Progress): Promise<string> {
  const hash = createHash("sha256");
  const whole = files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  let read = 0;
  progress.begin("reading ");
  for (const file of files) {
    const { chunks } = await unpack(file, (bytes) => {
      read += bytes;
      progress.show(read, whole, "bytes");
    });
    for await (const chunk of chunks) hash.update(chunk);
    hash.update("\0");
  }
  return hash.digest("hex");
}

const PACKED = new Map([
  ["1f8b", "gzip"],
  ["28b5", "zstd"],
]);

/** Compressed files are sent as they are: the server recognizes gzip and zstd by their first bytes. */
function bodyOf(file: InputFile, progress: Progress): Readable {
  let read = 0;
  const seen = (bytes: number) => {
    read += bytes;
    progress.show(read, file.bytes, "bytes");
  };
  return Readable.from(packedChunks(file, seen));
}

async function* packedChunks(file: InputFile, seen: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const source = file.open();
  const chunks = source.iterator() as AsyncIterator<Buffer>;
  const first = await chunks.next();
  if (first.done === true) return;
  const counted = counting(first.value, chunks, seen);
  const isPacked = PACKED.has(first.value.subarray(0, 2).toString("hex")) || file.path.endsWith(".br");
  if (isPacked) {
    yield* counted;
    return;
  }
  const pack = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  Readable.from(counted)
    .on("error", (error) => pack.destroy(error))
    .pipe(pack);
  for await (const chunk of pack as AsyncIterable<Buffer>) yield chunk;
}

async function* counting(
  first: Buffer,
  rest: AsyncIterator<Buffer>,
  seen: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (
    let next: IteratorResult<Buffer> = { done: false, value: first };
    next.done !== true;
    next = await rest.next()
  ) {
    seen(next.value.length);
    yield next.value;
  }
}

/** Several files of one tool in a form, as a browser sends them. They are small summaries. */
function formOf(files: readonly InputFile[]): Content {
  const boundary = `headroom-${createHash("sha256")
    .update(files.map(({ path }) => path).join("\0"))
    .digest("hex")
    .slice(0, 24)}`;
  async function* parts(): AsyncGenerator<Uint8Array | string> {
    for (const file of files) {
      const name = file.path.replaceAll(/["\r\n]/g, "_");
      yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
      yield* file.open() as AsyncIterable<Buffer>;
      yield "\r\n";
    }
    yield `--${boundary}--\r\n`;
  }
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: () => Readable.from(bytesOf(parts())),
  };
}

async function* bytesOf(parts: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}
