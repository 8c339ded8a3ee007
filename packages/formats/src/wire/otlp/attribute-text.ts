import { createHash } from "node:crypto";

/** The value of an attribute: OTLP's AnyValue. Null: not set. */
export type AttributeValue = string | number | bigint | boolean | null | AttributeList | AttributeMap;
interface AttributeList extends ReadonlyArray<AttributeValue> {}
export interface AttributeMap extends ReadonlyMap<string, AttributeValue> {}

const DIGEST_LENGTH = 16;

/** The value as a tag: lists and maps as JSON. */
export function attributeText(value: AttributeValue, mostLength: number): string {
  const text =
    value !== null && typeof value === "object" ? JSON.stringify(value, asJson) : String(value ?? "");
  return text.length > mostLength ? shortened(text, mostLength) : text;
}

function asJson(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  if (typeof value === "bigint") return String(value);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/** Command lines are among the usual attributes. A digest keeps apart values that differ only in what is cut off. */
function shortened(text: string, mostLength: number): string {
  const digest = createHash("sha256").update(text).digest("hex").slice(0, DIGEST_LENGTH);
  return `${text.slice(0, mostLength - DIGEST_LENGTH - 1).toWellFormed()}…${digest}`;
}
