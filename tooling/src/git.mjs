import { execFileSync } from "node:child_process";

/**
 * What git prints, or null if it fails: not a checkout, no such commit, no git.
 *
 * @param {string} root
 * @param {...string} args
 */
export function git(root, ...args) {
  try {
    return execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64e6,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return null;
  }
}

/**
 * The default branch: the remote's if there is one, else the local `main`. Null in a checkout without either.
 *
 * @param {string} root
 */
export function defaultBranch(root) {
  const remote = git(root, "symbolic-ref", "--short", "refs/remotes/origin/HEAD")?.trim();
  const names = [...(remote === undefined ? [] : [remote]), "origin/main", "main"];
  return names.find((name) => git(root, "rev-parse", "--verify", `${name}^{commit}`) !== null) ?? null;
}

/**
 * The files that differ from a commit, with uncommitted and untracked ones. Null if git does not know the commit.
 *
 * @param {string} root
 * @param {string} commit
 */
export function filesChangedSince(root, commit) {
  const tracked = git(root, "diff", "--name-only", "--no-renames", "-z", commit);
  const untracked = git(root, "ls-files", "--others", "--exclude-standard", "-z");
  return tracked === null || untracked === null
    ? null
    : [...new Set([...split(tracked), ...split(untracked)])];
}

/**
 * All files of a checkout that git does not ignore.
 *
 * @param {string} root
 */
export function filesOf(root) {
  return split(git(root, "ls-files", "--cached", "--others", "--exclude-standard", "-z") ?? "").sort();
}

/** @param {string} names */
function split(names) {
  return names.split("\0").filter((name) => name !== "");
}
