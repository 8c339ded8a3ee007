import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CHECKED_SINCE, longSubjects, MAX_SUBJECT } from "./commits.ts";

const fits = "x".repeat(MAX_SUBJECT);
const tooLong = "x".repeat(MAX_SUBJECT + 1);
let folder: string;

function git(args: string[], date = CHECKED_SINCE) {
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const who = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
  execFileSync("git", [...who, ...args], { cwd: folder, env, stdio: "ignore" });
}
const commit = (subject: string, date?: string) => git(["commit", "--allow-empty", "-qm", subject], date);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-commits-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("finds subjects that are too long, except old ones", () => {
  git(["init", "-q", "-b", "main"]);
  commit(tooLong, "2020-01-01T00:00:00Z");
  commit(
    `${fits}\n\nThe body may have longer lines than the subject, which is the only part that is measured.`,
  );
  expect(longSubjects(folder)).toEqual([]);
  commit(tooLong);
  expect(longSubjects(folder)).toEqual([{ commit: expect.any(String), subject: tooLong }]);
});

it("leaves alone what the remote's default branch already has", () => {
  git(["init", "-q", "-b", "main"]);
  commit(tooLong);
  git(["update-ref", "refs/remotes/origin/main", "HEAD"]);
  expect(longSubjects(folder)).toEqual([]);
  commit(`${tooLong}y`);
  expect(longSubjects(folder)).toEqual([{ commit: expect.any(String), subject: `${tooLong}y` }]);
});

it("passes without git, and in an archive inside another checkout", () => {
  expect(longSubjects(folder)).toEqual([]);
  git(["init", "-q"]);
  commit(tooLong);
  mkdirSync(join(folder, "archive"));
  expect(longSubjects(join(folder, "archive"))).toEqual([]);
});
