import { INT, STRING, UINT } from "./gob-types.ts";
import type { GobType, GobTypes } from "./gob-types.ts";

/** What to do with a field of a result. */
const PASS_NESTED = 0;
export const PASS_NUMBER = 1;
export const PASS_BYTES = 2;
export const TIMESTAMP = 3;
export const LATENCY = 4;
export const CODE = 5;
export const BYTES_IN = 6;
export const METHOD = 7;
export const URL = 8;
export const ATTACK = 9;
export const ERROR = 10;

/** How to read the values of a struct as results, whatever order its fields have. */
export interface ResultPlan {
  actions: Uint8Array;
  types: readonly number[];
  names: readonly string[];
  /** Behind it nothing matters any more, and the rest of a message is passed over. */
  last: number;
}

const READ: Readonly<Record<string, { action: number; type: number | "opaque" }>> = {
  Timestamp: { action: TIMESTAMP, type: "opaque" },
  Latency: { action: LATENCY, type: INT },
  Code: { action: CODE, type: UINT },
  BytesIn: { action: BYTES_IN, type: UINT },
  Method: { action: METHOD, type: STRING },
  URL: { action: URL, type: STRING },
  Attack: { action: ATTACK, type: STRING },
  Error: { action: ERROR, type: STRING },
};

/** Whether a struct is vegeta's `Result`, of whatever version: by its name and the fields that no result is without. */
export function isResult(type: GobType): type is Extract<GobType, { kind: "struct" }> {
  if (type.kind !== "struct" || type.name !== "Result") return false;
  const names = new Set(type.fields.map(({ name }) => name));
  return ["Timestamp", "Latency", "Code"].every((name) => names.has(name));
}

/** Null where a field that is read has a type in which vegeta never wrote it. */
export function planOf(type: GobType, types: GobTypes): ResultPlan | null {
  if (!isResult(type)) return null;
  const actions = type.fields.map(({ name, type: id }) => {
    const read = READ[name];
    if (read === undefined) return passing(id, types);
    const fits = read.type === "opaque" ? types.get(id)?.kind === "opaque" : read.type === id;
    return fits ? read.action : null;
  });
  const known = actions.filter((action) => action !== null);
  if (known.length < actions.length) return null;
  return {
    actions: Uint8Array.from(known),
    types: type.fields.map((field) => field.type),
    names: type.fields.map((field) => field.name),
    last: known.findLastIndex((action) => action > PASS_BYTES),
  };
}

function passing(id: number, types: GobTypes): number {
  if (types.isNumber(id)) return PASS_NUMBER;
  return types.isBytes(id) ? PASS_BYTES : PASS_NESTED;
}
