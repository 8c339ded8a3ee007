import { HeadroomError } from "@headroom/core";
import type { World } from "../world.ts";

/** Further back, nobody has run the experiment often enough to matter, or the system was another one. */
const MAX_COMMITS = 100;
const FALLBACK_REFS = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];

/**
 * Where the checked-out commit left a branch, and what came before it there, newest first. On that branch itself, the commits
 * before the checked-out one.
 */
export function commitsSinceBranching(
  given: string | null,
  { git, env }: Pick<World, "git" | "env">,
): string[] {
  const head = git(["rev-parse", "--verify", "HEAD"]);
  if (head === null)
    throw noHistory(
      "This folder is not a git checkout, or git is not installed.",
      "Run the gate in a checkout.",
    );
  const target = env.GITHUB_BASE_REF ?? env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME ?? env.CHANGE_TARGET;
  const refs = given !== null ? [given] : target !== undefined ? [`origin/${target}`] : FALLBACK_REFS;
  const ref = refs.find((one) => isCommit(one, git));
  if (ref === undefined) throw noHistory(`git doesn't know ${refs.join(", ")}.`, FETCH);
  const base = git(["merge-base", "HEAD", ref]);
  if (base === null) throw noHistory(`git can't find where this commit left ${ref}.`, FETCH);
  const commits = git(["rev-list", "--first-parent", `--max-count=${MAX_COMMITS}`, base])?.split("\n") ?? [];
  const before = commits.filter((commit) => commit !== head);
  if (before.length > 0) return before;
  throw noHistory(`git has no commit before ${head.slice(0, 10)}.`, FETCH);
}

const FETCH =
  "A shallow clone lacks the history. Fetch it: fetch-depth: 0 (GitHub), GIT_DEPTH: 0 (GitLab), git fetch --unshallow origin.";

const HASH = /^[0-9a-f]{7,64}$/i;

/** How many commits lie between two runs; null: the checkout doesn't know. */
export function countCommits(
  before: string | null,
  after: string | null,
  { git }: Pick<World, "git">,
): number | null {
  if (before === null || after === null || !HASH.test(before) || !HASH.test(after)) return null;
  const count = Number(git(["rev-list", "--count", `${before}..${after}`]) ?? Number.NaN);
  return Number.isInteger(count) && count > 0 ? count : null;
}

function isCommit(ref: string, git: World["git"]): boolean {
  return !ref.startsWith("-") && git(["rev-parse", "--verify", "--quiet", `${ref}^{commit}`]) !== null;
}

function noHistory(message: string, hint: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, { hint });
}
