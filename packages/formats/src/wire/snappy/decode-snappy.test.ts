import { isHeadroomError } from "@headroom/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeSnappy } from "./decode-snappy.ts";
import { encodeSnappy } from "@headroom/core/wire";

const LIMIT = 1_000_000;

function hex(text: string): Uint8Array {
  return Buffer.from(text.replaceAll(" ", ""), "hex");
}

function unpacked(block: string): string {
  return Buffer.from(decodeSnappy(hex(block), LIMIT)).toString();
}

function codeOf(work: () => unknown): string | null {
  try {
    work();
  } catch (error) {
    if (isHeadroomError(error)) return error.code;
    throw error;
  }
  return null;
}

describe("Snappy blocks", () => {
  it("hold nothing, a literal, and copies with offsets of one, two and four bytes", () => {
    expect(unpacked("00")).toBe("");
    expect(unpacked("03 08 61 62 63")).toBe("abc");
    expect(unpacked("07 08 61 62 63 01 03")).toBe("abcabca");
    expect(unpacked("06 08 61 62 63 0a 03 00")).toBe("abcabc");
    expect(unpacked("06 08 61 62 63 0b 03 00 00 00")).toBe("abcabc");
  });

  it("repeat what a copy has just written", () => {
    expect(unpacked("0a 00 61 22 01 00")).toBe("a".repeat(10));
  });

  it("hold literals whose length takes one to four bytes", () => {
    expect(unpacked("03 f0 02 61 62 63")).toBe("abc");
    expect(unpacked("03 f4 02 00 61 62 63")).toBe("abc");
    expect(unpacked("03 f8 02 00 00 61 62 63")).toBe("abc");
    expect(unpacked("03 fc 02 00 00 00 61 62 63")).toBe("abc");
  });

  it("give back any bytes that were encoded", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200_000 }), (bytes) => {
        expect(Buffer.from(decodeSnappy(encodeSnappy(bytes), LIMIT)).equals(bytes)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe("invalid Snappy blocks", () => {
  it.each([
    ["nothing", ""],
    ["a length that never ends", "ff ff ff ff ff ff"],
    ["fewer bytes than it says", "05 08 61 62 63"],
    ["more bytes than it says", "02 08 61 62 63"],
    ["a literal past the end", "03 08 61 62"],
    ["a literal of 4 GB", "03 fc ff ff ff ff 61"],
    ["a cut offset", "06 08 61 62 63 0a 03"],
    ["an offset of 0", "06 08 61 62 63 0a 00 00"],
    ["an offset before the start", "06 08 61 62 63 0a 04 00"],
    ["a copy past the length", "04 08 61 62 63 0a 03 00"],
    ["the framed format", "ff 06 00 00 73 4e 61 50 70 59"],
  ])("%s", (_name, block) => {
    expect(codeOf(() => decodeSnappy(hex(block), LIMIT))).toBe("encoding-broken");
  });

  it("are refused by the length that they declare, before memory is taken", () => {
    // 100 MB and 4 GB
    expect(codeOf(() => decodeSnappy(hex("80 c2 d7 2f 00 61"), LIMIT))).toBe("decompressed-too-large");
    expect(codeOf(() => decodeSnappy(hex("ff ff ff ff 0f 00 61"), LIMIT))).toBe("decompressed-too-large");
    // Within the limit, but more than six bytes can hold.
    const before = process.memoryUsage().arrayBuffers;
    expect(codeOf(() => decodeSnappy(hex("80 c2 d7 2f 00 61"), 200_000_000))).toBe("encoding-broken");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  it("never fail in another way, whatever byte is cut or changed", () => {
    const block = hex("0e 08 61 62 63 01 03 0a 03 00 0b 03 00 00 00");
    for (let cut = 0; cut < block.length; cut++) {
      expect(codeOf(() => decodeSnappy(block.subarray(0, cut), LIMIT))).toBe("encoding-broken");
    }
    const property = fc.property(fc.nat(block.length - 1), fc.nat(255), (at, byte) => {
      const changed = Uint8Array.from(block);
      changed[at] = byte;
      expect(["encoding-broken", "decompressed-too-large", null]).toContain(
        codeOf(() => decodeSnappy(changed, LIMIT)),
      );
    });
    fc.assert(property, { numRuns: 500 });
  });
});
