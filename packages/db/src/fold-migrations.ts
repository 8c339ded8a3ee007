import { createHash, randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atDatabase, withClient } from "./backup/connect.ts";
import { BackupProblem } from "./backup/problem.ts";
import { storedTables } from "./backup/tables.ts";
import { readCatalog } from "./catalog.ts";
import { applyMigrations } from "./migrate.ts";
import type { Fold } from "./folds/folds.ts";

export interface FoldOptions {
  /** The folder that has `migrations`, its checksums, and `folds`. */
  home: string;
  /** The folder with the files that replace all of today's. */
  replacements: string;
  /** The commit that has today's. */
  checkOut: string;
  /** A superuser's address, and the one of the role that migrates. Two databases beside theirs are created, and dropped again. */
  adminUrl: string;
  ownerUrl: string;
}

/**
 * Replaces the migrations by others, if these make the same catalog and the same rows. Databases, backups and exports that have
 * all of the replaced ones are then known under the new names, and those that have some of them continue. Returns how many lines were compared.
 */
export async function foldMigrations(options: FoldOptions): Promise<number> {
  const { home, replacements } = options;
  const [migrations, list] = [join(home, "migrations"), join(home, "folds/folds.json")];
  const { folds } = JSON.parse(readFileSync(list, "utf8")) as { folds: Fold[] };
  const [replaces, by] = [namesIn(migrations), namesIn(replacements)];
  requireNumbers(by, (folds.length + 1) * 100);
  const before = await madeBy(migrations, options);
  const after = await madeBy(replacements, options);
  requireSame([...before.catalog, ...before.rows], [...after.catalog, ...after.rows]);

  const folder = by[0]?.slice(0, 4) ?? "";
  mkdirSync(join(home, "folds", folder));
  for (const name of replaces)
    renameSync(join(migrations, `${name}.sql`), join(home, "folds", folder, `${name}.sql`));
  for (const name of by) copyFileSync(join(replacements, `${name}.sql`), join(migrations, `${name}.sql`));
  const catalog = `${folder}.catalog.txt`;
  writeFileSync(join(home, "folds", catalog), `${before.catalog.join("\n")}\n`);
  const fold: Fold = { checkOut: options.checkOut, catalog, folder, replaces, by };
  writeJson(list, { folds: [...folds, fold] });
  writeJson(join(home, "migrations.json"), checksumsOf(migrations));
  return before.catalog.length + before.rows.length;
}

/** The content of `migrations.json`. */
export function checksumsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    namesIn(folder).map((name) => {
      const content = readFileSync(join(folder, `${name}.sql`));
      return [name, createHash("sha256").update(content).digest("hex")];
    }),
  );
}

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .toSorted();
}

function requireNumbers(names: readonly string[], first: number): void {
  const wrong = names.find((name, at) => !name.startsWith(`${String(first + at).padStart(4, "0")}_`));
  if (names.length > 0 && wrong === undefined) return;
  throw new BackupProblem(
    wrong === undefined ? "The folder has no .sql files." : `${wrong}.sql has the wrong number.`,
    `Number the files from ${String(first).padStart(4, "0")}_ on, without gaps.`,
  );
}

interface Made {
  catalog: string[];
  /** One line for each table that isn't empty. */
  rows: string[];
}

async function madeBy(folder: string, { adminUrl, ownerUrl }: FoldOptions): Promise<Made> {
  const name = `headroom_fold_${randomBytes(6).toString("hex")}`;
  const owner = decodeURIComponent(new URL(ownerUrl).username).replaceAll('"', '""');
  await withClient(adminUrl, (client) => client.query(`create database ${name} owner "${owner}"`));
  try {
    const [asOwner, asAdmin] = [atDatabase(ownerUrl, name), atDatabase(adminUrl, name)];
    await withClient(asAdmin, (client) => client.query("create extension if not exists timescaledb"));
    await applyMigrations(asOwner, { log: () => undefined, folder });
    const catalog = await withClient(asOwner, readCatalog);
    return { catalog, rows: await withClient(asAdmin, readRows) };
  } finally {
    await withClient(adminUrl, (client) => client.query(`drop database ${name} with (force)`));
  }
}

async function readRows(client: Parameters<typeof storedTables>[0]): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, sqlName } of await storedTables(client)) {
    if (name === "applied_migration") continue;
    const { rows } = await client.query<{ count: string; digest: string | null }>(
      `select count(*), md5(string_agg(t::text, ' ' order by t::text)) as digest from public.${sqlName} t`,
    );
    if (rows[0]?.digest) lines.push(`rows of ${name}: ${rows[0].count}, ${rows[0].digest}`);
  }
  return lines;
}

function requireSame(before: readonly string[], after: readonly string[]): void {
  const [had, has] = [new Set(before), new Set(after)];
  const differences = [
    ...before.filter((line) => !has.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !had.has(line)).map((line) => `+ ${line}`),
  ];
  if (differences.length === 0) return;
  throw new BackupProblem(
    `The new files don't make the same schema: ${differences.length} lines differ.`,
    `${differences.join("\n")}\nNothing was changed.`,
  );
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
