import { expect, it } from "vitest";
import { z } from "zod";
import { fieldsOf, typeOf } from "./fields.ts";
import { inputSchema } from "./json-schema.ts";

const schema = inputSchema(
  z.strictObject({
    limit: z.int().min(1).max(200).default(50),
    kind: z.enum(["steady", "whole"]),
    steps: z.array(z.strictObject({ title: z.string().max(200), at: z.iso.datetime().nullable() })),
  }),
);

it("fields are named by their place, with what they accept", () => {
  expect(fieldsOf(schema).map(({ name, type, required }) => [name, type, required])).toEqual([
    ["limit", "integer, 1 to 200", false],
    ["kind", "one of steady, whole", true],
    ["steps", "list of object", true],
    ["steps[].title", "string, at most 200 characters", true],
    ["steps[].at", "string (date-time) or null", true],
  ]);
});

it("alternatives are told, and the named schemas that a field refers to", () => {
  const one = {
    type: "object" as const,
    properties: { runs: { type: "array" as const, items: { $ref: "#/components/schemas/Run" } } },
  };
  expect(fieldsOf(one)).toEqual([{ name: "runs", type: "list of Run", refers: ["Run"], required: false }]);
  expect(typeOf({ anyOf: [{ $ref: "#/components/schemas/Run" }, { type: "null" }] })).toBe("Run or null");
});
