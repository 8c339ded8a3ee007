import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findOnPath } from "./browser.mjs";
import { stampFor } from "./dependencies.mjs";
import { readDiagnosis } from "./diagnose.mjs";
import { SetupFailure, describeFailure, failureFromOutput } from "./failure.mjs";
import { environmentWith, isNewEnough } from "./node-runtime.mjs";
import { npmCommand } from "./npm.mjs";
import { root } from "./paths.mjs";
import { createProgress } from "./progress.mjs";

describe("known problems", () => {
  it.each([
    ["npm error code ENOTFOUND registry", "The npm registry does not respond."],
    ["npm error code ENOSPC", "The disk is full."],
    ["npm error code EINTEGRITY", "does not match the lock file"],
    ["npm error code EACCES", "Another user owns"],
  ])("explains %s", (output, message) => {
    const failure = failureFromOutput("Installing packages", output, "?");
    expect(failure.message).toContain(message);
    expect(failure.fix).not.toBe("?");
  });

  it("shows the last lines of unknown output, without a stack", () => {
    const output = Array.from({ length: 99 }, (_, line) => `line ${line}`).join("\n");
    const text = describeFailure(failureFromOutput("Building", output, "Look there."));
    expect(text).toContain("line 98");
    expect(text).not.toContain("line 9\n");
    expect(text).toContain("Building failed.\n  Look there.");
    expect(text).not.toContain("at ");
  });

  it("shows a stack only for unexpected errors", () => {
    expect(describeFailure(new Error("odd"))).toMatch(/Unexpected error[^]*odd[^]*at /);
    expect(describeFailure(new SetupFailure("one", "two"))).toBe("\none\n  two\n");
  });
});

describe("detection", () => {
  it("finds the first executable Chromium on PATH", () => {
    const folder = mkdtempSync(join(tmpdir(), "headroom-path-"));
    writeFileSync(join(folder, "chromium"), "", { mode: 0o644 });
    writeFileSync(join(folder, "google-chrome"), "", { mode: 0o755 });
    expect(findOnPath(`/no/such/folder:${folder}`)).toBe(join(folder, "google-chrome"));
    expect(findOnPath("")).toBeNull();
    rmSync(folder, { recursive: true });
  });

  it("reads the output of the database's own doctor, fixes included", () => {
    const output = "ok   78.2 GB free\nFAIL no mirror\n     fix: set DATABASE_URL\n";
    expect(readDiagnosis(output)).toEqual([
      { ok: true, what: "78.2 GB free", fix: "" },
      { ok: false, what: "no mirror", fix: "set DATABASE_URL" },
    ]);
  });
});

describe("the runtime", () => {
  it("requires Node 24", () => {
    expect(["18.20.4", "20.20.2", "23.11.0", "24.0.0", "26.1.0"].filter(isNewEnough)).toEqual([
      "24.0.0",
      "26.1.0",
    ]);
  });

  it("puts the right Node first and leaves out the npm variables of the script that started us", () => {
    const env = environmentWith("/somewhere/bin");
    expect(env.PATH).toMatch(/^\/somewhere\/bin:/);
    expect(Object.keys(env).filter((name) => name.startsWith("npm_lifecycle_"))).toEqual([]);
  });

  it("uses the npm that started it, but never another tool's script", () => {
    expect(npmCommand({ npm_execpath: "/lib/npm/bin/npm-cli.js" }, "/n24/node")).toEqual({
      command: "/n24/node",
      args: ["/lib/npm/bin/npm-cli.js"],
    });
    expect(npmCommand({ npm_execpath: "/lib/pnpm.cjs" }).command).toBe("npm");
    expect(npmCommand({}).command).toBe("npm");
  });

  it("reinstalls for another lock file and for another platform", () => {
    expect(
      new Set([stampFor("a", "linux-x64"), stampFor("b", "linux-x64"), stampFor("a", "linux-arm64")]).size,
    ).toBe(3);
  });
});

interface LockEntry {
  link?: boolean;
  inBundle?: boolean;
  integrity?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

describe.each(["package-lock.json", "tooling/node-runtime/package-lock.json"])("%s", (file) => {
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(
    readFileSync(join(root, file), "utf8"),
  );

  it("contains every package for every platform, or npm ci fails there", () => {
    const known = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !known.has(name));
    expect(missing).toEqual([]);
  });

  it("names no registry and has a digest for every package", () => {
    const fetched = Object.entries(packages).filter(
      ([path, entry]) => path.includes("node_modules/") && !entry.link && !entry.inBundle,
    );
    expect(fetched.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
    expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

describe("progress", () => {
  it("prints a line per step, with its time if it was slow, and nothing for a quick quiet step", async () => {
    const lines: string[] = [];
    let clock = 0;
    const progress = createProgress({
      stream: { write: (text: string) => lines.push(text) },
      now: () => clock,
      env: {},
    });
    await progress.step("Quick", () => Promise.resolve());
    await progress.step("Silent", () => Promise.resolve(), { quiet: true });
    await progress.step("Slow", async () => {
      clock += 75_000;
    });
    await progress.step("Broken", () => Promise.reject(new Error("x"))).catch(() => {});
    expect(lines).toEqual(["  ok  Quick\n", "  ok  Slow (1 min 15 s)\n", "  no  Broken\n"]);
  });
});
