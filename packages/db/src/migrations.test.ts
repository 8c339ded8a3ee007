import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { migrationFiles } from "./migration-files.ts";

// In the form of sha256sum, which also writes it: (cd migrations && sha256sum *.sql) > migrations.sha256
const checksums = readFileSync(join(import.meta.dirname, "../migrations.sha256"), "utf8");

it("no released migration has changed: the next one fixes its mistakes", () => {
  const lines = migrationFiles().map((file) => {
    const digest = createHash("sha256").update(readFileSync(file)).digest("hex");
    return `${digest}  ${basename(file)}`;
  });
  expect(checksums.trim().split("\n")).toEqual(lines);
});

it("migrations are numbered without gaps, so that two branches cannot both bring the next one", () => {
  const numbers = migrationFiles().map((file) =>
    Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(basename(file))?.[1]),
  );
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
});
