import type { z } from "zod";
import type { ErrorCode } from "@headroom/core";
import { PROBLEM_KINDS } from "../problem-kinds.ts";
import { PROBLEM_MEDIA_TYPE, problem } from "../problem.ts";
import { answerSchemas, inputSchema } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import { parametersOf } from "./parameters.ts";
import type { Parameter } from "./parameters.ts";
import { problemsOf } from "./problems.ts";
import type { Answer, Body, Route } from "./route.ts";
import { ROUTE_GROUPS, routeNamed, ROUTES } from "./routes/index.ts";
import type { RouteName } from "./routes/index.ts";

interface Content {
  schema?: JsonSchema;
}
interface Response {
  description: string;
  headers?: Record<string, { schema: JsonSchema }>;
  content?: Record<string, Content>;
}
export interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  security: Record<string, readonly string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; description?: string; content: Record<string, Content> };
  responses: Record<string, Response>;
}
export interface OpenApiDocument {
  openapi: "3.1.1";
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object };
  [other: string]: unknown;
}

type SchemaOf = (schema: z.ZodType) => JsonSchema;

/** The HTTP API as OpenAPI 3.1, written from the table of its routes. */
export function openApiDocument(): OpenApiDocument {
  const { named, of } = answerSchemas(Object.values<Route>(ROUTES).flatMap(answersOf));
  const paths: OpenApiDocument["paths"] = {};
  for (const { title, names } of ROUTE_GROUPS)
    for (const name of names) {
      const { method, path } = splitName(name);
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, title, of) };
    }
  return {
    openapi: "3.1.1",
    info: { title: "Headroom", version: "1", description: ABOUT, license: { name: "Apache-2.0" } },
    servers: [{ url: "/" }],
    tags: ROUTE_GROUPS.map(({ title }) => ({ name: title })),
    paths,
    components: { schemas: named, securitySchemes: SECURITY },
  };
}

const ABOUT =
  "Load-test results, live traffic, peak days and SLOs. The content type of a body only matters for forms, remote write and OTLP. Bodies can be compressed with gzip, zstd, br or deflate. Fields can be added to answers at any time. Errors are problems as in RFC 9457, with a stable code.";

const SECURITY = {
  token: { type: "http", scheme: "bearer", description: "A token of the workspace." },
  password: { type: "http", scheme: "basic", description: "A token as the password, with any user name." },
  influx: { type: "apiKey", in: "header", name: "Authorization", description: "Token <token>" },
};

export function splitName(name: RouteName): { method: string; path: string } {
  const at = name.indexOf(" ");
  return { method: name.slice(0, at), path: name.slice(at + 1) };
}

function answersOf({ answers }: Route): z.ZodType[] {
  return Object.values(answers).flatMap((answer) => (answer.kind === "json" ? [answer.schema] : []));
}

function operationOf(name: RouteName, tag: string, schemaOf: SchemaOf): Operation {
  const route = routeNamed(name);
  const { method, path } = splitName(name);
  const description = [route.about, scopesInWords(route)].filter((text) => text !== undefined).join(" ");
  return {
    operationId: operationId(method, path),
    tags: [tag],
    summary: route.title,
    ...(description === "" ? {} : { description }),
    security: securityOf(route),
    parameters: parametersOf(route, path),
    ...(route.body === undefined ? {} : { requestBody: requestBody(route.body) }),
    responses: { ...successes(route, schemaOf), ...failures(route, path, schemaOf) },
  };
}

/** `GET /v1/runs/{id}/verdict` is `getRunsIdVerdict`. */
function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== "" && word !== "v1");
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}

function scopesInWords({ access, scopes }: Route): string | undefined {
  if (access === "open") return undefined;
  if (scopes.length === 0) return "Needs a token of any scope.";
  return `Needs a token with the scope${scopes.length === 1 ? "" : "s"} ${scopes.join(" and ")}.`;
}

function securityOf({ access, scopes }: Route): Operation["security"] {
  if (access === "open") return [];
  const own = [{ token: scopes }];
  return access === "client" ? [...own, { password: scopes }, { influx: scopes }] : own;
}

function requestBody(body: Body): NonNullable<Operation["requestBody"]> {
  switch (body.kind) {
    case "json":
      return {
        required: body.optional !== true,
        content: { "application/json": { schema: inputSchema(body.schema) } },
      };
    case "wire":
      return {
        required: true,
        description: body.about,
        content: Object.fromEntries(body.types.map((type) => [type, {}])),
      };
    case "file":
      return {
        required: true,
        description: body.about,
        content: {
          "application/octet-stream": { schema: BYTES },
          ...(body.form === undefined ? {} : { "multipart/form-data": { schema: formOf(body.form) } }),
        },
      };
  }
}

/** OpenAPI 3.1 needs no schema for bytes, but generators of clients need one, and take `format` for a file. */
const BYTES: JsonSchema = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };

function formOf(form: "one" | "several"): JsonSchema {
  const files: JsonSchema = { type: "array", items: BYTES, minItems: 1, maxItems: 20 };
  return { type: "object", properties: { file: form === "one" ? BYTES : files }, required: ["file"] };
}

function successes({ answers, sends = [] }: Route, schemaOf: SchemaOf): Operation["responses"] {
  const headers = Object.fromEntries(
    ["Request-Id", ...sends].map((name) => [name, { schema: { type: "string" as const } }]),
  );
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      const description = answer.kind === "bytes" ? answer.about : (WORDS[status] ?? "Done.");
      return [status, { description, headers, ...contentOf(answer, schemaOf) }];
    }),
  );
}

const WORDS: Readonly<Record<string, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted: it is done in the background.",
  204: "Done. There is no body.",
};

function contentOf(answer: Answer, schemaOf: SchemaOf): Pick<Response, "content"> {
  switch (answer.kind) {
    case "nothing":
      return {};
    case "json":
      return { content: { "application/json": { schema: schemaOf(answer.schema) } } };
    case "bytes":
      return { content: Object.fromEntries(answer.types.map((type) => [type, {}])) };
  }
}

/** One response for each status, which lists its codes. */
function failures(route: Route, path: string, schemaOf: SchemaOf): Operation["responses"] {
  const codes = Map.groupBy(problemsOf(route, path), (code) => PROBLEM_KINDS[code].status);
  const other = (route.failureTypes ?? []).map((type) => [type, {}] as const);
  const content = { [PROBLEM_MEDIA_TYPE]: { schema: schemaOf(problem) }, ...Object.fromEntries(other) };
  const written = [...codes].map(([status, ofStatus]) => {
    const retried = ofStatus.some((code) => PROBLEM_KINDS[code].retryAfterSeconds !== null);
    const headers = {
      "Request-Id": { schema: { type: "string" as const } },
      ...(retried ? { "Retry-After": { schema: { type: "string" as const } } } : {}),
    };
    return [String(status), { description: inWords(ofStatus), headers, content }];
  });
  return Object.fromEntries(written);
}

function inWords(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\`: ${PROBLEM_KINDS[code].title}.`).join(" ");
}
