import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lineOfText } from "../text.ts";
import { inputSchema } from "./json-schema.ts";
import { openApiDocument, splitName } from "./document.ts";
import { breaksOf, promisesOf } from "./promises.ts";
import { ROUTE_GROUPS, ROUTES } from "./routes/index.ts";

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const FILE = new URL("../../promises.txt", import.meta.url);

it("keeps what clients rely on (after an addition: vitest --update; docs/how-to-add.md says how to break it)", async () => {
  const promises = promisesOf(document);
  expect(promises.length).toBeGreaterThan(2_000);
  const before = readFileSync(FILE, "utf8").split("\n").filter(Boolean);
  expect(breaksOf(before, promises), "this breaks clients of the HTTP API").toEqual([]);
  await expect(`${promises.join("\n")}\n`).toMatchFileSnapshot(FILE.pathname);
});

describe("the OpenAPI document", () => {
  it("has every route once, with a name of its own", () => {
    const names = ROUTE_GROUPS.flatMap(({ names: some }) => some);
    expect(new Set(names)).toEqual(new Set(Object.keys(ROUTES)));
    expect(operations).toHaveLength(names.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it("has a parameter for each name in a path", () => {
    for (const name of ROUTE_GROUPS.flatMap(({ names }) => names)) {
      const { method, path } = splitName(name);
      const inPath = document.paths[path]?.[method.toLowerCase()]?.parameters.filter(
        (one) => one.in === "path",
      );
      expect(
        inPath?.map((one) => one.name),
        name,
      ).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one));
    }
  });

  it("only refers to schemas that it has", () => {
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]*)"/g)];
    expect(referred.length).toBeGreaterThan(100);
    for (const [, name = ""] of referred) expect(document.components.schemas).toHaveProperty(name);
  });

  it("has patterns that every language's can read, and that mean the same", () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    const written = patterns.map(([, text = '""']) => JSON.parse(text) as string);
    expect(written.filter((pattern) => /\\p\{/i.test(pattern))).toEqual([]);
    const { pattern = "" } = inputSchema(lineOfText);
    const characters = Array.from({ length: 300 }, (_, code) => String.fromCharCode(code));
    const own = characters.filter((one) => new RegExp(pattern, "u").test(one));
    expect(own).toEqual(characters.filter((one) => /^\P{Cc}*$/u.test(one)));
    expect(own).not.toContain("\u0085");
  });

  it("has lists of a length in place of tuples, whose `items: false` generators of clients don't read", () => {
    expect(JSON.stringify(document).match(/"prefixItems"|"items":false/g)).toBeNull();
    const pair = { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 };
    const figures = { anyOf: [{ properties: { drawn: { type: "array", items: pair } } }, { type: "null" }] };
    expect(document.components.schemas["CurvePreview"]).toMatchObject({ properties: { figures } });
    expect(inputSchema(z.tuple([z.string(), z.boolean(), z.string()]))).toEqual({
      type: "array",
      items: { anyOf: [{ type: "string" }, { type: "boolean" }] },
      minItems: 3,
      maxItems: 3,
    });
  });

  it("says nothing of an answer that a later version may add to", () => {
    expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
    const [body] = Object.values(document.paths["/v1/slos"]?.["post"]?.requestBody?.content ?? {});
    expect(body?.schema).toMatchObject({
      additionalProperties: false,
      required: ["name", "objectivePercent", "window", "service"],
    });
  });
});

describe("a contract that breaks clients", () => {
  const bodyOf = (schema: z.ZodType) => {
    const operation = {
      ...document.paths["/v1/slos"]?.["post"],
      requestBody: { required: true, content: { "application/json": { schema: inputSchema(schema) } } },
    };
    return promisesOf({
      ...document,
      paths: { "/v1/x": { post: operation as (typeof operations)[number] } },
      components: { ...document.components, schemas: {} },
    });
  };
  const before = bodyOf(z.strictObject({ a: z.string(), kind: z.enum(["x", "y"]).optional() }));

  it("is one in which something is gone", () => {
    const lost = promisesOf(document).filter((line) => !line.startsWith("GET /v1/slos/{id} "));
    expect(breaksOf(promisesOf(document), lost)).toContain("gone: GET /v1/slos/{id} answers 200");
    expect(
      breaksOf(before, bodyOf(z.strictObject({ a: z.string(), kind: z.enum(["x"]).optional() }))),
    ).toEqual(['gone: POST /v1/x takes body.kind "y"']);
  });

  it("is one that needs more of them, except for what is new", () => {
    const needed = z.strictObject({ a: z.string(), kind: z.enum(["x", "y"]) });
    expect(breaksOf(before, bodyOf(needed))).toEqual(["new demand: POST /v1/x needs body.kind"]);
    const added = z.strictObject({
      a: z.string(),
      kind: z.enum(["x", "y", "z"]).optional(),
      more: z.strictObject({ b: z.string() }).optional(),
    });
    expect(breaksOf(before, bodyOf(added))).toEqual([]);
    const scoped = [...before, "POST /v1/x needs scope read"];
    expect(breaksOf(before, scoped)).toEqual(["new demand: POST /v1/x needs scope read"]);
    expect(breaksOf([], before)).toEqual([]);
  });

  it("is one that gives less surely, not more surely", () => {
    const [sometimes, always] = ["Run can give .share CreatedShare", "Run gives .share CreatedShare"];
    expect(breaksOf([sometimes], [always])).toEqual([]);
    expect(breaksOf([always], [sometimes])).toEqual([`gone: ${always}`]);
    expect(breaksOf([always], ["Run gives .share CreatedShare or null"])).toEqual([`gone: ${always}`]);
  });
});
