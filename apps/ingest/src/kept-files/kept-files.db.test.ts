import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keptFiles, reparseAnswer, runAnswer } from "@headroom/contract";
import type { KeptFiles } from "@headroom/contract";
import { createToken, createUploadTicket, updateWorkspaceSettings } from "@headroom/services";
import type { RunningJobs } from "@headroom/services";
import { startJobs } from "../jobs/start-jobs.ts";
import { jtl } from "../testing/jtl.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";
import { FolderStore } from "./folder-store.ts";

/** On a machine that is busy with other work. */
const SOON = { timeout: 20_000 };

let folder: string;
let world: TestApp;
let jobs: RunningJobs;
let manager: string;
const FORMATS = new URL("../../../../packages/formats/src/file/", import.meta.url);
const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headroom-kept-"));
  world = await createTestApp({ keptFiles: new FolderStore(folder) });
  jobs = startJobs(world.deps, silent);
  const ctx = world.home.owner;
  manager = (await createToken({ ctx, input: { name: "m", scopes: ["read", "manage"] } })).secret;
  await updateWorkspaceSettings({ ctx, input: { keepRawFiles: true } });
});
afterAll(async () => {
  await jobs.stop();
  await world.close();
  await rm(folder, { recursive: true });
});

const lying = async (): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function ask(method: "GET" | "POST" | "PATCH", url: string, token = manager, payload?: string) {
  const response = await world.app.inject({
    method,
    url,
    headers: bearer(token),
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

async function upload(query: string, payload: string, token = world.home.ingestToken) {
  const response = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=S&${query}`,
    headers: bearer(token),
    payload,
  });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

async function uploaded(query: string, payload: string): Promise<string> {
  const { status, body } = await upload(query, payload);
  expect([200, 201], JSON.stringify(body)).toContain(status);
  return runAnswer.parse(body).run.id;
}

const kept = async (runId: string): Promise<KeptFiles["files"]> =>
  keptFiles.parse((await ask("GET", `/v1/runs/${runId}/raw`)).body).files;

const run = async (runId: string) => runAnswer.parse((await ask("GET", `/v1/runs/${runId}`)).body);

const inHome = <T>(work: Parameters<typeof world.test.db.inWorkspace<T>>[1]) =>
  world.test.db.inWorkspace(world.home.workspaceId, work);

async function reparsed(runId: string): Promise<void> {
  await expect.poll(async () => (await run(runId)).reparse?.state, SOON).toBe("done");
}

const file = jtl({ rows: 3_000 });

describe("an uploaded file", () => {
  it("is kept where the workspace wants that, and given back as it was sent", async () => {
    const runId = await uploaded("experiment=kept", file);
    const [only] = await kept(runId);
    expect(only).toMatchObject({
      generator: "",
      kept: { encoding: "zstd", files: [{ name: "the file", bytes: file.length }] },
    });
    const raw = await world.app.inject({
      url: `/v1/runs/${runId}/raw/${only?.part ?? ""}`,
      headers: bearer(manager),
    });
    expect([raw.statusCode, raw.body === file]).toEqual([200, true]);
    expect(raw.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringContaining("attachment") as string,
      "cache-control": "private, no-store",
    });
    const purpose = { kind: "run-files", runId } as const;
    const { ticket } = await createUploadTicket({
      ctx: world.home.viewer,
      input: { secret: world.deps.secret, purpose, sessionId: null },
    });
    const linked = await world.app.inject(`/v1/runs/${runId}/raw/${only?.part ?? ""}?ticket=${ticket}`);
    expect([linked.statusCode, linked.body === file]).toEqual([200, true]);
  });

  it("is kept as the files of a form were, one by one", async () => {
    const form = new FormData();
    const [one, two] = [
      "locust-stats/fixtures/shop_stats.csv",
      "locust-history/fixtures/shop_stats_history.csv",
    ].map((path) => readFileSync(new URL(path, FORMATS), "utf8")) as [string, string];
    form.append("a", new Blob([one]), "stats.csv");
    form.append("b", new Blob([two]), "history.csv");
    const answered = await fetch(`${world.address}/v1/runs?service=S&experiment=form`, {
      method: "POST",
      headers: bearer(world.home.ingestToken),
      body: form,
    });
    const answer = runAnswer.parse(await answered.json());
    const [only] = await kept(answer.run.id);
    expect(only?.kept?.files).toEqual([
      { name: "stats.csv", bytes: one.length },
      { name: "history.csv", bytes: two.length },
    ]);
    const part = `/v1/runs/${answer.run.id}/raw/${only?.part ?? ""}`;
    const second = await world.app.inject({ url: `${part}?file=2`, headers: bearer(manager) });
    expect(second.body === two).toBe(true);
    expect((await ask("GET", part)).body["code"]).toBe("parameter-unreadable");
    await ask("POST", `/v1/runs/${answer.run.id}/reparse`);
    await reparsed(answer.run.id);
    expect((await run(answer.run.id)).summary).toEqual(answer.summary);
  });

  it("is not kept where the workspace does not want that", async () => {
    const before = await lying();
    const { owner, ingestToken } = world.foreign;
    const { body } = await upload("experiment=not", file, ingestToken);
    const { run: theirs } = runAnswer.parse(body);
    expect(await lying()).toEqual(before);
    const { secret } = await createToken({ ctx: owner, input: { name: "m", scopes: ["read", "manage"] } });
    const refused = await ask("POST", `/v1/runs/${theirs.id}/reparse`, secret);
    expect([refused.status, refused.body["code"]]).toEqual([409, "raw-file-missing"]);
  });

  it("that is refused leaves nothing, and neither does a client that goes away", async () => {
    const before = await lying();
    const refused = await upload("experiment=refused", `${file}${"what is this\n".repeat(20_000)}`);
    expect([refused.status, refused.body["code"]]).toEqual([422, "too-many-bad-lines"]);
    const gone = new AbortController();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from(file));
        await until(async () => (await lying()).length > before.length);
        gone.abort();
      },
    });
    const going = fetch(`${world.address}/v1/runs?service=S&experiment=gone`, {
      method: "POST",
      headers: bearer(world.home.ingestToken),
      body,
      duplex: "half",
      signal: gone.signal,
    });
    await expect(going).rejects.toThrow("aborted");
    await expect.poll(lying, SOON).toEqual(before);
  });

  it("goes with its part when a later one replaces it", async () => {
    const runId = await uploaded("experiment=again&run=r&generator=a", file);
    const before = await lying();
    await uploaded("experiment=again&run=r&generator=a", jtl({ rows: 500 }));
    await world.uploads.sweep();
    await expect.poll(async () => (await lying()).length, SOON).toBe(before.length);
    expect((await kept(runId))[0]?.kept?.files).toMatchObject([{ bytes: jtl({ rows: 500 }).length }]);
  });
});

describe("parsing a run again", () => {
  it("reads the kept files as they were uploaded, into figures that take the old ones' place", async () => {
    const query = "experiment=reparse&run=r&target=p99%3C%3D200ms";
    const runId = await uploaded(`${query}&generator=a`, file);
    await uploaded(`${query}&generator=b`, jtl({ rows: 1_000 }));
    const before = await run(runId);
    const parts = await kept(runId);
    // As if the parser had mistaken the times for starts, and was fixed.
    await inHome(async ({ prisma }) => {
      for (const { id, upload: was } of await prisma.part.findMany({ where: { runId } })) {
        const record = was as { parameters: object };
        const parameters = { ...record.parameters, timestamps: "end" };
        await prisma.part.update({ where: { id }, data: { upload: { ...record, parameters } } });
      }
    });
    const files = (await lying()).toSorted();
    const asked = await ask("POST", `/v1/runs/${runId}/reparse`);
    expect(asked.status).toBe(202);
    expect(reparseAnswer.parse(asked.body).run.id).toBe(runId);
    await reparsed(runId);
    const after = await run(runId);
    expect(after.summary.requests).toBe(before.summary.requests);
    expect(Date.parse(after.run.startedAt)).toBeLessThan(Date.parse(before.run.startedAt));
    expect(after.targets).toHaveLength(1);
    await world.uploads.sweep();
    const now = await kept(runId);
    expect(now.map(({ kept: of }) => of)).toEqual(parts.map(({ kept: of }) => of));
    expect(now.map(({ part }) => part)).not.toEqual(parts.map(({ part }) => part));
    expect((await lying()).toSorted()).toEqual(files);
    const revisions = await inHome(({ prisma }) =>
      prisma.part.findMany({
        where: { runId },
        orderBy: { generator: "asc" },
        select: { revision: true, state: true },
      }),
    );
    expect(revisions).toEqual([
      { revision: 2, state: "published" },
      { revision: 2, state: "published" },
    ]);
    const audit = await inHome(({ prisma }) =>
      prisma.auditEntry.findMany({ where: { subjectId: runId, action: { startsWith: "run.reparse" } } }),
    );
    expect(audit.map(({ action, actorKind }) => `${action} ${actorKind}`).toSorted()).toEqual([
      "run.reparse token",
      "run.reparsed system",
      "run.reparsed system",
    ]);
  });

  it("requested twice concurrently is done once", async () => {
    const runId = await uploaded("experiment=twice", file);
    await jobs.stop();
    const answers = await Promise.all([1, 2, 3].map(() => ask("POST", `/v1/runs/${runId}/reparse`)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ body }) => reparseAnswer.parse(body).job.id)).size).toBe(1);
    expect((await run(runId)).reparse).toMatchObject({ state: "queued", finishedAt: null });
    jobs = startJobs(world.deps, silent);
    await reparsed(runId);
    const parts = await inHome(({ prisma }) => prisma.part.findMany({ where: { runId } }));
    expect(Math.max(...parts.map(({ revision }) => revision))).toBe(2);
  });

  it("is refused to who may not, and of who cannot see the run", async () => {
    const runId = await uploaded("experiment=scope", file);
    const forbidden = await ask("POST", `/v1/runs/${runId}/reparse`, world.home.ingestToken);
    expect([forbidden.status, forbidden.body["code"]]).toEqual([403, "scope-missing"]);
    const { owner } = world.foreign;
    const { secret } = await createToken({ ctx: owner, input: { name: "x", scopes: ["read", "manage"] } });
    expect((await ask("POST", `/v1/runs/${runId}/reparse`, secret)).status).toBe(404);
    expect((await ask("GET", `/v1/runs/${runId}/raw`, secret)).status).toBe(404);
    const [only] = await kept(runId);
    expect((await ask("GET", `/v1/runs/${runId}/raw/${only?.part ?? ""}`, secret)).status).toBe(404);
  });

  it("says why it was given up, and leaves the run as it was", async () => {
    const runId = await uploaded("experiment=lost", file);
    const before = await run(runId);
    const part = await inHome(({ prisma }) => prisma.part.findFirstOrThrow({ where: { runId } }));
    await rm(join(folder, part.rawFileKey ?? ""));
    await ask("POST", `/v1/runs/${runId}/reparse`);
    await expect
      .poll(async () => (await run(runId)).reparse, SOON)
      .toMatchObject({
        state: "failed",
        problem: { code: "not-found" },
      });
    expect({ ...(await run(runId)), reparse: null, outcome: null }).toEqual({ ...before, outcome: null });
  });

  it("gives way to a file that was sent meanwhile", async () => {
    const runId = await uploaded("experiment=meanwhile&run=r", file);
    await jobs.stop();
    await ask("POST", `/v1/runs/${runId}/reparse`);
    world.test.pass(1);
    await uploaded("experiment=meanwhile&run=r", jtl({ rows: 500 }));
    jobs = startJobs(world.deps, silent);
    await reparsed(runId);
    expect((await run(runId)).summary.requests).toBe(500);
  });
});

describe("the settings of a workspace", () => {
  it("are read and changed by their address", async () => {
    const url = "/v1/workspace/settings";
    const chosen = {
      keepRawFiles: true,
      keepRunsDays: null,
      maxLabels: null,
      maxBadLinesShare: null,
      targetConfidence: null,
      defaultBranch: null,
      afterStep: "unsure",
      capacityFactor: 1.5,
      proofDays: 45,
      proofDeploys: 50,
      peakEnvironment: "production",
      traceUrl: null,
      runAttributes: [],
    };
    expect((await ask("GET", url)).body).toEqual(chosen);
    expect((await ask("PATCH", url, manager, '{"keepRawFiles":true}')).body).toEqual(chosen);
    const refused = await ask("PATCH", url, world.home.ingestToken, '{"keepRawFiles":false}');
    expect([refused.status, refused.body["code"]]).toEqual([403, "scope-missing"]);
    for (const [payload, code] of [
      ['{"keepFile":true}', "parameter-unreadable"],
      ['{"keepRawFiles":1}', "parameter-unreadable"],
    ] as const) {
      expect((await ask("PATCH", url, manager, payload)).body["code"]).toBe(code);
    }
  });
});

describe("readiness", () => {
  it("counts pending and failed jobs, and says nothing else about them", async () => {
    const { body } = await ask("GET", "/readyz");
    expect(body).toEqual({
      status: "ready",
      jobs: { waiting: expect.any(Number) as number, failed: 0 },
      room: "unknown",
    });
  });
});
