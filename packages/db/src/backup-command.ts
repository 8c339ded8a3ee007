import { formatBytes, formatCount } from "@headroom/core/format";
import { backUp } from "./backup/back-up.ts";
import type { Manifest } from "./backup/manifest.ts";
import { describeKeptFiles, placeOf } from "./backup/kept-files.ts";
import { runCommand, say } from "./backup/run-command.ts";

const USAGE = "usage: backup-command.ts [--to <folder>] [--without-kept-files] [--without-secret]";
const OPTIONS = {
  to: { type: "string" },
  "without-kept-files": { type: "boolean" },
  "without-secret": { type: "boolean" },
} as const;

/** Backs up the database in DATABASE_URL, its kept files and HEADROOM_SECRET into a new folder. */
await runCommand({ usage: USAGE, options: OPTIONS, arguments: 0 }, async (env, { flags, texts }) => {
  const { folder, manifest } = await backUp({
    adminUrl: env.adminUrl,
    to: texts.get("to") ?? ".",
    keptFiles: placeOf(env.rawFiles, flags.has("without-kept-files")),
    secret: flags.has("without-secret") ? null : env.secret,
    now: new Date(),
    log: (line) => say(`  ${line}`),
  });
  for (const line of notes(manifest)) say(line);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
  say(`Backed up ${formatCount(rows)} rows (${formatBytes(bytes)}) to ${folder}`);
});

function notes({ keptFiles, secret }: Manifest): string[] {
  return [
    ...describeKeptFiles(keptFiles),
    secret
      ? "The backup contains HEADROOM_SECRET. Store it where only administrators can read it."
      : "Without HEADROOM_SECRET.",
  ];
}
