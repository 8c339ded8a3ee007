import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { Issuers } from "./oidc/issuers.ts";
import { CiIssuer } from "./testing/ci-issuer.ts";
import { CiMachine } from "./testing/ci-machine.ts";
import { blocksOf, sectionOf } from "./testing/ci-page.ts";
import { jtl } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";
import { trustJobs } from "./testing/trust-jobs.ts";

const HELPER = new URL("../../../docs/examples/k6/headroom.js", import.meta.url).href;
const FIXTURES = join(import.meta.dirname, "../../../packages/formats/src/file");

/** Now, in seconds, for the tokens of jobs. */
const AT = 1_764_000_000;

interface GitLabJob {
  id_tokens: { HEADROOM_ID_TOKEN: { aud: string } };
  script: string[];
}

let world: TestApp;
let ci: CiIssuer;
let machine: CiMachine;
let env: Record<string, string>;
beforeAll(async () => {
  ci = await CiIssuer.start();
  const ciIssuers = new Issuers({ issuers: [ci.url], clock: () => new Date(AT * 1_000) });
  world = await createTestApp({ ciIssuers });
  machine = new CiMachine();
  machine.write("prepared.jtl", jtl({ rows: 600 }));
  machine.program("jmeter", 'cp "$HOME/prepared.jtl" "${@: -1}"');
  machine.program("k6", `cat "${join(FIXTURES, "k6-ndjson/fixtures/zones.ndjson")}"`);
  machine.program(
    "mvn",
    `mkdir -p target/jmeter/results target/gatling/shop-1
     cp "$HOME/prepared.jtl" target/jmeter/results/plan.csv
     cp "${join(FIXTURES, "gatling-binary/fixtures/shop-3.14.simulation.log")}" target/gatling/shop-1/simulation.log`,
  );
  machine.program(
    "locust",
    `cp ${join(FIXTURES, "locust-stats/fixtures/shop_stats.csv")} \\
       ${join(FIXTURES, "locust-history/fixtures/shop_stats_history.csv")} \\
       ${join(FIXTURES, "locust-failures/fixtures/shop_failures.csv")} .`,
  );
  env = {
    HEADROOM_URL: world.address,
    HEADROOM_TOKEN: world.home.ingestToken,
    HEADROOM_CLI: "./headroom.tgz",
  };
});
afterAll(async () => {
  machine.close();
  await world.close();
  await ci.close();
});

/** Without targets and an earlier run: it was uploaded, and there is nothing to judge it by. */
const UNSURE = 11;

describe("the lines of the page", () => {
  const [gitlab = "", gitlabNote = ""] = blocksOf("GitLab");
  const circle = parse(blocksOf("CircleCI")[0] ?? "") as {
    jobs: { "load-test": { steps: (string | { run?: string })[] } };
  };
  const jenkins = [...(blocksOf("Jenkins")[0] ?? "").matchAll(/sh '(.*)'$/gm)].map(([, line = ""]) => line);
  const systems: [string, string[], Record<string, string>][] = [
    [
      "GitLab",
      (parse(gitlab) as { "load-test": { script: string[] } })["load-test"].script,
      { CI_COMMIT_SHA: "aaaaaaaaa1", CI_COMMIT_REF_NAME: "gitlab" },
    ],
    ["Jenkins", jenkins, { GIT_COMMIT: "aaaaaaaaa2", GIT_BRANCH: "origin/jenkins" }],
    [
      "CircleCI",
      circle.jobs["load-test"].steps.flatMap((step) =>
        typeof step === "object" && step.run !== undefined ? [step.run] : [],
      ),
      { CIRCLE_SHA1: "aaaaaaaaa3", CIRCLE_BRANCH: "circleci" },
    ],
  ];

  it.each(systems)("judge a build on %s, and keep its commit and branch", async (name, lines, own) => {
    expect(lines).toHaveLength(2);
    const { code, stderr } = await machine.run(lines.join("\n"), { ...env, ...own });
    expect([code, stderr]).toEqual([UNSURE, expect.stringContaining("No targets.")]);
    expect(machine.read("gate.xml")).toContain('<testsuite name="headroom gate: Checkout / Checkout mix"');
    const listed = await world.app.inject({
      url: `/v1/runs?branch=${name.toLowerCase()}`,
      headers: { authorization: `Bearer ${world.home.readToken}` },
    });
    expect(listed.json<{ runs: object[] }>().runs).toMatchObject([{ commit: Object.values(own)[0] }]);
  });

  const [, withoutToken = ""] = blocksOf("Without a stored token");
  const packages: [string, string[]][] = [
    ...systems.map(([name, lines]): [string, string[]] => [name, lines]),
    [
      "GitLab, without a stored token",
      (parse(withoutToken) as { "load-test": GitLabJob })["load-test"].script,
    ],
  ];
  it.each(packages)("run no package on %s if HEADROOM_CLI is empty or not set", async (_name, lines) => {
    machine.write("npx.log", "");
    const { HEADROOM_CLI: _, ...unset } = env;
    for (const own of [unset, { ...unset, HEADROOM_CLI: "" }]) {
      const { code, stderr } = await machine.run(lines.join("\n"), own);
      expect([code > 0, stderr]).toEqual([
        true,
        expect.stringMatching(/HEADROOM_CLI: parameter null or not set/),
      ]);
    }
    expect(machine.read("npx.log")).toBe("");
    await machine.run(lines.join("\n"), { ...env, HEADROOM_TOKEN: "hr_wrong" });
    expect(machine.read("npx.log")).toBe("--yes --package=./headroom.tgz headroom upload\n");
  });

  it.each(["GitLab", "Without a stored token", "Jenkins", "CircleCI"])(
    "say in the section %s which variables it needs",
    (title) => {
      const needed = ["HEADROOM_URL", "HEADROOM_TOKEN", "HEADROOM_CLI"];
      for (const name of needed) expect(sectionOf(title)).toContain(name);
    },
  );

  it("gate without the action on GitHub", async () => {
    const lines = blocksOf("GitHub")[1] ?? "";
    const github = { GITHUB_REPOSITORY: "us/shop", PULL_REQUEST: "7", GH_TOKEN: "secret" };
    const { code } = await machine.run(
      lines.replace("headroom upload", "jmeter results.jtl; headroom upload"),
      {
        ...env,
        ...github,
      },
    );
    expect(code).toBe(UNSURE);
    expect(machine.read("comments/1")).toMatch(
      /^<!-- headroom gate: Checkout \/ Checkout mix -->\n\*\*Not judged\. /,
    );
  });

  it("write no comment without the action if nothing was judged", async () => {
    const lines = blocksOf("GitHub")[1] ?? "";
    const github = { GITHUB_REPOSITORY: "us/shop", PULL_REQUEST: "7", GH_TOKEN: "secret" };
    const own = { ...env, ...github, HEADROOM_TOKEN: "hr_wrong" };
    const before = machine.list("comments");
    const { code } = await machine.run(
      lines
        .replace('"Checkout mix"', "denied")
        .replace("headroom upload", "jmeter results.jtl; headroom upload"),
      own,
    );
    expect([code, machine.read("gate.md")]).toEqual([
      3,
      expect.stringContaining("**Could not judge this build.** Checkout / denied"),
    ]);
    expect(machine.list("comments")).toEqual(before);
  });

  it("keep one comment on a merge request of GitLab", async () => {
    // A discussion of more than two pages, of which the last has a single note.
    const talk = Array.from({ length: 200 }, (_, at) => `Note ${at}`);
    const notes = [...talk];
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        const { pathname, searchParams } = new URL(request.url ?? "", "http://gitlab");
        const at = Number(/\/notes\/(\d+)$/.exec(pathname)?.[1] ?? notes.length);
        if (request.method !== "GET") notes[at] = new URLSearchParams(body).get("body") ?? "";
        const size = Number(searchParams.get("per_page"));
        const first = (Number(searchParams.get("page")) - 1) * size;
        const listed = notes.map((note, id) => ({ id, body: note }));
        response.end(JSON.stringify(listed.slice(first, first + size)));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = { CI_API_V4_URL: url, CI_PROJECT_ID: "1", CI_MERGE_REQUEST_IID: "2", GITLAB_TOKEN: "t" };
    for (const verdict of ["Failed.", "Passed."]) {
      machine.write("gate.md", `<!-- headroom gate: Checkout / Mix -->\n**${verdict}**\n`);
      expect(await machine.run(gitlabNote, own)).toMatchObject({ code: 0, stderr: "" });
    }
    server.close();
    expect(notes).toEqual([...talk, "<!-- headroom gate: Checkout / Mix -->\n**Passed.**\n"]);
  });

  const tools = (blocksOf("Other load tools")[0] ?? "").trim().split("\n");
  it.each(tools)("run, upload and judge: %s", async (line) => {
    const { code, stdout, stderr } = await machine.run(line, env);
    expect([code, stdout], stderr).toEqual([UNSURE, expect.stringContaining("There is no earlier run of ")]);
  });

  it("upload without a stored token on GitLab, and with curl, if the job is the one that is trusted", async () => {
    const [, gitlabJob = "", curl = ""] = blocksOf("Without a stored token");
    const { id_tokens: asked, script } = (parse(gitlabJob) as { "load-test": GitLabJob })["load-test"];
    expect(asked.HEADROOM_ID_TOKEN.aud).toMatch(/\/ci\/[0-9a-f-]{36}$/);
    const made = await trustJobs(world, ci.url, { project_path: "us/shop" });
    const jobOf = async (project_path: string, aud = made.audience) => ({
      HEADROOM_URL: world.address,
      HEADROOM_CLI: "./headroom.tgz",
      HEADROOM_ID_TOKEN: await ci.sign({ project_path, aud, ref: "main", jti: randomUUID() }, { at: AT }),
    });
    const own = await jobOf("us/shop");
    for (const _command of ["first", "second"])
      expect(await machine.run(script.join("\n"), own)).toMatchObject({ code: UNSURE });
    const byCurl = await jobOf("us/shop");
    expect(await machine.run(curl, byCurl)).toMatchObject({ code: 0, stderr: "" });
    const copied = { ...own, XDG_CACHE_HOME: join(machine.folder, "elsewhere") };
    for (const copy of [copied, { ...copied, HEADROOM_ID_TOKEN: byCurl.HEADROOM_ID_TOKEN }])
      expect(await machine.run(script.join("\n"), copy)).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(/This token of a CI job was already exchanged/),
      });
    expect((await machine.run(curl, own)).code, "with curl, without the job's key").not.toBe(0);

    const elsewhere = made.audience.replace(/[^/]+$/, "01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10");
    for (const job of [
      await jobOf("them/shop"),
      await jobOf("us/shop", elsewhere),
      await jobOf("us/shop", "http://127.0.0.1:4000"),
      { ...own, HEADROOM_ID_TOKEN: "hr_ingest_x" },
    ])
      expect(await machine.run(script.join("\n"), job)).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(
          /No CI identity of this server fits this job|not a token of a CI system/,
        ),
      });
    ci.isDown = true;
    const away = await world.app.inject({
      method: "POST",
      url: "/v1/oidc/exchange",
      payload: JSON.stringify({ idToken: (await jobOf("us/shop")).HEADROOM_ID_TOKEN }),
    });
    expect(away.statusCode, "with the keys that it knows").toBe(201);
    ci.isDown = false;
  });

  it("upload what the helper for k6 writes", async () => {
    const data: unknown = JSON.parse(
      readFileSync(join(FIXTURES, "k6-handle-summary/fixtures/mixed.handlesummary.json"), "utf8"),
    );
    const helper = (await import(HELPER)) as { handleSummary(of: unknown): Record<string, string> };
    for (const [name, content] of Object.entries(helper.handleSummary(data))) machine.write(name, content);
    const { code, stdout } = await machine.run(
      "headroom upload headroom-summary.json --service Checkout --experiment summary --json",
      env,
    );
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { run: { format: "k6-handle-summary" } }]);
  });
});
