import { z } from "zod";
import { NAMED } from "./components.ts";

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

const target = "draft-2020-12";

/** What clients send. Unknown fields are refused where it says so. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return bare(z.toJSONSchema(schema, { target, io: "input", override: tidy }));
}

/** What they get, by schema: the named ones, which the others refer to, and these. */
export function answerSchemas(unnamed: Iterable<z.ZodType>): {
  named: Record<string, JsonSchema>;
  of: (schema: z.ZodType) => JsonSchema;
} {
  const registry = z.registry<{ id: string }>();
  const add = (schema: z.ZodType, id: string) => {
    if (!registry.has(schema)) registry.add(schema, { id });
  };
  for (const [id, schema] of Object.entries(NAMED)) add(schema, id);
  let count = 0;
  for (const schema of unnamed) add(schema, `unnamed-${count++}`);
  const { schemas } = z.toJSONSchema(registry, {
    target,
    io: "output",
    uri: (id) => `#/components/schemas/${id}`,
    override: tidyAnswer,
  });
  const named = Object.keys(NAMED).map((id) => [id, bare(schemas[id] ?? {})] as const);
  return {
    named: Object.fromEntries(named),
    of(schema) {
      const id = registry.get(schema)?.id ?? "";
      return id in NAMED ? { $ref: `#/components/schemas/${id}` } : bare(schemas[id] ?? {});
    },
  };
}

function bare({ $schema: _dialect, $id: _id, "~standard": _standard, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Without what a format says already, and without the limits of doubles. */
function tidy({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.pattern !== undefined) jsonSchema.pattern = portable(jsonSchema.pattern);
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.prefixItems !== undefined) asList(jsonSchema, jsonSchema.prefixItems);
}

/** A tuple as a list of its length: many generators of clients don't read `prefixItems`, and none its `items: false`. */
function asList(tuple: JsonSchema, places: readonly unknown[]): void {
  const kinds = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  delete tuple.prefixItems;
  Object.assign(tuple, {
    items: kinds.length === 1 ? kinds[0] : { anyOf: kinds },
    minItems: places.length,
    maxItems: places.length,
  });
}

/** Control characters by their numbers: not every language's patterns know their Unicode category. */
function portable(pattern: string): string {
  const control = String.raw`\x00-\x1f\x7f-\x9f`;
  return pattern.replaceAll(String.raw`\P{Cc}`, `[^${control}]`).replaceAll(String.raw`\p{Cc}`, control);
}

/** Fields can be added to answers, so they don't say that there are no others. */
function tidyAnswer(context: { jsonSchema: JsonSchema }): void {
  tidy(context);
  if (context.jsonSchema.additionalProperties === false) delete context.jsonSchema.additionalProperties;
}
