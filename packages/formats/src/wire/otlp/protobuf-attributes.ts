import type { ProtoReader } from "../protobuf/proto-reader.ts";
import type { Tag } from "../tags.ts";
import { attributeText } from "./attribute-text.ts";
import type { AttributeMap, AttributeValue } from "./attribute-text.ts";

const MAX_ATTRIBUTES = 1_000;

/** Adds the attribute that the current field holds. */
export function readAttribute(reader: ProtoReader, into: Tag[], mostLength: number): void {
  if (into.length >= MAX_ATTRIBUTES) {
    throw reader.broken(`something has more than ${MAX_ATTRIBUTES} attributes`, reader.at);
  }
  const [key, value] = readPair(reader);
  into.push([key, attributeText(value, mostLength)]);
}

function readPair(reader: ProtoReader): [string, AttributeValue] {
  let key = "";
  let value: AttributeValue = null;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) key = reader.text();
    else if (reader.field === 2) value = readValue(reader);
    else reader.skip();
  }
  reader.leave(outer);
  return [key, value];
}

function readValue(reader: ProtoReader): AttributeValue {
  let value: AttributeValue = null;
  const outer = reader.enter();
  while (reader.next()) {
    const read = VALUES[reader.field];
    if (read === undefined) reader.skip();
    else value = read(reader);
  }
  reader.leave(outer);
  return value;
}

const VALUES: Readonly<Record<number, (reader: ProtoReader) => AttributeValue>> = {
  1: (reader) => reader.text(),
  2: (reader) => reader.uint() !== 0,
  3: (reader) => {
    const value = reader.int();
    if (Number.isSafeInteger(value)) return value;
    return BigInt.asIntN(64, (BigInt(reader.high) << 32n) + BigInt(reader.low));
  },
  4: (reader) => reader.double(),
  5: readList,
  6: readMap,
  7: (reader) => Buffer.from(reader.bytes()).toString("base64"),
};

function readList(reader: ProtoReader): AttributeValue[] {
  const values: AttributeValue[] = [];
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) values.push(readValue(reader));
    else reader.skip();
    limit(reader, values.length);
  }
  reader.leave(outer);
  return values;
}

function readMap(reader: ProtoReader): AttributeMap {
  const values = new Map<string, AttributeValue>();
  let pairs = 0;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) values.set(...readPair(reader));
    else reader.skip();
    limit(reader, pairs++);
  }
  reader.leave(outer);
  return values;
}

function limit(reader: ProtoReader, values: number): void {
  if (values > MAX_ATTRIBUTES)
    throw reader.broken(`an attribute has more than ${MAX_ATTRIBUTES} values`, reader.at);
}
