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

  it("drops between two bodies what several bodies haven't used, and nothing during one", () => {
    const cache = new ByteCache<string>(10_000);
    cache.trim();
    for (let at = 0; at < 100; at++) cache.add(bytesOf(`key ${at}`), at, `${at}`, 1_000);
    expect(find(cache, "key 7", 7)).toBe("7");
    cache.trim();
    expect(find(cache, "key 7", 7)).toBe("7");
    for (let at = 100; at < 200; at++) cache.add(bytesOf(`key ${at}`), at, `${at}`, 1_000);
    cache.trim();
    expect([find(cache, "key 7", 7), find(cache, "key 8", 8)]).toEqual(["7", undefined]);
    for (let at = 200; at < 300; at++) cache.add(bytesOf(`key ${at}`), at, `${at}`, 1_000);
    cache.trim();
    expect([find(cache, "key 7", 7), find(cache, "key 150", 150)]).toEqual(["7", undefined]);
    expect(find(cache, "key 250", 250)).toBe("250");
  });
});
