import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./paths.mjs";

it("the images know the manifest of every workspace, or npm ci refuses the lock", () => {
  const folders = ["apps", "packages"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  const manifests = [...folders, "bench", "e2e", "tooling"].filter((folder) =>
    existsSync(join(root, folder, "package.json")),
  );
  const copied = readFileSync(join(root, "Dockerfile"), "utf8").matchAll(
    /^COPY (\S+)\/package\.json \1\/$/gm,
  );
  expect(new Set([...copied].map(([, folder]) => folder))).toEqual(new Set(manifests));
});
