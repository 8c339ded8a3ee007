import { expect, it } from "vitest";
import { commitsAddress } from "./commits-address.ts";

const between = { before: "51b7aa0", after: "8c1f0d2" };

it.each([
  ["https://github.com/acme/shop/actions/runs/7", "https://github.com/acme/shop/compare/51b7aa0...8c1f0d2"],
  [
    "https://git.acme.example:8443/acme/shop/actions/runs/7/job/9?pr=1",
    "https://git.acme.example:8443/acme/shop/compare/51b7aa0...8c1f0d2",
  ],
  [
    "https://gitlab.com/acme/teams/shop/-/jobs/12",
    "https://gitlab.com/acme/teams/shop/-/compare/51b7aa0...8c1f0d2",
  ],
  ["https://gitlab.com/acme/shop/-/pipelines/12", "https://gitlab.com/acme/shop/-/compare/51b7aa0...8c1f0d2"],
  [
    "https://bitbucket.org/acme/shop/pipelines/results/3",
    "https://bitbucket.org/acme/shop/branches/compare/8c1f0d2..51b7aa0",
  ],
  ["https://jenkins.example/job/shop/12/", null],
  ["https://app.circleci.com/pipelines/github/acme/shop/1", null],
  ["javascript:alert(1)//acme/shop/actions/runs/7", null],
  ["https://github.com/acme/shop)[x](https://evil.example/actions/runs/7", null],
  ["no address", null],
  [null, null],
])("the commits of a job at %s are at %s", (ciUrl, address) => {
  expect(commitsAddress(ciUrl, between)).toBe(address);
});

it("has no page for what isn't two commits", () => {
  const ci = "https://github.com/acme/shop/actions/runs/7";
  for (const [before, after] of [
    [null, "8c1f0d2"],
    ["51b7aa0", null],
    ["51b7aa0", "51b7aa0"],
    ["v1.2", "8c1f0d2"],
    ["51b7aa0", "8c1f0d2)](https://evil.example"],
  ] as const)
    expect(commitsAddress(ci, { before, after })).toBeNull();
});
