import { z } from "zod";

const optional = z.string().trim().min(1).optional().catch(undefined);

const variables = z.object({
  HEADROOM_URL: optional,
  HEADROOM_TOKEN: optional,
  NO_COLOR: optional,
  // What CI systems report about the commit under test.
  GITHUB_SHA: optional,
  GITHUB_REF_NAME: optional,
  GITHUB_SERVER_URL: optional,
  GITHUB_REPOSITORY: optional,
  GITHUB_RUN_ID: optional,
  CI_COMMIT_SHA: optional,
  CI_COMMIT_REF_NAME: optional,
  CI_JOB_URL: optional,
  BUILD_URL: optional,
  GIT_COMMIT: optional,
  GIT_BRANCH: optional,
});
export type CliEnv = z.infer<typeof variables>;

export function readCliEnv(source: NodeJS.ProcessEnv = process.env): CliEnv {
  return variables.parse(source);
}

/** Where a run comes from, as far as GitHub, GitLab or Jenkins report it. */
export function ciOf(env: CliEnv): { commit?: string; branch?: string; ci?: string } {
  const commit = env.GITHUB_SHA ?? env.CI_COMMIT_SHA ?? env.GIT_COMMIT;
  const branch = env.GITHUB_REF_NAME ?? env.CI_COMMIT_REF_NAME ?? env.GIT_BRANCH;
  const ci = githubRun(env) ?? env.CI_JOB_URL ?? env.BUILD_URL;
  return {
    ...(commit === undefined ? {} : { commit }),
    ...(branch === undefined ? {} : { branch }),
    ...(ci === undefined ? {} : { ci }),
  };
}

function githubRun(env: CliEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (server === undefined || repository === undefined || run === undefined) return undefined;
  return `${server}/${repository}/actions/runs/${run}`;
}
