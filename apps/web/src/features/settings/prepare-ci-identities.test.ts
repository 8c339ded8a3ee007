import { describe, expect, it } from "vitest";
import { prepareCiIdentities, typedClaims } from "./prepare-ci-identities.ts";

const GITHUB = "https://token.actions.githubusercontent.com";
const OWN_GITLAB = "https://git.acme.example";
const identity = {
  id: "i",
  name: "Shop CI",
  issuer: GITHUB,
  audience: "https://headroom.example/ci/i",
  claims: { ref: "refs/heads/main", repository: "acme/shop" },
  scopes: ["ingest" as const, "read" as const],
  service: "checkout",
  createdAt: "2026-11-20T10:00:00.000Z",
  lastUsedAt: null,
  activeTokens: 0,
};

describe("the claims of a typed job", () => {
  const job = { project: " acme/shop ", branch: "", environment: "" };

  it("are those of its CI system", () => {
    expect(typedClaims(GITHUB, job)).toEqual({ repository: "acme/shop" });
    expect(typedClaims("https://ghe.acme.example/_services/token", job)).toEqual({ repository: "acme/shop" });
    expect(typedClaims(OWN_GITLAB, job)).toEqual({ project_path: "acme/shop" });
  });

  it("name a branch so that a tag of the same name doesn't fit", () => {
    const main = { ...job, branch: "main ", environment: " load" };
    expect(typedClaims(GITHUB, main)).toMatchObject({ ref: "refs/heads/main", environment: "load" });
    expect(typedClaims(OWN_GITLAB, main)).toMatchObject({
      ref: "main",
      ref_type: "branch",
      environment: "load",
    });
  });
});

describe("the page of CI identities", () => {
  const services = new Map([["checkout", "Checkout"]]);
  const prepare = (identities: (typeof identity)[], issuers = [GITHUB, OWN_GITLAB]) =>
    prepareCiIdentities({ issuers, identities }, services);

  it("says what a job has to be, and what it gets", () => {
    expect(prepare([{ ...identity, activeTokens: 1 }])).toMatchObject({
      issuers: [
        { value: GITHUB, label: "GitHub Actions" },
        { value: OWN_GITLAB, label: "GitLab (git.acme.example)" },
      ],
      rows: [
        {
          issuer: "GitHub Actions",
          claims: ["repository: acme/shop", "ref: refs/heads/main"],
          scopes: "ingest, read",
          service: "Checkout",
          activeTokens: "1 active token",
        },
      ],
      sentence: { lead: "1 CI identity.", rest: "Not used yet." },
    });
  });

  it("doesn't say that jobs are trusted if the server accepts none", () => {
    expect(prepare([identity], []).sentence.lead).toBe("CI jobs get no tokens.");
    expect(prepare([], []).sentence.lead).toBe("No trusted CI jobs.");
  });
});
