import type { JsonSchema } from "./json-schema.ts";
import type { OpenApiDocument, Operation } from "./document.ts";

/**
 * What clients rely on, a line each, in the form `<subject> <verb> …`. Lines with `needs` are demands on them: there may be
 * fewer of these, never more. All others are promises: there may be more, never fewer.
 */
export function promisesOf({ paths, components }: OpenApiDocument): string[] {
  const lines = new Set<string>();
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations))
      for (const line of ofOperation(operation)) lines.add(`${method.toUpperCase()} ${path} ${line}`);
  for (const [name, schema] of Object.entries(components.schemas))
    for (const line of ofComponent(schema)) lines.add(`${name} ${line}`);
  return [...lines].toSorted();
}

/** What a new contract breaks: promises that are gone, and demands on clients of today that weren't there. */
export function breaksOf(before: readonly string[], after: readonly string[]): string[] {
  const [known, now] = [new Set(before), new Set(after)];
  const isKept = (line: string) => now.has(line) || now.has(line.replace(" can give ", " gives "));
  const gone = before.filter((line) => !isDemand(line) && !isKept(line));
  const demanded = after.filter((line) => isDemand(line) && !known.has(line) && concernsMany(line, before));
  return [...gone.map((line) => `gone: ${line}`), ...demanded.map((line) => `new demand: ${line}`)];
}

const isDemand = (line: string) => line.includes(" needs ");

/** Who doesn't use a new route, or a new part of a body, doesn't meet what these need. */
function concernsMany(demand: string, before: readonly string[]): boolean {
  const [subject = "", what = ""] = demand.split(" needs ");
  const around = what.slice(0, Math.max(what.lastIndexOf("."), 0));
  const part = around === "" || around === "body" ? `${subject} ` : `${subject} takes ${around} `;
  return before.some((line) => line.startsWith(part));
}

function ofComponent(schema: JsonSchema): string[] {
  return alternatives(schema).flatMap((one) => inside(one, kindOf(one)));
}

function ofOperation({ security, parameters, requestBody, responses }: Operation): string[] {
  const scopes = [...new Set(security.flatMap((one) => Object.values(one).flat()))];
  const body = Object.entries(requestBody?.content ?? {});
  return [
    ...(security.length === 0 ? ["is open"] : scopes.map((scope) => `needs scope ${scope}`)),
    ...Object.keys(Object.assign({}, ...security)).map((scheme) => `accepts ${scheme}`),
    ...parameters.flatMap(({ name, in: where, required, schema }) => [
      ...taken(schema, `${where}:${name}`),
      ...(required && where !== "path" ? [`needs ${where}:${name}`] : []),
    ]),
    ...(requestBody?.required === true ? ["needs body"] : []),
    ...body.flatMap(([type, { schema = {} }]) => [`takes ${type}`, ...taken(schema, "body")]),
    ...Object.entries(responses).flatMap(([status, { content = {}, headers = {} }]) =>
      Number(status) >= 400
        ? []
        : [
            `answers ${status}`,
            ...Object.keys(headers).map((name) => `answers ${status} header ${name}`),
            ...Object.entries(content).flatMap(([type, { schema = {} }]) => [
              `answers ${status} ${type}`,
              ...given(schema, status),
            ]),
          ],
    ),
  ];
}

/** What is accepted at a place of the input. */
function taken(schema: JsonSchema, at: string): string[] {
  if (schema.anyOf !== undefined || schema.oneOf !== undefined)
    return alternatives(schema).flatMap((one) => taken(one, at + kindOf(one)));
  const { properties = {}, required = [], items } = schema;
  return [
    ...typesOf(schema).map((type) => `takes ${at} ${type}`),
    ...Object.entries(properties).flatMap(([name, one]) => taken(asSchema(one), `${at}.${name}`)),
    ...required.map((name) => `needs ${at}.${name}`),
    ...(items === undefined ? [] : taken(asSchema([items].flat()[0]), `${at}[]`)),
  ];
}

/** What is sent at a place of an answer. New values of an enumeration can appear at any time. */
function given(schema: JsonSchema, at: string, verb = "gives"): string[] {
  const all = alternatives(schema);
  return [
    `${verb} ${at} ${all.map(nameOf).join(" or ")}`,
    ...all.flatMap((one) => inside(one, at + kindOf(one))),
  ];
}

/** Fields that an answer can leave out are only given sometimes. */
function inside({ properties = {}, required = [], items }: JsonSchema, at: string): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, one]) =>
      given(asSchema(one), `${at}.${name}`, required.includes(name) ? "gives" : "can give"),
    ),
    ...(items === undefined ? [] : given(asSchema([items].flat()[0]), `${at}[]`)),
  ];
}

function nameOf(schema: JsonSchema): string {
  const { $ref, type = "anything" } = schema;
  return $ref?.slice($ref.lastIndexOf("/") + 1) ?? (kindOf(schema) || [type].flat().join(" or "));
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf ?? [schema]).map(asSchema);
}

/** Alternatives that are told apart by a constant are named after it. */
function kindOf({ properties = {} }: JsonSchema): string {
  const told = Object.entries(properties).find(([, one]) => asSchema(one).const !== undefined);
  return told === undefined ? "" : `<${told[0]}=${String(asSchema(told[1]).const)}>`;
}

function typesOf({ enum: values, const: only, type }: JsonSchema): string[] {
  if (values !== undefined) return values.map((value) => JSON.stringify(value));
  if (only !== undefined) return [JSON.stringify(only)];
  return [[type ?? "anything"].flat().join(" or ")];
}

function asSchema(one: JsonSchema | boolean | undefined): JsonSchema {
  return typeof one === "object" ? one : {};
}
