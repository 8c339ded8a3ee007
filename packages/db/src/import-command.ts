import { formatCount } from "@headroom/core/format";
import { placeOf } from "./backup/kept-files.ts";
import { runCommand, say } from "./backup/run-command.ts";
import { importWorkspace } from "./workspace-export/import-workspace.ts";
import type { ImportedWorkspace } from "./workspace-export/import-workspace.ts";

const USAGE = "usage: import-command.ts <folder> [--as <slug>] [--owner <email>] [--without-kept-files]";
const OPTIONS = {
  as: { type: "string" },
  owner: { type: "string" },
  "without-kept-files": { type: "boolean" },
} as const;

/** Imports one exported workspace into the database in DATABASE_URL, which may be in use. */
await runCommand(
  { usage: USAGE, options: OPTIONS, arguments: 1 },
  async (env, { flags, texts, arguments: [folder = ""] }) => {
    const imported = await importWorkspace({
      folder,
      adminUrl: env.adminUrl,
      ownerUrl: env.ownerUrl,
      as: texts.get("as") ?? null,
      owner: texts.get("owner") ?? null,
      keptFiles: placeOf(env.rawFiles, flags.has("without-kept-files")),
      now: new Date(),
      log: (line) => say(`  ${line}`),
    });
    for (const line of notes(imported)) say(line);
  },
);

function notes({ workspace, people, rows, keptFiles }: ImportedWorkspace): string[] {
  const { known, created, unproven } = people;
  return [
    `Imported "${workspace.name}" (${workspace.slug}): ${formatCount(rows)} rows, kept files: ${keptFiles}`,
    `People: ${known} were here already, ${created} are new and sign in once they have proven their address`,
    ...unproven.map((email) => `Not a member: nobody has proven here that ${email} is theirs. Invite them.`),
    "Tokens and share links were revoked, and channels left out: create new ones.",
  ];
}
