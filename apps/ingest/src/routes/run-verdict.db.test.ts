import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runVerdictAnswer } from "@headroom/contract";
import type { RunVerdictAnswer } from "@headroom/contract";
import { createToken, setBaseline, updateWorkspaceSettings } from "@headroom/services";
import { startJobs } from "../jobs/start-jobs.ts";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

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

const good = jtl({ rows: 6_000 });
const outage = good.replaceAll(",200,OK,", ",500,Error,").replaceAll(",true,,", ",false,,");

async function upload(experiment: string, query: string, payload = good): Promise<string> {
  const answer = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Shop&experiment=${experiment}&${query}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload,
  });
  return answer.json<{ run: { id: string } }>().run.id;
}

async function ask(run: string, query = "") {
  const { statusCode: status, body } = await world.app.inject({
    url: `/v1/runs/${run}/verdict${query}`,
    headers: { authorization: `Bearer ${world.home.readToken}` },
  });
  return { status, body: JSON.parse(body) as Record<string, unknown> };
}

/** What is noted of the run; null: it is still to be decided. */
const stateOf = (runId: string) =>
  world.test.services.db.inWorkspace(world.home.workspaceId, async ({ prisma }) => {
    const notice = await prisma.runNotice.findUnique({ where: { runId }, select: { outcome: true } });
    return notice?.outcome ?? null;
  });

const verdictOf = async (run: string, query = "") => runVerdictAnswer.parse((await ask(run, query)).body);
const chosen = ({ baseline, noBaseline }: RunVerdictAnswer) =>
  baseline === null ? noBaseline : [baseline.chosen, baseline.id];

describe("GET /v1/runs/{id}/verdict", () => {
  it("has the targets and the comparison, once that is computed", async () => {
    const before = await upload("plain", "branch=main&target=p99<=5s");
    const after = await upload("plain", "branch=topic");
    const first = await verdictOf(after);
    expect(first).toMatchObject({
      verdict: "met",
      targets: [{ text: "p99 <= 5 s", verdict: "met" }],
      run: { number: 2, service: "Shop", experiment: "plain", branch: "topic", status: "finished" },
      generators: { uploaded: 1, expected: null },
      doubt: null,
      baseline: { id: before, chosen: "last-good", number: 1 },
      retryAfterSeconds: 2,
    });
    let read = first;
    while (read.retryAfterSeconds !== null) read = await verdictOf(after);
    expect(read.comparison).toMatchObject({
      state: "ready",
      outcome: "no-change",
      verdict: "no-detectable-change",
      vetoes: [],
      leftOut: null,
      regressions: [],
      url: `http://127.0.0.1:4000/comparisons?runs=${before},${after}`,
    });
  });

  it("is posted to channels once the run is judged, by the jobs", async () => {
    const ctx = world.home.owner;
    const { secret: token } = await createToken({ ctx, input: { name: "manage", scopes: ["manage"] } });
    const headers = { authorization: `Bearer ${token}` };
    const channel = { name: "CI", kind: "webhook", url: "https://hooks.example/a", events: ["run.finished"] };
    const created = await world.app.inject({
      method: "POST",
      url: "/v1/channels",
      headers,
      payload: channel,
    });
    expect(created.statusCode, created.body).toBe(201);
    // Results of long ago are no news.
    await upload("posted", "branch=main");
    const now = world.test.services.clock().getTime();
    await upload("posted", "branch=main", jtl({ rows: 6_000, startMillis: now - 600_000 }));
    await expect
      .poll(
        async () => {
          const { body } = await world.app.inject({ url: "/v1/deliveries", headers });
          const { deliveries } = JSON.parse(body) as { deliveries: { type: string; state: string }[] };
          return deliveries.map(({ type, state }) => `${type} ${state}`);
        },
        { timeout: 20_000 },
      )
      .toEqual(["run.finished delivered"]);
  });

  it("chooses the last good earlier run of the default branch, or explains why it can't", async () => {
    const first = await upload("last-good", "branch=main&target=p99<=5s");
    expect(chosen(await verdictOf(first))).toMatchObject({ expected: true });
    await upload("last-good", "branch=main&target=p99<=10ms");
    await upload("last-good", "branch=main&target=p99<=5s", outage);
    await upload("last-good", "branch=topic");
    await upload("last-good", "branch=main&environment=staging");
    const run = await upload("last-good", "branch=topic");
    await upload("last-good", "branch=main");
    expect(chosen(await verdictOf(run))).toEqual(["last-good", first]);
    expect(chosen(await verdictOf(run, "?baseline=pinned"))).toEqual({
      reason: "No baseline is set on the experiment.",
      expected: false,
    });
    const elsewhere = await upload("last-good", "branch=topic&environment=production");
    expect(chosen(await verdictOf(elsewhere))).toEqual({
      reason: "There is no earlier run of main or master in production by JMeter.",
      expected: false,
    });
  });

  it("says that no run is good rather than choosing an outage", async () => {
    await upload("all-bad", "branch=main", outage);
    const run = await upload("all-bad", "branch=topic");
    expect(chosen(await verdictOf(run))).toEqual({
      reason:
        "No earlier run of main or master by JMeter is good. Run #1: It was an outage: 100% of its requests failed.",
      expected: false,
    });
    expect((await verdictOf(await upload("all-bad", "branch=topic", outage))).doubt).toMatch(/an outage/);
  });

  it("uses the baseline that is set, and doubts one that was an outage", async () => {
    const pinned = await upload("pinned", "branch=main", outage);
    const later = await upload("pinned", "branch=main");
    const { id: experimentId } = await world.test.services.db.inWorkspace(world.home.workspaceId, (tx) =>
      tx.prisma.experiment.findFirstOrThrow({ where: { slug: "pinned" }, select: { id: true } }),
    );
    const run = await upload("pinned", "branch=topic");
    await setBaseline({ ctx: world.home.owner, input: { experimentId, runId: pinned } });
    expect((await verdictOf(run)).baseline).toMatchObject({
      id: pinned,
      chosen: "pinned",
      doubt: expect.stringMatching(/an outage/),
    });
    expect(chosen(await verdictOf(pinned))).toMatchObject({ expected: true });
    expect(chosen(await verdictOf(run, `?baseline=${later}`))).toEqual(["named", later]);
    expect((await ask(run, `?baseline=${world.home.workspaceId}`)).status).toBe(404);
    expect((await ask(run, "?baseline=best")).status).toBe(400);
  });

  it("chooses the nearest of the given commits that has a good run", async () => {
    const shas = ["cccccccccc3", "bbbbbbbbbb2", "aaaaaaaaaa1"];
    const oldest = await upload("commits", `commit=${shas[2]}`);
    await upload("commits", `commit=${shas[1]}`, outage);
    const run = await upload("commits", "commit=dddddddddd4");
    const asked = await verdictOf(run, `?${shas.map((sha) => `commit=${sha}`).join("&")}`);
    expect(asked.baseline).toMatchObject({ id: oldest, chosen: "commit", commitsBack: 2 });
    expect(chosen(await verdictOf(run, `?commit=${shas[0]}`))).toEqual({
      reason: "There is no run of commit cccccccccc by JMeter.",
      expected: false,
    });
  });

  it("follows the default branch of the workspace", async () => {
    const trunk = await upload("branches", "branch=origin/trunk");
    const run = await upload("branches", "branch=topic");
    expect((await verdictOf(run)).baseline).toBeNull();
    await expect.poll(() => stateOf(run), { timeout: 20_000 }).toBe("unknown");
    await updateWorkspaceSettings({ ctx: world.home.owner, input: { defaultBranch: "trunk" } });
    await expect
      .poll(async () => chosen(await verdictOf(run)), { timeout: 20_000 })
      .toEqual(["last-good", trunk]);

    const { secret } = await createToken({
      ctx: world.home.owner,
      input: { name: "branches", scopes: ["manage"] },
    });
    const saved = await world.app.inject({
      method: "PUT",
      url: "/v1/experiments",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      payload: JSON.stringify({ service: "Shop", experiment: "branches", defaultBranch: "release" }),
    });
    expect(saved.statusCode, saved.body).toBe(200);
    await expect
      .poll(async () => chosen(await verdictOf(run)), { timeout: 20_000 })
      .toMatchObject({ reason: expect.stringMatching(/no earlier run of release/) });
  });

  it("has no verdict while a run is in progress, and asks to come back", async () => {
    const opened = await world.app.inject({
      method: "POST",
      url: "/v1/runs/live?service=Shop&experiment=live",
      headers: { authorization: `Bearer ${world.home.ingestToken}` },
    });
    const read = await verdictOf(opened.json<{ run: { id: string } }>().run.id);
    expect([read.verdict, read.run.status, read.retryAfterSeconds]).toEqual([null, "receiving", 2]);
  });
});
