import { Readable } from "node:stream";
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBody } from "./decode.ts";
import type { BodyLimits } from "./limits.ts";

const limits: BodyLimits = {
  bodyBytes: 1e9,
  decodedBytes: 1e9,
  ratio: 1_000,
  idleSeconds: 5,
  bytesPerSecond: 1_024,
  arrivalSeconds: 600,
};
const text = Buffer.from("timeStamp,elapsed,label,success\n" + "1,20,GET /,true\n".repeat(5_000));

async function decode(chunks: Uint8Array[], contentEncoding?: string, change: Partial<BodyLimits> = {}) {
  const stream = Readable.from(chunks, { objectMode: false });
  const body = decodeBody({ stream, contentEncoding, contentLength: null }, { ...limits, ...change });
  return { bytes: Buffer.concat(await collect(body.chunks)), meter: body.meter };
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const collected: Uint8Array[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected;
}

function chunksOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

/** The text in frames of all kinds: with and without a checksum, empty, and a skippable one. */
function zstdFrames(): Buffer {
  const checksum = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
  const third = Math.ceil(text.length / 3);
  const skippable = Buffer.from("532a4d1803000000abcdef", "hex");
  return Buffer.concat([
    zstdCompressSync(text.subarray(0, third), checksum),
    skippable,
    zstdCompressSync(""),
    zstdCompressSync(text.subarray(third, 2 * third)),
    zstdCompressSync(text.subarray(2 * third), checksum),
  ]);
}

const encodings = {
  gzip: gzipSync(text),
  "x-gzip": gzipSync(text),
  GZIP: gzipSync(text),
  zstd: zstdCompressSync(text),
  br: brotliCompressSync(text),
  deflate: deflateSync(text),
  identity: text,
};

describe("decoding a body", () => {
  it.each(Object.entries(encodings))("reads %s", async (name, encoded) => {
    expect((await decode([encoded], name)).bytes.equals(text)).toBe(true);
  });

  it("reads deflate without zlib's wrapper", async () => {
    expect((await decode([deflateRawSync(text)], "deflate")).bytes.equals(text)).toBe(true);
  });

  it("knows gzip and zstd by their first bytes when nothing was said", async () => {
    expect((await decode([gzipSync(text)])).bytes.equals(text)).toBe(true);
    expect((await decode([zstdCompressSync(text)])).bytes.equals(text)).toBe(true);
  });

  it("reads several gzip members one after the other, as log rotation writes them", async () => {
    const { bytes } = await decode([gzipSync("a\n"), gzipSync("b\n")], "gzip");
    expect(bytes.toString()).toBe("a\nb\n");
  });

  it.each([
    ["gzip", gzipSync(text)],
    ["zstd", zstdFrames()],
  ])("gives the same bytes of %s for any chunk borders", async (_name, encoded) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: encoded.length }), async (size) => {
        expect((await decode(chunksOf(encoded, size))).bytes.equals(text)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it("reads zstd frames one after the other, as parallel compressors write them", async () => {
    expect((await decode([zstdFrames()], "zstd")).bytes.equals(text)).toBe(true);
  });

  it("passes over zeros behind gzip, which are padding", async () => {
    const padded = Buffer.concat([gzipSync(text), Buffer.alloc(512)]);
    expect((await decode([padded], "gzip")).bytes.equals(text)).toBe(true);
  });

  it("counts both sides", async () => {
    const encoded = gzipSync(text);
    const { meter } = await decode([encoded]);
    expect([meter.received, meter.decoded]).toEqual([encoded.length, text.length]);
  });

  it("gives nothing for an empty body", async () => {
    expect((await decode([])).bytes.length).toBe(0);
  });
});

describe("refusing a body", () => {
  const refused: [string, () => Promise<unknown>, string][] = [
    ["an encoding that is not known", () => decode([text], "lzma"), "encoding-unsupported"],
    ["two encodings", () => decode([gzipSync(gzipSync(text))], "gzip, gzip"), "encoding-unsupported"],
    ["gzip in gzip", () => decode([gzipSync(gzipSync(text))], "gzip"), "encoding-unsupported"],
    ["gzip that is cut off", () => decode([gzipSync(text).subarray(0, 80)], "gzip"), "file-truncated"],
    [
      "zstd that is cut off",
      () => decode([zstdCompressSync(text).subarray(0, 40)], "zstd"),
      "file-truncated",
    ],
    [
      "brotli that is cut off",
      () => decode([brotliCompressSync(text).subarray(0, 30)], "br"),
      "file-truncated",
    ],
    ["zstd that is cut off behind a frame", () => decode([zstdFrames().subarray(0, -7)]), "file-truncated"],
    ["text behind gzip", () => decode([gzipSync(text), text], "gzip"), "encoding-broken"],
    ["text behind zstd", () => decode([zstdFrames(), text], "zstd"), "encoding-broken"],
    ["text behind brotli", () => decode([brotliCompressSync(text), text], "br"), "encoding-broken"],
    ["text behind deflate", () => decode([deflateSync(text), text], "deflate"), "encoding-broken"],
    [
      "brotli behind brotli, in one chunk",
      () => decode([Buffer.concat([brotliCompressSync(text), brotliCompressSync(text)])], "br"),
      "encoding-broken",
    ],
    ["text that is called gzip", () => decode([text], "gzip"), "encoding-broken"],
    ["text that is called zstd", () => decode([text], "zstd"), "encoding-broken"],
    ["more bytes than allowed", () => decode([text], undefined, { bodyBytes: 1_000 }), "body-too-large"],
    [
      "more decoded bytes than allowed",
      () => decode([gzipSync(text)], undefined, { decodedBytes: 1_000 }),
      "decompressed-too-large",
    ],
  ];
  it.each(refused)("%s", async (_name, attempt, code) => {
    await expect(attempt()).rejects.toMatchObject({ name: "HeadroomError", code });
  });

  it("a body that says beforehand that it is too large", () => {
    const body = { stream: Readable.from([]), contentEncoding: undefined, contentLength: 2e9 };
    expect(() => decodeBody(body, limits)).toThrow(expect.objectContaining({ code: "body-too-large" }));
  });

  it("a bomb, long before it has gone off", async () => {
    const bomb = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024));
    await expect(decode([bomb], "br")).rejects.toMatchObject({ code: "compression-ratio" });
  });

  it("a client that falls silent, and one that goes away", async () => {
    const silent = new Readable({ read() {} });
    silent.push("timeStamp,");
    const body = { stream: silent, contentEncoding: undefined, contentLength: null };
    const reading = collect(decodeBody(body, { ...limits, idleSeconds: 0.01 }).chunks);
    await expect(reading).rejects.toMatchObject({ code: "file-truncated" });

    const gone = new Readable({ read() {} });
    gone.push("timeStamp,");
    const second = collect(decodeBody({ ...body, stream: gone }, limits).chunks);
    gone.destroy(new Error("aborted"));
    await expect(second).rejects.toMatchObject({ code: "file-truncated" });
  });

  it("a client that sends too slowly", async () => {
    const slow = Readable.from(
      (async function* () {
        for (let at = 0; at < 500; at++) {
          await new Promise((resolve) => setTimeout(resolve, 2));
          yield Buffer.from(".");
        }
      })(),
      { objectMode: false },
    );
    const body = { stream: slow, contentEncoding: undefined, contentLength: null };
    const reading = collect(decodeBody(body, { ...limits, idleSeconds: 0.2 }).chunks);
    await expect(reading).rejects.toMatchObject({ code: "upload-too-slow" });
  });

  it("leaves the stream open, so that the refusal can be answered", async () => {
    const stream = Readable.from([text, text], { objectMode: false });
    const body = decodeBody(
      { stream, contentEncoding: undefined, contentLength: null },
      { ...limits, bodyBytes: 10 },
    );
    await expect(collect(body.chunks)).rejects.toMatchObject({ code: "body-too-large" });
    expect(stream.destroyed).toBe(false);
  });
});
