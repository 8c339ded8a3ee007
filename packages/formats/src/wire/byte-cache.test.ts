import { describe, expect, it } from "vitest";
import { ByteCache } from "./byte-cache.ts";

const bytesOf = (text: string) => Buffer.from(text);
const find = (cache: ByteCache<string>, text: string, hash: number) => {
  const body = bytesOf(`before ${text} after`);
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  return cache.find(view, 7, 7 + text.length, hash);
};

describe("a cache by bytes", () => {
  it("finds what was read from the same bytes", () => {
    const cache = new ByteCache<string>();
    for (const text of ["", "a", "abcd", "abcdefghi"])
      cache.add(bytesOf(text), text.length, `read ${text}`, 0);
    for (const text of ["", "a", "abcd", "abcdefghi"])
      expect(find(cache, text, text.length)).toBe(`read ${text}`);
  });

  it("never takes other bytes with the same hash for them", () => {
    const cache = new ByteCache<string>();
    cache.add(bytesOf("abcdef"), 1, "read", 0);
    for (const other of ["abcdeg", "Abcdef", "abcde", "abcdefg", ""])
      expect(find(cache, other, 1)).toBeUndefined();
    cache.add(bytesOf("abcdeg"), 1, "other", 0);
    expect(find(cache, "abcdef", 1)).toBeUndefined();
    expect(find(cache, "abcdeg", 1)).toBe("other");
  });

  it("keeps its own copy of the bytes", () => {
    const cache = new ByteCache<string>();
    const bytes = bytesOf("abcdef");
    cache.add(bytes, 1, "read", 0);
    bytes.fill(0);
    expect(find(cache, "abcdef", 1)).toBe("read");
  });

  it("starts over once it is full, before the next body", () => {
    const cache = new ByteCache<string>(10_000);
    const fill = (from: number) => {
      cache.makeRoom();
      for (let at = from; at < from + 5; at++) cache.add(bytesOf(`key ${at}`), at, `${at}`, 1_000);
    };
    fill(0);
    fill(10);
    expect([find(cache, "key 0", 0), find(cache, "key 14", 14)]).toEqual(["0", "14"]);
    fill(20);
    expect([find(cache, "key 0", 0), find(cache, "key 14", 14), find(cache, "key 24", 24)]).toEqual([
      undefined,
      undefined,
      "24",
    ]);
  });

  it("forgets everything if no body was read for a while", () => {
    const cache = new ByteCache<string>();
    cache.makeRoom();
    cache.add(bytesOf("abcdef"), 1, "read", 0);
    cache.forgetIfIdle();
    expect(find(cache, "abcdef", 1)).toBe("read");
    cache.makeRoom();
    cache.forgetIfIdle();
    expect(find(cache, "abcdef", 1)).toBe("read");
    cache.forgetIfIdle();
    expect(find(cache, "abcdef", 1)).toBeUndefined();
  });

  it("counts what it replaces once", () => {
    const cache = new ByteCache<string>(10_000);
    cache.add(bytesOf("first"), 1, "first", 0);
    for (let at = 0; at < 100; at++) cache.add(bytesOf("again"), 2, "again", 1_000);
    cache.makeRoom();
    expect(find(cache, "first", 1)).toBe("first");
  });
});
