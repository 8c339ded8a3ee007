import { describe, expect, it } from "vitest";
import { matchesClaims, toldClaims, tokenName } from "./claims.ts";

const GITHUB = {
  repository: "acme/shop",
  repository_id: "42",
  ref: "refs/heads/main",
  workflow: "Load test",
  run_id: "4711",
  run_attempt: "1",
};
const GITLAB = { project_path: "acme/shop", project_id: 42, ref_protected: true, ref: "main", job_id: "9" };

describe("the claims of an identity", () => {
  it("fit a job that has them all, whatever else it has", () => {
    expect(matchesClaims({ repository: "acme/shop" }, GITHUB)).toBe(true);
    expect(matchesClaims({ repository: "acme/shop", ref: "refs/heads/main" }, GITHUB)).toBe(true);
    expect(matchesClaims({ project_id: "42", ref_protected: "true" }, GITLAB)).toBe(true);
  });

  it.each([
    [{ repository: "acme/other" }],
    [{ repository: "acme" }],
    [{ repository: "Acme/shop" }],
    [{ repository: "acme/*" }],
    [{ repository: "acme/shop", ref: "main" }],
    [{ repository: "acme/shop", environment: "production" }],
    [{ project_path: "acme/shop" }],
  ])("fit no other job: %j", (wanted) => {
    expect(matchesClaims(wanted, GITHUB)).toBe(false);
  });

  it("fit no job by a list, an object, or what every object has", () => {
    for (const repository of [["acme/shop"], { value: "acme/shop" }, null])
      expect(matchesClaims({ repository: "acme/shop" }, { repository })).toBe(false);
    expect(
      matchesClaims({ sub: "x", constructor: "function Object() { [native code] }" }, { sub: "x" }),
    ).toBe(false);
  });

  it("fit no job if none of them says whose it is, or they can't be read", () => {
    for (const wanted of [{}, { ref: "refs/heads/main" }, null, [], "acme/shop", { repository: 7 }])
      expect(matchesClaims(wanted, GITHUB)).toBe(false);
  });
});

describe("the name of a job's token", () => {
  it("is what one looks the job up by", () => {
    expect(tokenName("Shop CI", GITHUB)).toBe("Shop CI: acme/shop, refs/heads/main, Load test, 4711, 1");
    expect(tokenName("Shop CI", GITLAB)).toBe("Shop CI: acme/shop, main, 9");
    expect(toldClaims(GITLAB)).toEqual(["project_path: acme/shop", "ref: main", "job_id: 9"]);
  });

  it("can be stored and printed, whatever the claims are", () => {
    const name = tokenName("CI", { repository: "a\u0000b\u202E\uD800", ref: "x".repeat(5_000) });
    expect(name).toMatch(/^CI: a\uFFFDb\uFFFD\uFFFD, x{100}$/);
    expect(tokenName("y".repeat(200), GITHUB)).toHaveLength(200);
  });
});
