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

const codeOf = (name: string) => readFileSync(join(folder, "package", name), "utf8");

/** The code of a file and of everything that is loaded before it runs. */
function loadedWith(name: string, seen = new Set<string>()): string {
  seen.add(name);
  const code = codeOf(name);
  const imported = [...code.matchAll(/^import (?:.*? from )?"\.\/(headroom[^"]+)";$/gm)];
  const others = imported.map(([, file = ""]) => (seen.has(file) ? "" : loadedWith(file, seen)));
  return [code, ...others].join("\n");
}

it("loads what only one command needs with that command", () => {
  expect(codeOf("headroom.js")).toMatch(/import\("\.\/headroom-mcp\.js"\)/);
  expect(loadedWith("headroom.js")).not.toContain("notifications/initialized");
  expect(loadedWith("headroom-mcp.js")).toContain("notifications/initialized");
});

it("loads the readers of result files only for commands that read them", () => {
  for (const name of ["headroom.js", "headroom-gate.js", "headroom-event.js", "headroom-peak-day.js"])
    expect(loadedWith(name), name).not.toContain("httpSample");
  for (const name of ["headroom-upload.js", "headroom-stream.js", "headroom-gate-file.js"])
    expect(loadedWith(name), name).toContain("httpSample");
});
