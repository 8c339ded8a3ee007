import { SetupFailure } from "./failure.mjs";
import { usersOf, usesOf } from "./file-graph.mjs";
import { defaultBranch, filesChangedSince, filesOf, git } from "./git.mjs";

/**
 * What a change can reach: test files, and whether the journeys have to run.
 *
 * @typedef {{ since: string, files: string[], tests: string[], journeys: boolean }} Reach
 */

const isTest = /\.test\.tsx?$/;
const isCode = /\.(tsx?|mjs|js)$/;
// They decide how everything runs: packages, compiler, test runner.
const reachesAll =
  /(^|\/)(package(-lock)?\.json|tsconfig\.json|\.npmrc|vitest\.config\.ts)$|^tooling\/src\/test-modules\.ts$/;
const inWorkspace = /^(apps|packages)\/[^/]+\/|^(bench|e2e|tooling)\//;
const journeysUse = /^(apps|packages|e2e|tooling)\//;
/** What the database tests use besides what they import: their global setups in vitest.config.ts. */
const databaseSetup = ["packages/db/src/testing/server.ts", "apps/ingest/src/testing/command-line.ts"];

/**
 * Reads `--changed` or `--changed=REV`. Null without it: then everything runs.
 *
 * @param {string} root
 * @param {string[]} args
 * @returns {Reach | null}
 */
export function readChanged(root, args) {
  const [, wanted] =
    /^--changed(?:=(.*))?$/.exec(args.find((arg) => /^--changed(=|$)/.test(arg)) ?? "") ?? [];
  if (!args.some((arg) => /^--changed(=|$)/.test(arg))) return null;
  const since = wanted ?? mergeBase(root);
  const commit = git(root, "rev-parse", "--verify", `${since}^{commit}`)?.trim();
  const files = commit === undefined ? null : filesChangedSince(root, commit);
  if (commit === undefined || files === null) {
    throw new SetupFailure(
      wanted === undefined ? "There is no default branch to compare with." : `Git does not know ${wanted}.`,
      "Name a commit, for example --changed=HEAD~1, or run the tests without --changed.",
    );
  }
  return { since: commit.slice(0, 9), ...reachOf(root, filesOf(root), files) };
}

/** @param {string} root */
function mergeBase(root) {
  const branch = defaultBranch(root);
  return branch === null ? "" : (git(root, "merge-base", branch, "HEAD")?.trim() ?? "");
}

/**
 * @param {string} root
 * @param {string[]} all
 * @param {string[]} changed
 * @returns {Omit<Reach, "since">}
 */
export function reachOf(root, all, changed) {
  const files = [...new Set([...all, ...changed])];
  const tests = all.filter((file) => isTest.test(file));
  const journeys = changed.some(
    (file) => reachesAll.test(file) || (journeysUse.test(file) && !isTest.test(file)),
  );
  if (changed.some((file) => reachesAll.test(file))) return { files: changed, tests, journeys };
  const uses = usesOf(root, files);
  for (const [file, used] of uses)
    if (file.endsWith(".db.test.ts")) for (const setup of databaseSetup) used.add(setup);
  const reached = usersOf(uses, [...changed, ...changed.flatMap((file) => codeAround(file, files))]);
  return { files: changed, tests: tests.filter((file) => reached.has(file)), journeys };
}

/**
 * Fixtures, migrations, styles, WebAssembly: who reads them is often computed, so they reach what the code of their
 * package reaches.
 *
 * @param {string} file
 * @param {string[]} files
 */
function codeAround(file, files) {
  const [workspace] = inWorkspace.exec(file) ?? [];
  if (workspace === undefined || isCode.test(file) || file.endsWith(".md")) return [];
  return files.filter((other) => other.startsWith(workspace) && isCode.test(other));
}
