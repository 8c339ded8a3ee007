import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importParameters } from "@headroom/contract";
import { ERROR_CODES } from "@headroom/core";
import { INGEST_VARIABLES } from "./env.ts";
import { PROBLEM_KINDS } from "./problem-status.ts";

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

  it("names every parameter of an upload", () => {
    const [table = ""] = api.slice(api.indexOf("| parameter ")).split("\n\n", 1);
    const named = [...table.matchAll(/^\| (.*?)\s*\|/gm)].flatMap(([, cell = ""]) => [
      ...cell.matchAll(/`(\w+)`/g),
    ]);
    expect(new Set(named.map(([, name]) => name))).toEqual(new Set(Object.keys(importParameters.shape)));
  });
});

describe("the limits' page", () => {
  it("names every limit that can be set", () => {
    const named = [...page("limits.md").matchAll(/`(HEADROOM_\w+)`/g)].map(([, name]) => name);
    const limits = Object.keys(INGEST_VARIABLES).filter((name) => /_MAX_|_IDLE_|_SILENT_/.test(name));
    expect(new Set(named)).toEqual(new Set(limits));
  });
});
