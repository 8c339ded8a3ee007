import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readIngestEnv } from "../env.ts";
import { startS3Server } from "../testing/s3-server.ts";
import type { S3Server } from "../testing/s3-server.ts";
import { openKeptFileStore } from "./open-store.ts";
import { markOf } from "./store-mark.ts";
import type { KeptFileStore } from "./store.ts";

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headroom-raw-"));
  s3 = await startS3Server();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await s3.close();
});

const env = (variables: Record<string, string>) =>
  readIngestEnv({ DATABASE_URL: "postgres://headroom@127.0.0.1/headroom", ...variables });

async function open(variables: Record<string, string>): Promise<KeptFileStore> {
  const store = await openKeptFileStore(env(variables));
  if (store === null) throw new Error("no store");
  return store;
}

const inS3 = (bucket = "s3://kept/headroom/raw/", key = "test-key") =>
  open({
    HEADROOM_RAW_FILES: bucket,
    HEADROOM_RAW_FILES_S3_ENDPOINT: s3.address,
    HEADROOM_RAW_FILES_S3_ACCESS_KEY_ID: key,
    HEADROOM_RAW_FILES_S3_SECRET_ACCESS_KEY: "test-secret",
  });

/** Each store, and everything in it, complete or not. */
const stores: Record<string, { store: () => Promise<KeptFileStore>; lying: () => Promise<string[]> }> = {
  "a folder": {
    store: () => open({ HEADROOM_RAW_FILES: folder }),
    async lying() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
  },
  S3: {
    store: () => inS3(),
    lying: async () => [...s3.objects.keys(), ...s3.unfinished.keys()],
  },
};

const newKey = () => `${randomUUID()}/${randomUUID()}`;

/** Yields the chunks, then throws the error. */
function failing(bytes: number): Readable {
  return Readable.from(
    (async function* () {
      for (let sent = 0; sent < bytes; sent += 1_000_000) yield randomBytes(1_000_000);
      throw new Error("the client went away");
    })(),
    { objectMode: false },
  );
}

describe.each(Object.entries(stores))("raw files in %s", (_name, { store: openStore, lying }) => {
  let store: KeptFileStore;
  beforeAll(async () => {
    store = await openStore();
  });

  it.each([1, 300_000, 20_000_000])("are read as they were stored: %i bytes", async (size) => {
    const bytes = randomBytes(size);
    const key = newKey();
    const chunks = Array.from({ length: Math.ceil(size / 65_536) }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    );
    await store.put(key, Readable.from(chunks, { objectMode: false }));
    expect(Buffer.compare(await buffer(await store.get(key)), bytes)).toBe(0);
    await store.remove(key);
    expect(await lying()).toEqual([]);
  });

  it("that are not there are not found, and removed without a fault", async () => {
    const key = newKey();
    await expect(store.get(key)).rejects.toMatchObject({ code: "not-found" });
    await store.remove(key);
    expect(await lying()).toEqual([]);
  });

  it.each([0, 3_000_000, 30_000_000])(
    "leave nothing when their stream breaks after %i bytes",
    async (size) => {
      const key = newKey();
      await expect(store.put(key, failing(size))).rejects.toThrow("the client went away");
      await expect(store.get(key)).rejects.toMatchObject({ code: "not-found" });
      expect(await lying()).toEqual([]);
    },
  );

  it("do not touch each other", async () => {
    const workspace = randomUUID();
    const [one, two] = [`${workspace}/${randomUUID()}`, `${workspace}/${randomUUID()}`];
    await Promise.all([one, two].map((key) => store.put(key, Readable.from([Buffer.from(key)]))));
    await store.remove(one);
    expect(String(await buffer(await store.get(two)))).toBe(two);
    await store.remove(two);
    expect(await lying()).toEqual([]);
  });

  it.each(["../../etc/passwd", "a", `${randomUUID()}/../${randomUUID()}`])(
    "have no such key: %s",
    async (key) => {
      await expect(store.put(key, Readable.from(["x"]))).rejects.toThrow("is not a raw-file key");
      await expect(store.get(key)).rejects.toThrow("is not a raw-file key");
      await expect(store.remove(key)).rejects.toThrow("is not a raw-file key");
    },
  );
});

describe("a folder", () => {
  it("is for nobody but its process", async () => {
    const store = await open({ HEADROOM_RAW_FILES: `file://${folder}/own` });
    const key = newKey();
    await store.put(key, Readable.from(["secret"]));
    expect((await stat(join(folder, "own", key))).mode & 0o077).toBe(0);
    await store.remove(key);
  });
});

describe("S3", () => {
  it("gets each key under the prefix", async () => {
    const key = newKey();
    const store = await inS3();
    await store.put(key, Readable.from(["x"]));
    expect([...s3.objects.keys()]).toEqual([`/kept/headroom/raw/${key}`]);
    await store.remove(key);
  });

  it("that refuses or fails is an error that says so", async () => {
    const key = newKey();
    const stranger = await inS3("s3://kept", "other-key");
    const refused = stranger.put(key, Readable.from(["x"]));
    await expect(refused).rejects.toMatchObject({ name: "AccessDenied" });
    s3.failWith = 500;
    const store = await inS3();
    await expect(store.put(key, Readable.from(["x"]))).rejects.toMatchObject({ name: "InternalError" });
    s3.failWith = 0;
    expect(s3.objects.size).toBe(0);
  });

  it("removes the chunks of an upload that was killed", async () => {
    const key = newKey();
    s3.unfinished.set("killed", { path: `/kept/headroom/raw/${key}`, chunks: new Map() });
    s3.unfinished.set("other", { path: `/kept/headroom/raw/${newKey()}`, chunks: new Map() });
    await (await inS3()).remove(key);
    expect([...s3.unfinished.keys()]).toEqual(["other"]);
    s3.unfinished.clear();
  });
});

describe("HEADROOM_RAW_FILES", () => {
  it("that is not set keeps nothing", async () => {
    expect(await openKeptFileStore(env({}))).toBeNull();
  });

  it.each(["raw", "https://bucket.example", "s3://", "file://host/raw"])("is refused: %s", async (place) => {
    await expect(openKeptFileStore(env({ HEADROOM_RAW_FILES: place }))).rejects.toMatchObject({
      code: "parameter-unreadable",
    });
  });

  it("with one key of two is refused", async () => {
    const half = env({ HEADROOM_RAW_FILES: "s3://kept", HEADROOM_RAW_FILES_S3_ACCESS_KEY_ID: "a" });
    await expect(openKeptFileStore(half)).rejects.toMatchObject({ code: "parameter-unreadable" });
  });
});

it("processes with the same store read the same mark, and others another one", async () => {
  const others = await mkdtemp(join(tmpdir(), "headroom-raw-"));
  const marks = await Promise.all([
    markOf(await open({ HEADROOM_RAW_FILES: others }), randomUUID),
    inS3().then((store) => markOf(store, randomUUID)),
  ]);
  expect(new Set(marks).size).toBe(2);
  expect(await markOf(await open({ HEADROOM_RAW_FILES: `file://${others}` }), randomUUID)).toBe(marks[0]);
  expect(await markOf(await inS3(), randomUUID)).toBe(marks[1]);
  expect(await markOf(await inS3("s3://kept/headroom/raw/", "wrong"), randomUUID)).toBeUndefined();
  await rm(others, { recursive: true });
  s3.objects.clear();
});
