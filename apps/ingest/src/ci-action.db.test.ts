import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { Issuers } from "./oidc/issuers.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { CiIssuer } from "./testing/ci-issuer.ts";
import { CiMachine } from "./testing/ci-machine.ts";
import { blocksOf } from "./testing/ci-page.ts";
import { commandLine } from "./testing/command-line.ts";
import { jtl } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";
import { trustJobs } from "./testing/trust-jobs.ts";

const ROOT = join(import.meta.dirname, "../../..");
const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

interface Step {
  name?: string;
  if?: string;
  run?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}

const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as {
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { steps: Step[] };
};
const workflow = parse(blocksOf("GitHub")[0] ?? "") as { jobs: { "load-test": { steps: Step[] } } };

/** Now, in seconds, for the tokens of jobs. */
const AT = 1_764_000_000;

let world: TestApp;
let ci: CiIssuer;
let jobs: ReturnType<typeof startJobs>;
let machine: CiMachine;
beforeAll(async () => {
  ci = await CiIssuer.start();
  const ciIssuers = new Issuers({ issuers: [ci.url], clock: () => new Date(AT * 1_000) });
  world = await createTestApp({ ciIssuers });
  jobs = startJobs(world.deps, silent);
  machine = new CiMachine();
  machine.program("jmeter", 'cp "$HOME/prepared.jtl" "${@: -1}"');
});
afterAll(async () => {
  machine.close();
  await jobs.stop();
  await world.close();
  await ci.close();
});

/** Requests of a service whose runs vary by a few percent, one label slower by a share. */
function results(day: number, slower = 0): string {
  const startMillis = 1_700_000_000_000 + day * 86_400_000;
  return jtl({ rows: 6_000, startMillis })
    .replaceAll(/500,Server Error,(.*?),false,/g, "200,OK,$1,true,")
    .replaceAll(
      /^(\d+),(\d+),(GET \/item\/1,)/gm,
      (_, start: string, elapsed: string, rest: string) =>
        `${start},${Math.round(Number(elapsed) * (1 + slower + (day % 3) * 0.01))},${rest}`,
    );
}

/** The sources that the action runs take three times as long to start. */
function runPackage() {
  machine.program("node", `exec "${process.execPath}" "\${@/#*main.ts/${commandLine()}}"`);
}

interface Build {
  results: string;
  branch: string;
  change?: Record<string, string>;
  /** More of what GitHub sets. */
  job?: Record<string, string>;
}

/** Runs the workflow of the page: the load test, then the steps of the action, with what GitHub puts in their place. */
async function build({ results: prepared, branch, change = {}, job = {} }: Build) {
  machine.write("prepared.jtl", prepared);
  const [, load, gate] = workflow.jobs["load-test"].steps;
  await machine.run(load?.run ?? "", {});
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ""]);
  const inputs: Record<string, string> = { ...Object.fromEntries(defaults), ...gate?.with };
  Object.assign(inputs, {
    url: world.address,
    token: world.home.ingestToken,
    baseline: "last-good",
    ...change,
  });
  const outputs: Record<string, string> = {};
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const [, kind = "", name = ""] = /^(inputs|steps\.gate\.outputs)\.([\w-]+)$/.exec(expression) ?? [];
      return { inputs, "steps.gate.outputs": outputs }[kind]?.[name] ?? "7";
    });
  const env = {
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_REPOSITORY: "us/shop",
    GITHUB_HEAD_REF: branch,
    ...job,
    RUNNER_TEMP: machine.folder,
    GITHUB_OUTPUT: join(machine.folder, "outputs"),
    GITHUB_STEP_SUMMARY: join(machine.folder, "summary"),
  };
  machine.write("outputs", "");
  machine.write("summary", "");
  const [, , gating, commenting] = action.runs.steps;
  const own = (step: Step | undefined) =>
    Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, filled(value)]));
  const gated = await machine.run(gating?.run ?? "", { ...env, ...own(gating) });
  for (const line of machine.read("outputs").trim().split("\n")) {
    const [name = "", value = ""] = line.split("=");
    outputs[name] = value;
  }
  const commented = await machine.run(commenting?.run ?? "", { ...env, ...own(commenting) });
  expect(commented).toMatchObject({ code: 0, stderr: "" });
  return {
    ...gated,
    outcome: outputs["outcome"],
    summary: machine.read("summary"),
    comment: machine.read("comments/1"),
  };
}

describe("the action on pull requests", () => {
  it("installs from the lock file, and nothing runs on the way", () => {
    const [node, install] = action.runs.steps;
    expect(node?.uses).toBe("actions/setup-node@v4");
    expect(install?.run).toBe("npm ci --omit=dev --ignore-scripts --workspace apps/cli");
  });

  it("judges a service from its first run through good and bad changes", async () => {
    const first = await build({ results: results(0), branch: "main" });
    expect([first.code, first.outcome, first.comment]).toEqual([0, "pass", ""]);
    expect(first.summary).toContain(", so only the targets count.");
    runPackage();

    for (let day = 1; day < 9; day++)
      await world.app.inject({
        method: "POST",
        url: "/v1/runs?service=Checkout&experiment=Checkout+mix&branch=main",
        headers: { authorization: `Bearer ${world.home.ingestToken}` },
        payload: results(day),
      });
    const good = await build({ results: results(9), branch: "topic" });
    expect([good.code, good.outcome, good.comment]).toEqual([0, "pass", ""]);
    expect(good.summary).toMatch(
      /Compared with \[run #7\]\(http.*\) \(main\), the last good run, together with 2 good runs before it\./,
    );

    const bad = await build({ results: results(10, 1), branch: "topic" });
    expect([bad.code, bad.outcome]).toEqual([10, "fail"]);
    expect(bad.comment.split("\n").slice(0, 2)).toEqual([
      "<!-- headroom gate: Checkout / Checkout mix -->",
      expect.stringMatching(
        /^\*\*Failed: it misses a target\.\*\* Checkout \/ Checkout mix, \[run #11\]\(http/,
      ),
    ]);
    expect(bad.comment).toMatch(
      /\| fail \| p50 of "GET \/item\/1" \| \d+ ms before, \d+ ms now, \\?\+\d+(\.\d)?% \(95% interval \\?\+\d/,
    );

    expect(bad.comment).toMatch(
      /\n\n\| whole run \| before \| after \| change \| 95% interval \| result \|\n.*\n\| throughput \| \S+\/s \| /,
    );
    expect(bad.comment).toMatch(
      /\[Show this judgement\]\(http:[^)]+\/runs\/([\w-]+)\?judgement=[\w-]+\)\. \[Accept the change\]\(http:[^)]+\/runs\/\1#accept\)\.\n$/,
    );

    // A branch that isn't merged doesn't become what the default branch is compared with.
    expect(bad.comment).not.toContain("make this run the baseline");

    const fixed = await build({ results: results(12), branch: "topic" });
    expect([fixed.code, fixed.comment.split("\n")[1]]).toEqual([
      0,
      expect.stringMatching(/^\*\*Passed: it holds\.\*\* Checkout \/ Checkout mix, \[run #12\]\(http/),
    ]);
    expect(machine.read("comments/2")).toBe("");
    expect(machine.read("gh.log").match(/POST|PATCH/g)).toEqual(["POST", "PATCH"]);
  });

  it("needs no stored token if GitHub vouches for the job", async () => {
    const page = parse(blocksOf("Without a stored token")[0] ?? "") as typeof workflow & {
      permissions: Record<string, string>;
    };
    expect(page.permissions["id-token"]).toBe("write");
    const given = page.jobs["load-test"].steps.at(-1)?.with ?? {};
    expect([given["token"], given["identity"]]).toEqual([
      undefined,
      expect.stringMatching(/\/ci\/[0-9a-f-]{36}$/),
    ]);
    for (const name of Object.keys(given)) expect(Object.keys(action.inputs)).toContain(name);

    const claims = { repository: "us/shop", ref: "refs/heads/main" };
    const { audience } = await trustJobs(world, ci.url, claims);
    const change = { token: "", identity: audience, experiment: "vouched" };
    const run = (job: Record<string, string>) => build({ results: results(0), branch: "main", change, job });
    expect(await run(ci.gitHubJob(claims, () => AT))).toMatchObject({ code: 0, outcome: "pass" });
    // A pull request of a fork is about the same repository, but not of its branch.
    const fork = { ...claims, ref: "refs/pull/7/merge", sub: "repo:us/shop:pull_request" };
    const refused = await run(ci.gitHubJob(fork, () => AT));
    expect([refused.code, refused.outcome]).toEqual([3, "error"]);
    expect(refused.stderr).toContain("No CI identity of this server fits this job");
    const without = await run({});
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("id-token: write")]);
  });

  it("replaces an earlier verdict in the comment if nothing was judged, and says why", async () => {
    const experiment = "denied";
    const commits = ["aaaaaaaaaa1", "bbbbbbbbbb2"].map((commit) => ({ GITHUB_SHA: commit }));
    const denied = { change: { experiment, token: "hr_wrong" }, results: results(0), branch: "topic" };
    const log = machine.read("gh.log");
    const first = await build({ ...denied, job: commits[0] ?? {} });
    expect([first.code, first.outcome]).toEqual([3, "error"]);
    expect(machine.read("gh.log").slice(log.length)).not.toMatch(/POST|PATCH/);

    const missed = { experiment, targets: "p99 <= 1 ms", comment: "always" };
    const judged = await build({ ...denied, change: missed, job: commits[0] ?? {} });
    expect([judged.code, judged.outcome]).toEqual([10, "fail"]);
    const commentOf = () => machine.read(`comments/${machine.list("comments").length}`);
    expect(commentOf()).toMatch(
      /\*\*Failed: it misses a target\.\*\* Checkout \/ denied,.* commit aaaaaaaaaa\n/,
    );

    const second = await build({ ...denied, job: commits[1] ?? {} });
    expect(second.code).toBe(3);
    for (const said of [second.summary, commentOf()])
      expect(said).toMatch(
        /\n\*\*Could not judge this build\.\*\* Checkout \/ denied, commit bbbbbbbbbb\n\n.*token/,
      );
  });

  it("ends with 11 if nothing can be told, and with 2 and 3 if nothing was judged, without a comment", async () => {
    const experiment = "young";
    await build({ results: results(0), branch: "main", change: { experiment, targets: "" } });
    const unsure = await build({
      results: results(1, 0.4),
      branch: "topic",
      change: { experiment, targets: "" },
    });
    expect([unsure.code, unsure.outcome]).toEqual([11, "unsure"]);
    expect(unsure.summary).toContain("**Unsure: the results don't settle it.**");

    const before = machine.list("comments");
    const change = { experiment: "unread" };
    const unread = await build({ results: "hello\n".repeat(50), branch: "topic", change });
    expect([unread.code, unread.outcome, unread.summary]).toEqual([
      2,
      "error",
      expect.stringContaining("**Could not judge this build.** Checkout / unread"),
    ]);
    expect(machine.list("comments")).toEqual(before);
  });
});
