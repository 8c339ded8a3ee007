import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checksumsOf } from "./fold-migrations.ts";
import { FOLDS } from "./folds/folds.ts";
import { MIGRATIONS, migrationsFolder } from "./migration-files.ts";

const files = readdirSync(migrationsFolder()).toSorted();

it("no released migration has changed: the next one fixes its mistakes (after a new one: vitest --update)", async () => {
  const list = join(import.meta.dirname, "../migrations.json");
  await expect(`${JSON.stringify(checksumsOf(migrationsFolder()), null, 2)}\n`).toMatchFileSnapshot(list);
});

it("migrations are numbered without gaps, so that two branches cannot both bring the next one", () => {
  const numbers = files.map((file) => Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]));
  expect(numbers).toEqual(numbers.map((_, at) => FOLDS.length * 100 + at));
});

it("the latest fold is where the migrations of today begin", () => {
  const { by = [] } = FOLDS.at(-1) ?? {};
  expect(MIGRATIONS.slice(0, by.length)).toEqual(by);
});
