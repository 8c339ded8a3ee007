import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { VERSION } from "./version.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-pack-test-"));
  const pack = join(import.meta.dirname, "..", "pack.ts");
  const tarball = execFileSync(process.execPath, [pack, folder], { encoding: "utf8" }).trim();
  execFileSync("tar", ["-xzf", tarball, "-C", folder]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the packed command runs alone, outside this repository", () => {
  const bin = join(folder, "package", "bin.js");
  const { stdout, status } = spawnSync(process.execPath, [bin, "--version"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, `${VERSION}\n`]);
  const wrong = spawnSync(process.execPath, [bin, "upload"], { cwd: folder, encoding: "utf8", env: {} });
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining("No file given.")]);
});

it("needs nothing but Node", () => {
  const code = readFileSync(join(folder, "package", "headroom.js"), "utf8");
  const imported = [...code.matchAll(/^import .*? from "([^"]+)";$/gm)].map(([, name]) => name ?? "");
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((name) => !name.startsWith("node:"))).toEqual([]);
});
