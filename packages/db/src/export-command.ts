import { formatBytes, formatCount } from "@headroom/core/format";
import { describeKeptFiles, placeOf } from "./backup/kept-files.ts";
import { runCommand, say } from "./backup/run-command.ts";
import { exportWorkspace } from "./workspace-export/export-workspace.ts";

const USAGE = "usage: export-command.ts --workspace <slug> [--to <folder>] [--without-kept-files]";
const OPTIONS = {
  workspace: { type: "string" },
  to: { type: "string" },
  "without-kept-files": { type: "boolean" },
} as const;

/** Writes one workspace of the database in DATABASE_URL, and its kept files, into a new folder. */
await runCommand(
  { usage: USAGE, options: OPTIONS, required: ["workspace"], arguments: 0 },
  async (env, { flags, texts }) => {
    const { folder, manifest } = await exportWorkspace({
      adminUrl: env.adminUrl,
      workspace: texts.get("workspace") ?? "",
      to: texts.get("to") ?? ".",
      keptFiles: placeOf(env.rawFiles, flags.has("without-kept-files")),
      now: new Date(),
      log: (line) => say(`  ${line}`),
    });
    for (const line of describeKeptFiles(manifest.keptFiles)) say(line);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
    say(`Exported ${formatCount(rows)} rows (${formatBytes(bytes)}) to ${folder}`);
    say("It contains all results, names and email addresses of the workspace. Keep it private.");
  },
);
