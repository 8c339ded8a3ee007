import { inputSchema } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Route } from "./route.ts";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** All parameters of a route. Headers of authentication aren't among them. */
export function parametersOf({ query, headers, ticket }: Route, path: string): Parameter[] {
  return [
    ...inPath(path),
    ...(query === undefined ? [] : fieldsOf("query", inputSchema(query))),
    ...(ticket === "run-files" ? [TICKET] : []),
    ...(headers === undefined ? [] : fieldsOf("header", inputSchema(headers))),
  ];
}

const TICKET: Parameter = {
  name: "ticket",
  in: "query",
  required: false,
  description: "A ticket of a page, in place of a token.",
  schema: { type: "string" },
};

/** What the part of the path before a parameter says about it. */
const OF: Readonly<Record<string, string>> = {
  "accepted-risks": "The ID of the accepted risk.",
  actions: "The ID of the action.",
  channels: "The ID of the channel.",
  deliveries: "The ID of the delivery.",
  events: "The ID of the event.",
  experiments: "The ID of the experiment.",
  findings: "The ID of the finding.",
  gamedays: "The ID of the gameday.",
  "peak-days": "The ID of the peak day.",
  raw: "The ID of the part.",
  runs: "The ID of the run.",
  services: "The name of the service in URLs.",
  shares: "The ID of the link.",
  slos: "The ID of the SLO.",
  steps: "The ID of the step.",
  tokens: "The ID of the token.",
  "ci-identities": "The ID of the CI identity.",
  "unmapped-senders": "The name of the service in URLs, once it exists.",
};

function inPath(path: string): Parameter[] {
  return [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, before = "", name = ""]) => {
    const description = OF[before];
    if (description === undefined) throw new Error(`Say what {${name}} is after ${before} in ${path}.`);
    const isId = before !== "services" && before !== "unmapped-senders";
    return {
      name,
      in: "path" as const,
      required: true,
      description,
      schema: { type: "string" as const, ...(isId ? { format: "uuid" as const } : {}) },
    };
  });
}

/** Of several alternatives, a field is required if all of them require it. */
function fieldsOf(where: "query" | "header", schema: JsonSchema): Parameter[] {
  const alternatives = (schema.anyOf ?? [schema]).filter((one) => typeof one === "object");
  const names = new Set(alternatives.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => {
    const found = alternatives.find(({ properties = {} }) => name in properties)?.properties?.[name];
    const { description, ...rest } = typeof found === "object" ? found : {};
    return {
      name: where === "header" ? headerCase(name) : name,
      in: where,
      required: alternatives.every(({ required = [] }) => required.includes(name)),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function headerCase(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
