import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keptJobKey } from "./job-key.ts";

let temp: string;
beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), "headroom-job-key-"));
});
afterEach(() => rmSync(temp, { recursive: true, force: true }));

const folder = () => join(temp, "headroom");
const url = "https://headroom.example:4001";
const keyOf = (idToken = "of GitLab", at = url) =>
  keptJobKey({ idToken, url: at, env: { RUNNER_TEMP: temp } });

describe("the key of a job", () => {
  it("is the same for the commands of a job, and another for other tokens and servers", () => {
    const key = keyOf();
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(keyOf()).toBe(key);
    expect(new Set([key, keyOf("of another job"), keyOf("of GitLab", "https://other.example")]).size).toBe(3);
  });

  it("is in a file that only its user can read, which doesn't contain the token", () => {
    const key = keyOf();
    const names = readdirSync(folder());
    expect(names).toHaveLength(1);
    const path = join(folder(), names[0] ?? "");
    expect([statSync(folder()).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readFileSync(path, "utf8")).toBe(key);
    expect(path).not.toContain("GitLab");
  });

  it("is the same for commands that start at the same time", async () => {
    const program = `import(${JSON.stringify(join(import.meta.dirname, "job-key.ts"))}).then(({ keptJobKey }) =>
      console.log(keptJobKey({ idToken: "x", url: "y", env: { RUNNER_TEMP: ${JSON.stringify(temp)} } })))`;
    const run = () => promisify(execFile)(process.execPath, ["-e", program]);
    const printed = await Promise.all(Array.from({ length: 4 }, run));
    expect(new Set(printed.map(({ stdout }) => stdout)).size).toBe(1);
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it("is in the cache folder where the CI system names no temporary one", () => {
    const env = { XDG_CACHE_HOME: join(temp, "cache") };
    expect(keptJobKey({ idToken: "x", url, env })).toBe(keptJobKey({ idToken: "x", url, env }));
    expect(readdirSync(join(temp, "cache", "headroom"))).toHaveLength(1);
  });

  it("is one command's alone where no file can be kept, or what is there isn't a key", () => {
    writeFileSync(join(temp, "file"), "");
    const env = { RUNNER_TEMP: join(temp, "file") };
    const keys = [1, 2].map(() => keptJobKey({ idToken: "x", url, env }));
    expect(new Set(keys).size).toBe(2);
    keyOf();
    writeFileSync(join(folder(), readdirSync(folder())[0] ?? ""), "");
    expect(keyOf()).not.toBe(keyOf());
  });

  it("is removed after a day, and nothing else is", () => {
    mkdirSync(folder());
    chmodSync(folder(), 0o700);
    const yesterday = Date.now() / 1_000 - 90_000;
    for (const name of ["job-key-old", "other"]) {
      writeFileSync(join(folder(), name), "");
      utimesSync(join(folder(), name), yesterday, yesterday);
    }
    writeFileSync(join(folder(), "job-key-new"), "");
    keyOf();
    expect(["job-key-old", "other", "job-key-new"].map((name) => existsSync(join(folder(), name)))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
