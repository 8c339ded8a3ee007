import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { reparseAnswer, runAnswer } from "@headroom/contract";
import { createToken, updateWorkspaceSettings, Uploads } from "@headroom/services";
import { ageRunningJobsOf, createTenant, createTestServices } from "@headroom/services/testing";
import type { Tenant, TestServices } from "@headroom/services/testing";
import { startIngest } from "../testing/ingest-process.ts";
import type { IngestProcess } from "../testing/ingest-process.ts";
import { jtl } from "../testing/jtl.ts";
import { until } from "../testing/until.ts";
import { STORE_MARK } from "./store-mark.ts";

/** On a machine that is busy with other work. */
const SOON = { timeout: 20_000 };

let folder: string;
let test: TestServices;
let home: Tenant;
let token: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headroom-killed-"));
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  const ctx = home.owner;
  token = (await createToken({ ctx, input: { name: "all", scopes: ["ingest", "read", "manage"] } })).secret;
  await updateWorkspaceSettings({ ctx, input: { keepRawFiles: true } });
});
afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));
afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

async function start(): Promise<IngestProcess> {
  const ingest = await startIngest(test.url, { HEADROOM_RAW_FILES: folder });
  children.push(ingest.child);
  return ingest;
}

async function kill({ child }: IngestProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
  await ageRunningJobsOf(test);
}

/** Without the mark of the store. */
const lying = async (): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !STORE_MARK.endsWith(entry.name))
    .map(({ name }) => name);
};

const headers = () => ({ authorization: `Bearer ${token}` });
const file = jtl({ rows: 2_000 });

async function ask(address: string, method: string, path: string): Promise<unknown> {
  return (await fetch(`${address}${path}`, { method, headers: headers() })).json();
}

const inHome = <T>(work: Parameters<typeof test.db.inWorkspace<T>>[1]) =>
  test.db.inWorkspace(home.workspaceId, work);

const unpublished = () =>
  inHome(({ prisma }) => prisma.part.count({ where: { state: { not: "published" } } }));

/** Nobody writes cells until they are released. */
async function holdCells(): Promise<{ release: () => Promise<void> }> {
  const [holding, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = test.db.asJobs(async (tx) => {
    await tx.query("lock table run_cell in share mode");
    holding.resolve();
    await released.promise;
  });
  await Promise.race([holding.promise, ended]);
  return {
    release() {
      released.resolve();
      return ended;
    },
  };
}

/** As every process does each minute: the server notices a dead client on its next look. */
async function swept(): Promise<void> {
  const uploads = new Uploads(test.services);
  await until(async () => {
    await uploads.sweep();
    return (await unpublished()) === 0;
  });
  await uploads.close();
}

describe("a process that is killed", () => {
  it("while it keeps a file leaves none, once another has cleaned up", async () => {
    const first = await start();
    const client = httpRequest(`${first.address}/v1/runs?service=S&experiment=killed`, {
      method: "POST",
      headers: headers(),
    });
    client.on("error", () => undefined);
    client.write(file);
    await until(async () => (await unpublished()) > 0 && (await lying()).length > 0);
    await kill(first);
    expect(await lying()).toHaveLength(1);
    await start();
    await swept();
    await expect.poll(lying, SOON).toEqual([]);
  });

  it("while it parses a run again leaves the run as it was, and the next one does it", async () => {
    const first = await start();
    const uploaded = await fetch(`${first.address}/v1/runs?service=S&experiment=again`, {
      method: "POST",
      headers: headers(),
      body: file,
    });
    const before = runAnswer.parse(await uploaded.json());
    const path = `/v1/runs/${before.run.id}`;
    // It can't end before it is killed.
    const held = await holdCells();
    const asked = reparseAnswer.parse(await ask(first.address, "POST", `${path}/reparse`));
    const writing = () => inHome(({ prisma }) => prisma.part.count({ where: { state: "writing" } }));
    await until(async () => (await writing()) > 0);
    await kill(first);
    await held.release();

    const second = await start();
    const between = runAnswer.parse(await ask(second.address, "GET", path));
    // Whether it is decided yet is not a matter of its file.
    expect({ ...between, reparse: null, outcome: null }).toEqual({ ...before, outcome: null });
    expect(between.reparse?.state).toBe("queued");
    expect(await lying()).toHaveLength(1);
    const run = async () => runAnswer.parse(await ask(second.address, "GET", path));
    await expect
      .poll(async () => (await run()).reparse, { timeout: 60_000 })
      .toMatchObject({ id: asked.job.id, state: "done" });
    expect((await run()).summary).toEqual(before.summary);
    await swept();
    const parts = await inHome(({ prisma }) => prisma.part.findMany({ where: { state: "published" } }));
    expect(parts).toMatchObject([{ reparseOf: 1 }]);
    expect(await lying()).toHaveLength(1);
  });
});
