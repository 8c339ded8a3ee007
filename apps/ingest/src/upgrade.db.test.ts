import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf, createToken, newestMigration, Uploads } from "@headroom/services";
import { backUpTestServices, restoreBackup } from "@headroom/services/testing";
import { buildApp } from "./build-app.ts";
import { fillWorkspace, senderOf } from "./testing/fill-workspace.ts";
import type { Filled } from "./testing/fill-workspace.ts";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

/**
 * What earlier versions wrote, named by the newest migration of each: a backup, and how that version answered. A release adds
 * its own: `HEADROOM_WRITE_BACKUP=1 npx vitest run --project db apps/ingest/src/upgrade.db.test.ts`. None is ever changed.
 */
const fixtures = join(import.meta.dirname, "../fixtures/upgrade");
const tar = (...args: string[]) => promisify(execFile)("tar", args);

interface Stored {
  workspaceId: string;
  ownerId: string;
  answers: { url: string; body: unknown }[];
}

/** Answers that depend on nothing but what is stored: not on the time, and not on the token. */
function timeless({ runs, live, experiment, peakDay, gameday, channel }: Filled): string[] {
  const ofRun = [
    "",
    "/verdict",
    "/window?from=0&to=10",
    "/slices",
    "/labels",
    "/failures",
    "/codes",
    "/gauges",
  ];
  return [
    ...[...runs, live].flatMap((id) => [...ofRun, "/events"].map((rest) => `/v1/runs/${id}${rest}`)),
    ...runs.map((id) => `/v1/runs/${id}/capacity`),
    "/v1/runs?service=shop&experiment=Mix",
    `/v1/comparisons?runs=${runs.join(",")}`,
    "/v1/experiments",
    `/v1/experiments/${experiment}/trend`,
    `/v1/experiments/${experiment}/capacity`,
    "/v1/services/shop/mapping",
    "/v1/services/shop/events",
    "/v1/accepted-risks?service=shop",
    "/v1/peak-days",
    `/v1/peak-days/${peakDay}`,
    "/v1/gamedays",
    `/v1/gamedays/${gameday}`,
    "/v1/channels",
    `/v1/channels/${channel}`,
    "/v1/ci-identities",
    "/v1/workspace/settings",
  ];
}

async function writeBackup(world: TestApp): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "headroom-upgrade-"));
  const filled = await fillWorkspace(world);
  const send = senderOf(world, filled.token);
  const answers: Stored["answers"] = [];
  for (const url of timeless(filled)) {
    const headers = { authorization: `Bearer ${filled.token}` };
    const answer = await world.app.inject({ url, headers });
    if (answer.statusCode === 200) answers.push({ url, body: await send("GET", url) });
  }
  const { workspaceId, ownerId } = world.home;
  const written = await backUpTestServices(world.test, folder);
  await writeFile(join(written, "answers.json"), JSON.stringify({ workspaceId, ownerId, answers }));
  const archive = join(fixtures, `${newestMigration()}.tar.gz`);
  await tar(
    "-czf",
    archive,
    "-C",
    dirname(written),
    "--transform",
    `s/^${basename(written)}/backup/`,
    basename(written),
  );
  await rm(folder, { recursive: true });
}

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  if (process.env["HEADROOM_WRITE_BACKUP"] !== undefined) await writeBackup(world);
}, 120_000);
afterAll(() => world.close());

/** Pages that have another address since: the trend is the page of its experiment, and the old address leads there. */
const MOVED = /("http:\/\/[^/"]+\/experiments\/[0-9a-f-]{36})\/trend([?"])/g;

/** What is said more exactly since, also of runs that nothing judges. */
const REWORDED: readonly (readonly [string, string])[] = [
  [
    "The whole run was judged, including any warm-up.",
    "The figures are of the whole run, including any warm-up.",
  ],
];

/** Compared figures that were rounded twice, and so read differently from the page of their run: 107.498 ms is 107 ms there. */
const ROUNDED_ONCE: readonly (readonly [string, string])[] = [
  ['"values":[107.5,107.5]', '"values":[107.498,107.498]'],
  ['"before":107.5,"after":107.5', '"before":107.498,"after":107.498'],
  ['"values":[117,116.5]', '"values":[117,116.498]'],
  [
    '"before":117,"after":116.5,"absolute":-0.5,"direction":"better","share":-0.004273504273504258,"times":0.9957264957264957',
    '"before":117,"after":116.498,"absolute":-0.5019999999999953,"direction":"better","share":-0.004290598290598302,"times":0.9957094017094017',
  ],
];

const versions = readdirSync(fixtures).map((name) => name.replace(".tar.gz", ""));

it("there is a backup to upgrade", () => {
  expect(versions.length).toBeGreaterThan(0);
});

describe.each(versions)("a backup of %s", (version) => {
  it("is restored, and everything is answered as it was, with additions at most", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headroom-upgrade-"));
    await tar("-xzf", join(fixtures, `${version}.tar.gz`), "-C", folder);
    const written = await readFile(join(folder, "backup", "answers.json"), "utf8");
    const { workspaceId, ownerId, answers } = JSON.parse(asSaidNow(written)) as Stored;
    const services = await restoreBackup(world.test, join(folder, "backup"));
    const uploads = new Uploads(services.services);
    const { app } = buildApp({ ...world.deps, services: services.services, uploads });
    const owner = contextOf(services.services, workspaceId, { kind: "person", id: ownerId, role: "owner" });
    const { secret } = await createToken({ ctx: owner, input: { name: "new", scopes: ["read", "manage"] } });
    expect(answers.length).toBeGreaterThan(30);
    for (const { url, body } of answers) {
      const answer = await app.inject({ url, headers: { authorization: `Bearer ${secret}` } });
      expect(answer.json(), url).toMatchObject(body as object);
    }
    await app.close();
    await uploads.close();
    await services.drop();
    await rm(folder, { recursive: true });
  });
});

function asSaidNow(written: string): string {
  const moved = written.replaceAll(MOVED, "$1$2");
  return [...REWORDED, ...ROUNDED_ONCE].reduce((text, [before, now]) => text.replaceAll(before, now), moved);
}
