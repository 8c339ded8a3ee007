import type { JsonSchema } from "./json-schema.ts";

/** A field of a body or an answer, as people read about it. */
export interface Field {
  /** `targets[].metric`. Empty: the value itself. */
  name: string;
  /** "string or null", or the values that are accepted. */
  type: string;
  /** The named schemas that it refers to. */
  refers: readonly string[];
  required: boolean;
}

/** All fields of a schema, those inside others after them. */
export function fieldsOf(schema: JsonSchema): Field[] {
  return alternatives(schema).flatMap((one) => inside(one, ""));
}

/** The named schema that this one is, or null. */
export function nameOf({ $ref }: JsonSchema): string | null {
  return $ref === undefined ? null : $ref.slice($ref.lastIndexOf("/") + 1);
}

/** In words: "integer, 1 to 200", "one of steady, whole". */
export function typeOf(schema: JsonSchema): string {
  return [...new Set(alternatives(schema).map(ofOne))].join(" or ");
}

function ofOne(schema: JsonSchema): string {
  const { enum: values, const: only, type, items, format } = schema;
  const name = nameOf(schema);
  if (name !== null) return name;
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return `one of ${values.map(String).join(", ")}`;
  if (type === "array") return `list of ${typeOf(asSchema([items].flat()[0]))}`;
  return `${[type ?? "any value"].flat().join(" or ")}${format === undefined ? "" : ` (${format})`}${bounds(schema)}`;
}

function bounds({ minimum, maximum, maxLength }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  if (maximum !== undefined) return `, at most ${maximum}`;
  return maxLength === undefined ? "" : `, at most ${maxLength} characters`;
}

function inside(schema: JsonSchema, at: string): Field[] {
  const { properties = {}, required = [], items } = schema;
  const own = Object.entries(properties).flatMap(([name, one]) => {
    const field = asSchema(one);
    const place = at === "" ? name : `${at}.${name}`;
    const refers = refersTo(field);
    return [
      { name: place, type: typeOf(field), refers, required: required.includes(name) },
      ...alternatives(field).flatMap((part) => inside(part, place)),
    ];
  });
  if (items === undefined) return own;
  return [...own, ...alternatives(asSchema([items].flat()[0])).flatMap((one) => inside(one, `${at}[]`))];
}

function refersTo(schema: JsonSchema): string[] {
  return alternatives(schema).flatMap((one) => {
    const name = nameOf(one);
    if (name !== null) return [name];
    return one.items === undefined ? [] : refersTo(asSchema([one.items].flat()[0]));
  });
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf ?? [schema]).map(asSchema);
}

function asSchema(one: JsonSchema | boolean | undefined): JsonSchema {
  return typeof one === "object" ? one : {};
}
