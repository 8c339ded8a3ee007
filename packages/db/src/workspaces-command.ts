import { formatBytes, formatCount } from "@headroom/core/format";
import { withClient } from "./backup/connect.ts";
import { runCommand, say } from "./backup/run-command.ts";
import { requireSight } from "./backup/snapshot.ts";
import { listWorkspaces } from "./list-workspaces.ts";
import type { ListedWorkspace } from "./list-workspaces.ts";

/** For the operator: lists what each workspace in the database at DATABASE_URL sends and stores. */
await runCommand(
  { usage: "usage: workspaces-command.ts", options: {}, arguments: 0 },
  async ({ adminUrl }) => {
    const workspaces = await withClient(adminUrl, async (client) => {
      await requireSight(client);
      return listWorkspaces(client);
    });
    if (workspaces.length === 0) say("There is no workspace.");
    for (const workspace of workspaces) say(lineOf(workspace));
  },
);

function lineOf(workspace: ListedWorkspace): string {
  const { slug, id, uploads, samples, uploadedBytes, storedBytes, requests, refused, jobs } = workspace;
  const sent =
    requests === null
      ? "no requests since ingest started"
      : `${formatCount(requests)} requests (${formatCount(refused ?? 0)} refused) since ingest started`;
  return [
    `${slug} (${id}): ${formatBytes(storedBytes)} stored`,
    `${formatCount(uploads)} uploads with ${formatCount(samples)} samples (${formatBytes(uploadedBytes)}) in 30 days`,
    sent,
    `${formatCount(jobs)} jobs waiting`,
  ].join("; ");
}
