import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyMigrations } from "./migrate.ts";
import { createEmptyDatabase } from "./testing/index.ts";
import { foldMigrations } from "./fold-migrations.ts";
import type { Fold, History } from "./folds/folds.ts";

let client: pg.Client;
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let home: string;
const EARLIER = { checkOut: "aaa", catalog: "0100.catalog.txt", replaces: ["0001_a"], by: ["0100_stock"] };

beforeAll(async () => {
  database = await createEmptyDatabase();
  client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query("create extension if not exists timescaledb");
  home = await mkdtemp(join(tmpdir(), "headroom-fold-"));
  await write("migrations", {
    "0100_stock.sql":
      "create table stock (id integer primary key, note text); insert into stock values (1, 'a');",
    "0101_pieces.sql": "alter table stock add column pieces integer not null default 0 check (pieces >= 0);",
  });
  await write("folds", { "folds.json": JSON.stringify({ folds: [EARLIER] }) });
});
afterAll(async () => {
  await rm(home, { recursive: true });
  await client.end();
  await database.drop();
});

async function write(folder: string, files: Record<string, string>): Promise<string> {
  await mkdir(join(home, folder), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(home, folder, name), content);
  return join(home, folder);
}

const fold = (replacements: string) =>
  foldMigrations({
    home,
    replacements,
    checkOut: "bbb",
    adminUrl: database.adminUrl,
    ownerUrl: database.url,
  });

const json = async (file: string) => JSON.parse(await readFile(join(home, file), "utf8")) as unknown;

const TABLE =
  "create table stock (id integer primary key, note text, pieces integer not null default 0 check (pieces >= 0));";

it("files that make another schema or other rows are refused with the lines that differ, and nothing changes", async () => {
  const other = await write("other", {
    "0200_stock.sql": TABLE.replace("note text, ", "").replace(");", ", note text);"),
  });
  await expect(fold(other)).rejects.toMatchObject({
    message: "The new files don't make the same schema: 5 lines differ.",
    hint: expect.stringMatching(
      /^- table stock: column 02 note text\n- table stock: column 03 pieces[^]*^- rows of stock: 1, \w+\n\+ table stock: column 02 pieces/m,
    ) as string,
  });
  await expect(fold(await write("misnumbered", { "0150_stock.sql": TABLE }))).rejects.toMatchObject({
    message: "0150_stock.sql has the wrong number.",
    hint: "Number the files from 0200_ on, without gaps.",
  });
  expect(await readdir(join(home, "migrations"))).toEqual(["0100_stock.sql", "0101_pieces.sql"]);
  expect(await json("folds/folds.json")).toEqual({ folds: [EARLIER] });
});

it("files that make the same replace the migrations, and the mapping, checksums and catalog are written", async () => {
  const same = await write("same", { "0200_stock.sql": `${TABLE} insert into stock values (1, 'a');` });
  expect(await fold(same)).toBeGreaterThan(5);
  expect(await readdir(join(home, "migrations"))).toEqual(["0200_stock.sql"]);
  const later = {
    checkOut: "bbb",
    catalog: "0200.catalog.txt",
    folder: "0200",
    replaces: ["0100_stock", "0101_pieces"],
    by: ["0200_stock"],
  };
  expect(await json("folds/folds.json")).toEqual({ folds: [EARLIER, later] });
  expect(Object.keys((await json("migrations.json")) as object)).toEqual(["0200_stock"]);
  const catalog = await readFile(join(home, "folds/0200.catalog.txt"), "utf8");
  expect(catalog).toContain("table stock: column 03 pieces integer not null default 0\n");
  expect(catalog).not.toContain("rows of");
});

it("a database that stopped in the middle of what was replaced continues, and gets the new names", async () => {
  const { folds } = (await json("folds/folds.json")) as { folds: Fold[] };
  const history: History = { home, folds, known: ["0200_stock"] };
  const log = () => undefined;
  await applyMigrations(database.url, { log, folder: join(home, "folds/0200"), count: 1 });
  expect(await applyMigrations(database.url, { log, history })).toEqual(["0101_pieces"]);
  const { rows } = await client.query("select m.name, s.* from applied_migration m, stock s");
  expect(rows).toEqual([{ name: "0200_stock", id: 1, note: "a", pieces: 0 }]);
});
