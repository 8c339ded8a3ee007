import type { CiIdentityList } from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { formatCount } from "@headroom/ui";

export interface CiIdentityRow {
  id: string;
  name: string;
  issuer: string;
  /** What a job has to be, one line for each claim. */
  claims: string[];
  scopes: string;
  /** Null: any service. */
  service: string | null;
  audience: string;
  lastUsedAt: string | null;
  activeTokens: string;
}

export interface CiIdentitiesModel {
  issuers: { value: string; label: string }[];
  rows: CiIdentityRow[];
  sentence: { lead: string; rest: string };
}

/** What the form asks for, in the words of one CI system. */
interface CiSystem {
  title: string;
  project: string;
  projectHint: string;
  claimsOf: (job: TypedJob) => Record<string, string>;
}

export interface TypedJob {
  project: string;
  /** Empty: any. */
  branch: string;
  /** Empty: any, or none. */
  environment: string;
}

const GITHUB: CiSystem = {
  title: "GitHub Actions",
  project: "Repository",
  projectHint: "Its owner and name, such as acme/shop.",
  claimsOf: ({ project, branch, environment }) => ({
    repository: project,
    ...(branch === "" ? {} : { ref: `refs/heads/${branch}` }),
    ...(environment === "" ? {} : { environment }),
  }),
};

const GITLAB: CiSystem = {
  title: "GitLab",
  project: "Project",
  projectHint: "Its full path, such as acme/backend/shop.",
  claimsOf: ({ project, branch, environment }) => ({
    project_path: project,
    // A tag can have the name of a branch.
    ...(branch === "" ? {} : { ref: branch, ref_type: "branch" }),
    ...(environment === "" ? {} : { environment }),
  }),
};

/** An issuer that isn't GitHub's is taken for a GitLab: they run anywhere. The API takes any claims. */
export function ciSystemOf(issuer: string): CiSystem {
  const url = URL.parse(issuer);
  const isGitHub =
    url?.host === "token.actions.githubusercontent.com" || url?.pathname === "/_services/token";
  return isGitHub ? GITHUB : GITLAB;
}

/** The claims that a job needs, from what was typed. */
export function typedClaims(issuer: string, job: TypedJob): Record<string, string> {
  const [project, branch, environment] = [job.project.trim(), job.branch.trim(), job.environment.trim()];
  return ciSystemOf(issuer).claimsOf({ project, branch, environment });
}

export function prepareCiIdentities(
  { issuers, identities }: CiIdentityList,
  services: ReadonlyMap<string, string>,
): CiIdentitiesModel {
  return {
    issuers: issuers.map((issuer) => ({ value: issuer, label: issuerLabel(issuer) })),
    rows: identities.map(
      ({ id, name, issuer, claims, scopes, service, audience, lastUsedAt, activeTokens }) => ({
        id,
        name,
        audience,
        lastUsedAt,
        issuer: issuerLabel(issuer),
        claims: claimLines(claims),
        scopes: scopes.join(", "),
        service: service === null ? null : (services.get(service) ?? service),
        activeTokens: activeTokens === 0 ? "" : plural(activeTokens, "active token"),
      }),
    ),
    sentence: sentenceOf(identities, issuers),
  };
}

/** Whose job it is comes first. */
const FIRST = ["repository", "repository_id", "project_path", "project_id", "sub"];

function claimLines(claims: Record<string, string>): string[] {
  const later = ([claim]: [string, string]) => (FIRST.includes(claim) ? 0 : 1);
  return Object.entries(claims)
    .toSorted((a, b) => later(a) - later(b))
    .map(([claim, value]) => `${claim}: ${value}`);
}

function issuerLabel(issuer: string): string {
  const url = URL.parse(issuer);
  const { title } = ciSystemOf(issuer);
  const isPublic = url?.host === "token.actions.githubusercontent.com" || url?.host === "gitlab.com";
  return isPublic ? title : `${title} (${url?.host ?? issuer})`;
}

function sentenceOf(
  identities: CiIdentityList["identities"],
  issuers: CiIdentityList["issuers"],
): CiIdentitiesModel["sentence"] {
  if (issuers.length === 0 && identities.length > 0)
    return { lead: "CI jobs get no tokens.", rest: "This server doesn't accept tokens of any CI system." };
  if (identities.length === 0)
    return { lead: "No trusted CI jobs.", rest: "They upload with stored tokens only." };
  const unused = identities.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  return {
    lead: `${plural(identities.length, "CI identity", "CI identities")}.`,
    rest:
      unused === 0
        ? ""
        : unused === identities.length
          ? "Not used yet."
          : `${formatCount(unused)} never used.`,
  };
}
