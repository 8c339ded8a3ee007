import fc from "fast-check";
import { expect, it } from "vitest";
import { CopyEncoder, uuidBytes } from "./copy-encoder.ts";

const HEADER = 19;
const body = (write: (out: CopyEncoder) => void, initialBytes?: number) => {
  const out = new CopyEncoder(initialBytes);
  write(out);
  return out.finish().subarray(HEADER, -2);
};

it("opens with the signature and closes with -1", () => {
  const bytes = new CopyEncoder().finish();
  expect(bytes.toString("hex")).toBe("5047434f50590aff0d0a000000000000000000ffff");
});

it("writes each type as PostgreSQL reads it", () => {
  const hex = (write: (out: CopyEncoder) => void) => body(write).toString("hex");
  expect(hex((out) => out.row(3))).toBe("0003");
  expect(hex((out) => out.nothing())).toBe("ffffffff");
  expect(hex((out) => out.int2(-2))).toBe("00000002fffe");
  expect(hex((out) => out.int4(-600))).toBe("00000004fffffda8");
  expect(hex((out) => out.float8(1.5))).toBe("000000083ff8000000000000");
  expect(hex((out) => out.timestamp(new Date("2000-01-01T00:00:01Z")))).toBe("0000000800000000000f4240");
  expect(hex((out) => out.timestamp(new Date("1999-12-31T23:59:59Z")))).toBe("00000008fffffffffff0bdc0");
  expect(hex((out) => out.bytes(Uint8Array.of(1, 2, 3)))).toBe("00000003010203");
  expect(uuidBytes("00112233-4455-6677-8899-aabbccddeeff").toString("hex")).toBe(
    "00112233445566778899aabbccddeeff",
  );
});

it("writes every whole number of a double as a 64-bit one", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(body((out) => out.int8(value)).readBigInt64BE(4)).toBe(BigInt(value));
    }),
  );
});

it("grows without losing what it has", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (values) => {
      const bytes = body((out) => values.forEach((value) => out.bytes(value)), 32);
      let at = 0;
      for (const value of values) {
        expect(bytes.readInt32BE(at)).toBe(value.length);
        expect(bytes.subarray(at + 4, at + 4 + value.length).equals(value)).toBe(true);
        at += 4 + value.length;
      }
      expect(at).toBe(bytes.length);
    }),
  );
});

it("refuses what would be stored as something else", () => {
  const out = new CopyEncoder();
  expect(() => out.int8(0.5)).toThrow(RangeError);
  expect(() => out.int8(2 ** 53)).toThrow(RangeError);
  expect(() => out.int2(40_000)).toThrow(RangeError);
  expect(() => uuidBytes("no")).toThrow(RangeError);
});
