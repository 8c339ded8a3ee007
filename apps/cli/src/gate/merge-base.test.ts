import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCliEnv } from "../env.ts";
import { commitsSinceBranching, countCommits } from "./merge-base.ts";

let folder: string;
const commits: string[] = [];

function gitIn(cwd: string, args: readonly string[]): string {
  const who = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...who, ...args], { cwd, encoding: "utf8", stdio: "pipe" }).trimEnd();
}

function worldIn(cwd: string, env: Record<string, string> = {}) {
  const git = (args: readonly string[]) => {
    try {
      return gitIn(cwd, args);
    } catch {
      return null;
    }
  };
  return { git, env: readCliEnv(env) };
}

/** Three commits on main, and two on a branch that left after the second. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-merge-base-"));
  const git = (...args: string[]) => gitIn(folder, args);
  git("init", "--quiet", "--initial-branch=main");
  const commit = (name: string) => {
    git("commit", "--quiet", "--allow-empty", "-m", name);
    commits.push(git("rev-parse", "HEAD"));
  };
  commit("one");
  commit("two");
  git("checkout", "--quiet", "-b", "topic");
  commit("three");
  commit("four");
  git("checkout", "--quiet", "main");
  commit("five");
  git("checkout", "--quiet", "topic");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the commits to compare with", () => {
  it("begin where the branch left, and go back from there", () => {
    expect(commitsSinceBranching(null, worldIn(folder))).toEqual([commits[1], commits[0]]);
    expect(commitsSinceBranching("main", worldIn(folder))).toEqual([commits[1], commits[0]]);
  });

  it("are those before the checked-out one on the branch itself", () => {
    gitIn(folder, ["checkout", "--quiet", "main"]);
    expect(commitsSinceBranching("main", worldIn(folder))).toEqual([commits[1], commits[0]]);
    gitIn(folder, ["checkout", "--quiet", "topic"]);
  });

  it("say what is missing in a shallow clone, without a checkout, and of an unknown branch", () => {
    const clone = mkdtempSync(join(tmpdir(), "headroom-shallow-"));
    gitIn(clone, ["clone", "--quiet", "--depth=1", `file://${folder}`, "."]);
    const pull = worldIn(clone, { GITHUB_BASE_REF: "main" });
    expect(() => commitsSinceBranching(null, pull)).toThrow("git doesn't know origin/main.");
    rmSync(join(clone, ".git"), { recursive: true });
    expect(() => commitsSinceBranching(null, worldIn(clone))).toThrow("not a git checkout");
    rmSync(clone, { recursive: true });
    expect(() => commitsSinceBranching("--all", worldIn(folder))).toThrow("git doesn't know --all.");
  });
});

it("counts the commits between two runs, where the checkout has both", () => {
  const world = worldIn(folder);
  const [one = "", , , four = ""] = commits;
  expect(countCommits(one, four, world)).toBe(3);
  expect(countCommits(one.slice(0, 7), four, world)).toBe(3);
  for (const [before, after] of [
    [null, four],
    [one, null],
    [one, one],
    [four, one],
    [one, "0123456789abcdef"],
    ["--output=x", four],
  ] as const)
    expect(countCommits(before, after, world)).toBeNull();
});
