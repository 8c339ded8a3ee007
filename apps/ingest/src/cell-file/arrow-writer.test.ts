import { makeData, Field, Int32, RecordBatch, Schema, Struct, tableFromIPC } from "apache-arrow";
import { expect, it } from "vitest";
import { ArrowWriter } from "./arrow-writer.ts";

const SCHEMA = new Schema([new Field("x", new Int32(), false)]);

function fileOf(values: Int32Array): Buffer {
  const writer = new ArrowWriter();
  writer.begin(SCHEMA);
  const children = [makeData({ type: new Int32(), length: values.length, nullCount: 0, data: values })];
  const type = new Struct(SCHEMA.fields);
  const data = makeData({ type, length: values.length, nullCount: 0, children });
  writer.write(new RecordBatch(SCHEMA, data));
  writer.finish();
  return Buffer.from(writer.take());
}

const ZSTD = Buffer.from([40, 181, 47, 253]);

it("writes the length that a compressed buffer has without compression before it, as other readers need it", () => {
  const file = fileOf(new Int32Array(10_000));
  const compressed = file.indexOf(ZSTD);
  expect(file.length).toBeLessThan(2_000);
  expect(file.readBigInt64LE(compressed - 8)).toBe(40_000n);
  expect(tableFromIPC(file).getChild("x")?.toArray()).toEqual(new Int32Array(10_000));
});

it("leaves a buffer as it is that compression would make longer, and says so", () => {
  const file = fileOf(Int32Array.of(123_456_789));
  expect(file.includes(ZSTD)).toBe(false);
  const value = file.indexOf(Buffer.from(Int32Array.of(123_456_789).buffer));
  expect(file.readBigInt64LE(value - 8)).toBe(-1n);
});
