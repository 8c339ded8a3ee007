import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { openApiDocument, splitName } from "./document.ts";
import type { Operation } from "./document.ts";
import { ROUTE_GROUPS, routeNamed } from "./routes/index.ts";
import type { RouteName } from "./routes/index.ts";

const { paths } = openApiDocument();
const names = ROUTE_GROUPS.flatMap(({ names: some }) => some);

describe("the document requires what the server requires, and nothing else:", () => {
  it.each(names.filter((name) => routeNamed(name).query !== undefined))("the query of %s", (name) => {
    expect(requiredOf(name, "query")).toEqual(missedBy(routeNamed(name).query));
  });

  it.each(names.filter((name) => routeNamed(name).headers !== undefined))("the headers of %s", (name) => {
    expect(requiredOf(name, "header")).toEqual(missedBy(routeNamed(name).headers));
  });

  it.each(names.filter((name) => routeNamed(name).body?.kind === "json"))("the body of %s", (name) => {
    const { body } = routeNamed(name);
    const schema = operationNamed(name)?.requestBody?.content["application/json"]?.schema ?? {};
    const alternatives = (schema.anyOf ?? schema.oneOf ?? [schema]).filter((one) => typeof one === "object");
    const [first = [], ...others] = alternatives.map(({ required = [] }) => required);
    const always = first.filter((field) => others.every((required) => required.includes(field)));
    expect(always.toSorted()).toEqual(body?.kind === "json" ? missedBy(body.schema) : null);
  });
});

function operationNamed(name: RouteName): Operation | undefined {
  const { method, path } = splitName(name);
  return paths[path]?.[method.toLowerCase()];
}

function requiredOf(name: RouteName, where: "query" | "header"): string[] {
  const parameters = operationNamed(name)?.parameters ?? [];
  return parameters
    .filter((one) => one.in === where && one.required)
    .map((one) => (where === "header" ? one.name.toLowerCase() : one.name))
    .toSorted();
}

/** The fields that the server's own schema refuses to do without. */
function missedBy(schema: z.ZodType | undefined): string[] {
  const issues = schema?.safeParse({}).error?.issues ?? [];
  return [...new Set(issues.flatMap(fieldsMissed))].toSorted();
}

function fieldsMissed(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length > 0) return [String(issue.path[0])];
  if (issue.code !== "invalid_union") return [];
  const [first = [], ...others] = issue.errors.map((issues) => issues.flatMap(fieldsMissed));
  return first.filter((field) => others.every((fields) => fields.includes(field)));
}
