import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./paths.mjs";

const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");

it("copies the manifest of every workspace, or npm ci rejects the lock file", () => {
  const folders = ["apps", "packages"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  const manifests = [...folders, "bench", "e2e", "tooling"].filter((folder) =>
    existsSync(join(root, folder, "package.json")),
  );
  const copied = dockerfile.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm);
  expect(new Set([...copied].map(([, folder]) => folder))).toEqual(new Set(manifests));
});

it("runs as a number, which Kubernetes can tell from root", () => {
  const users = [...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user);
  expect(users).toEqual(["1000", "1000"]);
});

it("copies what Next's standalone output does not include", () => {
  const web = dockerfile.slice(dockerfile.indexOf("AS web\n"));
  expect(web).toContain("apps/web/.next/static apps/web/.next/static\n");
});
