/*
 * The whole demo, exported from one installation and imported into another that is in use: every answer of the API that
 * reads it, and every report that a share link froze, has to be the same. Prints how many were compared, and fails if one differs.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual, promisify } from "node:util";
import { openDatabase } from "@headroom/db";
import { countWaitingJobs, createToken, openServices, systemContext } from "@headroom/services";
import { addressesOf, listOf } from "./export-addresses.ts";
import { openIngestUnderTest } from "./ingest-under-test.ts";
import type { IngestUnderTest } from "./ingest-under-test.ts";

const root = join(import.meta.dirname, "..", "..");
/** The demo's, who is in both installations. */
const OWNER = "owner@demo.local";
const SETTLED_WITHIN_SECONDS = 600;
const run = promisify(execFile);

async function node(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64e6 };
  return (await run(process.execPath, [join(root, file), ...args], options)).stdout;
}

const addressOf = ({ databaseUrl, adminUrl }: IngestUnderTest) => ({
  DATABASE_URL: databaseUrl,
  HEADROOM_DATABASE_ADMIN_URL: adminUrl,
});

async function seedDemo(from: IngestUnderTest): Promise<void> {
  const tokens = ["ingest", "read", "manage"].flatMap((kind) => [
    `--${kind}-token`,
    from[`${kind}Token` as "ingestToken" | "readToken" | "manageToken"],
  ]);
  const to = ["--ingest-url", from.url, "--owner-email", OWNER, ...tokens];
  await node("packages/demo/src/command.ts", [...to, "--last-night", new Date().toISOString()]);
  await share(from.url, await newToken(from, from.workspaceId));
  const services = openServices({ url: from.databaseUrl, maxConnections: 1 });
  for (let second = 0; (await countWaitingJobs(services)).waiting > 0; second += 1) {
    if (second > SETTLED_WITHIN_SECONDS) throw new Error("jobs are still waiting");
    await delay(1_000);
  }
  await services.db.close();
}

async function newToken({ databaseUrl }: IngestUnderTest, workspaceId: string): Promise<string> {
  const services = openServices({ url: databaseUrl, maxConnections: 1 });
  const ctx = systemContext(services, workspaceId);
  const { secret } = await createToken({ ctx, input: { name: "soak", scopes: ["read", "manage"] } });
  await services.db.close();
  return secret;
}

/** Readiness reports as they are now. */
async function share(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const days = listOf<{ id: string }>(await (await fetch(`${url}/v1/peak-days`, { headers })).json());
  for (const { id: peakDayId } of days) {
    const body = { subject: { kind: "readiness", peakDayId }, frozen: true };
    const answer = await fetch(`${url}/v1/shares`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`no share link: ${await answer.text()}`);
  }
}

async function move(from: IngestUnderTest, to: IngestUnderTest, folder: string): Promise<string> {
  const began = performance.now();
  await node(
    "packages/db/src/export-command.ts",
    ["--workspace", "demo-retail", "--to", folder],
    addressOf(from),
  );
  const exported = performance.now();
  const [name = ""] = await readdir(folder);
  await node(
    "packages/db/src/import-command.ts",
    [join(folder, name), "--as", "moved", "--owner", OWNER],
    addressOf(to),
  );
  const seconds = (since: number, until: number) => ((until - since) / 1_000).toFixed(1);
  console.log(
    `exported in ${seconds(began, exported)} s, imported in ${seconds(exported, performance.now())} s`,
  );
  // Tokens don't move.
  return newToken(to, from.workspaceId);
}

async function read(url: string, token: string, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  // The instance's own address, the number of the request, and the moment at which it was asked.
  const now = /"now":"([^"]+)"/.exec(text)?.[1] ?? url;
  const same = text
    .replaceAll(url, "")
    .replaceAll(/urn:headroom:request:[\w-]+/g, "")
    .replaceAll(now, "");
  return { status: answer.status, body: same };
}

async function compare(from: IngestUnderTest, to: IngestUnderTest, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${from.readToken}` };
  const paths = await addressesOf(async (path) => (await fetch(from.url + path, { headers })).json());
  const different: string[] = [];
  let found = 0;
  for (const path of paths) {
    const [before, after] = await Promise.all([
      read(from.url, from.readToken, path),
      read(to.url, token, path),
    ]);
    if (before.status === 200) found += 1;
    if (!isDeepStrictEqual(before, after)) different.push(path);
  }
  console.log(`${paths.length} answers compared, ${found} of them with content, ${different.length} differ`);
  for (const path of different.slice(0, 20)) console.log(`differs: ${path}`);
  return different.length + Number(found === 0);
}

/** Nobody can open the links any more, but what they froze is still stored. */
async function compareFrozen(from: IngestUnderTest, to: IngestUnderTest): Promise<number> {
  const [before, after] = await Promise.all(
    [from, to].map(async ({ databaseUrl }) => {
      const db = openDatabase({ url: databaseUrl, maxConnections: 1 });
      const rows = await db.inWorkspace(from.workspaceId, (tx) =>
        tx.query("select id, subject_kind, frozen, rounds from share_link order by id"),
      );
      await db.close();
      return rows;
    }),
  );
  console.log(`${before?.length ?? 0} share links compared`);
  return Number(!isDeepStrictEqual(before, after));
}

const folder = await mkdtemp(join(tmpdir(), "headroom-export-"));
const [from, to] = [await openIngestUnderTest(), await openIngestUnderTest()];
try {
  await from.start();
  await to.start();
  await seedDemo(from);
  const token = await move(from, to, folder);
  const different = (await compare(from, to, token)) + (await compareFrozen(from, to));
  if (different > 0) throw new Error("the copy differs from the original");
} finally {
  await from.close();
  await to.close();
  await rm(folder, { recursive: true });
}
