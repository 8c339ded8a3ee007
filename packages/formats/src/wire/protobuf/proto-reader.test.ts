import { isHeadroomError } from "@headroom/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtoReader } from "./proto-reader.ts";
import { ProtoWriter } from "@headroom/core/wire";

/** Bytes from hex, which may have spaces. */
function hex(text: string): Uint8Array {
  return Buffer.from(text.replaceAll(" ", ""), "hex");
}

function firstField<T>(bytes: Uint8Array, read: (reader: ProtoReader) => T): T {
  const reader = new ProtoReader(bytes);
  expect(reader.next()).toBe(true);
  return read(reader);
}

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (isHeadroomError(error)) return { code: error.code, byte: error.byte, message: error.message };
    throw error;
  }
  return null;
}

describe("protobuf values, from the examples of its specification", () => {
  it.each([
    ["08 96 01", 150],
    ["08 00", 0],
    ["08 ff ff ff ff ff ff ff ff ff 01", 2 ** 64],
  ])("%s is the unsigned number %d", (bytes, value) => {
    expect(firstField(hex(bytes), (reader) => reader.uint())).toBe(value);
  });

  it("reads -2 as an int64 of ten bytes", () => {
    expect(firstField(hex("08 fe ff ff ff ff ff ff ff ff 01"), (reader) => reader.int())).toBe(-2);
  });

  it.each([
    ["08 00", 0],
    ["08 01", -1],
    ["08 02", 1],
    ["08 fe ff ff ff 0f", 2_147_483_647],
    ["08 ff ff ff ff 0f", -2_147_483_648],
  ])("%s is the zigzag number %d", (bytes, value) => {
    expect(firstField(hex(bytes), (reader) => reader.sint())).toBe(value);
  });

  it("reads a text, an embedded message and packed numbers", () => {
    expect(firstField(hex("12 07 74 65 73 74 69 6e 67"), (reader) => reader.text())).toBe("testing");
    const numbers: number[] = [];
    firstField(hex("32 06 03 8e 02 9e a7 05"), (reader) => reader.uints(numbers));
    expect(numbers).toEqual([3, 270, 86_942]);
    const reader = new ProtoReader(hex("1a 03 08 96 01"));
    reader.next();
    const outer = reader.enter();
    reader.next();
    expect([reader.field, reader.uint(), reader.next()]).toEqual([1, 150, false]);
    reader.leave(outer);
    expect(reader.next()).toBe(false);
  });

  it("turns nanoseconds into microseconds exactly, up to the largest 64-bit number", () => {
    const nanos = fc.bigInt({ min: 0n, max: (1n << 62n) - 1n });
    const property = fc.property(nanos, (value) => {
      const body = new ProtoWriter().fixed(1, value).finish();
      expect(firstField(body, (reader) => reader.nanosAsMicros())).toBe(Number(value / 1_000n));
    });
    fc.assert(property);
  });

  it("reads back whatever was written, and skips every field", () => {
    const safe = fc.maxSafeInteger();
    const texts = fc.constantFrom(
      "",
      "plain",
      "\0",
      "größer",
      "日本語",
      "🚦",
      "\uFEFF",
      "x".repeat(300),
      "ü".repeat(300),
    );
    const property = fc.property(safe, fc.double(), texts, (whole, real, text) => {
      const body = new ProtoWriter()
        .int(1, whole)
        .sint(2, whole)
        .fixed(3, whole)
        .double(4, real)
        .text(5, text)
        .finish();
      const reader = new ProtoReader(body);
      const read = [
        () => reader.int(),
        () => reader.sint(),
        () => reader.sfixed(),
        () => reader.double(),
        () => reader.text(),
      ].map((value) => (reader.next() ? value() : null));
      expect(read).toEqual([whole, whole, whole, real, text]);
      const skipping = new ProtoReader(body);
      while (skipping.next()) skipping.skip();
      expect(skipping.at).toBe(body.length);
    });
    fc.assert(property);
  });
});

describe("invalid protobuf is refused with the byte where it breaks", () => {
  it.each([
    ["a number that never ends", "08 ff ff ff ff ff ff ff ff ff ff 01", "a number is longer than 64 bits"],
    ["65 bits", "08 ff ff ff ff ff ff ff ff ff 02", "a number is longer than 64 bits"],
    ["a cut number", "08 96", "it ends in the middle of a number"],
    ["a length past the end", "12 08 74 65", "a field of 8 bytes is longer than what is left"],
    ["a length of 4 GB", "12 ff ff ff ff 0f 74", "a field of 4294967295 bytes is longer than what is left"],
    ["field number 0", "00 01", "it has an invalid field number"],
    ["a group", "0b 08 01 0c", "it contains a group, which isn't supported"],
    ["an unknown wire type", "0e 01", "a field has the unknown wire type 6"],
    ["a cut 64-bit value", "09 01 02 03", "it ends in the middle of a field"],
    ["a cut 32-bit value", "0d 01 02", "it ends in the middle of a field"],
  ])("%s", (_name, bytes, what) => {
    const error = errorOf(() => {
      const reader = new ProtoReader(hex(bytes));
      while (reader.next()) reader.skip();
    });
    expect(error).toMatchObject({ code: "batch-unreadable", message: expect.stringContaining(what) });
  });

  it("a field of another type than expected", () => {
    const error = errorOf(() => firstField(hex("08 01"), (reader) => reader.double()));
    expect(error).toMatchObject({ message: expect.stringContaining("field 1 has wire type 0 instead of 1") });
  });

  it("a text that isn't UTF-8, but not one that contains the replacement character", () => {
    const valid = new ProtoWriter().text(1, "\uFFFD").finish();
    expect(firstField(valid, (reader) => reader.text())).toBe("\uFFFD");
    const error = errorOf(() => firstField(hex("0a 02 c3 28"), (reader) => reader.text()));
    expect(error).toMatchObject({ code: "batch-unreadable", byte: 2 });
  });

  it("a list of a million numbers", () => {
    const body = new ProtoWriter().bytes(1, new Uint8Array(1_000_000)).finish();
    const error = errorOf(() => firstField(body, (reader) => reader.uints([])));
    expect(error).toMatchObject({ message: expect.stringContaining("more than 65536 entries") });
  });

  it("messages that nest too deep", () => {
    let body: Uint8Array = new Uint8Array();
    for (let level = 0; level < 50; level++) body = new ProtoWriter().bytes(1, body).finish();
    const reader = new ProtoReader(body);
    const descend = () => {
      while (reader.next()) reader.enter();
    };
    expect(errorOf(descend)).toMatchObject({
      message: expect.stringContaining("nests deeper than 40 levels"),
    });
  });

  it("a value that starts inside the message but ends outside of it", () => {
    const reader = new ProtoReader(hex("0a 01 08 05"));
    reader.next();
    reader.enter();
    reader.next();
    expect(errorOf(() => reader.uint())).toMatchObject({ byte: 3 });
  });
});
