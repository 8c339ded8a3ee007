import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reachOf, readChanged } from "./changed.mjs";
import { filesOf } from "./git.mjs";
import { root } from "./paths.mjs";

describe("what a change in this repository reaches", () => {
  const all = filesOf(root);
  const reach = (...changed: string[]) => reachOf(root, all, changed);

  it("follows imports into other packages and apps", () => {
    const { tests, journeys } = reach("packages/core/src/sketch/sketch.ts");
    expect(journeys).toBe(true);
    for (const folder of [
      "packages/core/",
      "packages/formats/",
      "packages/services/",
      "apps/ingest/",
      "apps/web/",
    ])
      expect(
        tests.filter((file) => file.startsWith(folder)),
        folder,
      ).not.toEqual([]);
  });

  it("follows worker threads and started processes", () => {
    expect(reach("apps/ingest/src/upload/parse-worker.ts").tests).toContain(
      "apps/ingest/src/upload/upload.db.test.ts",
    );
    expect(reach("apps/cli/src/main.ts").tests).toContain("apps/ingest/src/cli.db.test.ts");
  });

  it("maps files that are not code to the code of their package", () => {
    const wat = reach("packages/formats/src/file/jmeter-csv/row-scan.wat").tests;
    expect(wat).toContain("packages/formats/src/file/jmeter-csv/row-scan.test.ts");
    const migration = all.find((file) => file.startsWith("packages/db/migrations/")) ?? "";
    expect(reach(migration).tests).toContain("packages/services/src/session/session.db.test.ts");
  });

  it("finds the tests that read a page of the docs, without journeys", () => {
    const { tests, journeys } = reach("docs/load-tools.md");
    expect(tests).toContain("apps/ingest/src/docs.test.ts");
    expect(tests).not.toContain("packages/core/src/sketch/sketch.test.ts");
    expect(journeys).toBe(false);
  });

  it("reaches no journey and no other test of the package with a test", () => {
    const { tests, journeys } = reach("packages/core/src/sketch/sketch.test.ts");
    expect(tests).toContain("packages/core/src/sketch/sketch.test.ts");
    expect(tests.filter((file) => file.startsWith("packages/core/"))).toHaveLength(1);
    expect(journeys).toBe(false);
  });

  it("runs everything for another lock file or test setup", () => {
    const every = all.filter((file) => /\.test\.tsx?$/.test(file));
    const setup = ["tooling/src/test-modules", "ts"].join(".");
    for (const file of ["package-lock.json", "packages/ui/package.json", "vitest.config.ts", setup])
      expect(reach(file)).toMatchObject({ tests: every, journeys: true });
  });

  it("reaches nothing with a file that no test reads", () => {
    // Joined, so that this test does not name the file itself.
    expect(reach(["SECURITY", "md"].join("."))).toMatchObject({ tests: [], journeys: false });
  });
});

describe("the changes of a checkout", () => {
  let folder: string;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], { cwd: folder });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "headroom-changed-"));
    git("init", "-q", "-b", "main");
    write("packages/a/a.ts", "export const a = 1;");
    write("packages/a/a.test.ts", 'import { a } from "./a.ts";');
    write("packages/a/b.ts", "export const b = 1;");
    write("packages/a/b.test.ts", 'import { b } from "./b.ts";');
    git("add", ".");
    git("commit", "-qm", "first");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("include commits of the branch, uncommitted and untracked files", () => {
    git("checkout", "-qb", "topic");
    write("packages/a/a.ts", "export const a = 2;");
    git("commit", "-qam", "second");
    expect(readChanged(folder, ["--changed"])?.tests).toEqual(["packages/a/a.test.ts"]);
    write("packages/a/b.ts", "export const b = 2;");
    write("packages/a/c.test.ts", "");
    expect(readChanged(folder, ["--changed"])).toMatchObject({
      files: ["packages/a/a.ts", "packages/a/b.ts", "packages/a/c.test.ts"],
      tests: ["packages/a/a.test.ts", "packages/a/b.test.ts", "packages/a/c.test.ts"],
    });
    expect(readChanged(folder, ["--changed=HEAD"])?.files).not.toContain("packages/a/a.ts");
  });

  it("include a deleted file, which its users still name", () => {
    rmSync(join(folder, "packages/a/a.ts"));
    expect(readChanged(folder, ["--changed"])?.tests).toEqual(["packages/a/a.test.ts"]);
  });

  it("are not read without the option", () => {
    expect(readChanged(folder, ["--only=unit"])).toBeNull();
  });

  it("need a commit that git knows", () => {
    expect(() => readChanged(folder, ["--changed=nowhere"])).toThrow("Git does not know nowhere.");
    git("branch", "-qm", "trunk");
    expect(() => readChanged(folder, ["--changed"])).toThrow("There is no default branch to compare with.");
  });
});
