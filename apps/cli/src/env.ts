import { z } from "zod";

const optional = z.string().trim().min(1).optional().catch(undefined);

const variables = z.object({
  HEADROOM_URL: optional,
  HEADROOM_TOKEN: optional,
  // In place of a token: the audience of a CI identity, or a token that the CI system made for it.
  HEADROOM_IDENTITY: optional,
  HEADROOM_ID_TOKEN: optional,
  ACTIONS_ID_TOKEN_REQUEST_URL: optional,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: optional,
  // Where something can be kept for the later commands of a job.
  RUNNER_TEMP: optional,
  XDG_CACHE_HOME: optional,
  NO_COLOR: optional,
  // What CI systems report about the commit under test.
  GITHUB_SHA: optional,
  GITHUB_REF_NAME: optional,
  // Of a pull request: its own branch, and the one it merges into.
  GITHUB_HEAD_REF: optional,
  GITHUB_BASE_REF: optional,
  GITHUB_SERVER_URL: optional,
  GITHUB_REPOSITORY: optional,
  GITHUB_RUN_ID: optional,
  CI_COMMIT_SHA: optional,
  CI_COMMIT_REF_NAME: optional,
  CI_JOB_URL: optional,
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: optional,
  BUILD_URL: optional,
  GIT_COMMIT: optional,
  GIT_BRANCH: optional,
  CHANGE_TARGET: optional,
  CIRCLE_SHA1: optional,
  CIRCLE_BRANCH: optional,
  CIRCLE_BUILD_URL: optional,
});
export type CliEnv = z.infer<typeof variables>;

export function readCliEnv(source: NodeJS.ProcessEnv = process.env): CliEnv {
  return variables.parse(source);
}

/** Where a run comes from, as far as GitHub, GitLab, Jenkins or CircleCI report it. */
export function ciOf(env: CliEnv): { commit?: string; branch?: string; ci?: string } {
  const commit = firstOf([env.GITHUB_SHA, env.CI_COMMIT_SHA, env.CIRCLE_SHA1, env.GIT_COMMIT]);
  // GitHub names the ref of a pull request after its number, Jenkins a branch after its remote.
  const named = firstOf([
    env.GITHUB_HEAD_REF,
    env.GITHUB_REF_NAME,
    env.CI_COMMIT_REF_NAME,
    env.CIRCLE_BRANCH,
    env.GIT_BRANCH?.replace(/^origin\//, ""),
  ]);
  const branch = named === undefined ? undefined : ofRequest(named, env);
  const ci = firstOf([githubRun(env), env.CI_JOB_URL, env.CIRCLE_BUILD_URL, env.BUILD_URL]);
  return {
    ...(commit === undefined ? {} : { commit }),
    ...(branch === undefined ? {} : { branch }),
    ...(ci === undefined ? {} : { ci }),
  };
}

const USUAL_DEFAULTS = ["main", "master"];

/** A fork's own main isn't the default branch: what isn't merged must not count as if it were. */
function ofRequest(branch: string, env: CliEnv): string {
  const target = firstOf([env.GITHUB_BASE_REF, env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME, env.CHANGE_TARGET]);
  const isMistakable = branch === target || USUAL_DEFAULTS.includes(branch);
  return target !== undefined && isMistakable ? `${branch} (pull request)` : branch;
}

function firstOf(given: readonly (string | undefined)[]): string | undefined {
  return given.find((one) => one !== undefined);
}

function githubRun(env: CliEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (server === undefined || repository === undefined || run === undefined) return undefined;
  return `${server}/${repository}/actions/runs/${run}`;
}
