import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { formatCount } from "@headroom/core/format";
import { BackupProblem } from "./backup/problem.ts";
import { runCommand, say } from "./backup/run-command.ts";
import { foldMigrations } from "./fold-migrations.ts";

const USAGE = "usage: fold-command.ts <folder with the new migrations>";
const home = join(import.meta.dirname, "..");

/** Replaces the migrations by fewer ones that make the same schema (docs/decisions/0003-migrations.md). */
await runCommand(
  { usage: USAGE, options: {}, arguments: 1 },
  async ({ adminUrl, ownerUrl }, { arguments: [replacements = ""] }) => {
    const checkOut = committed();
    const lines = await foldMigrations({ home, replacements, checkOut, adminUrl, ownerUrl });
    say(`Both make the same schema: ${formatCount(lines)} lines are equal.`);
    say(`Replaced the migrations of ${checkOut}. Look at the changes in packages/db, and commit them.`);
  },
);

/** Databases that are in the middle have to be able to get what is replaced. */
function committed(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: home, encoding: "utf8" }).trim();
  if (git("status", "--porcelain", "migrations", "folds", "migrations.json") !== "")
    throw new BackupProblem("Migrations have changes that aren't committed.", "Commit them first.");
  return git("rev-parse", "--short=8", "HEAD");
}
