import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askedShare, importParameters, PROBLEM_KINDS } from "@headroom/contract";
import { routeNamed, ROUTES } from "@headroom/contract/api";
import type { Route, RouteName } from "@headroom/contract/api";
import { ERROR_CODES } from "@headroom/core";
import { z } from "zod";
import { columnsOf } from "./cell-file/columns.ts";
import { INGEST_VARIABLES } from "./env.ts";

const page = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");
const api = page("http-api.md");

describe("the HTTP API's page", () => {
  it("lists every error code with its status, and no other", () => {
    const listed = [...api.matchAll(/^\| `([a-z-]+)`\s+\| (\d{3})\s+\|/gm)].map(([, code, status]) => [
      code,
      Number(status),
    ]);
    expect(listed).toEqual(ERROR_CODES.map((code) => [code, PROBLEM_KINDS[code].status]));
  });

  it("names no route that doesn't exist, and the scopes of the others", () => {
    const named = [...api.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}.-]+)`/g)];
    expect(named.length).toBeGreaterThan(60);
    expect(named.map(([, method, path]) => `${method} ${path}`).filter((name) => !(name in ROUTES))).toEqual(
      [],
    );
    const rows = [...api.matchAll(/^\| `([A-Z]+ \/[^`]+)`[^|]*\| ([a-z, ]+?) *\|/gm)];
    expect(rows.length).toBeGreaterThan(40);
    for (const [, name = "", scopes] of rows) {
      const { access, scopes: own } = routeNamed(name as RouteName);
      const none = access === "open" ? "none" : "any";
      expect(scopes, name).toBe(own.length === 0 ? none : own.join(", "));
    }
  });

  it("names every parameter of an upload", () => {
    const [table = ""] = api.slice(api.indexOf("| parameter ")).split("\n\n", 1);
    const named = [...table.matchAll(/^\| (.*?)\s*\|/gm)].flatMap(([, cell = ""]) => [
      ...cell.matchAll(/`([\w-]+)`/g),
    ]);
    const known = Object.keys({ ...importParameters.shape, ...askedShare.shape });
    expect(new Set(named.map(([, name]) => name))).toEqual(new Set(known));
  });
});

describe("the page about files of cells", () => {
  const columns = columnsOf("").map(({ name }) => name);

  it("names every column, in order", () => {
    const [, table = ""] = page("data-out.md").split("| column ", 2);
    const rows = [...(table.split("\n\n", 1)[0] ?? "").matchAll(/^\| (`.*?)\|/gm)];
    expect(rows.flatMap(([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))).toEqual(
      columns,
    );
  });

  it("has a notebook without results, which say something about somebody's machine", () => {
    const { cells } = z
      .object({
        cells: z.array(z.object({ source: z.array(z.string()), outputs: z.array(z.unknown()).optional() })),
      })
      .parse(JSON.parse(page("examples/cells.ipynb")));
    expect(cells.flatMap(({ outputs = [] }) => outputs)).toEqual([]);
    const code = cells.flatMap(({ source, outputs }) => (outputs === undefined ? [] : source)).join("");
    const named = [...code.matchAll(/\b(?:latency|cell)_\w+|\bstep_seconds\b|\bfailed_buckets\b/g)].map(
      ([name]) => name,
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !columns.includes(name))).toEqual([]);
  });
});

describe("the page about Grafana", () => {
  const rows = [
    ...page("grafana.md").matchAll(
      /^\| [a-z][^|]*\| [^|]*\| `(\/v1\/[^`]*)`[^|]*\| `(\w+)`[^|]*\| (`.*?) *\|$/gm,
    ),
  ].map(([, url = "", root = "", columns = ""]) => ({
    url,
    root,
    columns: [...columns.matchAll(/`([\w.]+)`/g)].map(([, selector = ""]) => selector),
  }));

  it("has queries that the API answers, with the rows and columns that they name", () => {
    expect(rows.length).toBeGreaterThan(4);
    for (const { url, root, columns } of rows) {
      const [path = "", query = ""] = url.split("?", 2);
      const [name, route] = Object.entries<Route>(ROUTES).find(([one]) => isAt(one, path)) ?? [];
      const { 200: answer } = route?.answers ?? {};
      if (answer?.kind !== "json") throw new Error(`no route answers ${url}`);
      for (const column of columns)
        expect(fieldAt(answer.schema, `${root}.${column}`.split(".")), `${name} ${root}.${column}`).toBe(
          true,
        );
      const sent = Object.fromEntries(
        new URLSearchParams(query.replaceAll(/\$\{[^}]*\}/g, "2026-11-27T08:00:00Z")),
      );
      expect(route?.query?.safeParse(sent).success, url).toBe(true);
    }
  });
});

describe("the limits' page", () => {
  it("names every limit that can be set", () => {
    const named = [...page("limits.md").matchAll(/`(HEADROOM_\w+)`/g)].map(([, name]) => name);
    const limits = Object.keys(INGEST_VARIABLES).filter((name) => /_MAX_|_MIN_|_IDLE_|_SILENT_/.test(name));
    expect(new Set(named)).toEqual(new Set(limits));
  });

  it("names every warning that a run may carry, and no other", () => {
    const [, table = ""] = page("limits.md").split("## Warnings");
    const named = [...table.matchAll(/^\| `([a-z0-9-]+)`/gm)].map(([, code]) => code);
    expect(named).toEqual([...warningCodes()].toSorted());
  });

  it("names no error code that doesn't exist", () => {
    const [limits = "", bad = ""] = page("limits.md").split("## Warnings", 1)[0]?.split("## Bad input") ?? [];
    const known = new Set<string>([...ERROR_CODES, ...warningCodes()]);
    const named = [...`${limits}${bad}`.matchAll(/`([a-z]+(?:-[a-z0-9]+)+)`/g)].map(([, code = ""]) => code);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((code) => !known.has(code))).toEqual([]);
  });
});

const ADDED = /\bwarnings\.add\(\s*"([a-z0-9-]+)"/gi;
/** A warning written as a literal: errors have no count, and a problem's code isn't followed by either field. */
const WRITTEN = /\bcode: "([a-z0-9-]+)",\s*(?:count|detail)\b/g;

/** The codes of all warnings in the code that reads, aggregates and imports runs. */
function warningCodes(): Set<string> {
  const packages = join(import.meta.dirname, "..", "..", "..", "packages");
  const files = globSync("{core,formats,services}/src/**/*.ts", { cwd: packages });
  const sources = files.filter((file) => !file.endsWith(".test.ts"));
  const codes = sources.flatMap((file) => {
    const source = readFileSync(join(packages, file), "utf8");
    return [...source.matchAll(ADDED), ...source.matchAll(WRITTEN)].map(([, code = ""]) => code);
  });
  return new Set(codes);
}

function isAt(route: string, path: string): boolean {
  return (
    route.startsWith("GET ") &&
    new RegExp(`^GET ${route.slice(4).replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(`GET ${path}`)
  );
}

/** Whether the answer has the field, in the elements of its lists. */
function fieldAt(schema: z.ZodType, [name, ...inside]: string[]): boolean {
  if (schema instanceof z.ZodArray) return fieldAt(schema.element as z.ZodType, [name ?? "", ...inside]);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return fieldAt(schema.unwrap() as z.ZodType, [name ?? "", ...inside]);
  if (!(schema instanceof z.ZodObject)) return false;
  const field = schema.shape[name ?? ""] as z.ZodType | undefined;
  return field !== undefined && (inside.length === 0 || fieldAt(field, inside));
}
