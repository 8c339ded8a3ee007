import { placeOf } from "./backup/kept-files.ts";
import { restore } from "./backup/restore.ts";
import { runCommand, say } from "./backup/run-command.ts";

const USAGE = "usage: restore-command.ts <folder> [--replace] [--without-kept-files]";
const OPTIONS = { replace: { type: "boolean" }, "without-kept-files": { type: "boolean" } } as const;

/** Restores a backup into the database in DATABASE_URL, which is created if it doesn't exist. */
await runCommand(
  { usage: USAGE, options: OPTIONS, arguments: 1 },
  async (env, { flags, arguments: [folder = ""] }) => {
    const { manifest, keptFiles, secret } = await restore({
      folder,
      adminUrl: env.adminUrl,
      ownerUrl: env.ownerUrl,
      replace: flags.has("replace"),
      keptFiles: placeOf(env.rawFiles, flags.has("without-kept-files")),
      log: (line) => say(`  ${line}`),
    });
    if (keptFiles > 0) say(`Kept files restored: ${keptFiles}`);
    if (secret !== null && secret !== env.secret)
      say(
        `HEADROOM_SECRET differs from the one in the backup. Set it to the content of ${folder}/secret before you start.`,
      );
    say(`Restored the backup of ${manifest.madeAt}.`);
  },
);
