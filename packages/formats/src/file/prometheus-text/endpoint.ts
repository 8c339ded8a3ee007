import type { Column, ColumnMapping } from "../../mapping.ts";

const PATHS = [
  "route",
  "http_route",
  "handler",
  "path",
  "endpoint",
  "uri",
  "url",
  "operation",
  "grpc_method",
];
const METHODS = ["method", "http_request_method", "http_method", "verb"];
const STATUSES = [
  "status",
  "code",
  "status_code",
  "http_response_status_code",
  "http_status_code",
  "http_status",
];

type Labels = ReadonlyMap<string, string>;

/** Which labels of a series say the endpoint, and which the status. */
export interface EndpointLabels {
  /** Groups of names; of each the first that a series has counts. */
  name: readonly (readonly string[])[];
  status: readonly string[];
}

export function endpointLabels(mapping: ColumnMapping | undefined): EndpointLabels {
  const { label, status } = mapping ?? {};
  const columns = label === undefined ? [] : [label].flat().map((column: Column) => [String(column)]);
  return {
    name: label === undefined ? [METHODS, PATHS] : columns,
    status: status === undefined ? STATUSES : [String(status)],
  };
}

/** What a series says of its endpoint, part by part; null where it does not. */
export function partsOf(labels: Labels, { name }: EndpointLabels): (string | null)[] {
  return name.map((names) => firstOf(labels, names));
}

/** The name of an endpoint: `GET /search`. Null for series that tell none apart. */
export function nameOf(parts: readonly (string | null)[]): string | null {
  const known = parts.filter((part) => part !== null && part !== "");
  return known.length === 0 ? null : known.join(" ");
}

export function statusOf(labels: Labels, { status }: EndpointLabels): string | null {
  return firstOf(labels, status);
}

/** A server counts as its failures what it could not answer; what a client asked wrongly was answered. */
export function isServerError(status: string): boolean {
  return /^5(\d\d|xx)$/i.test(status);
}

function firstOf(labels: Labels, names: readonly string[]): string | null {
  const name = names.find((known) => labels.has(known));
  return name === undefined ? null : (labels.get(name) ?? null);
}
