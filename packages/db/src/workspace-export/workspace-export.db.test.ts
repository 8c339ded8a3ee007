import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUp } from "../backup/back-up.ts";
import { withClient } from "../backup/connect.ts";
import { writeRows } from "../backup/files.ts";
import type { Manifest } from "../backup/manifest.ts";
import { restore } from "../backup/restore.ts";
import { storedTables } from "../backup/tables.ts";
import { testServerUrl } from "../env.ts";
import { applyMigrations } from "../migrate.ts";
import { MIGRATIONS } from "../migration-files.ts";
import { readTimeline } from "../reads/cells/timeline.ts";
import { seedExperiment, seedRun } from "../testing/run.ts";
import type { SeededPart } from "../testing/run.ts";
import { createEmptyDatabase, createOwnTestDatabase } from "../testing/index.ts";
import type { TestDatabase } from "../testing/index.ts";
import { exportWorkspace } from "./export-workspace.ts";
import type { ExportOptions } from "./export-workspace.ts";
import { importWorkspace } from "./import-workspace.ts";
import type { ImportedWorkspace, ImportOptions } from "./import-workspace.ts";

const quiet = () => undefined;
const NOW = new Date("2026-11-20T10:11:12.345Z");
/** As text, because that is how they would show in a file. */
const SECRETS = {
  token: "hash-of-a-token",
  share: "hash-of-a-share-link",
  passphrase: "hash-of-a-passphrase",
  invitation: "hash-of-an-invitation",
  channel: "sealed-address-of-a-channel",
  webhook: "https://hooks.example/secret",
  password: "hash-of-a-password",
  session: "hash-of-a-session",
  stranger: "bob@example.com",
};
const people = { ada: randomUUID(), bob: randomUUID(), carl: randomUUID(), dora: randomUUID() };

let folder: string;
let store: string;
let original: TestDatabase;
let mine: SeededPart;
let keptFile: string;
let exported: string;

const asAdmin = (url: string): string => {
  const admin = new URL(testServerUrl() ?? "");
  admin.pathname = new URL(url).pathname;
  return admin.href;
};
const query = <Row extends pg.QueryResultRow>(database: { url: string }, sql: string): Promise<Row[]> =>
  withClient(asAdmin(database.url), async (client) => (await client.query<Row>(sql)).rows);

const saved = async (changed: Partial<ExportOptions> = {}) => {
  const to = await mkdtemp(join(folder, "to-"));
  const place = { kind: "store", address: store } as const;
  const options = { workspace: mine.workspaceId, to, keptFiles: place, now: NOW, log: quiet };
  return (await exportWorkspace({ adminUrl: asAdmin(original.url), ...options, ...changed })).folder;
};

const imported = (from: string, { url }: { url: string }, changed: Partial<ImportOptions> = {}) =>
  importWorkspace({
    folder: from,
    adminUrl: asAdmin(url),
    ownerUrl: url,
    as: null,
    owner: null,
    now: NOW,
    log: quiet,
    keptFiles: { kind: "store", address: join(folder, "other-store") },
    ...changed,
  });

async function fill(): Promise<void> {
  original = await createOwnTestDatabase();
  const other = await seedRun(original.db, await seedExperiment(original.db), { x: { 0: [1] } });
  mine = await seedRun(original.db, await seedExperiment(original.db), {
    a: { 0: [1_000, 2_000], 65: [7] },
    b: { 3: [5] },
  });
  keptFile = `${mine.workspaceId}/${randomUUID()}`;
  store = await mkdtemp(join(folder, "store-"));
  await mkdir(dirname(join(store, keptFile)));
  await writeFile(join(store, keptFile), "abc");
  const [w, { ada, bob, carl, dora }] = [mine.workspaceId, people];
  const hash = (text: string) => `'${text}'::bytea`;
  await query(
    original,
    `insert into person (id, email, name, email_verified) values ('${ada}', 'ada@example.com', 'Ada', true),
       ('${bob}', '${SECRETS.stranger}', 'Bob', true), ('${carl}', 'carl@example.com', 'Carl', true),
       ('${dora}', 'Dora@example.com', 'Dora', true);
     insert into membership (workspace_id, person_id, role) values ('${w}', '${ada}', 'owner'), ('${w}', '${carl}', 'editor'),
       ('${other.workspaceId}', '${bob}', 'owner');
     insert into account (id, person_id, provider, subject, password_hash)
       values (gen_random_uuid(), '${ada}', 'credential', '${ada}', '${SECRETS.password}');
     insert into session (id, person_id, token_hash, expires_at, workspace_id)
       values (gen_random_uuid(), '${ada}', ${hash(SECRETS.session)}, 'infinity', '${w}');
     insert into token (id, workspace_id, name, token_hash, scopes, created_by)
       values (gen_random_uuid(), '${w}', 'CI', ${hash(SECRETS.token)}, '{ingest}', '${ada}');
     insert into invitation (id, workspace_id, email, role, token_hash, expires_at)
       values (gen_random_uuid(), '${w}', 'new@example.com', 'viewer', ${hash(SECRETS.invitation)}, now());
     insert into share_link (id, workspace_id, subject_kind, secret_hash, passphrase_hash, created_by, expires_at)
       values (gen_random_uuid(), '${w}', 'run', ${hash(SECRETS.share)}, '${SECRETS.passphrase}', '${ada}', 'infinity');
     insert into channel (id, workspace_id, name, kind, sealed_url, origin, events, created_at, updated_at)
       values (gen_random_uuid(), '${w}', 'CI', 'webhook', '${SECRETS.channel}', 'https://hooks.example', '{run.finished}', now(), now());
     insert into slo (id, workspace_id, service_id, name, window_days, created_at, updated_at, updated_by)
       values ('${ada}', '${w}', '${mine.serviceId}', 'Fast', 30, now(), now(), '${dora}');
     insert into slo_alert (slo_id, workspace_id, emails, webhook_url) values ('${ada}', '${w}', '{}', '${SECRETS.webhook}');
     insert into run_comment (id, workspace_id, run_id, body, author_id, created_at)
       values (gen_random_uuid(), '${w}', '${mine.runId}', 'Good', '${carl}', now());
     insert into audit_entry (id, workspace_id, actor_kind, actor_id, action, subject_kind, subject_id, detail)
       values (gen_random_uuid(), '${w}', 'person', '${ada}', 'member.add', 'person', '${carl}', '{"by": "${ada}"}');
     update part set raw_file_key = '${keptFile}', raw_file_bytes = 3 where id = '${mine.partId}';
     select graphile_worker.add_job('judge-experiment', '{"workspaceId": "${w}"}', job_key => 'k', max_attempts => 7);
     select graphile_worker.add_job('judge-experiment', '{"workspaceId": "${other.workspaceId}"}');
     insert into run_notice (run_id, workspace_id) values ('${mine.runId}', '${w}');
     select graphile_worker.add_job('send-mail', '{"workspaceId": "${w}"}')`,
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headroom-export-"));
  await fill();
  exported = await saved();
});
afterAll(async () => {
  await original.drop();
  await rm(folder, { recursive: true });
});

describe("an export", () => {
  it("is noted in the audit log of the exported workspace alone", async () => {
    const entries = await query(
      original,
      `select distinct workspace_id as of, actor_kind as by, detail from audit_entry where action = 'workspace.export'`,
    );
    expect(entries).toEqual([{ of: mine.workspaceId, by: "system", detail: { keptFiles: "included" } }]);
  });

  it("is a folder for its owner only, named by workspace and time", async () => {
    expect(exported).toMatch(`headroom-export-${mine.workspaceId}-2026-11-20T10-11-12Z`);
    const names = ["", "manifest.json", "tables/run.copy.zst"];
    const modes = await Promise.all(
      names.map(async (name) => (await stat(join(exported, name))).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  it("contains no secret and nothing of another workspace", async () => {
    const files = await readdir(join(exported, "tables"));
    const texts = await Promise.all(
      files.map(async (file) => zstdDecompressSync(await readFile(join(exported, "tables", file)))),
    );
    const all = Buffer.concat(texts);
    // The content is there to be found.
    expect(all.includes("carl@example.com") && all.includes("Good")).toBe(true);
    expect(Object.entries(SECRETS).filter(([, text]) => all.includes(text))).toEqual([]);
    expect(files).not.toContain("session.copy.zst");
  });

  it("counts the series first, or it might compare each cell with each of them", async () => {
    const series = "oid = 'public.series'::regclass";
    await query(original, `update pg_class set relpages = 100, reltuples = 0 where ${series}`);
    await saved();
    expect(await query(original, `select reltuples > 0 as known from pg_class where ${series}`)).toEqual([
      { known: true },
    ]);
  });

  it("names the workspaces that there are if the slug is unknown", async () => {
    await expect(saved({ workspace: "none" })).rejects.toMatchObject({
      message: 'There is no workspace "none".',
      hint: expect.stringContaining(mine.workspaceId) as string,
    });
  });

  it("is refused to a role that wouldn't see all rows", async () => {
    await expect(saved({ adminUrl: original.url })).rejects.toThrow(/does not see all rows/);
  });
});

/** Without what is new in each instance, and without numbers from sequences. */
const CONTENT = `select
  (select jsonb_agg(to_jsonb(r) order by r.id) from run r) as runs,
  (select jsonb_agg(to_jsonb(s) - 'id' order by s.label, s.kind) from series s) as series,
  (select jsonb_agg(to_jsonb(t) - 'series_id' order by t.requests, t.sum_us) from part_total t) as totals,
  (select jsonb_agg(to_jsonb(p) - 'instance' order by p.id) from part p) as parts,
  (select jsonb_agg(to_jsonb(c) - 'author_id' order by c.id) from run_comment c) as comments`;

describe("an import into an instance that has other workspaces", () => {
  const [ada, carl] = [randomUUID(), randomUUID()];
  let target: TestDatabase;
  let here: SeededPart;
  let result: ImportedWorkspace;
  let refused: unknown;

  beforeAll(async () => {
    target = await createOwnTestDatabase();
    here = await seedRun(target.db, await seedExperiment(target.db), { z: { 0: [9] } });
    await query(
      target,
      `insert into person (id, email, name, email_verified) values ('${ada}', 'Ada@Example.com', 'Ada L.', true),
         ('${carl}', 'carl@example.com', 'Not Carl', false), ('${people.dora}', 'someone@example.com', 'Someone', true)`,
    );
    refused = await imported(exported, target, { as: here.workspaceId }).catch(String);
    result = await imported(exported, target, { as: "moved" });
  });
  afterAll(() => target.drop());

  it("says what it did, and refuses a slug that is taken", () => {
    expect(refused).toMatch(/slug .* is taken/);
    expect(result).toMatchObject({
      workspace: { slug: "moved", id: mine.workspaceId },
      keptFiles: 1,
      people: { known: 2, created: 1, unproven: ["carl@example.com"] },
    });
  });

  it("keeps IDs, takes new numbers, and reads the same", async () => {
    const within = (database: TestDatabase) =>
      database.db.inWorkspace(mine.workspaceId, (tx) => tx.query(CONTENT));
    expect(await within(target)).toEqual(await within(original));
    const cells = async (database: TestDatabase, { workspaceId, runId }: SeededPart) => {
      const timeline = await database.db.inWorkspace(workspaceId, (tx) => readTimeline(tx, { runId }));
      return timeline?.points ?? [];
    };
    expect((await cells(target, mine)).length).toBeGreaterThan(0);
    expect(await cells(target, mine)).toEqual(await cells(original, mine));
    expect((await cells(target, here)).length).toBeGreaterThan(0);
    expect(await readFile(join(folder, "other-store", keptFile), "utf8")).toBe("abc");
  });

  it("revokes tokens and share links, takes pending jobs but sends nothing, and says in the audit log that it is a copy", async () => {
    const rows = await query(
      target,
      `select (select count(*)::int from token where revoked_at is null) as tokens,
         (select count(*)::int from share_link where revoked_at is null or passphrase_hash is not null) as links,
         (select count(*)::int from session) + (select count(*)::int from account)
           + (select count(*)::int from channel) + (select count(*)::int from invitation) as secrets,
         (select webhook_url from slo_alert) as webhook, (select silent from run_notice) as silent,
         (select detail ->> 'exportedAt' from audit_entry where action = 'workspace.import') as "exportedAt",
         (select jsonb_agg(t.identifier || ' ' || j.key) from graphile_worker._private_jobs j
            join graphile_worker._private_tasks t on t.id = j.task_id) as jobs`,
    );
    expect(rows).toEqual([
      {
        tokens: 0,
        links: 0,
        secrets: 0,
        webhook: null,
        silent: true,
        exportedAt: NOW.toISOString(),
        jobs: ["judge-experiment k"],
      },
    ]);
  });

  it("gives people the IDs that they have here, and makes nobody a member by an address that they only claimed", async () => {
    const rows = await query(
      target,
      `select (select jsonb_object_agg(person_id, role) from membership) as members,
         (select created_by from token) as "tokenBy", (select author_id from run_comment) as author,
         (select jsonb_build_array(actor_id, subject_id, detail) from audit_entry where action = 'member.add') as entry,
         (select jsonb_build_array(lower(p.email), email_verified) from slo s join person p on p.id = s.updated_by) as dora,
         (select count(*)::int from person) as people`,
    );
    expect(rows).toEqual([
      {
        members: { [ada]: "owner" },
        tokenBy: ada,
        author: carl,
        entry: [ada, carl, { by: ada }],
        dora: ["dora@example.com", false],
        people: 4,
      },
    ]);
  });

  it("is refused a second time", async () => {
    await expect(imported(exported, target, { as: "again" })).rejects.toThrow(/already here, as "Shop"/);
  });
});

it("an export of an earlier version is brought up to date, and belongs to the named person", async () => {
  const older = await createEmptyDatabase();
  const target = await createOwnTestDatabase();
  try {
    await applyMigrations(older.url, { log: quiet, count: MIGRATIONS.length - 1 });
    await query(
      older,
      `insert into workspace (id, slug, name) values (gen_random_uuid(), 'old', 'Old');
       insert into person (id, email, name) values (gen_random_uuid(), 'ada@example.com', 'Ada');
       insert into membership (workspace_id, person_id, role) select w.id, p.id, 'owner' from workspace w, person p`,
    );
    await query(
      target,
      "insert into person (id, email, name) values (gen_random_uuid(), 'ada@example.com', 'A')",
    );
    const from = await saved({ adminUrl: older.adminUrl, workspace: "old" });
    await expect(imported(from, target)).rejects.toThrow(/Nobody would own/);
    expect(await query(target, "select slug from workspace")).toEqual([]);
    await imported(from, target, { owner: "ADA@example.com" });
    const owners = await query(
      target,
      `select w.slug, p.name, m.role from membership m join person p on p.id = m.person_id
       join workspace w on w.id = m.workspace_id`,
    );
    expect(owners).toEqual([{ slug: "old", name: "A", role: "owner" }]);
  } finally {
    await older.drop();
    await target.drop();
  }
});

describe("an import changes nothing", () => {
  let target: TestDatabase;
  beforeAll(async () => {
    target = await createOwnTestDatabase();
  });
  afterAll(() => target.drop());

  const copyOf = async () => {
    const to = await mkdtemp(join(folder, "copy-"));
    await cp(exported, to, { recursive: true });
    return to;
  };
  /** A folder whose checksums are right and whose rows aren't what was exported. */
  const forged = async (table: string, select: string) => {
    const to = await copyOf();
    const file = join(to, "tables", `${table}.copy.zst`);
    await rm(file);
    const content = await withClient(asAdmin(original.url), (client) => writeRows(client, select, file));
    const manifest = JSON.parse(await readFile(join(to, "manifest.json"), "utf8")) as Manifest;
    const tables = manifest.tables.map((entry) =>
      entry.name === table ? { name: table, ...content } : entry,
    );
    await writeFile(join(to, "manifest.json"), JSON.stringify({ ...manifest, tables }));
    return to;
  };
  const untouched = async () => {
    const left = await query(
      target,
      "select (select count(*)::int from workspace) + (select count(*)::int from run_cell) + (select count(*)::int from person) as rows",
    );
    expect(left).toEqual([{ rows: 0 }]);
  };

  it("if rows are of another workspace, or refer to what isn't there", async () => {
    const columns = await withClient(asAdmin(original.url), async (client) => {
      const service = (await storedTables(client)).find(({ name }) => name === "service");
      return service?.columns ?? [];
    });
    const foreign = columns.map((name) => (name === "workspace_id" ? "gen_random_uuid()" : name)).join(", ");
    const escaped = await forged("service", `select ${foreign} from service where id = '${mine.serviceId}'`);
    const without = await forged("service", `select ${columns.join(", ")} from service where false`);
    await expect(imported(escaped, target)).rejects.toThrow(/service has rows of another workspace/);
    await expect(imported(without, target)).rejects.toThrow(/has rows whose service is missing/);
    await untouched();
  });

  it("if a kept file is damaged or belongs to another workspace: those that were copied before are removed", async () => {
    const [damaged, escaping] = [await copyOf(), await copyOf()];
    await writeFile(join(damaged, "kept-files", keptFile), "abd");
    const address = join(folder, "third-store");
    const keptFiles = { kind: "store", address } as const;
    await expect(imported(damaged, target, { keptFiles })).rejects.toThrow(/damaged: the kept file/);
    expect(await readdir(join(address, mine.workspaceId))).toEqual([]);
    const index = join(escaping, "kept-files.ndjson");
    const [key, line] = [`${randomUUID()}/${randomUUID()}`, await readFile(index, "utf8")];
    await writeFile(index, line + line.replace(keptFile, key));
    await expect(imported(escaping, target, { keptFiles })).rejects.toThrow(/not the key of a kept file/);
    expect(await readdir(join(address, mine.workspaceId))).toEqual([]);
    await untouched();
  });

  it("if it is a backup; and an export can't be restored", async () => {
    const { folder: backup } = await backUp({
      adminUrl: asAdmin(original.url),
      to: folder,
      secret: null,
      now: NOW,
      log: quiet,
      keptFiles: { kind: "left-out" },
    });
    await expect(imported(backup, target)).rejects.toThrow(/backup of a whole installation/);
    const attempt = restore({
      folder: exported,
      adminUrl: asAdmin(target.url),
      ownerUrl: target.url,
      replace: false,
      log: quiet,
      keptFiles: { kind: "left-out" },
    });
    await expect(attempt).rejects.toThrow(/export of one workspace/);
  });

  it("and copies nothing if nobody would own the workspace", async () => {
    const said: string[] = [];
    const log = (line: string) => void said.push(line);
    // Into the database beside this one, and into this one.
    const timesLoaded = () => said.filter((line) => line.startsWith("workspace:")).length;
    await expect(imported(exported, target, { owner: "nobody@example.com", log })).rejects.toThrow(
      "Nobody here has the address nobody@example.com.",
    );
    expect(timesLoaded()).toBe(1);
    await untouched();
    await imported(exported, target, { as: "mine", log });
    expect(timesLoaded()).toBe(3);
  });
});
