import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToken } from "@headroom/services";
import { startJobs } from "./jobs/start-jobs.ts";
import { headroom } from "@headroom/cli/testing";
import { jtl } from "./testing/jtl.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

let world: TestApp;
let jobs: ReturnType<typeof startJobs>;
beforeAll(async () => {
  world = await createTestApp();
  jobs = startJobs(world.deps, silent);
});
afterAll(async () => {
  await jobs.stop();
  await world.close();
});

async function upload(experiment: string, { query = "", slower = 0, day = 0, rows = 3_000 } = {}) {
  const startMillis = 1_700_000_000_000 + day * 86_400_000;
  const payload = jtl({ rows, perSecond: 50, startMillis }).replaceAll(
    /^(\d+),(\d+),(GET \/item\/1,)/gm,
    (_, start, elapsed, label) => `${start},${Math.round(Number(elapsed) * (1 + slower))},${label}`,
  );
  const response = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Checkout&experiment=${experiment}${query}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload,
  });
  return response.json<{ run: { id: string } }>().run.id;
}

const run = (args: readonly string[], token = world.home.readToken) =>
  headroom(args, { env: { HEADROOM_URL: world.address, HEADROOM_TOKEN: token } });

describe("headroom gate", () => {
  it("passes a first run by its targets, and says that there is no baseline", async () => {
    const met = await upload("first", { query: "&target=p99<=5s" });
    const { code, stdout } = await run(["gate", met]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(", so only the targets count.")]);
  });

  it("is unsure about a first run without targets, unless told otherwise", async () => {
    const id = await upload("untargeted");
    expect((await run(["gate", id])).code).toBe(11);
    expect((await run(["gate", id, "--allow-unsure"])).code).toBe(0);
  });

  it("fails a run that misses a target", async () => {
    const id = await upload("missed", { query: "&target=p99<=10ms" });
    const { code, stdout } = await run(["gate", id, "--format", "junit"]);
    expect([code, stdout]).toEqual([10, expect.stringContaining('<failure type="target missed" message=')]);
    expect(stdout).toContain(' timestamp="2023-11-14T22:13:20" time="');
  });

  it("passes a good change and fails a bad one, naming the label and by how much", async () => {
    const ids: string[] = [];
    for (let day = 0; day < 9; day++) ids.push(await upload("nightly", { day, slower: (day % 3) * 0.01 }));
    const bad = await upload("nightly", { day: 9, slower: 1 });
    const [before = "", good = ""] = ids.slice(-2);
    expect((await run(["compare", before, good, "--min-change", "5"])).code).toBe(0);
    const { code, stdout } = await run(["gate", bad, "--baseline", good]);
    expect([code, stdout]).toEqual([
      10,
      expect.stringMatching(
        /fail\s+p50 of "GET \/item\/1": \d+ ms before, \d+ ms now, \+\d+.*95% interval \+\d+/,
      ),
    ]);
  });

  it("is unsure about two runs alone that differ", async () => {
    const a = await upload("pair");
    const b = await upload("pair", { day: 1, slower: 1 });
    expect((await run(["compare", a, b])).code).toBe(11);
    // Nor is it certain that it got better, as the page of the pair says.
    const faster = await run(["compare", b, a]);
    expect([faster.code, faster.stdout]).toEqual([
      11,
      expect.stringMatching(/^Unsure: .*pair, run #1\n {2}unsure p95: /),
    ]);
    expect(faster.stdout).toContain(`/comparisons?runs=${b},${a}`);
    const lenient = await run(["compare", a, b, "--min-change", "500", "--json"]);
    expect(lenient.code).toBe(0);
    expect(JSON.parse(lenient.stdout)).toMatchObject({
      result: "pass",
      outcome: "no-change",
      policy: { minChange: 5, targets: false },
    });
    // A comparison by hand is nothing that CI judged the run by.
    const row = await world.test.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.judgement.count({ where: { runId: a, isOwn: false } }),
    );
    expect(row).toBe(0);
  });

  it("says what was changed since the baseline, and nothing if nobody says so", async () => {
    const of = (memory: string, more = "") => `&target=p99<=5s&configuration=memory%3D${memory}${more}`;
    const before = await upload("changed", { query: of("8%20GB", "&commit=a") });
    const after = await upload("changed", { day: 1, query: of("12%20GB", "&commit=b&changed=cache%20off") });
    const same = await upload("changed", { day: 2, query: of("8%20GB", "&commit=c") });
    const words = "cache off (memory 8 GB → 12 GB)";
    const line = `What was changed: ${words}`;
    const text = await run(["gate", after, "--baseline", before]);
    expect(text.stdout.split("\n")).toContain(`  ${line}`);
    const comment = await run(["gate", after, "--baseline", before, "--format", "markdown"]);
    expect(comment.stdout.split("\n")).toContain(line);
    const json = await run(["gate", after, "--baseline", before, "--format", "json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ whatChanged: words });
    expect((await run(["gate", same, "--baseline", before])).stdout).not.toContain("What was changed");
  });

  it("uploads nothing with a token that can't judge the run", async () => {
    const input = { name: "nightly build", scopes: ["ingest" as const] };
    const { secret } = await createToken({ ctx: world.home.owner, input });
    const folder = mkdtempSync(join(tmpdir(), "headroom-gate-"));
    const file = join(folder, "results.jtl");
    writeFileSync(file, jtl({ rows: 100 }));
    const args = ["upload", file, "--service", "Unread", "--experiment", "Mix"];
    const listed = async () => {
      const headers = { authorization: `Bearer ${world.home.readToken}` };
      const answer = await world.app.inject({ url: "/v1/runs?service=Unread", headers });
      return answer.json<{ runs: object[] }>().runs.length;
    };
    const gated = await run([...args, "--gate", "--target", "p99 <= 5 s"], secret);
    expect([gated.code, gated.stdout, await listed()]).toEqual([3, "", 0]);
    expect(gated.stderr).toContain('The token "nightly build" can upload a run, but not judge it.');
    expect([(await run(args, secret)).code, await listed()]).toEqual([0, 1]);
    rmSync(folder, { recursive: true });
  });

  it("ends with 3 for a wrong token or another workspace's run, and with 2 for wrong usage", async () => {
    const id = await upload("access", { query: "&target=p99<=5s" });
    expect((await run(["gate", id], "hr_wrong")).code).toBe(3);
    const foreign = await run(["gate", id], world.foreign.readToken);
    const missing = await run(["gate", world.home.workspaceId]);
    expect([foreign.code, missing.code]).toEqual([3, 3]);
    expect((await run(["gate", "nonsense"])).code).toBe(2);
    expect((await run(["gate", id, "--format", "pdf"])).code).toBe(2);
  });
});
