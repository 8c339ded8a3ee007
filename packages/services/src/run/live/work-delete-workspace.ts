import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { removeWorkspace, readFailedEntries, removeFailedEntries } from "@headroom/db";
import type { JobRun, JobsLog, Database } from "@headroom/db";
import type { Services } from "../../context.ts";
import { unpackMessage } from "./messages.ts";

const deletionJob = z.object({ workspaceId: z.uuid(), slug: z.string(), by: z.string() });

/** Runs one job: removes a closed workspace, and logs the one line that remains of it. Harmless if repeated. */
export async function workDeleteWorkspace({
  services,
  job,
  log,
}: {
  services: Services;
  job: JobRun;
  log: JobsLog;
}): Promise<void> {
  const { workspaceId, slug, by } = deletionJob.parse(job.payload);
  const removal = await removeWorkspace(services.db, workspaceId);
  if (removal === "uploading")
    throw new HeadroomError("conflict", "Uploads to the deleted workspace are still being received.");
  await removeFailedOf(services.db, workspaceId);
  // So that it is in every log, whatever its level.
  if (removal === "removed") log.warn({ workspaceId, slug, by }, "workspace deleted");
}

/** Removes what a workspace sent and could not be counted. Entries that can't be read belong to nobody that can be told. */
async function removeFailedOf(db: Database, workspaceId: string): Promise<void> {
  const entries = await readFailedEntries(db);
  const owners = await Promise.all(
    entries.map(({ body }) =>
      unpackMessage(body).then(
        (message) => message.workspaceId,
        () => null,
      ),
    ),
  );
  const own = entries.filter((_, at) => owners[at] === workspaceId);
  await removeFailedEntries(
    db,
    own.map(({ position }) => position),
  );
}
