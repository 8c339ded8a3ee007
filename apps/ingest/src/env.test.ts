import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { INGEST_VARIABLES, PROVISION_VARIABLES, readIngestEnv } from "./env.ts";

const DATABASE_URL = "postgres://headroom@127.0.0.1:4002/headroom";
const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");

/** Name -> default, from the lines of a section; empty for a variable without a default. */
function variablesOf(sections: string[]): Map<string, string> {
  const found = new Map<string, string>();
  let inside = false;
  for (const line of example.split("\n")) {
    if (line.startsWith("## ")) inside = sections.includes(line.slice(3).trim());
    const [, name, value] = /^#? ?([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    if (inside && name !== undefined) found.set(name, (value ?? "").replace(/^"(.*)"$/, "$1"));
  }
  return found;
}

describe("environment", () => {
  it("needs the database only", () => {
    expect(readIngestEnv({ DATABASE_URL })).toMatchObject({
      HEADROOM_INGEST_PORT: 4001,
      HEADROOM_MAX_LABELS: 20_000,
    });
  });

  it("takes a variable that is set to nothing as not set", () => {
    expect(readIngestEnv({ DATABASE_URL, HEADROOM_INGEST_PORT: "" }).HEADROOM_INGEST_PORT).toBe(4001);
  });

  it("reports all problems together", () => {
    expect(() => readIngestEnv({ HEADROOM_INGEST_PORT: "http" })).toThrow(
      /DATABASE_URL.*HEADROOM_INGEST_PORT/s,
    );
  });

  it("is the one that .env.example describes, with its defaults", () => {
    const described = variablesOf(["Database", "Web and ingest", "Ingest"]);
    const names = new Set([...Object.keys(INGEST_VARIABLES), ...Object.keys(PROVISION_VARIABLES)]);
    expect([...described.keys()].toSorted()).toEqual([...names].toSorted());
    const defaults = readIngestEnv({ DATABASE_URL });
    for (const [name, value] of Object.entries(defaults)) {
      if (name !== "DATABASE_URL") expect(described.get(name), name).toBe(String(value));
    }
  });
});
