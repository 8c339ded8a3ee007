import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeBody } from "../body/decode.ts";
import type { RequestFile } from "../body/decode.ts";
import { FolderStore } from "./folder-store.ts";
import { KeptFileTee } from "./kept-file-tee.ts";
import { filesIn, openKept } from "./read-kept.ts";
import type { KeptFileStore } from "./store.ts";

/** On a machine that is busy with other work. */
const SOON = { timeout: 20_000 };

const LIMITS = {
  bodyBytes: 1e9,
  decodedBytes: 1e9,
  ratio: 1_000,
  idleSeconds: 60,
  bytesPerSecond: 1,
  arrivalSeconds: 600,
};
const key = `${randomUUID()}/${randomUUID()}`;
const silent = { warn: () => undefined };
const text = (lines: number) => Buffer.from("1700000000000,20,GET /,200\n".repeat(lines));

let folder: string;
let store: FolderStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headroom-keep-"));
  store = new FolderStore(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const lying = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

async function* sent(files: Record<string, Buffer>): AsyncGenerator<RequestFile> {
  for (const [name, bytes] of Object.entries(files)) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    );
    const stream = Readable.from(chunks, { objectMode: false });
    yield { name, several: true, body: { stream, contentEncoding: undefined, contentLength: null } };
  }
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Reads like a source and returns digests of what it got; calls `after` once the first chunk has passed. */
async function read(
  files: AsyncGenerator<RequestFile>,
  after: () => void = () => undefined,
): Promise<string[]> {
  const all: string[] = [];
  for await (const { body } of files) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of decodeBody(body, LIMITS).chunks) {
      if (all.length === 0 && chunks.length === 0) after();
      chunks.push(chunk);
    }
    all.push(digestOf(Buffer.concat(chunks)));
  }
  return all;
}

const FILES = { "stats.csv": text(40_000), "history.csv": text(3), "failures.csv": randomBytes(300_000) };
const contents = Object.values(FILES).map(digestOf);

function storeThat(put: KeptFileStore["put"]): KeptFileStore {
  return { put, get: () => Promise.reject(new Error("nothing")), remove: async () => undefined };
}

/** A store that accepts nothing. */
const stuck = storeThat(() => new Promise(() => undefined));
const broken = storeThat(() => Promise.reject(new Error("disk full")));

describe("an upload that is kept", () => {
  it("is parsed and stored as it was sent, compressed, and found again file by file", async () => {
    const tee = new KeptFileTee(store, silent);
    expect(await read(tee.watch(sent(FILES)), () => tee.start(key))).toEqual(contents);
    const kept = await tee.finish();
    expect(kept).toMatchObject({
      encoding: "zstd",
      files: Object.entries(FILES).map(([name, { length: bytes }]) => ({ name, bytes })),
    });
    expect(kept?.bytes).toBeLessThan(310_000);
    const opened = await openKept(store, { key, encoding: "zstd" });
    expect(await read(filesIn(opened, kept?.files ?? []))).toEqual(contents);
    const whole = await buffer(await openKept(store, { key, encoding: "zstd" }));
    expect(digestOf(whole)).toBe(digestOf(Buffer.concat(Object.values(FILES))));
    await store.remove(key);
  });

  it("and fails leaves nothing, in the middle and after its last byte", async () => {
    for (const whole of [false, true]) {
      const tee = new KeptFileTee(store, silent);
      await read(tee.watch(sent(FILES)), () => tee.start(key));
      if (whole) await tee.finish();
      await tee.abandon();
      expect(await lying()).toEqual([]);
    }
  });

  it("is cut off: what is missing is said", async () => {
    const tee = new KeptFileTee(store, silent);
    await read(tee.watch(sent({ one: text(10) })), () => tee.start(key));
    await tee.finish();
    const opened = await openKept(store, { key, encoding: "zstd" });
    const longer = read(filesIn(opened, [{ name: "one", bytes: 1_000 }]));
    await expect(longer).rejects.toMatchObject({ code: "stored-bytes-broken" });
    await store.remove(key);
  });
});

describe("an upload that is not kept", () => {
  it("leaves nothing, whether that was decided or not", async () => {
    for (const decide of [(tee: KeptFileTee) => tee.skip(), () => undefined]) {
      const tee = new KeptFileTee(store, silent);
      expect(await read(tee.watch(sent(FILES)), () => decide(tee))).toEqual(contents);
      expect(await tee.finish()).toBeNull();
      await tee.abandon();
    }
    expect(await lying()).toEqual([]);
  });
});

describe("a store that fails", () => {
  it("fails no upload", async () => {
    const tee = new KeptFileTee(broken, silent);
    expect(await read(tee.watch(sent(FILES)), () => tee.start(key))).toEqual(contents);
    expect(await tee.finish()).toBeNull();
  });

  it("or hangs never holds up an upload forever", async () => {
    const large = { one: randomBytes(8_000_000) };
    const tee = new KeptFileTee(stuck, silent, 1);
    expect(await read(tee.watch(sent(large)), () => tee.start(key))).toEqual(
      Object.values(large).map(digestOf),
    );
    expect(await tee.finish()).toBeNull();
  });

  it("and until then is not overrun", async () => {
    const tee = new KeptFileTee(stuck, silent, 1_000_000);
    let passed = 0;
    const reading = (async () => {
      for await (const { body } of tee.watch(sent({ one: randomBytes(16_000_000) })))
        for await (const chunk of decodeBody(body, LIMITS).chunks) {
          if (passed === 0) tee.start(key);
          passed += chunk.length;
        }
    })();
    await expect.poll(() => passed, SOON).toBeGreaterThan(500_000);
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(passed).toBeLessThan(3_000_000);
    tee.skip();
    void reading;
  });
});
