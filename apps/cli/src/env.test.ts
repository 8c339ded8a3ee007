import { expect, it } from "vitest";
import { ciOf, readCliEnv } from "./env.ts";

const branchOf = (env: Record<string, string>) => ciOf(readCliEnv(env)).branch;

it("a run is of the branch that its CI system builds", () => {
  expect(branchOf({ GITHUB_REF_NAME: "main" })).toBe("main");
  expect(branchOf({ GITHUB_HEAD_REF: "topic", GITHUB_BASE_REF: "main", GITHUB_REF_NAME: "7/merge" })).toBe(
    "topic",
  );
  expect(branchOf({ GIT_BRANCH: "origin/topic" })).toBe("topic");
  expect(branchOf({})).toBeUndefined();
});

it("a fork's main isn't the default branch", () => {
  const ofFork = "main (pull request)";
  expect(branchOf({ GITHUB_HEAD_REF: "main", GITHUB_BASE_REF: "main", GITHUB_REF_NAME: "7/merge" })).toBe(
    ofFork,
  );
  expect(branchOf({ GITHUB_HEAD_REF: "main", GITHUB_BASE_REF: "develop" })).toBe(ofFork);
  expect(branchOf({ CI_COMMIT_REF_NAME: "main", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" })).toBe(ofFork);
  expect(branchOf({ GIT_BRANCH: "develop", CHANGE_TARGET: "develop" })).toBe("develop (pull request)");
});
