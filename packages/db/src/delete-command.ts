import { runCommand, say } from "./backup/run-command.ts";
import { BackupProblem } from "./backup/problem.ts";
import { openDatabase } from "./database.ts";
import type { Database } from "./database.ts";
import { closeWorkspace, endSessionsWithoutWorkspace } from "./workspace-deletion/close-workspace.ts";
import { removeWorkspace } from "./workspace-deletion/remove-workspace.ts";

const USAGE = "usage: delete-command.ts --workspace <slug> --name <name>";
const OPTIONS = { workspace: { type: "string" }, name: { type: "string" } } as const;

/** Deletes one workspace of the database in DATABASE_URL for good, whether or not Headroom is running. */
await runCommand(
  { usage: USAGE, options: OPTIONS, required: ["workspace", "name"], arguments: 0 },
  async ({ ownerUrl }, { texts }) => {
    const db = openDatabase({ url: ownerUrl });
    try {
      await remove(db, texts.get("workspace") ?? "", texts.get("name") ?? "");
    } finally {
      await db.close();
    }
  },
);

async function remove(db: Database, slug: string, typed: string): Promise<void> {
  const workspaceId = await db.lookup.workspaceBySlug(slug);
  if (workspaceId === null)
    throw new BackupProblem(`There is no workspace "${slug}".`, "Check the slug after --workspace.");
  const now = new Date();
  const members = await db.inWorkspace(workspaceId, async (tx) => {
    const { name } = await tx.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    if (name.trim() !== typed.trim())
      throw new BackupProblem(
        `The workspace ${slug} has another name.`,
        "To confirm, add --name with its exact name.",
      );
    return closeWorkspace(tx, { now, by: "the operator" });
  });
  await endSessionsWithoutWorkspace(db, members, now);
  const removal = await removeWorkspace(db, workspaceId);
  say(
    removal === "uploading"
      ? `Closed ${slug} (${workspaceId}). Ingest deletes it once the uploads that it is receiving have ended.`
      : `Deleted ${slug} (${workspaceId}). Ingest removes its kept files.`,
  );
}
