import { HeadroomError } from "@headroom/core";
import { LargeJson } from "./large-json.ts";

/** The fields of protobuf's JSON mapping. A missing field and null are the same. */
export type JsonObject = Readonly<Record<string, unknown>>;

const INTEGER = /^-?\d{1,20}$/;
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function objectIn(value: unknown, name: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (value instanceof LargeJson) {
    if (!value.isList) return value.members();
  } else if (typeof value === "object" && !Array.isArray(value)) return value as JsonObject;
  throw unreadable(name, "an object");
}

export function listIn(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  if (value instanceof LargeJson && value.isList) return value.parse() as unknown[];
  throw unreadable(name, "a list");
}

/** The same one by one: a long list isn't held. */
export function eachIn(value: unknown, name: string): Iterable<unknown> {
  return value instanceof LargeJson && value.isList ? value.values() : listIn(value, name);
}

export function textIn(value: unknown, name: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw unreadable(name, "a string");
}

export function booleanIn(value: unknown, name: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  throw unreadable(name, "true or false");
}

export function doubleIn(value: unknown, name: string): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return value;
  if (value === "NaN") return Number.NaN;
  if (value === "Infinity") return Number.POSITIVE_INFINITY;
  if (value === "-Infinity") return Number.NEGATIVE_INFINITY;
  if (typeof value === "string" && DECIMAL.test(value)) return Number(value);
  throw unreadable(name, "a number");
}

/** 64-bit integers are strings, but many clients send numbers. Beyond 2^53 it's the closest number. */
export function integerIn(value: unknown, name: string): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" && Number.isInteger(value)) return value;
  if (typeof value === "string" && INTEGER.test(value)) return Number(value);
  throw unreadable(name, "an integer");
}

/** The same without a limit. */
export function exactIntegerIn(value: unknown, name: string): number | bigint | null {
  const integer = integerIn(value, name);
  return typeof value === "string" && !Number.isSafeInteger(integer) ? BigInt(value) : integer;
}

/** Nanoseconds since 1970 in whole microseconds. 0: it doesn't say. */
export function microsIn(value: unknown, name: string): number {
  const nanos = exactIntegerIn(value, name) ?? 0;
  return typeof nanos === "bigint" ? Number(nanos / 1_000n) : Math.floor(nanos / 1_000);
}

export function unreadable(name: string, expected: string): HeadroomError {
  return new HeadroomError("batch-unreadable", `The JSON body cannot be read: ${name} is not ${expected}.`, {
    field: name,
    hint: "Send an ExportMetricsServiceRequest in OTLP's JSON encoding, with names in lowerCamelCase and enums as integers.",
  });
}
