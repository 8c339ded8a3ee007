import { PROBLEM_KINDS } from "@headroom/contract";
import {
  fieldsOf,
  nameOf,
  openApiDocument,
  problemsOf,
  ROUTE_GROUPS,
  routeNamed,
  splitName,
  typeOf,
} from "@headroom/contract/api";
import type { Field, JsonSchema, Operation, RouteName } from "@headroom/contract/api";

export interface ApiRoute {
  anchor: string;
  method: string;
  path: string;
  title: string;
  about: string | null;
  access: string;
  parameters: { name: string; in: string; type: string; required: boolean; about: string | null }[];
  body: ApiContent | null;
  answers: ({ status: string; about: string } & ApiContent)[];
  /** Codes with their status and meaning. */
  failures: { code: string; status: number; about: string }[];
}

export interface ApiContent {
  types: readonly string[];
  about: string;
  /** The named schema that it is; null: `fields` has what it contains. */
  schema: string | null;
  fields: readonly Field[];
}

export interface ApiReference {
  groups: { title: string; anchor: string; routes: ApiRoute[] }[];
  schemas: { name: string; fields: readonly Field[] }[];
  routeCount: number;
}

/** The page of the API, from the document that ingest serves. */
export function prepareApiReference(): ApiReference {
  const document = openApiDocument();
  const groups = ROUTE_GROUPS.map(({ title, names }) => ({
    title,
    anchor: anchorOf(title),
    routes: names.map((name) => {
      const { method, path } = splitName(name);
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (operation === undefined) throw new RangeError(`${name} is not in the document.`);
      return routeOf(name, operation);
    }),
  }));
  return {
    groups,
    schemas: Object.entries(document.components.schemas).map(([name, schema]) => ({
      name,
      fields: fieldsOf(schema),
    })),
    routeCount: groups.reduce((sum, { routes }) => sum + routes.length, 0),
  };
}

function anchorOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

function routeOf(name: RouteName, operation: Operation): ApiRoute {
  const { method, path } = splitName(name);
  const route = routeNamed(name);
  const { requestBody, parameters, responses } = operation;
  return {
    anchor: operation.operationId,
    method,
    path,
    title: operation.summary,
    about: route.about ?? null,
    access: accessOf(route.access === "open", route.scopes),
    parameters: parameters.map(({ schema, description = null, ...rest }) => ({
      ...rest,
      about: description,
      type: typeOf(schema),
    })),
    body: requestBody === undefined ? null : contentOf(requestBody.content, requestBody.description ?? ""),
    answers: Object.keys(route.answers).map((status) => {
      const { content = {}, description = "" } = responses[status] ?? {};
      return { status, ...contentOf(content, description) };
    }),
    failures: problemsOf(route, path).map((code) => {
      const { status, title } = PROBLEM_KINDS[code];
      return { code, status, about: title };
    }),
  };
}

function accessOf(isOpen: boolean, scopes: readonly string[]): string {
  if (isOpen) return "no token";
  return scopes.length === 0 ? "any token" : scopes.join(" and ");
}

function contentOf(content: Readonly<Record<string, { schema?: JsonSchema }>>, about: string): ApiContent {
  const schema = content["application/json"]?.schema ?? {};
  return { types: Object.keys(content), about, schema: nameOf(schema), fields: fieldsOf(schema) };
}
