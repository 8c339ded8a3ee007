import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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
  const files = readdirSync(join(folder, "package")).filter((name) => /^headroom.*\.js$/.test(name));
  const imported = files.flatMap((name) => {
    const code = readFileSync(join(folder, "package", name), "utf8");
    return [...code.matchAll(/^import (?:.*? from )?"([^"]+)";$/gm)].map(([, from]) => from ?? "");
  });
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((name) => !/^(node:|\.\/headroom)/.test(name))).toEqual([]);
});

it("loads what only one command needs with that command", () => {
  const code = readFileSync(join(folder, "package", "headroom.js"), "utf8");
  expect(code).toMatch(/import\("\.\/headroom-mcp\.js"\)/);
  expect(code).not.toContain("notifications/initialized");
});
