import { execFile } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testServerUrl } from "./env.ts";
import { createOwnTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

const root = join(import.meta.dirname, "../../..");

let test: TestDatabase;
beforeAll(async () => {
  test = await createOwnTestDatabase();
  const owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
  await owner.query("insert into applied_migration (name, run_on) values ('9999_future', now())");
  await owner.end();
});
afterAll(() => test.drop());

interface Ended {
  code: number;
  output: string;
}

function run(command: string, args: string[]): Promise<Ended> {
  const env = {
    ...process.env,
    DATABASE_URL: test.url,
    HEADROOM_DATABASE_ADMIN_URL: adminUrl(),
    HEADROOM_INGEST_PORT: "0",
    HEADROOM_WEB_URL: "http://127.0.0.1:1",
    HEADROOM_SECRET: "a secret of thirty-two characters",
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, command), ...args], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: `${out}${err}` }),
    );
  });
}

/** A superuser's: a backup has to see all rows. */
function adminUrl(): string {
  const admin = new URL(testServerUrl() ?? "");
  admin.pathname = new URL(test.url).pathname;
  return admin.href;
}

it.each<[string, string[], number?]>([
  ["apps/ingest/src/main.ts", []],
  ["apps/ingest/src/provision.ts", []],
  ["apps/ingest/src/quota-command.ts", []],
  ["packages/db/src/migrate.ts", [], 3],
  ["packages/db/src/pending.ts", []],
  ["packages/db/src/backup-command.ts", []],
  ["packages/db/src/workspaces-command.ts", []],
  ["packages/db/src/export-command.ts", ["--workspace", "shop"]],
  ["packages/db/src/delete-command.ts", ["--workspace", "shop", "--name", "Shop"]],
])("%s refuses a database that a later version has updated", async (command, args, exitCode = 1) => {
  const { code, output } = await run(command, args);
  expect(output).toMatch(/the migration 9999_future[^]*Update this installation/);
  expect(output).not.toMatch(/^ {4}at /m);
  expect(code).toBe(exitCode);
});
