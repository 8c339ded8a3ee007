import type { z } from "zod";
import type { ErrorCode, Scope } from "@headroom/core";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** What a route needs to read. Compressed bodies are decoded; the content type only matters where a protocol says so. */
export type Body =
  | { kind: "json"; schema: z.ZodType; optional?: true }
  /** As the body, or in a form: of several, the route reads the first, or all. */
  | { kind: "file"; about: string; form?: "one" | "several" }
  | { kind: "wire"; types: readonly string[]; about: string };

export type Answer =
  | { kind: "json"; schema: z.ZodType }
  | { kind: "nothing" }
  | { kind: "bytes"; types: readonly string[]; about: string };

/** Requests are limited by what they do. */
export type RateClass = "read" | "write" | "upload" | "live";

/** One route of the HTTP API: ingest registers what stands here, and the OpenAPI document describes it. */
export interface Route {
  /** What it does, as an imperative. */
  title: string;
  about?: string;
  /** The token needs all of these scopes. With none listed, any token is accepted. `access` says what happens without one. */
  scopes: readonly Scope[];
  /** `open`: no token. `client`: also as a password or as InfluxDB's `Token`, because clients of other products send it so. */
  access?: "open" | "client";
  /** The tickets of pages that it accepts in place of a token. */
  ticket?: "upload" | "run-files";
  /** Stores data, so it is refused when the disk is almost full. `new` data also counts towards the workspace's limit. */
  stores?: "new" | "known";
  /** What it counts as, if its method doesn't say. */
  counts?: Exclude<RateClass, "read">;
  query?: z.ZodType;
  headers?: z.ZodObject;
  body?: Body;
  /** By status. */
  answers: Readonly<Record<number, Answer>>;
  /** Headers of these answers, besides `Request-Id`. */
  sends?: readonly string[];
  /** What it can be refused with, besides what follows from the rest. */
  problems?: readonly ErrorCode[];
  /** Protocols that have their own form of failures use these types for them. */
  failureTypes?: readonly string[];
}

export type Routes = Readonly<Record<`${Method} /${string}`, Route>>;

export const json = <Schema extends z.ZodType>(schema: Schema) => ({ kind: "json", schema }) as const;
export const nothing = { kind: "nothing" } as const;

export function rateClassOf({ counts }: Route, method: string): RateClass {
  return counts ?? (method === "GET" || method === "HEAD" ? "read" : "write");
}
