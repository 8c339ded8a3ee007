const COMMIT = /^[0-9a-f]{7,64}$/i;

/** Where each provider has the jobs of a repository, and the page that shows what lies between two commits. */
const PROVIDERS: readonly { job: RegExp; page: (between: { before: string; after: string }) => string }[] = [
  {
    job: /^((?:\/[\w.~%-]+)+)\/-\/(?:jobs|pipelines)\//,
    page: ({ before, after }) => `/-/compare/${before}...${after}`,
  },
  {
    job: /^((?:\/[\w.~%-]+){2})\/actions\/runs\//,
    page: ({ before, after }) => `/compare/${before}...${after}`,
  },
  {
    job: /^((?:\/[\w.~%-]+){2})\/(?:addon\/)?pipelines\//,
    page: ({ before, after }) => `/branches/compare/${after}..${before}`,
  },
];

/**
 * The page of GitHub, GitLab or Bitbucket that lists the commits between two runs, made from the address of the CI job. Null: the
 * job ran somewhere else, or a commit isn't known by its hash.
 */
export function commitsAddress(
  ciUrl: string | null,
  { before, after }: { before: string | null; after: string | null },
): string | null {
  if (ciUrl === null || !isCommit(before) || !isCommit(after) || before === after) return null;
  if (!URL.canParse(ciUrl) || !/^https?:/i.test(ciUrl)) return null;
  const { origin, pathname } = new URL(ciUrl);
  for (const { job, page } of PROVIDERS) {
    const repository = job.exec(pathname)?.[1];
    if (repository !== undefined) return `${origin}${repository}${page({ before, after })}`;
  }
  return null;
}

function isCommit(given: string | null): given is string {
  return given !== null && COMMIT.test(given);
}
