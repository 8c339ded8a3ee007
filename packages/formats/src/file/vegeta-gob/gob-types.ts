import { GOING } from "./gob-cursor.ts";
import type { GobCursor } from "./gob-cursor.ts";

export interface GobField {
  name: string;
  type: number;
}

/** What a stream says of one of its types: how its values are laid out. */
export type GobType =
  | { kind: "opaque" }
  | { kind: "list"; element: number; count: number | null }
  | { kind: "map"; key: number; element: number }
  | { kind: "struct"; name: string; fields: readonly GobField[] };

/** Types that every stream knows: their values are one number (bool, int, uint, float) or a length and bytes. */
export const INT = 2;
export const UINT = 3;
const BYTES = 5;
export const STRING = 6;
const FLOAT = 4;
const COMPLEX = 7;
const FIRST_OWN = 16;

const MAX_DEPTH = 16;
const MAX_FIELDS = 256;
const MAX_TYPES = 256;

/** The types that a stream describes in front of its values. */
export class GobTypes {
  readonly #types = new Map<number, GobType>();

  get(id: number): GobType | undefined {
    return this.#types.get(id);
  }

  /** Whether values are a length and that many bytes. */
  isBytes(id: number): boolean {
    return id === BYTES || id === STRING || this.#types.get(id)?.kind === "opaque";
  }

  isNumber(id: number): boolean {
    return id > 0 && id <= FLOAT;
  }

  /** Reads the description of a type, all of which is at hand; files appended to each other describe theirs again. */
  define(id: number, cursor: GobCursor): GobType | null {
    const type = readType(cursor);
    if (type === null || cursor.state !== GOING || id < FIRST_OWN || this.#types.size >= MAX_TYPES)
      return null;
    this.#types.set(id, type);
    return type;
  }

  /** Passes over a value that is at hand, or leaves the cursor short or broken. */
  skip(id: number, cursor: GobCursor, depth = 0): void {
    if (depth > MAX_DEPTH) cursor.breakOff();
    else if (this.isNumber(id)) cursor.uint();
    else if (this.isBytes(id)) cursor.skipBytes();
    else if (id === COMPLEX) {
      cursor.uint();
      cursor.uint();
    } else this.#skipParts(id, cursor, depth);
  }

  #skipParts(id: number, cursor: GobCursor, depth: number): void {
    const type = this.#types.get(id);
    if (type?.kind === "list") {
      const count = cursor.uint();
      if (type.count !== null && count !== type.count) cursor.breakOff();
      this.#skipMany(count, [type.element], cursor, depth);
    } else if (type?.kind === "map") this.#skipMany(cursor.uint(), [type.key, type.element], cursor, depth);
    else if (type?.kind === "struct") this.#skipFields(type.fields, cursor, depth);
    else cursor.breakOff();
  }

  #skipMany(count: number, ids: readonly number[], cursor: GobCursor, depth: number): void {
    for (let index = 0; index < count && cursor.state === GOING; index++) {
      const from = cursor.at;
      for (const id of ids) this.skip(id, cursor, depth + 1);
      // Values take bytes: a count of things that take none would never end.
      if (cursor.at === from) cursor.breakOff();
    }
  }

  #skipFields(fields: readonly GobField[], cursor: GobCursor, depth: number): void {
    for (let field = -1; cursor.state === GOING;) {
      const step = cursor.uint();
      if (step === 0) return;
      field += step;
      const known = fields[field];
      if (known === undefined) cursor.breakOff();
      else this.skip(known.type, cursor, depth + 1);
    }
  }
}

/** A description is a struct with one field of the seven kinds of types; each of them begins with its name and id. */
function readType(cursor: GobCursor): GobType | null {
  const kind = cursor.uint() - 1;
  let name = "";
  const numbers: [number, number] = [0, 0];
  let fields: GobField[] = [];
  for (let field = -1; ;) {
    const step = cursor.uint();
    if (cursor.state !== GOING) return null;
    if (step === 0) break;
    field += step;
    if (field === 0) name = readName(cursor).name;
    else if (kind === STRUCT && field === 1) fields = readFields(cursor);
    else if (field <= 2) numbers[field === 1 ? 0 : 1] = cursor.int();
    else return null;
  }
  return cursor.uint() === 0 ? typeOf(kind, { name, numbers, fields }) : null;
}

interface TypeParts {
  name: string;
  numbers: [number, number];
  fields: GobField[];
}

function typeOf(kind: number, { name, numbers: [first, second], fields }: TypeParts): GobType | null {
  if (kind === ARRAY) return { kind: "list", element: first, count: second };
  if (kind === SLICE) return { kind: "list", element: first, count: null };
  if (kind === STRUCT) return { kind: "struct", name, fields };
  if (kind === MAP) return { kind: "map", key: first, element: second };
  return kind > MAP && kind <= TEXT_MARSHALER ? { kind: "opaque" } : null;
}

const ARRAY = 0;
const SLICE = 1;
const STRUCT = 2;
const MAP = 3;
const TEXT_MARSHALER = 6;

/** A name and a type's id, which is how types and fields are both named. */
function readName(cursor: GobCursor): GobField {
  const named = { name: "", type: 0 };
  for (let field = -1; cursor.state === GOING;) {
    const step = cursor.uint();
    if (step === 0) break;
    field += step;
    if (field === 0) named.name = cursor.text();
    else if (field === 1) named.type = cursor.int();
    else cursor.breakOff();
  }
  return named;
}

function readFields(cursor: GobCursor): GobField[] {
  const count = cursor.uint();
  if (count > MAX_FIELDS) cursor.breakOff();
  const fields: GobField[] = [];
  while (fields.length < count && cursor.state === GOING) fields.push(readName(cursor));
  return fields;
}
