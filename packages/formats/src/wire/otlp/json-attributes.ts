import type { Tag } from "../tags.ts";
import { attributeText } from "./attribute-text.ts";
import type { AttributeValue } from "./attribute-text.ts";
import { booleanIn, doubleIn, exactIntegerIn, listIn, objectIn, textIn, unreadable } from "./json-fields.ts";
import type { JsonObject } from "./json-fields.ts";

const MAX_ATTRIBUTES = 1_000;
const MAX_DEPTH = 16;

export function attributesIn(value: unknown, mostLength: number): Tag[] {
  return pairsIn(value, 0).map(([key, one]) => [key, attributeText(one, mostLength)]);
}

function pairsIn(value: unknown, depth: number): [string, AttributeValue][] {
  return shortList(value, "attributes").map((pair) => {
    const { key, value: one } = objectIn(pair, "attributes");
    return [textIn(key, "key"), valueIn(objectIn(one, "value"), depth)];
  });
}

function valueIn(value: JsonObject, depth: number): AttributeValue {
  if (depth > MAX_DEPTH) throw unreadable("value", `an attribute of at most ${MAX_DEPTH} levels`);
  for (const [type, read] of VALUES) {
    const one = value[type];
    if (one !== undefined && one !== null) return read(one, depth);
  }
  return null;
}

const VALUES: readonly (readonly [string, (value: unknown, depth: number) => AttributeValue])[] = [
  ["stringValue", (value) => textIn(value, "stringValue")],
  ["boolValue", (value) => booleanIn(value, "boolValue")],
  ["intValue", (value) => exactIntegerIn(value, "intValue")],
  ["doubleValue", (value) => doubleIn(value, "doubleValue")],
  [
    "arrayValue",
    (value, depth) =>
      shortList(objectIn(value, "arrayValue")["values"], "values").map((one) =>
        valueIn(objectIn(one, "values"), depth + 1),
      ),
  ],
  ["kvlistValue", (value, depth) => new Map(pairsIn(objectIn(value, "kvlistValue")["values"], depth + 1))],
  ["bytesValue", (value) => textIn(value, "bytesValue")],
];

function shortList(value: unknown, name: string): readonly unknown[] {
  const list = listIn(value, name);
  if (list.length > MAX_ATTRIBUTES) throw unreadable(name, `a list of at most ${MAX_ATTRIBUTES} values`);
  return list;
}
