import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { INGEST_VARIABLES } from "./env.ts";

const root = join(import.meta.dirname, "../../..");

interface ComposeService {
  restart: string;
  mem_limit?: string;
  environment: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  build?: { target: string };
}

const compose = parse(readFileSync(join(root, "docker-compose.yml"), "utf8"), { merge: true }) as {
  services: Record<string, ComposeService>;
};
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");

it("restarts everything that ends, except migrations and backups, which are done", () => {
  const restarts = Object.entries(compose.services).map(([name, { restart }]) => [name, restart]);
  expect(Object.fromEntries(restarts)).toEqual({
    database: "unless-stopped",
    migrate: "no",
    ingest: "unless-stopped",
    backup: "no",
    web: "unless-stopped",
  });
});

it("backs up what ingest stores, as a role that sees all rows", () => {
  const { ingest, backup } = compose.services;
  for (const name of ["DATABASE_URL", "HEADROOM_RAW_FILES", "HEADROOM_SECRET"])
    expect(backup?.environment[name]).toBe(ingest?.environment[name]);
  expect(backup?.environment["HEADROOM_DATABASE_ADMIN_URL"]).toMatch(/^postgres:\/\/postgres:/);
});

it("limits the memory of everything, and says nothing that Compose warns of", () => {
  expect(Object.entries(compose.services).filter(([, { mem_limit: limit }]) => limit === undefined)).toEqual(
    [],
  );
  expect(compose).not.toHaveProperty("version");
});

it("checks the health of everything that runs", () => {
  expect(compose.services["database"]?.healthcheck?.test).toContain("pg_isready");
  for (const name of ["ingest", "web"]) {
    const service = compose.services[name];
    expect(service?.healthcheck).toBeUndefined();
    const [, stage = ""] = dockerfile.split(new RegExp(`^FROM .* AS ${service?.build?.target}$`, "m"));
    expect(stage.split(/^FROM /m)[0]).toContain("HEALTHCHECK");
  }
});

/** Set by the file itself, or only of use to another way of starting. */
const NOT_PASSED = /^HEADROOM_(DATABASE_(DIRECT_URL|CONNECTIONS)|INGEST_PORT|RESTARTED_AFTER)$/;

it("passes every variable of ingest on", () => {
  const expected = Object.keys(INGEST_VARIABLES).filter((name) => !NOT_PASSED.test(name));
  expect(Object.keys(compose.services["ingest"]?.environment ?? {}).toSorted()).toEqual(expected.toSorted());
});

it("gives the memory of large bodies back, however it is started", () => {
  const started = ["Dockerfile", "systemd/headroom-ingest.service", "tooling/src/stack.mjs"];
  for (const file of started)
    expect(readFileSync(join(root, file), "utf8"), file).toMatch(/MALLOC_MMAP_THRESHOLD_(: "|=)1048576\b/);
});
